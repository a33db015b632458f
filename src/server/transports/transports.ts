/** Transport requests: made by customers, answered by agents, each with the order locked. */

import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import { step } from '#domain/machine.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { whyNotPhone } from '#domain/orders/registration.ts';
import type { Location } from '#domain/pigeons/status.ts';
import { isRefusal, Refusal, refusalAt } from '#domain/refusal.ts';
import type { TransportOutcome } from '#domain/transports/agent-contract.ts';
import {
  isOpen,
  isPutBack,
  nothingHandedOver,
  type TransportEvent,
  type TransportStatus,
  transportMachine,
  whyNotClose,
  whyNotGiveBack,
  whyNotPickUp,
  whyNotPutBack,
  whyNotReject,
  whyNotReopen,
  whyNotRequest,
  whyNotTakeBack,
} from '#domain/transports/transport.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { appendHistory } from '#server/db/histories.ts';
import { attempt } from '#server/db/transaction.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { lockRegistration, type Registration } from '#server/orders/registrations.ts';
import { isGoneBird } from '#server/pigeons/gone.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { findCollection } from './collections.ts';
import { notifyGivenBack, notifyPickUp, notifyTransport, numberOf } from './notices.ts';

export interface Transport {
  loft_id: number;
  season_id: number;
  id: number;
  order_id: number;
  order_status: OrderStatus;
  collection_id: number;
  agent_id: number;
  status: TransportStatus;
  /** The day of its collection, by the clock of the place. */
  day: string;
  /** Birds ordered. */
  places: number;
  /** All birds handed over, where some were not entered then, and that day in the loft's zone. */
  handed_over: number | null;
  handed_over_on: string | null;
}

/** The day, in the loft's zone, on which birds of a request `t` were handed over that were not entered. */
export const handedOverOn = sql<string | null>`to_char(t.handed_over_at at time zone
  (select time_zone from lofts where id = t.loft_id), 'YYYY-MM-DD')`;

const requests = (tx: Tx) =>
  tx
    .selectFrom('transports as t')
    .innerJoin('collections as c', (join) =>
      join.onRef('c.loft_id', '=', 't.loft_id').onRef('c.id', '=', 't.collection_id'),
    )
    .innerJoin('registrations as r', (join) =>
      join.onRef('r.loft_id', '=', 't.loft_id').onRef('r.order_id', '=', 't.order_id'),
    )
    .innerJoin('orders as o', (join) => join.onRef('o.loft_id', '=', 't.loft_id').onRef('o.id', '=', 't.order_id'))
    .select(['t.loft_id', 't.season_id', 't.id', 't.order_id', 't.collection_id', 'c.agent_id', 't.status'])
    .select('o.status as order_status')
    .select(['c.day', 't.handed_over', handedOverOn.as('handed_over_on')])
    .select(sql<number>`r.pigeons_active + r.pigeons_reserve`.as('places'));

/** A request by its id. @throws Refusal `not_found`. */
export async function findTransport(tx: Tx, transport_id: number): Promise<Transport> {
  const found = await requests(tx).where('t.id', '=', transport_id).executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return found;
}

/** These requests. @throws Refusal `not_found` where one is missing. */
export async function findTransports(tx: Tx, transport_ids: readonly number[]): Promise<Transport[]> {
  if (!transport_ids.length) return [];
  const found = await requests(tx)
    .where('t.id', 'in', [...transport_ids])
    .execute();
  if (found.length < new Set(transport_ids).size) throw new Refusal('not_found');
  return found;
}

/** These requests, their orders locked in the common lock order. @throws Refusal `not_found` where one is missing. */
export async function lockTransports(tx: Tx, transport_ids: readonly number[]): Promise<Transport[]> {
  if (!transport_ids.length) return [];
  const found = await requests(tx)
    .where('t.id', 'in', [...transport_ids])
    .orderBy('t.loft_id')
    .orderBy('t.season_id')
    .orderBy('t.order_id')
    .orderBy('t.id')
    .execute();
  if (found.length < new Set(transport_ids).size) throw new Refusal('not_found');
  const held: Transport[] = [];
  for (const { id, order_id } of found) {
    await lockRegistration(tx, order_id);
    held.push(await findTransport(tx, id));
  }
  return held;
}

/** The open requests of these orders of a loft, at most one of each. */
export async function openOf(tx: Tx, loft_id: number, order_ids: readonly number[]): Promise<Transport[]> {
  return requests(tx)
    .where('t.loft_id', '=', loft_id)
    .where('t.order_id', 'in', order_ids)
    .where('t.status', 'in', ['pending', 'confirmed'])
    .orderBy('t.id')
    .execute();
}

