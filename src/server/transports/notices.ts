/** Notices about transport requests, to the agent or the customer, in the transaction of the change. */
import { orderNumber } from '#domain/orders/order.ts';
import { nothingHandedOver } from '#domain/transports/transport.ts';
import type { Tx } from '#server/db/database.ts';
import { type FactsOf, notify, person } from '#server/notifications/notify.ts';

type Status = Exclude<FactsOf['transport']['status'], 'picked_up' | 'given_back'>;

interface NotifiedTransport {
  loft_id: number;
  id: number;
  status: Status;
}

/**
 * Notify an agent of a new or withdrawn request, and a customer of the agent's reply.
 * @param to_give_back how many birds the agent has of an order that has ended
 */
export async function notifyTransport(
  tx: Tx,
  { status, ...transport }: NotifiedTransport,
  { n, reason, to_give_back = 0 }: { n: number; reason: string | null; to_give_back?: number },
): Promise<void> {
  const { agent_id, customer_id, facts } = await factsOf(tx, transport);
  const isForAgent = status === 'pending' || status === 'cancelled';
  await notify(tx, person(isForAgent ? agent_id : customer_id), {
    event: 'transport',
    key: `transport:${transport.id} ${n}`,
    facts: {
      ...facts,
      status,
      reason,
      ...(reason === nothingHandedOver && { nothing_handed_over: true }),
      ...(to_give_back > 0 && { to_give_back }),
      ...(isForAgent && { path: `/transports/${transport.id}` }),
    },
  });
}

/** Notify a customer that the agent has picked up the birds, and how many of them are to be entered. */
export async function notifyPickUp(
  tx: Tx,
  transport: Pick<NotifiedTransport, 'loft_id' | 'id'>,
  { not_entered, now_ms }: { not_entered: number; now_ms: number },
): Promise<void> {
  const { customer_id, facts } = await factsOf(tx, transport);
  await notify(tx, person(customer_id), {
    event: 'transport',
    key: `transport:${transport.id} up ${new Date(now_ms).toISOString()}`,
    facts: { ...facts, status: 'picked_up', reason: null, ...(not_entered > 0 && { not_entered }) },
  });
}

/** Notify a customer that the agent has given the birds back. */
export async function notifyGivenBack(
  tx: Tx,
  transport: Pick<NotifiedTransport, 'loft_id' | 'id'>,
  { now_ms }: { now_ms: number },
): Promise<void> {
  const { customer_id, facts } = await factsOf(tx, transport);
  await notify(tx, person(customer_id), {
    event: 'transport',
    key: `transport:${transport.id} back ${new Date(now_ms).toISOString()}`,
    facts: { ...facts, status: 'given_back', reason: null },
  });
}

/** The order number of a request, as people read it. */
export async function numberOf(tx: Tx, transport: Pick<NotifiedTransport, 'loft_id' | 'id'>): Promise<string> {
  return (await factsOf(tx, transport)).facts.number;
}

async function factsOf(tx: Tx, { loft_id, id }: Pick<NotifiedTransport, 'loft_id' | 'id'>) {
  const found = await tx
    .selectFrom('transports as t')
    .innerJoin('collections as c', (join) =>
      join.onRef('c.loft_id', '=', 't.loft_id').onRef('c.id', '=', 't.collection_id'),
    )
    .innerJoin('orders as o', (join) => join.onRef('o.loft_id', '=', 't.loft_id').onRef('o.id', '=', 't.order_id'))
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 't.loft_id').onRef('s.id', '=', 't.season_id'))
    .innerJoin('lofts as l', 'l.id', 't.loft_id')
    .innerJoin('users as a', 'a.id', 'c.agent_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['c.agent_id', 'c.place', 'c.day', 'c.from_time', 'c.to_time', 'o.id as order_id', 'o.number', 's.year'])
    .select(['o.user_id as customer_id', 'l.name as loft', 'a.first_name as agent_first', 'a.last_name as agent_last'])
    .select(['u.first_name as first', 'u.last_name as last'])
    .where('t.loft_id', '=', loft_id)
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow();
  const { agent_id, customer_id, loft, place, day } = found;
  const named = (...names: (string | null)[]) => names.filter(Boolean).join(' ') || '–';
  const facts: Omit<FactsOf['transport'], 'status' | 'reason'> = {
    loft,
    number: orderNumber(found),
    agent: named(found.agent_first, found.agent_last),
    customer: named(found.first, found.last),
    place,
    day,
    hours: `${found.from_time}–${found.to_time}`,
    path: `/registrations/${found.order_id}/shipments`,
  };
  return { agent_id, customer_id, facts };
}
