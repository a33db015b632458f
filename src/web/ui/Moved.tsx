/** By how many places a line of a ranking has moved: a sign, a figure, and the words for who hears them. */
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './Icon.tsx';
import styles from './moved.module.css';

/** @param by places up; null: it was not ranked before, or it is not shown */
export function Moved({ by }: { by: number | null }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!by) return null;
  const count = Math.abs(by);
  return (
    <span className={by > 0 ? styles.up : styles.down}>
      <Icon name={by > 0 ? 'rise' : 'fall'} size={12} />
      <span aria-hidden="true">{formatNumber(locale, count)}</span>
      <span className="visually-hidden">{t(by > 0 ? 'board.up' : 'board.down', { count })}</span>
    </span>
  );
}
