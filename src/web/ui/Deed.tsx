/** Something to do with all chosen rows that needs a word more: it opens in the bar, also without a script. */
import { type ReactNode, useRef } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './deed.module.css';
import panel from './panel.module.css';

export interface DeedProps {
  /** What the form says it is (`deed`). */
  name: string;
  title: string;
  /** It was refused: what was typed here is still to be seen. */
  isRefused: boolean;
  /** What its button says; to save by default. */
  submit?: string;
  /** The key that opens it (`RowKeys`). */
  hotkey?: string;
  children: ReactNode;
}

export function Deed({ name, title, isRefused, submit, hotkey, children }: DeedProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <details className={styles.deed} open={isRefused}>
      <summary className={panel.button} data-key={hotkey}>
        {title}
        {hotkey && <kbd>{hotkey.toUpperCase()}</kbd>}
      </summary>
      {/* A form's Enter presses its first button, which is another deed's. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field presses the button beside it */}
      <div
        className={styles.more}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          button.current?.click();
        }}
      >
        {children}
        <button ref={button} type="submit" name="deed" value={name} className={panel.button_primary}>
          {submit ?? t('rights.save')}
        </button>
      </div>
    </details>
  );
}
