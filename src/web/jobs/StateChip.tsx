/** The state of a failed job in a word and a sign. */
import type { ItemState } from '#domain/jobs/item.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from '#web/ui/chip.module.css';
import { Icon, type IconName } from '#web/ui/Icon.tsx';

const looks: Readonly<Record<ItemState, { icon: IconName; look: string | undefined }>> = {
  stuck: { icon: 'alert', look: styles.bad },
  waiting: { icon: 'hourglass', look: styles.wait },
  aside: { icon: 'close', look: styles.mute },
};

export function StateChip({ state }: { state: ItemState }) {
  const { t } = useTranslation();
  const { icon, look } = looks[state];
  return (
    <span className={`${styles.chip} ${look}`}>
      <Icon name={icon} size={15} />
      {t(`work.${state}`)}
    </span>
  );
}
