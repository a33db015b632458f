/** The head of the release: the flight, the time to a tenth of a second, and the network. */
import { isBeforeRelease, takesArrivals } from '#domain/flights/flight.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { clockTime, formatComing, skyAt } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Horizon } from '#web/ui/Horizon.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { RaceLine } from '#web/ui/RaceLine.tsx';
import sky from '#web/ui/sky.module.css';
import styles from './release.module.css';
import type { ReleaseView } from './use-release-phone.ts';

export type ReleaseHeadProps = ReleaseView & {
  isOnline: boolean;
  now_ms: number;
  /** The moment at which the birds were released; null before it, while the time counts. */
  released_ms: number | null;
};

export function ReleaseHead({ loft, season, flight, isOnline, now_ms, released_ms, read_at }: ReleaseHeadProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const planned =
    flight.release_time === null ? null : formatComing(locale, Date.parse(flight.release_time), now_ms, loft.time_zone);
  const { time, ms } = clockTime(now_ms, loft.time_zone);
  return (
    <header className={`${sky.sky} ${styles.head}`} data-sky={skyAt(now_ms, loft.time_zone)}>
      {released_ms === null && <Horizon loft_id={loft.id} />}
      <div className={styles.bar}>
        <Link
          className={styles.back}
          to={`${seasonAdminPath(season.id)}/flights/${flight.id}`}
          aria-label={t('release.back')}
        >
          <Icon name="arrow" size={28} />
        </Link>
        <h1>
          <bdi>{flight.name}</bdi>
        </h1>
        <span role="status" className={isOnline ? '' : styles.offline}>
          <Icon name={isOnline ? 'network' : 'no_network'} size={22} />
          {t(isOnline ? 'release.online' : 'release.offline')}
        </span>
      </div>
      {released_ms === null ? (
        <div className={styles.now}>
          <bdi dir="ltr" className="num" role="timer" suppressHydrationWarning>
            {time}
            <span className={styles.fraction}>.{ms.slice(0, 1)}</span>
          </bdi>
          {planned && (
            <p suppressHydrationWarning>
              {t('release.planned')} {planned.day}
              <b>
                <bdi dir="ltr" className="num">
                  {planned.time}
                </bdi>
              </b>
            </p>
          )}
        </div>
      ) : (
        <RaceLine
          loft_id={loft.id}
          from={flight.release_point}
          to={loft.name}
          release_time={new Date(released_ms).toISOString()}
          distance_m={flight.distance_m}
          average_speed={flight.estimated_average_speed}
          over={!takesArrivals(flight.status) && !isBeforeRelease(flight.status)}
          read_at={read_at}
        />
      )}
    </header>
  );
}
