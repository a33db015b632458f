/** What the person at the release point observed before the release. */
import { sql } from 'kysely';
import { whyNotObserve } from '#domain/flights/release.ts';
import type { Observation } from '#domain/flights/release-contract.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import type { LockedFlight } from './locked-flight.ts';

/** All observations at a flight, the latest last. */
export async function observationsOf(tx: Tx, { loft_id, flight_id }: FlightKey) {
  const { rows } = await sql<{ id: string; observed: Observation; at: string; by: string | null }>`
    select o.id, jsonb_build_object('kind', o.kind) || o.details as observed, o.at,
      nullif(concat_ws(' ', u.first_name, u.last_name), '') as by
    from release_observations o left join users u on u.id = o.user_id
    where o.loft_id = ${loft_id} and o.flight_id = ${flight_id} order by o.at, o.id`.execute(tx);
  return rows;
}

/**
 * Note an observation at a locked flight, once for each id.
 * @throws Refusal by {@link whyNotObserve}
 */
export async function observe(
  tx: Tx,
  { loft_id, id: flight_id, status }: LockedFlight,
  { id, at, observed }: { id: string; at: string; observed: Observation },
  { by, now_ms }: Act & { by: number },
): Promise<void> {
  const no = whyNotObserve(status, Date.parse(at), now_ms);
  if (no) throw no;
  const { kind, ...details } = observed;
  await tx
    .insertInto('release_observations')
    .values({
      loft_id,
      flight_id,
      id,
      kind,
      at,
      details: JSON.stringify(details),
      user_id: by,
      received_at: new Date(now_ms).toISOString(),
    })
    .onConflict((already) => already.columns(['loft_id', 'flight_id', 'id']).doNothing())
    .execute();
}
