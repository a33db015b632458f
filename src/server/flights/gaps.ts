/** The readings of a flight that a loft's clocks have not delivered yet. */
import type { Gap } from '#domain/flights/flight.ts';
import type { Tx } from '#server/db/database.ts';

/**
 * The gaps in the sequences of boots that recorded while the flight was in the air. The time of a missing reading is
 * unknown, so every gap of such a boot counts.
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