/**
 * Ask an agent to collect the birds of a locked order. An earlier request that still waits is withdrawn; a repeated one
 * is the same request.
 * @param phone the customer's number for the agent; empty: the one given before, or that of the account
 * @returns its id
 * @throws Refusal `not_found` for a collection that no active agent offers; by {@link whyNotRequest}
 */
export async function requestTransport(
  tx: Tx,
  order: Registration,
  { collection_id, phone = '' }: { collection_id: number; phone?: string | undefined },
  { by, now_ms }: Act,
): Promise<number> {
  const { loft_id, season_id } = order;
  const offered = await tx
    .selectFrom('collections as c')
    .innerJoin('loft_permissions as p', (join) =>
      join.onRef('p.loft_id', '=', 'c.loft_id').onRef('p.user_id', '=', 'c.agent_id'),
    )
    .select('c.day')
    .where('c.loft_id', '=', loft_id)
    .where('c.id', '=', collection_id)
    .where('c.withdrawn_at', 'is', null)
    .where('p.is_agent', '=', true)
    .where('p.is_active', '=', true)
    .executeTakeFirst();
  if (!offered) throw refusalAt('collection_id', 'not_found');
  const { time_zone } = (await findLoft(tx, loft_id))!;
  const [open] = await openOf(tx, loft_id, [order.id]);
  if (open?.collection_id === collection_id) return open.id;
  const number = phone || (await phoneFor(tx, order)) || null;
  const no =
    (phone && whyNotPhone(phone)) ||
    whyNotRequest({
      order_status: order.status,
      open: open?.status ?? null,
      day: offered.day,
      today: dayAt(now_ms, time_zone),
    });
  if (no) throw no;
  if (open) await moveTransport(tx, open, 'cancel', { by, now_ms });
  const created_at = new Date(now_ms).toISOString();
  const { id } = await tx
    .insertInto('transports')
    .values({
      loft_id,
      season_id,
      order_id: order.id,
      collection_id,
      created_at,
      phone: number,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await appendHistory(tx, 'transport', loft_id, [{ id, from: 'new', to: transportMachine.first }], { by, now_ms });
  await notifyTransport(tx, await findTransport(tx, id), { n: 1, reason: null });
  return id;
}

/** The number for the agent that a customer gave last for an order, else that of their account. */
export async function phoneFor(tx: Tx, { loft_id, id, user_id }: Registration): Promise<string | null> {
  const { rows } = await sql<{ phone: string | null }>`
    select coalesce((select t.phone from transports t
        where t.loft_id = ${loft_id} and t.order_id = ${id} and t.phone is not null order by t.id desc limit 1),
      (select phone from users where id = ${user_id})) as phone`.execute(tx);
  return rows[0]!.phone;
}

/** Removes the numbers that a deleted person gave to agents. */
export async function forgetPhones(tx: Tx, user_id: number): Promise<void> {
  await sql`update transports t set phone = null from orders o
    where o.loft_id = t.loft_id and o.id = t.order_id and o.user_id = ${user_id} and t.phone is not null`.execute(tx);
}

/** The last request of an order. */
async function latestOf(tx: Tx, { loft_id, id }: { loft_id: number; id: number }): Promise<Transport | undefined> {
  const latest = requests(tx).where('t.loft_id', '=', loft_id).where('t.order_id', '=', id).orderBy('t.id', 'desc');
  return latest.limit(1).executeTakeFirst();
}

/**
 * Withdraw the last request of a locked order: its birds travel without an agent.
 * @throws Refusal `not_found` where there is none, or it was withdrawn; by {@link whyNotTakeBack}
 */
export async function takeBack(tx: Tx, order: Registration, act: Act): Promise<void> {
  const latest = await latestOf(tx, order);
  if (!latest || latest.status === 'cancelled') throw new Refusal('not_found');
  const no = whyNotTakeBack(latest.status);
  if (no) throw no;
  await moveTransport(tx, latest, 'cancel', act);
}

/**
 * Take a request whose order is locked one step along its machine (4.2), and notify the agent or the customer.
 * @throws Refusal `step_not_possible`.
 */
export async function moveTransport(
  tx: Tx,
  transport: Transport,
  event: TransportEvent,
  { by, now_ms, reason = null }: Act,
  { isSilent = false }: { isSilent?: boolean } = {},
): Promise<Transport> {
  const status = step(transportMachine, transport.status, event);
  const [n] = await appendHistory(
    tx,
    'transport',
    transport.loft_id,
    [{ id: transport.id, from: transport.status, to: status }],
    { by, now_ms, reason },
  );
  const moved = { ...transport, status };
  // An agent who does not come is not told that there is nothing to collect.
  if (!isSilent && (transport.status !== 'rejected' || status !== 'cancelled')) {
    const to_give_back = status === 'cancelled' ? await inTransitOf(tx, transport) : 0;
    await notifyTransport(tx, moved, { n: n!, reason, to_give_back });
  }
  return moved;
}

/** The day, in the loft's zone, since which a pigeon `p` is where it is; null: it was never anywhere else. */
export const locatedSince = sql<string | null>`(select to_char(max(h.at) at time zone
    (select time_zone from lofts where id = p.loft_id), 'YYYY-MM-DD')
  from pigeon_history h
  where h.loft_id = p.loft_id and h.pigeon_id = p.id and h.machine = 'pigeon_location')`;

/** Whether a pigeon `p` is at the loft without an agent having brought it. */
export const cameAnotherWay = sql<boolean>`(p.location = 'at_loft' and 'in_transit' is distinct from (
  select h.from_status from pigeon_history h
  where h.loft_id = p.loft_id and h.pigeon_id = p.id and h.machine = 'pigeon_location' order by h.n desc limit 1))`;

/**
 * Where the birds of a request are that no other way took to the loft; those that were handed over without being entered
 * count as on the way.
 */
export const locationsOf = (
  birds: readonly { location: Location; came_another_way: boolean }[],
  { handed_over_on }: Pick<Transport, 'handed_over_on'>,
): Location[] => [
  ...birds.filter((bird) => !bird.came_another_way).map(({ location }) => location),
  ...(handed_over_on === null ? [] : (['in_transit'] as const)),
];

/**
 * The number of birds that the agent has of an order that has ended, over a request `t`: of its last request only, which
 * ended with the order.
 */
export const toGiveBack = sql<number>`(case when t.status = 'cancelled'
    and exists (select from orders o where o.loft_id = t.loft_id and o.id = t.order_id
      and o.status in ('rejected', 'cancelled'))
    and exists (select from transport_history h where h.loft_id = t.loft_id and h.transport_id = t.id
      and h.from_status = 'confirmed' and h.to_status = 'cancelled')
    and not exists (select from transports later where later.order_id = t.order_id and later.id > t.id)
  then (select (count(*) filter (where p.location = 'in_transit' and not ${isGoneBird}))::int
      + greatest(coalesce(t.handed_over, 0) - count(*)::int, 0)
    from entries e join pigeons p on p.loft_id = e.loft_id and p.id = e.pigeon_id
    where e.loft_id = t.loft_id and e.order_id = t.order_id) else 0 end)`;

/** Whether a request `t` asks something of its agent: it is open, or its birds are to be given back. */
export const isAhead = sql<boolean>`(t.status in ('pending', 'confirmed') or ${toGiveBack} > 0)`;

/** The number of birds that the agent of a request has. */
async function inTransitOf(tx: Tx, transport: Transport): Promise<number> {
  const birds = await birdsOf(tx, transport);
  const not_entered = Math.max((transport.handed_over ?? 0) - birds.length, 0);
  return birds.filter(({ location }) => location === 'in_transit').length + not_entered;
}

/** The locations of an order's birds. */
async function birdsOf(tx: Tx, { loft_id, order_id }: Pick<Transport, 'loft_id' | 'order_id'>) {
  return tx
    .selectFrom('entries as e')
    .innerJoin('pigeons as p', (join) => join.onRef('p.loft_id', '=', 'e.loft_id').onRef('p.id', '=', 'e.pigeon_id'))
    .select(['p.id', 'p.location', locatedSince.as('since'), cameAnotherWay.as('came_another_way')])
    .where('e.loft_id', '=', loft_id)
    .where('e.order_id', '=', order_id)
    .orderBy('p.id')
    .execute() as Promise<{ id: number; location: Location; since: string | null; came_another_way: boolean }[]>;
}

/**
 * Answer locked requests; `close`: nothing was handed over. Each succeeds or fails by itself, as its outcome says.
 * @throws Refusal `nothing_chosen`.
 */
export async function answerTransports(
  tx: Tx,
  held: readonly Transport[],
  event: 'confirm' | 'reject' | 'close',
  act: Act,
): Promise<TransportOutcome[]> {
  return each(tx, held, async (transport) => {
    if (event === 'confirm') return moveTransport(tx, transport, event, act);
    const birds = await birdsOf(tx, transport);
    const locations = locationsOf(birds, transport);
    const no =
      event === 'close'
        ? whyNotClose(transport.status, locations, await daysOf(tx, transport, act.now_ms))
        : whyNotReject(locations);
    if (no) throw no;
    if (event === 'reject') return moveTransport(tx, transport, event, act);
    // Who has brought the birds to the loft is not asked for another way.
    const isSilent = birds.length > 0 && birds.every((bird) => bird.came_another_way);
    return moveTransport(tx, transport, 'reject', { ...act, reason: nothingHandedOver }, { isSilent });
  });
}

/** The day of a collection, and today by the clock of its loft. */
async function daysOf(tx: Tx, { loft_id, day }: Transport, now_ms: number) {
  return { day, today: dayAt(now_ms, (await findLoft(tx, loft_id))!.time_zone) };
}

/** What {@link whyNotReopen} asks of a request. */
async function closedTransport(tx: Tx, transport: Transport) {
  const { status, order_status, loft_id, id, order_id } = transport;
  const last = await tx
    .selectFrom('transport_history')
    .select('reason')
    .where('loft_id', '=', loft_id)
    .where('transport_id', '=', id)
    .orderBy('n', 'desc')
    .executeTakeFirstOrThrow();
  return {
    ...last,
    status,
    order_status,
    is_latest: (await latestOf(tx, { loft_id, id: order_id }))?.id === id,
    locations: locationsOf(await birdsOf(tx, transport), transport),
  };
}

/** Whether a request can be rejected now, closed because nothing was handed over, and whether that can be taken back. */
export async function closingOf(tx: Tx, transport: Transport, now_ms: number) {
  const closed = await closedTransport(tx, transport);
  const days = await daysOf(tx, transport, now_ms);
  return {
    can_reject: isOpen(transport.status) && whyNotReject(closed.locations) === null,
    can_close: whyNotClose(transport.status, closed.locations, days) === null,
    can_reopen: whyNotReopen(closed) === null,
  };
}

/**
 * Take back of locked requests that nothing was handed over: they are confirmed again, and their customers are notified.
 * Each request succeeds or fails by itself.
 * @throws Refusal `nothing_chosen`.
 */
export async function reopenTransports(tx: Tx, held: readonly Transport[], act: Act): Promise<TransportOutcome[]> {
  return each(tx, held, async (transport) => {
    const no = whyNotReopen(await closedTransport(tx, transport));
    if (no) throw no;
    // No request depends on a collection that was withdrawn.
    await findCollection(tx, transport.collection_id, { lock: true });
    return moveTransport(tx, transport, 'reopen', { by: act.by, now_ms: act.now_ms });
  });
}

/**
 * Record that the birds of locked requests were handed over: those at home are in transit now, and their customers are
 * notified. Each request succeeds or fails by itself; all birds are locked first, in the common lock order.
 * @param not_entered how many of each were handed over as well and are not entered
 * @throws Refusal `nothing_chosen`.
 */
export async function pickUp(
  tx: Tx,
  held: readonly Transport[],
  { not_entered = 0, ...act }: Act & { not_entered?: number },
): Promise<TransportOutcome[]> {
  await lockBirdsOf(tx, held);
  return each(tx, held, async (transport) => {
    const birds = await birdsOf(tx, transport);
    const { loft_id, id, places } = transport;
    const locations = birds.map(({ location }) => location);
    const no = whyNotPickUp(transport, locations, { places, not_entered });
    if (no) throw no;
    const home = birds.filter(({ location }) => location === 'at_home').map((bird) => bird.id);
    const rings = await carry(tx, transport, home, 'in_transit', act);
    if (not_entered > 0)
      await tx
        .updateTable('transports')
        .set({ handed_over: birds.length + not_entered, handed_over_at: new Date(act.now_ms).toISOString() })
        .where('loft_id', '=', loft_id)
        .where('id', '=', id)
        .execute();
    await logPickUp(tx, transport, 'transport.pick_up', { rings, not_entered }, act);
    await notifyPickUp(tx, transport, { not_entered, now_ms: act.now_ms });
    return transport;
  });
}

/**
 * Take back the pick-up of locked requests: their birds that were collected today are at home again. Each request
 * succeeds or fails by itself.
 * @throws Refusal `nothing_chosen`.
 */
export async function putBack(tx: Tx, held: readonly Transport[], act: Act): Promise<TransportOutcome[]> {
  await lockBirdsOf(tx, held);
  return each(tx, held, async (transport) => {
    const birds = await birdsOf(tx, transport);
    const { handed_over_on } = transport;
    const { today } = await daysOf(tx, transport, act.now_ms);
    const no = whyNotPutBack(carriedOf(birds, handed_over_on), today);
    if (no) throw no;
    const carried = birds.filter((bird) => isPutBack(bird, today)).map((bird) => bird.id);
    const rings = await carry(tx, transport, carried, 'at_home', act);
    const not_entered = handed_over_on === today ? await uncount(tx, transport, birds.length) : 0;
    await logPickUp(tx, transport, 'transport.put_back', { rings, not_entered }, act);
    return transport;
  });
}

/**
 * Record that agents gave the birds of locked requests back to their owners, because their orders have ended: those in
 * transit are at home again. Each request succeeds or fails by itself.
 * @throws Refusal `nothing_chosen`.
 */
export async function giveBack(tx: Tx, held: readonly Transport[], act: Act): Promise<TransportOutcome[]> {
  await lockBirdsOf(tx, held);
  return each(tx, held, async (transport) => {
    const { to_give_back } = await tx
      .selectFrom('transports as t')
      .select(toGiveBack.as('to_give_back'))
      .where('t.loft_id', '=', transport.loft_id)
      .where('t.id', '=', transport.id)
      .executeTakeFirstOrThrow();
    const no = whyNotGiveBack(transport, to_give_back);
    if (no) throw no;
    const birds = await birdsOf(tx, transport);
    const carried = birds.filter(({ location }) => location === 'in_transit').map((bird) => bird.id);
    const rings = await carry(tx, transport, carried, 'at_home', act);
    const not_entered = await uncount(tx, transport, birds.length);
    await logPickUp(tx, transport, 'transport.give_back', { rings, not_entered }, act);
    await notifyGivenBack(tx, transport, act);
    return transport;
  });
}

/** Takes birds of a request to a location. @returns their rings */
async function carry(
  tx: Tx,
  transport: Transport,
  pigeon_ids: readonly number[],
  location: Location,
  act: Act,
): Promise<string[]> {
  if (!pigeon_ids.length) return [];
  const birds = await lockPigeons(tx, transport, pigeon_ids);
  await bringTo(tx, transport, birds, location, act);
  return birds.map(({ ring }) => ring);
}

/** Forgets the number of birds that were handed over. @returns how many of them are not entered */
async function uncount(tx: Tx, { loft_id, id, handed_over }: Transport, entered: number): Promise<number> {
  if (handed_over === null) return 0;
  await tx
    .updateTable('transports')
    .set({ handed_over: null, handed_over_at: null })
    .where('loft_id', '=', loft_id)
    .where('id', '=', id)
    .execute();
  return Math.max(handed_over - entered, 0);
}

/** Writes to the activity log of the loft which birds of an order changed hands. */
async function logPickUp(
  tx: Tx,
  { loft_id, id, order_id, agent_id }: Transport,
  action: 'transport.pick_up' | 'transport.put_back' | 'transport.give_back',
  birds: { rings: readonly string[]; not_entered: number },
  { by }: Act,
): Promise<void> {
  const after = { transport_id: id, order_id, agent_id, ...birds };
  await writeAudit(tx, { loft_id, user_id: by, action, before: null, after });
}

/** The birds of a request, with those handed over without being entered as one of them. */
export const carriedOf = <Bird extends { location: Location; since: string | null }>(
  birds: readonly Bird[],
  handed_over_on: string | null,
) => [...birds, ...(handed_over_on === null ? [] : [{ location: 'in_transit' as const, since: handed_over_on }])];

/** Locks all birds of requests, season by season, in the common lock order. */
async function lockBirdsOf(tx: Tx, held: readonly Transport[]): Promise<void> {
  const seasons = new Map<number, { key: Transport; ids: number[] }>();
  for (const transport of held) {
    const { ids } = seasons.get(transport.season_id) ?? { ids: [] };
    const here = (await birdsOf(tx, transport)).map(({ id }) => id);
    seasons.set(transport.season_id, { key: transport, ids: [...ids, ...here] });
  }
  for (const { key, ids } of seasons.values()) if (ids.length) await lockPigeons(tx, key, ids);
}

async function each(
  tx: Tx,
  held: readonly Transport[],
  work: (transport: Transport) => Promise<Transport>,
): Promise<TransportOutcome[]> {
  if (!held.length) throw new Refusal('nothing_chosen');
  const outcomes: TransportOutcome[] = [];
  for (const transport of held) {
    const outcome = { transport_id: transport.id, number: await numberOf(tx, transport) };
    const end = await attempt(tx, () => work(transport));
    outcomes.push(
      isRefusal(end)
        ? { ...outcome, status: transport.status, refused: end.code }
        : { ...outcome, status: end.status, refused: null },
    );
  }
  return outcomes;
}
