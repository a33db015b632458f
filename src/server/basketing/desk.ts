/**
 * Basketing at desks: each event that a desk has decided without a network is decided here again, by the same function,
 * under the lock of the flight. Of two desks that basket one bird, the first to arrive has it.
 */

import { sql } from 'kysely';
import { countIn, cratesInBlock, mostBlocks, mostDesks } from '#domain/basketing/crates.ts';
import type { Standing } from '#domain/basketing/desk-bird.ts';
import type { DeskReply, EventAnswer, OtherDesk } from '#domain/basketing/desk-contract.ts';
import {
  basketingOf,
  type DeskEvent,
  type DeskEventAct,
  type DeskEventKind,
  type DeskFacts,
  decideEvents,
} from '#domain/basketing/desk-events.ts';
import type { FlightKey, SeasonKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { countBasketed } from '#server/flights/lifecycle.ts';
import { type LockedFlight, lockFlight } from '#server/flights/locked-flight.ts';
import { deskBirds } from './desk-birds.ts';

export interface DeskFlight extends SeasonKey, FlightKey {}

/** A flight of a season with what a desk shows of it. @throws Refusal `not_found` for a flight of another season. */
export async function deskFlight(tx: Tx, { loft_id, season_id, flight_id }: DeskFlight) {
  const found = await tx
    .selectFrom('flights as f')
    .innerJoin('lofts as l', 'l.id', 'f.loft_id')
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'f.loft_id').onRef('s.id', '=', 'f.season_id'))
    .select(['f.id', 'f.name', 'f.kind', 'f.status', 'f.entry', 'l.crate_size', 's.currency'])
    .where('f.loft_id', '=', loft_id)
    .where('f.season_id', '=', season_id)
    .where('f.id', '=', flight_id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const { crate_size, currency, ...flight } = found;
  return { flight, crate_size, currency };
}

type StandingRow = Standing & { pigeon_id: number };

