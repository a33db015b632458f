/** The words at the head of a flight that is not in the air: its state and day, its name, its loft. */
import type { ReactNode } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { loftPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import { ReplayChip, StatusChip } from '#web/ui/StatusChip.tsx';
import { Day } from '#web/ui/Times.tsx';
import styles from './flight-title.module.css';

/** Longer names are set smaller on phones. */
const longName = 24;

export interface FlightTitleProps {
  flight: Flight;
  loft: Loft;
  /** What stands beside the loft. */
  children: ReactNode;
}

export function FlightTitle({ flight, loft, children }: FlightTitleProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.title}>
      <div className={styles.state}>
        <StatusChip status={flight.status} />
        {flight.replay_factor !== null && <ReplayChip />}
        {flight.release_time && (
          <b>
            <Day at_ms={Date.parse(flight.release_time)} time_zone={loft.time_zone} weekday />
          </b>
        )}
        <span className={styles.kind}>
          {t(`kind.${flight.kind}`)} · <bdi>{flight.season_name}</bdi>
        </span>
        <span className={styles.star}>
          <MarkMine loft_id={loft.id} kind="flights" id={flight.id} name={flight.name} look="sky" />
        </span>
      </div>
      <h1 id="flight" data-long={flight.name.length > longName || undefined}>
        <bdi>{flight.name}</bdi>
      </h1>
      <p className={styles.loft}>
        <Flag country={loft.country} />
        <Link to={loftPath(loft.id)}>
          <bdi>{loft.name}</bdi>
        </Link>
        {children}
      </p>
    </div>
  );
}
