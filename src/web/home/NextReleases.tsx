/** The next releases of all lofts: time, flight, release point, distance, and whether it is confirmed. */
import type { FlightSummary } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { isNear } from '#web/lib/near.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Countdown } from '#web/ui/RaceClock.tsx';
import { StatusChip } from '#web/ui/StatusChip.tsx';
import { ComingTime, OwnComingTime } from '#web/ui/Times.tsx';
import styles from './next-releases.module.css';

export interface NextReleasesProps {
  flights: readonly FlightSummary[];
  lofts: ReadonlyMap<number, Loft>;
  read_at: string;
}

export function NextReleases({ flights, lofts, read_at }: NextReleasesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const now_ms = Date.parse(read_at);
  return (
    <ol className={`${panel.panel} ${styles.releases}`}>
      {flights.map((flight) => {
        const loft = lofts.get(flight.loft_id)!;
        const coming = { at_ms: Date.parse(flight.release_time!), now_ms, time_zone: loft.time_zone };
        return (
          <li key={flight.id}>
            <span className={styles.time}>
              <ComingTime {...coming} />
            </span>
            <Flag country={loft.country} />
            <span className={styles.flight}>
              <Link to={flightPath(flight)}>
                <bdi>{flight.name}</bdi>
              </Link>
              <small>
                <bdi>{loft.name}</bdi> · {t(`kind.${flight.kind}`)}
              </small>
            </span>
            <span className={styles.point}>
              <bdi>{flight.release_point}</bdi>
              <small>
                {isNear(coming) ? (
                  <span>
                    {t('home.release_in')} <Countdown release_time={flight.release_time!} read_at={read_at} />
                  </span>
                ) : (
                  coming.at_ms <= now_ms && <span>{t('home.release_due')}</span>
                )}
                <OwnComingTime {...coming} />
              </small>
            </span>
            <span className={styles.figure}>
              {flight.distance !== null && (
                <>
                  <bdi className="num">{formatNumber(locale, flight.distance, 1, 1)}</bdi> {t(`unit.${loft.unit}`)}
                </>
              )}
            </span>
            <span className={styles.figure}>
              {flight.basketed_count > 0 && (
                <>
                  <bdi className="num">{formatNumber(locale, flight.basketed_count)}</bdi>{' '}
                  {t('home.pigeons', { count: flight.basketed_count })}
                </>
              )}
            </span>
            <span className={styles.status}>
              <StatusChip status={flight.status} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
