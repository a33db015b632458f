/** Transports of the demo: its agent collects on three days, today one of them, with requests in every state. */
import { sql } from 'kysely';
import { daysAfter } from '#domain/calendar.ts';
import { dayAt } from '#domain/day.ts';
import { dueDateCategories } from '#domain/seasons/due-date.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { lockRegistration } from '#server/orders/registrations.ts';
import { offerCollection } from '#server/transports/collections.ts';
import { answerTransports, lockTransports, pickUp, requestTransport, takeBack } from '#server/transports/transports.ts';

const day_ms = 86_400_000;

interface Found {
  loft_id: number;
  season_id: number;
  time_zone: string;
  agent: number;
}

/** The collections: days ahead, place, time, and price per bird. */
const collections = [
  { days: 0, place: 'Gent, Korenmarkt 12', from_time: '07:00', to_time: '20:00', price_cents: 1000, note: null },
  { days: 6, place: 'Zwolle, Hessenplein 4', from_time: '09:00', to_time: '12:00', price_cents: 1400, note: null },
  {
    days: 13,
    place: 'Antwerpen, Bredabaan 210',
    from_time: '16:30',
    to_time: '19:00',
    price_cents: 1200,
    note: 'Also sends the health papers.',
  },
] as const;

/** For each order in turn: the collection that is requested, and the state of the request. */
const asked: readonly (readonly [
  collection: 0 | 1 | 2,
  becomes: 'picked_up' | 'wait' | 'confirm' | 'reject' | 'cancel',
])[] = [
  [0, 'picked_up'],
  [1, 'wait'],
  [2, 'reject'],
  [0, 'confirm'],
  [1, 'wait'],
  [2, 'cancel'],
];

/** Runs once for each season of the agent's lofts that takes birds in these days. */
export async function seedTransports(db: Database, issuer: string): Promise<void> {
  const { rows } = await sql<Found>`
    select s.loft_id, s.id as season_id, l.time_zone, a.id as agent
    from seasons s join lofts l on l.id = s.loft_id
    join users a on a.issuer = ${issuer} and a.subject = 'demo-agent'
    join loft_permissions p on p.loft_id = l.id and p.user_id = a.id and p.is_agent
    where s.status = 'in_progress' and exists (select from due_dates d where d.loft_id = s.loft_id and d.season_id = s.id
      and d.due_date_category_id = ${dueDateCategories.pigeon_shipping} and now() between d.starts_at and d.ends_at)
      and not exists (select from collections c where c.loft_id = l.id)
    order by s.id`.execute(db);
  for (const season of rows) await db.transaction().execute((tx) => seedSeason(tx, season, Date.now()));
}

async function seedSeason(tx: Tx, { loft_id, season_id, time_zone, agent }: Found, now_ms: number): Promise<void> {
  const collection_ids: number[] = [];
  for (const { days, ...fields } of collections) {
    const day = daysAfter(dayAt(now_ms, time_zone), days);
    const offered = { by: agent, now_ms: now_ms - 30 * day_ms };
    collection_ids.push(await offerCollection(tx, { loft_id, agent_id: agent }, { ...fields, day }, offered));
  }
  // Orders with birds come first, so that some can be picked up.
  const { rows: orders } = await sql<{ id: number; user_id: number }>`
    select o.id, o.user_id from orders o
    where o.loft_id = ${loft_id} and o.season_id = ${season_id} and o.status not in ('rejected', 'cancelled')
    order by (select count(*) from entries e join pigeons p on p.id = e.pigeon_id and p.location = 'at_home'
      where e.order_id = o.id) desc, o.id limit ${asked.length}`.execute(tx);
  for (const [i, { id: order_id, user_id }] of orders.entries()) {
    const [collection, becomes] = asked[i]!;
    const sent = { by: user_id, now_ms: now_ms - (8 - i) * day_ms };
    const answered = { by: agent, now_ms: sent.now_ms + day_ms / 4 };
    const order = await lockRegistration(tx, order_id);
    const held = await lockTransports(tx, [
      await requestTransport(tx, order, { collection_id: collection_ids[collection]! }, sent),
    ]);
    if (becomes === 'cancel') await takeBack(tx, order, answered);
    if (becomes === 'reject') await answerTransports(tx, held, 'reject', { ...answered, reason: 'The van is full' });
    if (becomes !== 'confirm' && becomes !== 'picked_up') continue;
    await answerTransports(tx, held, 'confirm', answered);
    if (becomes === 'picked_up')
      await pickUp(tx, await lockTransports(tx, [held[0]!.id]), { by: agent, now_ms: now_ms - day_ms / 8 });
  }
}
