/** What the record of some birds says in a few figures. */
import type { BirdResult, FlownFlight } from '#domain/arrivals/records.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';

/** A flight of a record with the results of its birds: those home by rank, then the others. */
export interface FlightResults {
  flight: FlownFlight;
  home: (BirdResult & { line: NonNullable<BirdResult['line']> })[];
  away: BirdResult[];
}

export interface RecordSummary {
  /** The latest release first. */
  flown: FlightResults[];
  /** The next release first. */
  coming: FlightResults[];
  /** Number of starts in flown flights, and how many of them ended at home; replays do not count. */
  starts: number;
  homes: number;
  best: { rank: number; flight: FlownFlight } | null;
  /** The mean of all speeds; null where none is known, or flights state theirs in different units. */
  average_speed: number | null;
  /** In metres, because lofts have different units; null where no distance is known. */
  longest_m: number | null;
}

/** Sums up the flights of some birds. Annulled flights are left out. */
export function summaryOf(flights: readonly FlownFlight[], results: readonly BirdResult[]): RecordSummary {
  const byFlight = Map.groupBy(results, ({ flight_id }) => flight_id);
  const all = flights
    .filter(({ status }) => status !== 'annulled')
    .map((flight): FlightResults => {
      const own = byFlight.get(flight.id) ?? [];
      return {
        flight,
        home: own
          .flatMap(({ line, ...one }) => (line ? { ...one, line } : []))
          .sort((a, b) => (a.line.rank ?? 0) - (b.line.rank ?? 0)),
        away: own.filter(({ line }) => !line),
      };
    });
  const flown = all.filter(({ flight }) => !isBeforeRelease(flight.status));
  const counted = flown.filter(({ flight }) => flight.replay_factor === null);
  let best: RecordSummary['best'] = null;
  for (const { flight, home } of counted) {
    const rank = home[0]?.line.rank;
    if (rank != null && (!best || rank < best.rank)) best = { rank, flight };
  }
  const units = new Set(counted.map(({ flight }) => flight.speed_rule.unit));
  const speeds = units.size === 1 ? counted.flatMap(({ home }) => home.flatMap(({ line }) => line.speed ?? [])) : [];
  const distances = counted.flatMap(({ flight }) => flight.distance_m ?? []);
  return {
    flown,
    coming: all.filter(({ flight }) => isBeforeRelease(flight.status)).toReversed(),
    starts: counted.reduce((sum, { home, away }) => sum + home.length + away.length, 0),
    homes: counted.reduce((sum, { home }) => sum + home.length, 0),
    best,
    average_speed: speeds.length ? speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length : null,
    longest_m: distances.length ? Math.max(...distances) : null,
  };
}

/** A speed between the middle of the field (0.5) and the winner (1), below the middle down to 0; null without a field. */
export function standingOf(
  speed: number | null,
  { winner_speed, middle_speed }: Pick<FlownFlight, 'winner_speed' | 'middle_speed'>,
): number | null {
  if (speed === null || winner_speed === null || middle_speed === null || winner_speed <= middle_speed) return null;
  return Math.min(1, Math.max(0, 0.5 + (0.5 * (speed - middle_speed)) / (winner_speed - middle_speed)));
}
