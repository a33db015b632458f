/** A race of this loft in progress, above its seasons: progress and a link to it. */
import type { FlightSummary } from '#domain/flights/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { RaceClock } from '#web/ui/RaceClock.tsx';
import { ReplayChip, StatusChip } from '#web/ui/StatusChip.tsx';
import styles from './now-bar.module.css';

export function LiveRaceBar({ flight, read_at }: { flight: FlightSummary; read_at: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <section className={`${panel.panel} ${styles.bar}`}>
      <p className={styles.chips}>
        <StatusChip status={flight.status} />
        {flight.replay_factor !== null && <ReplayChip />}
      </p>
      <div className={styles.name}>
        <h2>
          <bdi>{flight.name}</bdi>
        </h2>
        <p>
          {t('race.home')} <bdi className="num">{formatNumber(locale, flight.home_count)}</bdi>{' '}
          {t('race.of_total', { total: flight.basketed_count })}
          {flight.release_point && (
            <>
              {' · '}
              {t('race.released_from')} <bdi>{flight.release_point}</bdi>
            </>
          )}
        </p>
      </div>
      {flight.release_time && (
        <p className={styles.clock}>
          <span className="visually-hidden">{t('race.running')} </span>
          <RaceClock release_time={flight.release_time} replay_factor={flight.replay_factor} read_at={read_at} />
        </p>
      )}
      <Link className={panel.button_primary} to={`/lofts/${flight.loft_id}/flights/${flight.id}`}>
        {t('race.watch')}
        <span className="visually-hidden"> {flight.name}</span>
      </Link>
    </section>
  );
}
