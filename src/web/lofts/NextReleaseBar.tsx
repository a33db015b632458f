/** The next release of a loft, while none of its races is in the air: when, where from, and how long until then. */
import type { FlightSummary } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { isNear } from '#web/lib/near.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Countdown } from '#web/ui/RaceClock.tsx';
import { StatusChip } from '#web/ui/StatusChip.tsx';
import { ComingTime } from '#web/ui/Times.tsx';
import styles from './now-bar.module.css';

export function NextReleaseBar({ flight, loft, read_at }: { flight: FlightSummary; loft: Loft; read_at: string }) {
  const { t } = useTranslation();
  const { release_time, basketed_count } = flight;
  const coming = release_time !== null && {
    at_ms: Date.parse(release_time),
    now_ms: Date.parse(read_at),
    time_zone: loft.time_zone,
  };
  return (
    <section className={`${panel.panel} ${styles.bar}`}>
      <p className={styles.chips}>
        <StatusChip status={flight.status} />
      </p>
      <div className={styles.name}>
        <h2>
          {t('home.next_release')}: <bdi>{flight.name}</bdi>
        </h2>
        <p>
          {coming && <ComingTime {...coming} />}
          {basketed_count > 0 && ` · ${t('loft.basketed', { count: basketed_count })}`}
        </p>
      </div>
      {coming && isNear(coming) && (
        <p className={styles.clock}>
          <span className="visually-hidden">{t('home.release_in')} </span>
          <Countdown release_time={release_time!} read_at={read_at} />
        </p>
      )}
      <Link className={`${panel.button} ${coming && isNear(coming) ? '' : styles.whole}`} to={flightPath(flight)}>
        {t('home.see_flight')}
        <span className="visually-hidden"> {flight.name}</span>
      </Link>
    </section>
  );
}
