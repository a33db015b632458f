/** How far behind the winner the first birds were: in time, and on the way when the winner landed. */
import { memo } from 'react';
import { secondDecimals, timeDifference } from '#domain/arrivals/clock.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { distanceInUnit } from '#domain/units.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { placePath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './story.module.css';
import type { StoryData } from './story-loader.server.ts';

export interface StoryFrontProps {
  flight: Flight;
  loft: Loft;
  front: StoryData['front'];
  mine: ReadonlySet<number>;
}

export const StoryFront = memo(function StoryFront({ flight, loft, front, mine }: StoryFrontProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (front.length < 2) return null;
  const decimals = secondDecimals(flight.resolution_ms, flight.rules.precision_ms) > 0 ? 1 : 0;
  const farthest = Math.max(1, ...front.map(({ behind_m }) => behind_m));
  return (
    <section className={panel.panel} aria-labelledby="front">
      <div className={panel.head}>
        <h2 id="front">{t('story.front')}</h2>
      </div>
      <p className={styles.means}>{t('story.front_means')}</p>
      <ol className={styles.front}>
        {front.map(({ pigeon_id, ring, team, fancier, country, rank, gap_ms, behind_m }) => (
          <li key={pigeon_id} className={mine.has(pigeon_id) ? styles.mine : undefined}>
            <b className="num">{rank !== null && formatNumber(locale, rank)}</b>
            <span className={styles.who}>
              <span>
                <Flag country={country} width={20} />
                <Link to={placePath(flight, pigeon_id)}>
                  <Ring ring={ring} />
                </Link>
              </span>
              <bdi className={styles.team}>{team ?? fancier}</bdi>
            </span>
            <bdi dir="ltr" className="num">
              {gap_ms !== null && gap_ms > 0 && timeDifference(gap_ms, decimals)}
            </bdi>
            <span className={styles.left}>
              <bdi className="num">{formatNumber(locale, distanceInUnit(behind_m, loft.unit), 1, 1)}</bdi>{' '}
              {t(`unit.${loft.unit}`)}
            </span>
            {/* From the loft, at the end of the line, outward. */}
            <i aria-hidden="true" style={{ inlineSize: `${(90 * behind_m) / farthest}%` }} />
          </li>
        ))}
      </ol>
    </section>
  );
});
