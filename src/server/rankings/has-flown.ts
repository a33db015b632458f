/** Whether the flights of a ranking have begun. */
import { isBeforeRelease } from '#domain/flights/flight.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { countsBy } from '#domain/rankings/flight-value.ts';
import type { RankingRule } from '#domain/rankings/ranking-rule.ts';
import type { Tx } from '#server/db/database.ts';
import { flownFlights } from '#server/flights/flights.ts';

/** Whether a flight that counts by a rule has been released. */
export async function hasFlown(tx: Tx, { rule, ...season }: SeasonKey & { rule: RankingRule }): Promise<boolean> {
  const flights = await flownFlights(tx, season);
  return flights.some(
    ({ kind, distance_m, status, replay_factor }) =>
      replay_factor === null &&
      status !== 'annulled' &&
      !isBeforeRelease(status) &&
      distance_m !== null &&
      countsBy(rule, { kind, distance_m }),
  );
}
