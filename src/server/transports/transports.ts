/** Transport requests: made by customers, answered by agents, each with the order locked. */

import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import { step } from '#domain/machine.ts';
import type { Location } from '#domain/pigeons/status.ts';
import { isRefusal, Refusal, refusalAt } from '#domain/refusal.ts';
import type { TransportOutcome } from '#domain/transports/agent-contract.ts';
import {
  isPutBack,
  type TransportEvent,
  type TransportStatus,
  transportMachine,
  whyNotPickUp,
  whyNotPutBack,
  whyNotReject,
  whyNotRequest,
  whyNotTakeBack,
} from '#domain/transports/transport.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { appendHistory } from '#server/db/histories.ts';
import { attempt } from '#server/db/transaction.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { lockRegistration, type Registration } from '#server/orders/registrations.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { notifyPickUp, notifyTransport, numberOf } from './notices.ts';

export interface Transport {
  loft_id: number;
  season_id: number;
  id: number;
  order_id: number;
  collection_id: number;
  agent_id: number;
  status: TransportStatus;
}

const requests = (tx: Tx) =>
  tx
    .selectFrom('transports as t')
    .innerJoin('collections as c', (join) =>
      join.onRef('c.loft_id', '=', 't.loft_id').onRef('c.id', '=', 't.collection_id'),
    )
    .select(['t.loft_id', 't.season_id', 't.id', 't.order_id', 't.collection_id', 'c.agent_id', 't.status']);

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
 * @returns its id
 * @throws Refusal `not_found` for a collection that no active agent offers; by {@link whyNotRequest}
 */
export async function requestTransport(
  tx: Tx,
  order: Registration,
  collection_id: number,
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
  const no = whyNotRequest({
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
    .values({ loft_id, season_id, order_id: order.id, collection_id, created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await appendHistory(tx, 'transport', loft_id, [{ id, from: 'new', to: transportMachine.first }], { by, now_ms });
  await notifyTransport(tx, { ...(await findTransport(tx, id)) }, { n: 1, reason: null });
  return id;
}

/**
 * Withdraw the open request of a locked order.
 * @throws Refusal `not_found` where there is none; by {@link whyNotTakeBack}
 */
export async function takeBack(tx: Tx, order: Registration, act: Act): Promise<void> {
  const [open] = await openOf(tx, order.loft_id, [order.id]);
  if (!open) throw new Refusal('not_found');
  const no = whyNotTakeBack(open.status);
  if (no) throw no;
  await moveTransport(tx, open, 'cancel', act);
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
  await notifyTransport(tx, moved, { n: n!, reason });
  return moved;
}

/** The day, in the loft's zone, since which a pigeon `p` is where it is; null: it was never anywhere else. */
export const locatedSince = sql<string | null>`(select to_char(max(h.at) at time zone
    (select time_zone from lofts where id = p.loft_id), 'YYYY-MM-DD')
  from pigeon_history h
  where h.loft_id = p.loft_id and h.pigeon_id = p.id and h.machine = 'pigeon_location')`;

/** The locations of an order's birds. */
async function birdsOf(tx: Tx, { loft_id, order_id }: Pick<Transport, 'loft_id' | 'order_id'>) {
  return tx
    .selectFrom('entries as e')
    .innerJoin('pigeons as p', (join) => join.onRef('p.loft_id', '=', 'e.loft_id').onRef('p.id', '=', 'e.pigeon_id'))
    .select(['p.id', 'p.location', locatedSince.as('since')])
    .where('e.loft_id', '=', loft_id)
    .where('e.order_id', '=', order_id)
    .orderBy('p.id')
    .execute() as Promise<{ id: number; location: Location; since: string | null }[]>;
}

/** Answer locked requests. Each succeeds or fails by itself, as its outcome says. @throws Refusal `nothing_chosen`. */
export async function answerTransports(
  tx: Tx,
  held: readonly Transport[],
  event: 'confirm' | 'reject',
  act: Act,
): Promise<TransportOutcome[]> {
  return each(tx, held, async (transport) => {
    const locations = event === 'reject' ? (await birdsOf(tx, transport)).map(({ location }) => location) : [];
    const no = whyNotReject(locations);
    if (no) throw no;
    return moveTransport(tx, transport, event, act);
  });
}

/**
 * Record that the birds of locked requests were handed over: those at home are in transit now, and their customers are
 * notified. Each request succeeds or fails by itself; all birds are locked first, in the common lock order.
 * @throws Refusal `nothing_chosen`.
 */
export async function pickUp(tx: Tx, held: readonly Transport[], act: Act): Promise<TransportOutcome[]> {
  await lockBirdsOf(tx, held);
  return each(tx, held, async (transport) => {
    const birds = await birdsOf(tx, transport);
    const no = whyNotPickUp(
      transport.status,
      birds.map(({ location }) => location),
    );
    if (no) throw no;
    const home = birds.filter(({ location }) => location === 'at_home').map(({ id }) => id);
    await bringTo(tx, transport, await lockPigeons(tx, transport, home), 'in_transit', act);
    await notifyPickUp(tx, transport, act.now_ms);
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
    const today = dayAt(act.now_ms, (await findLoft(tx, transport.loft_id))!.time_zone);
    const no = whyNotPutBack(birds, today);
    if (no) throw no;
    const carried = birds.filter((bird) => isPutBack(bird, today)).map(({ id }) => id);
    await bringTo(tx, transport, await lockPigeons(tx, transport, carried), 'at_home', act);
    return transport;
  });
}

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
