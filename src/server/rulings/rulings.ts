/** Preparing, signing and refusing rulings. */
import { sql } from 'kysely';
import { takesRulings } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import type { RulingEffect, RulingTyped } from '#domain/rulings/contract.ts';
import {
  type LoftPerson,
  type RulingChange,
  type RulingDecision,
  type RulingState,
  whyNotSecond,
  whyNotTakeBack,
} from '#domain/rulings/ruling.ts';
import type { LoftUnit } from '#domain/units.ts';
import type { Act } from '#server/act.ts';
import { keepVersion } from '#server/arrivals/official.ts';
import type { Tx } from '#server/db/database.ts';
import { findDocument } from '#server/files/documents.ts';
import { lockFile } from '#server/files/files.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { addFlightEvent } from '#server/notifications/races.ts';
import { changeOf } from './apply.ts';
import { carriedOut, previewed } from './effect.ts';

type PersonAct = Act & { by: number };

/** A ruling is made on a flight that takes arrivals or is official. @throws Refusal `result_not_open`, also for a replay */
export function refuseOutside({ status, replay_factor }: Pick<LockedFlight, 'status' | 'replay_factor'>): void {
  if (replay_factor !== null || !takesRulings(status)) throw new Refusal('result_not_open');
}

/** Those who run the races of a loft, by their names. */
export async function runnersOf(tx: Tx, loft_id: number): Promise<LoftPerson[]> {
  const { rows } = await sql<LoftPerson>`
    select u.id as user_id, coalesce(u.first_name, '') as first_name, coalesce(u.last_name, '') as last_name
    from loft_permissions p join users u on u.id = p.user_id
    where p.loft_id = ${loft_id} and p.is_active and (p.is_merchant or p.has_seasons)
    order by lower(u.last_name), lower(u.first_name), u.id`.execute(tx);
  return rows;
}

/**
 * Prepare a ruling on a locked flight, as its effect was seen. One that needs no second person is made at once.
 * @param seen the fingerprint of the effect
 * @returns its number in the flight, and its state
 * @throws Refusal `result_not_open`; `ruling_changed` where the effect is another one now; `not_found` for a file of
 * another loft, or a document of another person or use; by {@link changeOf} and `applyRuling`
 */
export async function prepareRuling(
  tx: Tx,
  flight: LockedFlight,
  {
    ruling,
    reason,
    seen,
    file_ids,
    unit,
  }: { ruling: RulingTyped; reason: string; seen: string; file_ids: readonly number[]; unit: LoftUnit },
  act: PersonAct,
): Promise<{ n: number; state: RulingState }> {
  refuseOutside(flight);
  const key = { loft_id: flight.loft_id, flight_id: flight.id };
  const change = await changeOf(tx, flight, ruling, { unit, now_ms: act.now_ms });
  const effect = await previewed(tx, flight, change, { ...act, reason });
  if (effect.fingerprint !== seen) throw new Refusal('ruling_changed');
  const { needs_second } = effect;
  const { n } = await tx
    .insertInto('rulings')
    .values({
      ...key,
      n: sql<number>`(select coalesce(max(n), 0) + 1 from rulings
        where loft_id = ${key.loft_id} and flight_id = ${key.flight_id})`,
      kind: change.kind,
      content: JSON.stringify(change),
      pigeon_id: 'pigeon_id' in change ? change.pigeon_id : null,
      reason,
      user_id: act.by,
      prepared_at: new Date(act.now_ms).toISOString(),
      needs_second,
    })
    .returning('n')
    .executeTakeFirstOrThrow();
  // A picture that was uploaded twice is taken once.
  const taken = new Map<string, number>();
  for (const file_id of new Set(file_ids)) {
    const address = await lockEvidence(tx, { loft_id: key.loft_id, file_id, user_id: act.by });
    if (!taken.has(address)) taken.set(address, file_id);
  }
  for (const [at, file_id] of [...taken.values()].entries()) {
    await tx
      .insertInto('ruling_files')
      .values({ ...key, n, place: at + 1, file_id })
      .execute();
  }
  if (needs_second) return { n, state: 'prepared' };
  await make(tx, flight, { n, change, reason, user_id: act.by, needs_second }, act, seen);
  return { n, state: 'made' };
}

/**
 * Locks a picture or a document that a ruling rests on. With the ruling a document becomes public: it is one that its
 * maker uploaded for nothing else.
 * @returns its address, which is the same for the same picture
 * @throws Refusal `not_found`
 */
async function lockEvidence(
  tx: Tx,
  { user_id, ...key }: { loft_id: number; file_id: number; user_id: number },
): Promise<string> {
  const { kind, src } = await lockFile(tx, key, 'image', 'pdf');
  if (kind === 'image') return src;
  const document = await findDocument(tx, key.file_id);
  const { is_contract, is_receipt, is_pedigree } = document;
  if (document.user_id !== user_id || is_contract || is_receipt || is_pedigree) throw new Refusal('not_found');
  return src;
}

