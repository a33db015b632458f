/** The birds of a team in one flight: those home by place, each leading to it, then those that are not home. */

import type { Loft } from '#domain/lofts/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { isOwnNumber } from '#domain/seasons/visibility.ts';
import { formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { pigeonPath } from '#web/lib/paths.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { FlightName } from '#web/ui/FlightName.tsx';
import { Link } from '#web/ui/Link.tsx';
import { PlaceLink } from '#web/ui/PlaceLink.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { ReplayChip, StatusChip } from '#web/ui/StatusChip.tsx';
import styles from './record.module.css';
import type { FlightResults } from './record.ts';
import { stateOf } from './state.ts';

/** The number of birds of a flight that are shown; the others are folded away. */
const most = 6;

export interface FlightResultRowsProps {
  results: FlightResults;
  birds: ReadonlyMap<number, Bird>;
  loft: Loft;
}

export function FlightResultRows({ results: { flight, home, away }, birds, loft }: FlightResultRowsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const row = ({ pigeon_id, line }: FlightResults['home'][number]) => {
    const bird = birds.get(pigeon_id)!;
    return (
      <li key={pigeon_id}>
        <span className={styles.rank}>
          {line.rank === null ? (
            t('bird.home')
          ) : (
            <>
              <PlaceLink flight={flight} pigeon_id={pigeon_id} line={line} />
              <small>{t('bird.of', { total: formatNumber(locale, flight.basketed_count) })}</small>
            </>
          )}
        </span>
        <span className={styles.bird}>
          {isOwnNumber(pigeon_id) ? (
            <Link to={pigeonPath({ ...bird, loft_id: loft.id })}>
              <Ring ring={bird.ring} />
            </Link>
          ) : (
            <Ring ring={bird.ring} />
          )}
          {bird.pigeon_name && (
            <small>
              <bdi>{bird.pigeon_name}</bdi>
            </small>
          )}
        </span>
        <span className={styles.speed}>
          {line.speed !== null && (
            <>
              <bdi className="num">{formatSpeed(locale, line.speed, flight.speed_rule)}</bdi>{' '}
              <small>{t(speedUnit(flight.speed_rule))}</small>
            </>
          )}
        </span>
      </li>
    );
  };
  return (
    <li>
      <div className={styles.flight}>
        <div>
          <FlightName flight={flight} time_zone={loft.time_zone} />
        </div>
        {flight.status !== 'official' && <StatusChip status={flight.status} />}
        {flight.replay_factor !== null && <ReplayChip />}
      </div>
      <ol className={styles.rows}>{home.slice(0, most).map(row)}</ol>
      {home.length > most && (
        <details className={styles.more}>
          <summary>{t('mine.more', { count: home.length - most })}</summary>
          <ol className={styles.rows}>{home.slice(most).map(row)}</ol>
        </details>
      )}
      {away.length > 0 && (
        <p className={styles.away}>
          {t(`bird.${stateOf(flight)}`)}:{' '}
          {away.map(({ pigeon_id }) => (
            <span key={pigeon_id}>
              <Ring ring={birds.get(pigeon_id)!.ring} />{' '}
            </span>
          ))}
        </p>
      )}
    </li>
  );
}
