/** Agents, their collections and the requests to them, for tests. */
import { daysAfter } from '#domain/calendar.ts';
import { dayAt } from '#domain/day.ts';
import type { TransportEvent } from '#domain/transports/transport.ts';
import type { Database } from '#server/db/database.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { findRegistration, lockRegistration } from '#server/orders/registrations.ts';
import { offerCollection } from '#server/transports/collections.ts';
import { lockTransports, moveTransport, requestTransport } from '#server/transports/transports.ts';
import { buildPerson } from './builders.ts';

let agents = 0;

/** An active agent of a loft. */
export const buildAgent = (db: Database, loft_id: number) =>
  buildPerson(db, {
    email: `agent-${++agents}-${process.pid}@example.org`,
    first_name: 'Ria',
    last_name: 'Postma',
    phone: '+31381234567',
    entries: [{ loft_id, entry: { is_agent: true } }],
  });

/** An agent's collection so many days after this instant, the next one by default, at 12 per bird. */
export function plantCollection(
  db: Database,
  {
    loft_id,
    agent_id,
    place = 'Zwolle',
    days = 1,
  }: { loft_id: number; agent_id: number; place?: string; days?: number },
  now_ms = Date.now(),
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { loft } = await loadLoft(tx, loft_id);
    const day = daysAfter(dayAt(now_ms, loft.time_zone), days);
    const fields = { place, day, from_time: '09:00', to_time: '12:00', price_cents: 1200, note: null };
    // Whatever windows the season of a test has.
    const anyDay = { ...fields, is_on_purpose: true };
    return offerCollection(tx, { loft_id, agent_id }, anyDay, { by: agent_id, now_ms });
  });
}

/** A request that the customer of an order made at this instant, taken through these steps. */
export function plantTransport(
  db: Database,
  { order_id, collection_id }: { order_id: number; collection_id: number },
  steps: readonly TransportEvent[] = [],
  now_ms = Date.now(),
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const by = (await findRegistration(tx, order_id)).user_id;
    const id = await requestTransport(tx, await lockRegistration(tx, order_id), { collection_id }, { by, now_ms });
    for (const event of steps) {
      const [transport] = await lockTransports(tx, [id]);
      await moveTransport(tx, transport!, event, { by: transport!.agent_id, now_ms, reason: 'The van is full' });
    }
    return id;
  });
}
