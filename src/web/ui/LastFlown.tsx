/** Birds of a reader in their current or latest flight: the flight, the arrivals, the best place. */
import type { LastFlown } from '#domain/favorites/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from './Link.tsx';
import styles from './last-flown.module.css';
import { ReplayChip, StatusChip } from './StatusChip.tsx';
import { Day } from './Times.tsx';
import table from './table.module.css';

/** The current flight, or the latest one. */
export function LastFlight({ last, time_zone }: { last: LastFlown | null; time_zone: string }) {
  const { t } = useTranslation();
  if (!last) return <span className={table.quiet}>{t('bird.none')}</span>;
  const { flight } = last;
  return (
    <div>
      <Link to={flightPath(flight)}>
        <bdi>{flight.name}</bdi>
      </Link>
      <span className={styles.chips}>
        {flight.status === 'released' ? (
          <StatusChip status={flight.status} />
        ) : (
          flight.release_time && (
            <small>
              <Day at_ms={Date.parse(flight.release_time)} time_zone={time_zone} />
            </small>
          )
        )}
        {flight.replay_factor !== null && <ReplayChip />}
      </span>
    </div>
  );
}

/** The best place, or that none is home; on a phone with the flight, which has no column there. */
export function BestPlace({ last }: { last: LastFlown | null }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!last) return null;
  const { flight, rank } = last;
  return (
    <>
      {rank === null ? (
        <span className={table.quiet}>{t(flight.status === 'released' ? 'favorites.not_yet' : 'bird.away')}</span>
      ) : (
        <>
          <bdi className="num">
            <b>{formatNumber(locale, rank)}</b>
          </bdi>
          <small>{t('bird.of', { total: formatNumber(locale, flight.basketed_count) })}</small>
        </>
      )}
      <small className={styles.narrow}>
        <Link to={flightPath(flight)}>
          <bdi>{flight.name}</bdi>
        </Link>
      </small>
    </>
  );
}
