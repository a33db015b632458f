/** A flight as a link: its name, below it its kind and the day of its release. */
import type { FlightKind } from '#domain/flights/flight.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from './Link.tsx';
import { Day } from './Times.tsx';

export interface FlightNameProps {
  flight: { id: number; loft_id: number; name: string; kind: FlightKind; release_time: string | null };
  time_zone: string;
}

export function FlightName({ flight, time_zone }: FlightNameProps) {
  const { t } = useTranslation();
  return (
    <>
      <Link to={flightPath(flight)}>
        <bdi>{flight.name}</bdi>
      </Link>
      <small>
        {t(`kind.${flight.kind}`)}
        {flight.release_time && (
          <>
            {' · '}
            <Day at_ms={Date.parse(flight.release_time)} time_zone={time_zone} />
          </>
        )}
      </small>
    </>
  );
}