/** Who stands where at a flight: all birds, or some and who else is in crates. */
export async function standingsOf(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<StandingRow[]> {
  const basketed = await tx
    .selectFrom('baskets')
    .select(['pigeon_id', 'crate', 'crate_number as number'])
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .orderBy('position')
    .execute();
  const others = await tx
    .selectFrom('basketing_birds')
    .select(['pigeon_id', 'list', 'reason', 'later'])
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .orderBy('pigeon_id')
    .execute();
  return [
    ...basketed.map((row): StandingRow => ({ ...row, list: 'basketed' })),
    ...others.map(
      ({ pigeon_id, list, reason, later }): StandingRow =>
        list === 'held_back' ? { pigeon_id, list, reason: reason! } : { pigeon_id, list, later },
    ),
  ];
}

/** The desks of a flight, each with the number of its birds. */
export async function desksOf(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<OtherDesk[]> {
  const { rows } = await sql<OtherDesk>`
    select d.desk, d.seen_at, array(select block from crate_blocks c
      where c.loft_id = d.loft_id and c.flight_id = d.flight_id and c.desk = d.desk order by block) as blocks, (select count(*)::int from baskets b
      where b.loft_id = d.loft_id and b.flight_id = d.flight_id and b.desk = d.desk) as basketed
    from basketing_desks d where d.loft_id = ${loft_id} and d.flight_id = ${flight_id} order by d.desk`.execute(tx);
  return rows;
}

/** The number of the last event of a flight; 0: none yet. */
export async function lastSeq(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(max(seq), 0)::int as seq from basketing_events
    where loft_id = ${loft_id} and flight_id = ${flight_id}`.execute(tx);
  return rows[0]!.seq;
}

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

interface HeldDesk {
  desk: number;
  received: number;
  blocks: number[];
}

/** The desk of a device at a locked flight; a new one gets its number and a block of crates. */
async function joinDesk(tx: Tx, flight: LockedFlight, device: string, { by, now_ms }: Act): Promise<HeldDesk> {
  const { loft_id, id: flight_id } = flight;
  const at = new Date(now_ms).toISOString();
  const known = await tx
    .updateTable('basketing_desks')
    .set({ seen_at: at })
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('device', '=', device)
    .returning(['desk', 'received'])
    .executeTakeFirst();
  if (known) {
    const blocks = await tx
      .selectFrom('crate_blocks')
      .select('block')
      .where('loft_id', '=', loft_id)
      .where('flight_id', '=', flight_id)
      .where('desk', '=', known.desk)
      .orderBy('block')
      .execute();
    return { ...known, blocks: blocks.map(({ block }) => block) };
  }
  if (flight.status !== 'planned' && flight.status !== 'basketing')
    throw new Refusal('basketing_not_open', { status: flight.status });
  const { rows } = await sql<{ desk: number }>`
    insert into basketing_desks (loft_id, flight_id, desk, device, joined_at, seen_at, user_id)
    select ${loft_id}, ${flight_id}, coalesce(max(desk), 0) + 1, ${device}, ${at}, ${at}, ${by}
    from basketing_desks where loft_id = ${loft_id} and flight_id = ${flight_id}
    having coalesce(max(desk), 0) < ${mostDesks}
    returning desk`.execute(tx);
  const desk = rows[0]?.desk;
  if (!desk) throw new Refusal('basketing_not_open', { status: flight.status });
  return { desk, received: 0, blocks: await giveBlock(tx, flight, desk) };
}

/** Gives a desk the next block of crates; none are left beyond {@link mostBlocks}. */
async function giveBlock(tx: Tx, { loft_id, id: flight_id }: LockedFlight, desk: number): Promise<number[]> {
  const { rows } = await sql<{ block: number }>`
    insert into crate_blocks (loft_id, flight_id, block, desk)
    select ${loft_id}, ${flight_id}, coalesce(max(block), 0) + 1, ${desk} from crate_blocks
    where loft_id = ${loft_id} and flight_id = ${flight_id} having coalesce(max(block), 0) < ${mostBlocks}
    returning block`.execute(tx);
  return rows.map(({ block }) => block);
}

/** A desk with fewer empty crates gets another block. */
const leastEmpty = 10;

/** A desk that knows less is read again as a whole. */
const mostNews = 2000;

/**
 * Record what a desk did at a flight. An event that is here already is answered as before.
 * @throws Refusal `not_found`; `basketing_not_open` for a device that was not there while it was;
 * `basketing_events_missing` where earlier ones of this desk have not arrived.
 */
export async function recordEvents(
  tx: Tx,
  key: DeskFlight,
  { device, since, events }: { device: string; since: number; events: readonly DeskEvent[] },
  act: Act,
): Promise<DeskReply> {
  const flight = await lockFlight(tx, key);
  const desk = await joinDesk(tx, flight, device, act);
  const first = events[0]?.n ?? 0;
  if (first > desk.received + 1) throw new Refusal('basketing_events_missing', { from: desk.received + 1 });
  const known = await answersOf(
    tx,
    key,
    events.map(({ id }) => id),
  );
  const sent = [...new Map(events.filter(({ id }) => !known.has(id)).map((event) => [event.id, event])).values()];
  const { crate_size } = await deskFlight(tx, key);
  const standings = await standingsOf(tx, key);
  let { slots } = basketingOf(standings.map(({ pigeon_id, ...standing }) => [pigeon_id, standing]));
  if (sent.length) {
    const decided = await decide(tx, key, flight, { desk, sent, standings, crate_size, now_ms: act.now_ms });
    slots = decided.slots;
    for (const answer of decided.answers) known.set(answer.id, answer);
    await store(tx, key, desk.desk, sent, decided.answers, act);
  }
  const received = events.reduce((most, { n }) => Math.max(most, n), desk.received);
  if (received > desk.received) await countReceived(tx, key, desk.desk, received);
  const empty = desk.blocks
    .flatMap((block) => Array.from({ length: cratesInBlock }, (_, i) => (block - 1) * cratesInBlock + 1 + i))
    .filter((crate) => countIn(slots, crate, crate_size) === 0);
  if (empty.length < leastEmpty) desk.blocks.push(...(await giveBlock(tx, flight, desk.desk)));
  return {
    desk: desk.desk,
    blocks: desk.blocks,
    received,
    answers: events.map(({ id }) => known.get(id)!),
    status: flight.status,
    events: await eventsSince(tx, key, since),
    seq: await lastSeq(tx, key),
    desks: await desksOf(tx, key),
  };
}

/** What was answered to events that are here already. */
async function answersOf(
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

interface ToDecide {
  desk: HeldDesk;
  sent: readonly DeskEvent[];
  standings: readonly StandingRow[];
  crate_size: number;
  now_ms: number;
}

/** Decides new events by the rules of the domain, and writes where the birds stand afterwards. */
async function decide(
  tx: Tx,
  key: DeskFlight,
  flight: LockedFlight,
  { desk, sent, standings, crate_size, now_ms }: ToDecide,
) {
  const before = basketingOf(standings.map(({ pigeon_id, ...standing }) => [pigeon_id, standing]));
  if (flight.status !== 'basketing') {
    const code = 'basketing_not_open' as const;
    const answers = sent.map(({ id }): EventAnswer => ({ id, refusal: { code, params: { status: flight.status } } }));
    return { slots: before.slots, answers };
  }
  const pigeon_ids = [...new Set(sent.map(({ pigeon_id }) => pigeon_id))];
  await sql`
    select from pigeons where loft_id = ${key.loft_id} and id = any(${pigeon_ids}::bigint[])
    order by id for share`.execute(tx);
  const { entry } = flight;
  const birds = new Map((await deskBirds(tx, key, { since: null, pigeon_ids })).map((bird) => [bird.pigeon_id, bird]));
  const facts: DeskFacts = { entry, crate_size, bird: (pigeon_id) => birds.get(pigeon_id) ?? null };
  const { state, refusals } = decideEvents(before, sent, desk, facts);
  const changed = pigeon_ids
    .filter((pigeon_id) => state.standings.get(pigeon_id) !== before.standings.get(pigeon_id))
    .map((pigeon_id) => ({ pigeon_id, was: before.standings.get(pigeon_id), is: state.standings.get(pigeon_id) }));
  await write(tx, flight, { desk: desk.desk, changed, now_ms });
  const answers = sent.map(({ id }, i): EventAnswer => {
    const no = refusals[i];
    return { id, refusal: no ? { code: no.code, params: { ...no.params } } : null };
  });
  return { slots: state.slots, answers };
}

interface Changed {
  pigeon_id: number;
  was: Standing | undefined;
  is: Standing | undefined;
}

/** Writes how birds stand now; a bird that stays basketed keeps its place on the list. */
async function write(
  tx: Tx,
  flight: LockedFlight,
  { desk, changed, now_ms }: { desk: number; changed: readonly Changed[]; now_ms: number },
): Promise<void> {
  const { loft_id, season_id, id: flight_id } = flight;
  const idsOf = (some: readonly Changed[]) => some.map(({ pigeon_id }) => pigeon_id);
  const isIn = (one: Standing | undefined) => one?.list === 'basketed';
  const out = changed.filter(({ was, is }) => isIn(was) && !isIn(is));
  const off = changed.filter(({ was }) => was && !isIn(was));
  if (out.length)
    await tx
      .deleteFrom('baskets')
      .where('loft_id', '=', loft_id)
      .where('flight_id', '=', flight_id)
      .where('pigeon_id', 'in', idsOf(out))
      .execute();
  if (off.length)
    await tx
      .deleteFrom('basketing_birds')
      .where('loft_id', '=', loft_id)
      .where('flight_id', '=', flight_id)
      .where('pigeon_id', 'in', idsOf(off))
      .execute();
  const beside = changed.flatMap(({ pigeon_id, is }) =>
    is && is.list !== 'basketed'
      ? [
          {
            loft_id,
            season_id,
            flight_id,
            pigeon_id,
            list: is.list,
            reason: is.list === 'held_back' ? is.reason : null,
            later: is.list === 'present' && is.later,
          },
        ]
      : [],
  );
  if (beside.length) await tx.insertInto('basketing_birds').values(beside).execute();
  const placed = (some: readonly Changed[]) => {
    const places = some.map(({ is }) => is as Standing & { list: 'basketed' });
    return { crates: places.map(({ crate }) => crate), numbers: places.map(({ number }) => number) };
  };
  const moved = changed.filter(({ was, is }) => isIn(was) && isIn(is));
  if (moved.length) {
    const { crates, numbers } = placed(moved);
    await sql`
      update baskets b set desk = ${desk}, crate = w.crate, crate_number = w.number
      from unnest(${idsOf(moved)}::bigint[], ${crates}::int[], ${numbers}::int[]) as w (pigeon_id, crate, number)
      where b.loft_id = ${loft_id} and b.flight_id = ${flight_id} and b.pigeon_id = w.pigeon_id`.execute(tx);
  }
  const into = changed.filter(({ was, is }) => !isIn(was) && isIn(is));
  if (into.length) {
    const { crates, numbers } = placed(into);
    await sql`
      insert into baskets (loft_id, season_id, flight_id, pigeon_id, position, desk, crate, crate_number)
      select ${loft_id}, ${season_id}, ${flight_id}, w.pigeon_id,
        w.place + coalesce((select max(position) from baskets
          where loft_id = ${loft_id} and flight_id = ${flight_id}), 0), ${desk}, w.crate, w.number
      from unnest(${idsOf(into)}::bigint[], ${crates}::int[], ${numbers}::int[])
        with ordinality as w (pigeon_id, crate, number, place)`.execute(tx);
  }
  if (into.length || out.length) await countBasketed(tx, flight, into.length - out.length, now_ms);
}

async function store(
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
          reason: event.kind === 'hold' ? event.reason : null,
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

async function countReceived(tx: Tx, { loft_id, flight_id }: FlightKey, desk: number, received: number): Promise<void> {
  await tx
    .updateTable('basketing_desks')
    .set({ received })
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('desk', '=', desk)
    .execute();
}

/** The accepted events of all desks of a flight after one, in their order; null: more than {@link mostNews}. */
async function eventsSince(tx: Tx, { loft_id, flight_id }: FlightKey, since: number): Promise<DeskEvent[] | null> {
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
  if (kind === 'in') return { kind, crate: crate!, number: crate_number!, chip };
  if (kind === 'move') return { kind, crate: crate!, number: crate_number! };
  if (kind === 'hold') return { kind, reason: reason! };
  return kind === 'present' ? { kind, later } : { kind };
}
