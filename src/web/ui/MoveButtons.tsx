/** The buttons that move a line of a list up or down, for a form that says which line. */
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';

export interface MoveButtonsProps {
  /** What is moved, for screen readers. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
}

export function MoveButtons({ name, isFirst, isLast }: MoveButtonsProps) {
  const { t } = useTranslation();
  const button = (way: 'up' | 'down', isEnd: boolean) => (
    <button
      type="submit"
      name="intent"
      value={way}
      disabled={isEnd}
      className={panel.button}
      aria-label={t(`entries.${way}`, { ring: name })}
    >
      <Icon name={way} />
    </button>
  );
  return (
    <>
      {button('up', isFirst)}
      {button('down', isLast)}
    </>
  );
}
