/** Marks a flight that only those who prepare its season see. */
import { useTranslation } from '#web/lib/translation.ts';
import styles from '#web/ui/chip.module.css';
import { Icon } from '#web/ui/Icon.tsx';

export function DraftChip() {
  const { t } = useTranslation();
  return (
    <span className={`${styles.chip} ${styles.dashed}`}>
      <Icon name="eye" size={15} />
      {t('season.draft')}
    </span>
  );
}
