/** A race in the air as pages that lead to it show it: under its loft's sky, with its clock running. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FlightSummary } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatDistance, formatNumber, skyAt } from '#web/lib/intl.ts';
import { raceTime } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import band from './band.module.css';
import { Flag } from './Flag.tsx';
import styles from './flight-band.module.css';
import { Horizon } from './Horizon.tsx';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';
import { RaceClock } from './RaceClock.tsx';
import { ReplayChip, StatusChip } from './StatusChip.tsx';
import sky from './sky.module.css';

export function FlightBand({ flight, loft, read_at }: { flight: FlightSummary; loft: Loft; read_at: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <section
      className={`${sky.sky} ${styles.band}`}
      data-sky={skyAt(raceTime(flight, Date.parse(read_at)), loft.time_zone)}
    >
      <Horizon loft_id={loft.id} />
      <div className={`wrap ${styles.in}`}>
        <div>
          <p className={band.chips}>
            <StatusChip status={flight.status} />
            {flight.replay_factor !== null && <ReplayChip />}
            <span>{t(`kind.${flight.kind}`)}</span>
          </p>
          <h2 className={styles.name}>
            <bdi>{flight.name}</bdi>
          </h2>
          <p className={band.sub}>
            <Flag country={loft.country} />
            <b>
              <bdi>{loft.name}</bdi>
            </b>
            {flight.release_point && (
              <span>
                {t('race.released_from')} <bdi>{flight.release_point}</bdi>
              </span>
            )}
          </p>
        </div>
        {flight.release_time && (
          <p className={`${band.clock} ${styles.clock}`}>
            <span>{t('race.running')}</span>
            <RaceClock release_time={flight.release_time} replay_factor={flight.replay_factor} read_at={read_at} />
          </p>
        )}
        <dl className={`${band.facts} ${styles.facts}`}>
          <div>
            <dt>{t('race.home')}</dt>
            <dd>
              <bdi className="num">{formatNumber(locale, flight.home_count)}</bdi>{' '}
              {t('race.of_total', { total: flight.basketed_count })}
            </dd>
          </div>
          {flight.distance !== null && (
            <div>
              <dt>{t('race.distance')}</dt>
              <dd>
                <bdi className="num">{formatDistance(locale, flight.distance)}</bdi> {t(`unit.${loft.unit}`)}
              </dd>
            </div>
          )}
        </dl>
        <Link className={`${panel.button_light} ${styles.watch}`} to={`/lofts/${loft.id}/flights/${flight.id}`}>
          {t('race.watch')}
          <span className={panel.mirrored}>
            <Icon name="arrow" />
          </span>
          <span className="visually-hidden">{flight.name}</span>
        </Link>
      </div>
    </section>
  );
}