interface Prepared {
  n: number;
  change: RulingChange;
  reason: string;
  user_id: number;
  needs_second: boolean;
}

/** Carries out a ruling; what it changes is what was seen. */
async function make(tx: Tx, flight: LockedFlight, ruling: Prepared, act: PersonAct, seen: string): Promise<void> {
  const { change, reason, user_id } = ruling;
  const { effect, numbers } = await carriedOut(tx, flight, change, { by: user_id, now_ms: act.now_ms, reason });
  if (effect.fingerprint !== seen) throw new Refusal('ruling_changed');
  // Prepared before another bird had a prize by it: then nobody alone makes it.
  if (effect.needs_second && act.by === user_id) throw new Refusal('ruling_changed');
  await decide(tx, flight, ruling, act, { decision: 'made', effect, numbers });
  if (flight.status === 'official') await keepVersion(tx, flight, { signers: [user_id, act.by], now_ms: act.now_ms });
  if (flight.status === 'official' || flight.status === 'provisional')
    await addFlightEvent(tx, { loft_id: flight.loft_id, flight_id: flight.id }, 'corrected');
}

interface Decided {
  decision: RulingDecision;
  reason?: string;
  effect?: RulingEffect;
  numbers?: readonly number[];
}

async function decide(
  tx: Tx,
  { loft_id, id: flight_id }: LockedFlight,
  { n, user_id, needs_second }: Prepared,
  { by, now_ms }: PersonAct,
  { decision, reason, effect, numbers = [] }: Decided,
): Promise<void> {
  await tx
    .insertInto('ruling_decisions')
    .values({
      loft_id,
      flight_id,
      n,
      decision,
      user_id: by,
      at: new Date(now_ms).toISOString(),
      reason: reason ?? null,
      prepared_by: user_id,
      needs_second,
      effect: effect === undefined ? null : JSON.stringify(effect),
      numbers: [...numbers],
    })
    .execute();
  // Pages that are open show that one is prepared, or what became of it.
  await sql`select pg_notify('flights', ${`${loft_id}:${flight_id}`})`.execute(tx);
}

/** A ruling of a locked flight and its state. @throws Refusal `not_found` */
export async function loadRuling(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  n: number,
): Promise<Prepared & { state: RulingState; effect: RulingEffect | null }> {
  const row = await tx
    .selectFrom('rulings as r')
    .leftJoin('ruling_decisions as d', (join) =>
      join.onRef('d.loft_id', '=', 'r.loft_id').onRef('d.flight_id', '=', 'r.flight_id').onRef('d.n', '=', 'r.n'),
    )
    .select(['r.n', 'r.content', 'r.reason', 'r.user_id', 'r.needs_second', 'd.decision', 'd.effect'])
    .where('r.loft_id', '=', loft_id)
    .where('r.flight_id', '=', flight_id)
    .where('r.n', '=', n)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const { content, decision, effect, ...ruling } = row;
  return { ...ruling, change: content, state: decision ?? 'prepared', effect: effect ?? null };
}

/**
 * Sign a prepared ruling of a locked flight, as its effect was seen: it is made.
 * @throws Refusal `not_found`; by {@link whyNotSecond}; `ruling_changed`; as `applyRuling`
 */
export async function signRuling(
  tx: Tx,
  flight: LockedFlight,
  { n, seen }: { n: number; seen: string },
  act: PersonAct,
): Promise<void> {
  const ruling = await loadRuling(tx, { loft_id: flight.loft_id, flight_id: flight.id }, n);
  const no = whyNotSecond({ ...ruling, people: await runnersOf(tx, flight.loft_id) }, await personAt(tx, act.by));
  if (no) throw no;
  refuseOutside(flight);
  await make(tx, flight, ruling, act, seen);
}

/**
 * Refuse a prepared ruling of a locked flight, for a reason; its maker takes it back so.
 * @returns its state
 * @throws Refusal `not_found`; by {@link whyNotSecond} or {@link whyNotTakeBack}
 */
export async function refuseRuling(
  tx: Tx,
  flight: LockedFlight,
  { n, reason }: { n: number; reason: string },
  act: PersonAct,
): Promise<RulingState> {
  const ruling = await loadRuling(tx, { loft_id: flight.loft_id, flight_id: flight.id }, n);
  const isOwn = ruling.user_id === act.by;
  const no = isOwn
    ? whyNotTakeBack(ruling, act.by)
    : whyNotSecond({ ...ruling, people: await runnersOf(tx, flight.loft_id) }, await personAt(tx, act.by));
  if (no) throw no;
  const decision = isOwn ? 'taken_back' : 'refused';
  await decide(tx, flight, ruling, act, { decision, reason });
  return decision;
}

/** A person by name. */
export async function personAt(tx: Tx, user_id: number): Promise<LoftPerson> {
  const { rows } = await sql<LoftPerson>`
    select id as user_id, coalesce(first_name, '') as first_name, coalesce(last_name, '') as last_name
    from users where id = ${user_id}`.execute(tx);
  return rows[0]!;
}
