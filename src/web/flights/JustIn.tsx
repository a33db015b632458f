/** The last birds home, the newest first, beside the board: an arrival is an event, wherever its rank stands. */
import { useTranslation } from 'react-i18next';
import type { Loft } from '#domain/lofts/contract.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { Flag } from '#web/ui/Flag.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import type { BoardLine } from './board-line.ts';
import styles from './just-in.module.css';

export function JustIn({ loft, lines }: { loft: Loft; lines: readonly BoardLine[] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <section className={`${panel.panel} ${styles.side}`} aria-labelledby="just-in">
      <div className={panel.head}>
        <h2 id="just-in">{t('just_in.title')}</h2>
        <small>{t('just_in.newest')}</small>
      </div>
      {lines.length === 0 && <p className={styles.none}>{t('just_in.none')}</p>}
      <ol className={styles.feed}>
        {lines.map(({ bird, rank, time_ms, fresh }) => (
          <li key={bird.pigeon_id} className={fresh ? styles.fresh : undefined}>
            <time dir="ltr" className="num" dateTime={new Date(time_ms).toISOString()}>
              {clockTime(time_ms, loft.time_zone).time}
            </time>
            <span className={styles.who}>
              <Flag country={bird.country} width={20} />
              <span>
                <Ring ring={bird.ring} />
                <small>
                  <bdi>{bird.team ?? bird.fancier}</bdi>
                </small>
              </span>
            </span>
            <b className="num">
              <span className="visually-hidden">{t('board.rank')} </span>
              {formatNumber(locale, rank)}
            </b>
          </li>
        ))}
      </ol>
    </section>
  );
}
