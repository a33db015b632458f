/** The next releases of a loft: when, what, where from and how many are basketed. */
import type { FlightSummary } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatDistance } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { CalendarLinks } from '#web/ui/CalendarLinks.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { StatusChip } from '#web/ui/StatusChip.tsx';
import { ComingTime, OwnComingTime } from '#web/ui/Times.tsx';
import styles from './flight-list.module.css';

export interface LoftReleasesProps {
  flights: readonly FlightSummary[];
  loft: Loft;
  read_at: string;
  /** An address of the site. */
  url: string;
}

export function LoftReleases({ flights, loft, read_at, url }: LoftReleasesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!flights.length) return null;
  return (
    <section className={panel.panel} aria-labelledby="releases">
      <div className={panel.head}>
        <h2 id="releases">{t('home.next')}</h2>
        <CalendarLinks of={{ loft_id: loft.id }} url={url} />
      </div>
      <ol className={`${styles.list} ${styles.releases}`}>
        {flights.map((flight) => {
          const { release_time } = flight;
          const coming = release_time !== null && {
            at_ms: Date.parse(release_time),
            now_ms: Date.parse(read_at),
            time_zone: loft.time_zone,
          };
          return (
            <li key={flight.id}>
              <span className={styles.time}>{coming && <ComingTime {...coming} />}</span>
              <span>
                <Link to={flightPath(flight)}>
                  <bdi>{flight.name}</bdi>
                </Link>
                <small>
                  {[
                    t(`kind.${flight.kind}`),
                    flight.distance !== null && `${formatDistance(locale, flight.distance)} ${t(`unit.${loft.unit}`)}`,
                    flight.basketed_count > 0 && t('loft.basketed', { count: flight.basketed_count }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
                {coming && (
                  <small>
                    <OwnComingTime {...coming} />
                  </small>
                )}
              </span>
              <StatusChip status={flight.status} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
