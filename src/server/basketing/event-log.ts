/** The log of what the desks of a flight did, accepted or refused, in the order in which it was decided. */
import { sql } from 'kysely';
import type { EventAnswer } from '#domain/basketing/desk-contract.ts';
import type { DeskEvent, DeskEventAct, DeskEventKind } from '#domain/basketing/desk-events.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import type { DeskFlight } from './desk-flight.ts';

/** The number of the last event of a flight; 0: none yet. */
export async function lastSeq(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(max(seq), 0)::int as seq from basketing_events
    where loft_id = ${loft_id} and flight_id = ${flight_id}`.execute(tx);
  return rows[0]!.seq;
}

/** What was answered to events that are here already. */
export async function answersOf(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  ids: readonly string[],
): Promise<Map<string, EventAnswer>> {
  if (!ids.length) return new Map();
  const rows = await tx
    .selectFrom('basketing_events')
    .select(['id', 'refusal', 'refusal_params'])
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, refusal, refusal_params }) => [
      id,
      { id, refusal: refusal && { code: refusal, params: { ...refusal_params } } },
    ]),
  );
}

/** Appends events with their answers, in the same order. */
export async function appendEvents(
  tx: Tx,
  key: DeskFlight,
  desk: number,
  sent: readonly DeskEvent[],
  answers: readonly EventAnswer[],
  { by, now_ms }: Act,
): Promise<void> {
  const { loft_id, season_id, flight_id } = key;
  const last = await lastSeq(tx, key);
  const received_at = new Date(now_ms).toISOString();
  await tx
    .insertInto('basketing_events')
    .values(
      sent.map((event, i) => {
        const refusal = answers[i]!.refusal;
        return {
          loft_id,
          season_id,
          flight_id,
          id: event.id,
          seq: last + 1 + i,
          desk,
          n: event.n,
          kind: event.kind,
          pigeon_id: event.pigeon_id,
          crate: 'crate' in event ? event.crate : null,
          crate_number: 'number' in event ? event.number : null,
          reason: 'reason' in event ? (event.reason ?? null) : null,
          chip: event.kind === 'in' ? event.chip : null,
          later: event.kind === 'present' && event.later,
          undoes: event.undoes,
          at: event.at,
          received_at,
          user_id: by,
          refusal: refusal?.code ?? null,
          refusal_params: JSON.stringify(refusal?.params ?? {}),
        };
      }),
    )
    .execute();
}

/** A desk that knows less is read again as a whole. */
const mostNews = 2000;

/** The accepted events of all desks of a flight after one, in their order; null: more than {@link mostNews}. */
export async function eventsSince(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  since: number,
): Promise<DeskEvent[] | null> {
  const rows = await tx
    .selectFrom('basketing_events')
    .select(['id', 'n', 'kind', 'pigeon_id', 'crate', 'crate_number', 'reason', 'chip', 'later', 'undoes', 'at'])
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('seq', '>', since)
    .where('refusal', 'is', null)
    .orderBy('seq')
    .limit(mostNews + 1)
    .execute();
  if (rows.length > mostNews) return null;
  return rows.map(({ id, n, pigeon_id, undoes, at, ...act }) => ({ id, n, pigeon_id, undoes, at, ...actIn(act) }));
}

interface StoredAct {
  kind: DeskEventKind;
  crate: number | null;
  crate_number: number | null;
  reason: string | null;
  chip: string | null;
  later: boolean;
}

function actIn({ kind, crate, crate_number, reason, chip, later }: StoredAct): DeskEventAct {
  if (kind === 'in') return { kind, crate: crate!, number: crate_number!, chip, reason };
  if (kind === 'move') return { kind, crate: crate!, number: crate_number! };
  if (kind === 'hold') return { kind, reason: reason! };
  return kind === 'present' ? { kind, later } : { kind };
}
