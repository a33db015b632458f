/** What the clocks of a loft still owe a flight. */
import type { Gap } from '#domain/flights/flight.ts';
import type { Tx } from '#server/db/database.ts';

/**
 * What the loft's clocks still owe: the holes in boots that recorded while the flight was in the air. When a missing
 * reading was made is unknown, so any hole in such a boot counts.
 */
export async function gapsOf(
  tx: Tx,
  flight: { loft_id: number; release_time: string | null; closes_at: string | null },
): Promise<Gap[]> {
  if (flight.release_time === null) return [];
  let gaps = tx
    .selectFrom('reading_gaps')
    .select(['device_id', 'boot', 'from_sequence as from', 'to_sequence as to'])
    .where('loft_id', '=', flight.loft_id)
    .where('last_at', '>=', flight.release_time);
  if (flight.closes_at !== null) gaps = gaps.where('first_at', '<=', flight.closes_at);
  return gaps.orderBy('device_id').orderBy('boot').orderBy('from_sequence').execute();
}
