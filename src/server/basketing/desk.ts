/**
 * Basketing at desks: each event that a desk has decided without a network is decided here again, by the same function,
 * under the lock of the flight. Of two desks that basket one bird, the first to arrive has it.
 */
import { sql } from 'kysely';
import type { DeskReply, EventAnswer } from '#domain/basketing/desk-contract.ts';
import { basketingOf, type DeskEvent, type DeskFacts, decideEvents } from '#domain/basketing/desk-events.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { type LockedFlight, lockFlight } from '#server/flights/locked-flight.ts';
import { deskBirds } from './desk-birds.ts';
import { type DeskFlight, deskFlight } from './desk-flight.ts';
import { countReceived, desksOf, exchangeDesks, type HeldDesk, joinDesk, keepEmptyCrates } from './desks.ts';
import { answersOf, appendEvents, eventsSince, lastSeq } from './event-log.ts';
import { type StandingRow, standingsOf, writeStandings } from './standings.ts';

interface DeskMessage {
  device: string;
  since: number;
  /** The desk that the device would rather be. */
  instead_of?: number | undefined;
  events: readonly DeskEvent[];
}

/**
 * Record what a desk did at a flight. An event that is here already is answered as before.
 * @throws Refusal `not_found`; `basketing_not_open` for a device that was not there while it was;
 * `basketing_events_missing` where earlier ones of this desk have not arrived.
 */
export async function recordEvents(
  tx: Tx,
  key: DeskFlight,
  { device, since, instead_of, events }: DeskMessage,
  act: Act,
): Promise<DeskReply> {
  const flight = await lockFlight(tx, key);
  const joined = await joinDesk(tx, flight, device, act);
  const desk = instead_of === undefined ? joined : await exchangeDesks(tx, flight, joined, instead_of, act);
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
    await appendEvents(tx, key, desk.desk, sent, decided.answers, act);
  }
  const received = events.reduce((most, { n }) => Math.max(most, n), desk.received);
  if (received > desk.received) await countReceived(tx, key, desk.desk, received);
  const { blocks } = await keepEmptyCrates(tx, flight, desk, { slots, crate_size });
  return {
    desk: desk.desk,
    blocks,
    received,
    answers: events.map(({ id }) => known.get(id)!),
    status: flight.status,
    events: await eventsSince(tx, key, since),
    seq: await lastSeq(tx, key),
    desks: await desksOf(tx, key, act),
  };
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
  // Against each other, so that two flights do not take one bird at the same moment.
  await sql`
    select from pigeons where loft_id = ${key.loft_id} and id = any(${pigeon_ids}::bigint[])
    order by id for no key update`.execute(tx);
  const { entry } = flight;
  const birds = new Map(
    (await deskBirds(tx, key, { since: null, pigeon_ids, now_ms })).map((bird) => [bird.pigeon_id, bird]),
  );
  const facts: DeskFacts = { entry, crate_size, bird: (pigeon_id) => birds.get(pigeon_id) ?? null };
  const { state, refusals } = decideEvents(before, sent, desk, facts);
  const changed = pigeon_ids
    .filter((pigeon_id) => state.standings.get(pigeon_id) !== before.standings.get(pigeon_id))
    .map((pigeon_id) => ({ pigeon_id, was: before.standings.get(pigeon_id), is: state.standings.get(pigeon_id) }));
  await writeStandings(tx, flight, { desk: desk.desk, changed, now_ms });
  const answers = sent.map(({ id }, i): EventAnswer => {
    const no = refusals[i];
    return { id, refusal: no ? { code: no.code, params: { ...no.params } } : null };
  });
  return { slots: state.slots, answers };
}
