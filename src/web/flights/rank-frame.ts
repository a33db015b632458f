/** The facts of a flight that a ranking in the browser needs. */
import type { RankFrame } from '#domain/arrivals/rank.ts';
import type { Flight } from '#domain/flights/contract.ts';

/** The birds of later groups of a release, and when they were released, epoch ms. */
export type Released = readonly (readonly [pigeon_id: number, at_ms: number])[];

/** Null before the release. */
export function frameOf(flight: Flight, released: Released): RankFrame | null {
  if (flight.release_time === null || flight.distance_m === null) return null;
  const release_ms = Date.parse(flight.release_time);
  return {
    release_ms,
    distance_m: flight.distance_m,
    closed: flight.closed_intervals,
    rules: flight.rules,
    day_starts: flight.day_starts,
    later: new Map(released.map(([pigeon_id, at_ms]) => [pigeon_id, at_ms - release_ms])),
  };
}
