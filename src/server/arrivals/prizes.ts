/** The prizes of the places of a flight. */
import { hasReplay } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Finish, PrizePlan } from '#domain/seasons/prizes.ts';
import { divisionOf, type PrizedFor, prizedFor } from '#domain/seasons/rulebook-parts.ts';
import type { Tx } from '#server/db/database.ts';
import type { FlownFlight } from '#server/flights/flights.ts';
import { rulebookOf } from '#server/seasons/rulebook.ts';

/** The prizes of a flight by its rulebook; null for one without prizes. */
export async function prizesOfFlight(
  tx: Tx,
  flight: Pick<FlownFlight, 'loft_id' | 'id' | 'kind'>,
): Promise<PrizePlan | null> {
  const kind = prizedFor.find((one): one is Exclude<PrizedFor, 'ace'> => one === flight.kind);
  if (!kind) return null;
  const rulebook = await rulebookOf(tx, flight);
  const template = rulebook.prizes[kind];
  return template ? { template, ties_share: rulebook.ties_share_prizes, division: divisionOf(rulebook) } : null;
}

/** Birds that are not home, for prizes that they share by some rules. */
export interface FlownFinish extends Finish {
  lost_ids: readonly number[];
}

/** What the prizes of a flight depend on beside its ranking. */
export async function finishOf(
  tx: Tx,
  flight: Pick<FlownFlight, 'loft_id' | 'id' | 'status' | 'release_groups'>,
  { division }: Pick<PrizePlan, 'division'>,
  ranked: readonly { pigeon_id: number }[],
): Promise<FlownFinish> {
  const is_together = flight.release_groups.length === 0;
  if (!hasReplay(flight.status)) return { is_together, lost: null, lost_ids: [] };
  const { loft_id, id: flight_id } = flight;
  const lost_ids =
    division.undistributed === 'winners_or_basketed' ? await birdsNotHome(tx, { loft_id, flight_id }, ranked) : [];
  return { is_together, lost: lost_ids.length, lost_ids };
}

/** The birds of a flight that are neither home nor disqualified. */
export async function birdsNotHome(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  ranked: readonly { pigeon_id: number }[],
): Promise<number[]> {
  const rows = await tx
    .selectFrom('baskets')
    .select('pigeon_id')
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('disqualified_by', 'is', null)
    .orderBy('pigeon_id')
    .execute();
  const home = new Set(ranked.map(({ pigeon_id }) => pigeon_id));
  return rows.flatMap(({ pigeon_id }) => (home.has(pigeon_id) ? [] : pigeon_id));
}
