/** Where a bird, or the birds of a team, stand in the rankings of the season: each leads to the whole ranking. */
import type { InRanking } from '#web/lib/in-rankings.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { acesPath } from '#web/lib/paths.ts';
import { measureName, rankingName, valueText } from '#web/lib/ranking-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
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
  const { locale } = usePage();
  if (lines.length === 0) return null;
  return (
    <section className={panel.panel} aria-labelledby="in-rankings">
      <div className={panel.head}>
        <h2 id="in-rankings">{t('aces.title')}</h2>
      </div>
      <ul className={styles.lines}>
        {lines.map(({ ranking, line, frozen }) => (
          <li key={`${ranking.id} ${line.key}`}>
            <bdi className={`num ${frozen ? styles.place : styles.open}`}>
              {line.place === null ? '–' : formatNumber(locale, line.place)}
            </bdi>
            <span>
              <Link to={`${acesPath(loft_id)}?season=${season_id}&ranking=${ranking.id}`}>
                <bdi>{rankingName(locale, ranking)}</bdi>
              </Link>
              {named && line.bird && (
                <small>
                  <Ring ring={line.bird.ring} />
                </small>
              )}
            </span>
            <span className={styles.value}>
              {line.value !== null && (
                <bdi className="num">
                  {line.at_most && '≤ '}
                  {valueText(locale, ranking.rule.measure, line.value)}
                </bdi>
              )}
              <small>{measureName(t, ranking.rule.measure)}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
