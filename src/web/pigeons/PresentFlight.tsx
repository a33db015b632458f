/** A flight that a bird flies now or is basketed for, before all that it flew. */
import type { FollowedBird, FollowedFlight } from '#domain/favorites/followed-contract.ts';
import { raceTime } from '#web/lib/now.ts';
import { flightPath, loftPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BirdNow } from '#web/ui/BirdNow.tsx';
import { FlightName } from '#web/ui/FlightName.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { BirdsChip, ReplayChip } from '#web/ui/StatusChip.tsx';
import styles from './present-flight.module.css';

export interface PresentFlightProps extends Pick<FollowedFlight, 'loft' | 'flight'> {
  bird: FollowedBird;
  /** Whether another loft than that of the page races it. */
  isElsewhere: boolean;
  read_at: string;
}

export function PresentFlight({ loft, flight, bird, isElsewhere, read_at }: PresentFlightProps) {
  const { t } = useTranslation();
  return (
    <section className={`${panel.panel} ${styles.now}`} data-out={flight.status === 'released' && !bird.is_home}>
      <div>
        <p className={styles.chips}>
          <BirdsChip status={flight.status} areHome={bird!.is_home} />
          {flight.replay_factor !== null && <ReplayChip />}
        </p>
        <h2>
          <FlightName flight={flight} time_zone={loft.time_zone} />
        </h2>
        {isElsewhere && (
          <Link to={loftPath(loft.id)}>
            <bdi>{loft.name}</bdi>
          </Link>
        )}
      </div>
      <p className={styles.state}>
        <BirdNow
          bird={bird}
          flight={flight}
          time_zone={loft.time_zone}
          day_ms={raceTime(flight, Date.parse(read_at))}
        />
      </p>
      {flight.status === 'released' && (
        <Link className={panel.button_primary} to={flightPath(flight)}>
          {t('race.watch')}
          <span className="visually-hidden"> {flight.name}</span>
        </Link>
      )}
    </section>
  );
}
