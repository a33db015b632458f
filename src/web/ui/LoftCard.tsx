/** A loft in a list of lofts: its ridge line, its place, and its current or last flight. */
import type { ListedLoft } from '#domain/flights/contract.ts';
import { countryName, formatNumber, skyAt } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import { Flag } from './Flag.tsx';
import { Horizon } from './Horizon.tsx';
import styles from './loft-card.module.css';
import { ReplayChip, StatusChip } from './StatusChip.tsx';
import sky from './sky.module.css';
import { Day } from './Times.tsx';

export interface LoftCardProps {
  loft: ListedLoft;
  read_at: string;
  /** The level of its heading. */
  heading: 'h2' | 'h3';
}

export function LoftCard({ loft, read_at, heading: Heading }: LoftCardProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const flight = loft.live_flight ?? loft.last_flight;
  return (
    <article className={styles.card}>
      <div className={`${sky.sky} ${styles.sky}`} data-sky={skyAt(Date.parse(read_at), loft.time_zone)}>
        <Horizon loft_id={loft.id} />
        <Heading>
          <Link to={`/lofts/${loft.id}`}>
            <bdi>{loft.name}</bdi>
          </Link>
        </Heading>
        {loft.country && (
          <p>
            <Flag country={loft.country} width={20} named />
            <span suppressHydrationWarning>{countryName(locale, loft.country)}</span>
          </p>
        )}
      </div>
      <div className={styles.body}>
        {flight ? (
          <>
            <p className={styles.chips}>
              <StatusChip status={flight.status} />
              {flight.replay_factor !== null && <ReplayChip />}
            </p>
            <p className={styles.flight}>
              <Link to={`/lofts/${loft.id}/flights/${flight.id}`}>
                <bdi>{flight.name}</bdi>
              </Link>
              {flight.release_time && <Day at_ms={Date.parse(flight.release_time)} time_zone={loft.time_zone} />}
            </p>
            <p className={styles.home}>
              {t('race.home')} <bdi className="num">{formatNumber(locale, flight.home_count)}</bdi>{' '}
              {t('race.of_total', { total: flight.basketed_count })}
            </p>
          </>
        ) : (
          <p className={styles.home}>{t('lofts.no_flight')}</p>
        )}
        <p className={styles.count}>{t('lofts.flights', { count: loft.flight_count })}</p>
      </div>
    </article>
  );
}
