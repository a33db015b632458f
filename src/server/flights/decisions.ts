/** The decisions about a flight: each with a reason, in the order in which they were made, never changed. */
import { sql } from 'kysely';
import type { FlightDecision, FlightStatus, loggedBeside } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { picturesOf } from './release-pictures.ts';

/** Add a decision about a locked flight to its log. */
export async function addDecision(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  kind: FlightDecision,
  details: Record<string, unknown>,
  { by, reason, now_ms }: Act & { reason: string },
): Promise<void> {
  await tx
    .insertInto('flight_decisions')
    .values({
      loft_id,
      flight_id,
      n: sql<number>`(select coalesce(max(n), 0) + 1 from flight_decisions
        where loft_id = ${loft_id} and flight_id = ${flight_id})`,
      kind,
      at: new Date(now_ms).toISOString(),
      user_id: by,
      reason,
      details: JSON.stringify(details),
    })
    .execute();
}

/** An entry of the public log of a flight: a step of its state, a decision, or a report of its release. */
export interface LogEntry {
  kind: FlightStatus | (typeof loggedBeside)[number];
  at: string;
  reason: string | null;
  details: Record<string, unknown>;
}

/** What was done and decided about a flight, the oldest first. */
export async function decisionLog(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<LogEntry[]> {
  const { rows } = await sql<LogEntry>`
    select to_status as kind, at, reason, '{}'::jsonb as details from flight_history
    where loft_id = ${loft_id} and flight_id = ${flight_id}
    union all
    select kind, at, reason, details from flight_decisions
    where loft_id = ${loft_id} and flight_id = ${flight_id}
    union all
    select 'release_reported', received_at, null, jsonb_build_object('at', at, 'source', source) from release_reports
    where loft_id = ${loft_id} and flight_id = ${flight_id}
    union all
    select 'weather', at, null, details from release_observations
    where loft_id = ${loft_id} and flight_id = ${flight_id} and kind = 'weather'
    order by at, kind`.execute(tx);
  const pictures = (await picturesOf(tx, { loft_id, flight_id })).map(
    ({ at, ...details }): LogEntry => ({ kind: 'release_picture', at, reason: null, details }),
  );
  return [...rows, ...pictures].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
