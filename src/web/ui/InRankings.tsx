/** Where a bird, or the birds of a team, stand in the rankings of the season: each leads to the whole ranking. */

import { rankingPath } from '#web/lib/further-paths.ts';
import type { InRanking } from '#web/lib/in-rankings.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import { Flag } from './Flag.tsx';
import styles from './in-rankings.module.css';
import panel from './panel.module.css';
import { Ring } from './Ring.tsx';

export interface InRankingsProps {
  loft_id: number;
  season_id: number;
  lines: readonly InRanking[];
  /** Whether the ring is said with each line. */
  named: boolean;
}

export function InRankings({ loft_id, season_id, lines, named }: InRankingsProps) {
  const { t } = useTranslation();
  if (lines.length === 0) return null;
  return (
    <section className={panel.panel} aria-labelledby="in-rankings">
      <div className={panel.head}>
        <h2 id="in-rankings">{t('aces.title')}</h2>
      </div>
      <ul className={styles.lines}>
        {lines.map(({ ranking_id, name, key, ring, place, national, value, measure, is_frozen }) => (
          <li key={`${ranking_id} ${key}`}>
            <bdi className={`num ${is_frozen ? styles.place : styles.open}`}>{place}</bdi>
            <span>
              <Link to={rankingPath(loft_id, { season_id, ranking_id })}>
                <bdi>{name}</bdi>
              </Link>
              {national && (
                <small>
                  <Flag country={national.country} width={20} /> {t('aces.national')}{' '}
                  <bdi className="num">{national.place}</bdi>
                </small>
              )}
              {named && ring && (
                <small>
                  <Ring ring={ring} />
                </small>
              )}
            </span>
            <span className={styles.value}>
              {value && (
                <bdi dir="ltr" className="num">
                  {value}
                </bdi>
              )}
              <small>{measure}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
