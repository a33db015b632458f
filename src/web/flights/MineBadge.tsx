/** How many of the reader's birds are home, at the part of a dock that leads to them. */
import { useTranslation } from '#web/lib/translation.ts';
import styles from './dock.module.css';

export function MineBadge({ home, total }: { home: number; total: number }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={styles.badge} aria-hidden="true">
        {home}/{total}
      </span>
      <span className="visually-hidden">{t('mine.home', { home, count: total })}</span>
    </>
  );
}
