/** What is known of a flight beside its plan: when most are home, its stated distance, the fingerprint of its list. */
import { isBeforeRelease } from '#domain/flights/flight.ts';
import type { WholePlan } from '#domain/flights/plan-contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { clockTime, formatDistance } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './season-flights.module.css';

export function FlightFacts({ flight, loft }: { flight: WholePlan; loft: Loft }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { release_time, distance_m, estimated_average_speed: average } = flight;
  const home_ms =
    release_time !== null && distance_m !== null && average !== null && isBeforeRelease(flight.status)
      ? Date.parse(release_time) + (distance_m / average) * 60_000
      : null;
  if (home_ms === null && flight.list_fingerprint === null && flight.distance_note === null) return null;
  return (
    <section className={`${panel.panel} ${styles.known}`}>
      {home_ms !== null && (
        <p className={styles.estimated}>
          {t('flights.most_home', { time: clockTime(home_ms, loft.time_zone).time.slice(0, 5) })}
        </p>
      )}
      {flight.distance_note !== null && (
        <p>
          {t('flights.stated')}:{' '}
          {flight.distance !== null && (
            <>
              <bdi className="num">{formatDistance(locale, flight.distance)}</bdi> {t(`unit.${loft.unit}`)} ·{' '}
            </>
          )}
          <bdi>{flight.distance_note}</bdi>
        </p>
      )}
      {flight.list_fingerprint !== null && (
        <p>
          {t('flights.fingerprint')}:{' '}
          <bdi dir="ltr" className={styles.fingerprint}>
            <b>{flight.list_fingerprint.slice(0, 4)}</b>
            {flight.list_fingerprint.slice(4, -4)}
            <b>{flight.list_fingerprint.slice(-4)}</b>
          </bdi>
        </p>
      )}
    </section>
  );
}
