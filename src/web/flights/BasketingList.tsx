// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as a grid lose the roles that their elements had
/** All birds that were basketed for a race, in the order of basketing: home, or still in the air. */
import { useTranslation } from 'react-i18next';
import type { Flight } from '#domain/flights/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { BirdCells } from './BirdCells.tsx';
import styles from './board.module.css';

export interface BasketingListProps {
  flight: Flight;
  /** How many birds stand on the pages before. */
  before: number;
  pigeons: readonly (Bird & { home: boolean })[];
}

export function BasketingList({ flight, before, pigeons }: BasketingListProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!pigeons.length) return <Empty title={t('basketing.empty')} text={t('basketing.empty_text')} />;
  return (
    <table role="table" className={`${styles.board} ${styles.list}`}>
      <caption className="visually-hidden">{t('basketing.caption', { flight: flight.name })}</caption>
      <thead role="rowgroup">
        <tr role="row" className={styles.head}>
          <th role="columnheader" scope="col">
            {t('basketing.number')}
          </th>
          <th role="columnheader" scope="col">
            {t('board.pigeon')}
          </th>
          <th role="columnheader" scope="col">
            {t('board.team')}
          </th>
          <th role="columnheader" scope="col" className={styles.figure}>
            {t('basketing.state')}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {pigeons.map((bird, index) => (
          <tr role="row" key={bird.pigeon_id} className={styles.row}>
            <td role="cell" className={styles.rank}>
              <bdi className="num">{formatNumber(locale, before + index + 1)}</bdi>
            </td>
            <BirdCells bird={bird} loft_id={flight.loft_id} />
            <td role="cell" className={styles.figure}>
              {bird.home ? (
                <span className={styles.home}>{t('basketing.home')}</span>
              ) : (
                <span className={styles.air}>{t(stillOut(flight))}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Before the release a bird is in its basket; when the race is over it has not come. */
function stillOut({ status }: Flight) {
  if (status === 'planned' || status === 'basketing') return 'basketing.basketed';
  return status === 'released' ? 'basketing.air' : 'basketing.out';
}
