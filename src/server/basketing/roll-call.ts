/** Since when a reading at the loft says that a bird is present, as the desks set it. */
import { sql } from 'kysely';
import type { FlightKey } from '#domain/keys.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import type { DeskFlight } from './desk-flight.ts';

/** Since when a reading says that a bird is present; null: none does. */
export async function presentSince(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<string | null> {
  const last = await tx
    .selectFrom('roll_calls')
    .select('since')
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .orderBy('n', 'desc')
    .executeTakeFirst();
  return last?.since ?? null;
}

/** Set since when a reading at the loft says that a bird is present. @throws Refusal `not_found` */
export async function callRoll(tx: Tx, key: DeskFlight, since: string | null, { by, now_ms }: Act): Promise<void> {
  const { loft_id, id: flight_id } = await lockFlight(tx, key);
  await sql`
    insert into roll_calls (loft_id, flight_id, n, since, at, user_id)
    select ${loft_id}, ${flight_id}, coalesce(max(n), 0) + 1, ${since}::timestamptz, ${new Date(now_ms).toISOString()}, ${by}
    from roll_calls where loft_id = ${loft_id} and flight_id = ${flight_id}`.execute(tx);
}
