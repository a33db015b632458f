/** The prizes of the places of a flight. */
import type { PrizePlan } from '#domain/seasons/prizes.ts';
import { type PrizedFor, prizedFor } from '#domain/seasons/rulebook-parts.ts';
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
  return template ? { template, ties_share: rulebook.ties_share_prizes } : null;
}
