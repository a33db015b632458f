/** The latest flights of a loft with their winners; each leads to its result. */

import { isBeforeRelease } from '#domain/flights/flight.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatDistance, formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Day } from '#web/ui/Times.tsx';
import type { LoftFlight } from './FlightLines.tsx';
import styles from './flight-list.module.css';

const most = 4;

/** Replays repeat a flight that has its own line. */
export const resultsOf = (flights: readonly LoftFlight[]): LoftFlight[] =>
  flights
    .filter(
      ({ status, home_count, replay_factor }) =>
        !isBeforeRelease(status) &&
        status !== 'released' &&
        status !== 'annulled' &&
        home_count > 0 &&
        replay_factor === null,
    )
    .slice(0, most);

export function LastResults({ results, loft }: { results: readonly LoftFlight[]; loft: Loft }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!results.length) return null;
  return (
    <section className={panel.panel} aria-labelledby="last-results">
      <div className={panel.head}>
        <h2 id="last-results">{t('loft.last_results')}</h2>
        <a className={panel.take} href="#flight-lines">
          {t('loft.all_flights')}
        </a>
      </div>
      <ul className={`${styles.list} ${styles.results}`}>
        {results.map((flight) => {
          const { winner, best_speed, distance, release_time } = flight;
          const whose = winner && (winner.team || winner.fancier);
          return (
            <li key={flight.id}>
              <span className={styles.day}>
                {release_time && <Day at_ms={Date.parse(release_time)} time_zone={loft.time_zone} />}
              </span>
              <span>
                <Link to={flightPath(flight)}>
                  <bdi>{flight.name}</bdi>
                  {distance !== null && (
                    <>
                      {t('rows.comma')}
                      <bdi>{formatDistance(locale, distance)}</bdi> {t(`unit.${loft.unit}`)}
                    </>
                  )}
                </Link>
                <small>
                  {t('race.home')} {formatNumber(locale, flight.home_count)}{' '}
                  {t('race.of_total', { total: flight.basketed_count })}
                </small>
              </span>
              <span className={styles.winner}>
                {winner && (
                  <>
                    <Flag country={winner.country} />
                    <span>
                      <span className="visually-hidden">{t('loft.winner')} </span>
                      <Ring ring={winner.ring} />
                      <small>
                        {whose && <bdi>{whose}</bdi>}
                        {best_speed !== null && (
                          <span>
                            <bdi className="num">{formatSpeed(locale, best_speed, flight.speed_rule)}</bdi>{' '}
                            {t(speedUnit(flight.speed_rule))}
                          </span>
                        )}
                      </small>
                    </span>
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
