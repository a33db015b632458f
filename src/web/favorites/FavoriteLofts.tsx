/** The starred lofts, as the cards of the list of lofts. */
import type { ListedLoft } from '#domain/flights/contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { LoftCard } from '#web/ui/LoftCard.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import styles from './favorites.module.css';

export interface FavoriteLoftsProps {
  lofts: readonly ListedLoft[];
  count: number;
  read_at: string;
}

export function FavoriteLofts({ lofts, count, read_at }: FavoriteLoftsProps) {
  const { t } = useTranslation();
  if (!lofts.length) return null;
  return (
    <section aria-labelledby="lofts">
      <div className={styles.lofts_head}>
        <h2 id="lofts">{t('lofts.title')}</h2>
        <small>{t('lofts.found', { count })}</small>
      </div>
      <ul className={styles.cards}>
        {lofts.map((loft) => (
          <li key={loft.id}>
            <LoftCard loft={loft} read_at={read_at} heading="h3" />
            <span className={styles.star}>
              <MarkMine loft_id={loft.id} kind="lofts" id={loft.id} name={loft.name} look="sky" listed />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
