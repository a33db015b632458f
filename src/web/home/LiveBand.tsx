/** A further race in the air: a narrow band of its loft's sky with its clock. */
import type { FlightSummary } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatDistance, formatNumber, skyAt } from '#web/lib/intl.ts';
import { raceTime } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import band from '#web/ui/band.module.css';
import { Flag } from '#web/ui/Flag.tsx';
import { Horizon } from '#web/ui/Horizon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { RaceClock } from '#web/ui/RaceClock.tsx';
import { ReplayChip, StatusChip } from '#web/ui/StatusChip.tsx';
import sky from '#web/ui/sky.module.css';
import styles from './live-band.module.css';

export function LiveBand({ flight, loft, read_at }: { flight: FlightSummary; loft: Loft; read_at: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <section
      className={`${sky.sky} ${styles.band}`}
      data-sky={skyAt(raceTime(flight, Date.parse(read_at)), loft.time_zone)}
    >
      <Horizon loft_id={loft.id} />
      <div className={`wrap ${styles.in}`}>
        <p className={band.chips}>
          <StatusChip status={flight.status} />
          {flight.replay_factor !== null && <ReplayChip />}
        </p>
        <div>
          <h2>
            <Link to={flightPath(flight)}>
              <bdi>{flight.name}</bdi>
            </Link>
          </h2>
          <p className={`${band.sub} ${styles.where}`}>
            <Flag country={loft.country} width={20} />
            <bdi>{loft.name}</bdi>
            {flight.release_point && (
              <span className={styles.from}>
                {t('race.released_from')} <bdi>{flight.release_point}</bdi>
                {flight.distance !== null && (
                  <>
                    {' · '}
                    <bdi className="num">{formatDistance(locale, flight.distance)}</bdi> {t(`unit.${loft.unit}`)}
                  </>
                )}
              </span>
            )}
          </p>
        </div>
        <p className={styles.home}>
          <span>{t('race.home')}</span>
          <bdi className="num">{formatNumber(locale, flight.home_count)}</bdi>{' '}
          {t('race.of_total', { total: flight.basketed_count })}
        </p>
        <p className={styles.clock}>
          <span>{t('race.running')}</span>
          <RaceClock release_time={flight.release_time!} replay_factor={flight.replay_factor} read_at={read_at} />
        </p>
        <Link className={styles.watch} to={flightPath(flight)}>
          {t('race.watch')}
          <span className="visually-hidden"> {flight.name}</span>
        </Link>
      </div>
    </section>
  );
}
