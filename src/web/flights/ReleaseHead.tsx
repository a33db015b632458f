/** The head of the release: the flight, the time to a tenth of a second, and the network. */
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { clockTime, skyAt } from '#web/lib/intl.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Horizon } from '#web/ui/Horizon.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import sky from '#web/ui/sky.module.css';
import styles from './release.module.css';
import type { ReleaseView } from './use-release-phone.ts';

export type ReleaseHeadProps = ReleaseView & { isOnline: boolean; now_ms: number; counts: boolean };

export function ReleaseHead({ loft, season, flight, isOnline, now_ms, counts }: ReleaseHeadProps) {
  const { t } = useTranslation();
  const { time, ms } = clockTime(now_ms, loft.time_zone);
  return (
    <header className={`${sky.sky} ${styles.head}`} data-sky={skyAt(now_ms, loft.time_zone)}>
      <Horizon loft_id={loft.id} />
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
      {counts && (
        <div className={styles.now}>
          <bdi dir="ltr" className="num" role="timer" suppressHydrationWarning>
            {time}
            <span className={styles.fraction}>.{ms.slice(0, 1)}</span>
          </bdi>
          {flight.release_time !== null && (
            <p>
              {t('release.planned')}
              <b>
                <bdi dir="ltr" className="num">
                  {clockTime(Date.parse(flight.release_time), loft.time_zone).time.slice(0, 5)}
                </bdi>
              </b>
            </p>
          )}
        </div>
      )}
    </header>
  );
}
