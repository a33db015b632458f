/** What waits in a season, and how much there is in it. */
import { sql } from 'kysely';
import type { ReplyOf } from '#domain/contract.ts';
import { dayAt } from '#domain/day.ts';
import type { countSeason, readSeasonOverview } from '#domain/overview/season-contract.ts';
import { workOf } from '#domain/overview/season-work.ts';
import type { Tx } from '#server/db/database.ts';
import { ordersOfSeason } from '#server/orders/desk.ts';
import type { SeasonKey } from '#server/seasons/due-dates.ts';
import { settingsOf } from '#server/seasons/setup.ts';

/** So many rows of each are told; the rest stands in the list of orders. */
const most = { to_confirm: 10, to_pay: 6 };

/** What waits for a yes and for its money, and what has come in. */
export async function workOfSeason(
  tx: Tx,
  key: SeasonKey,
  { time_zone, now_ms }: { time_zone: string; now_ms: number },
) {
  const season = await settingsOf(tx, key);
  const orders = await ordersOfSeason(tx, key, { year: season.year, time_zone, now_ms });
  const { to_confirm, to_pay, received, due } = workOf(orders);
  // Numbers are given in the order in which they came.
  const pending = orders.filter(({ status }) => status === 'pending');
  const payable = orders
    .flatMap((order) => (order.to_pay ? [{ order, until: order.to_pay.until }] : []))
    .sort((a, b) => a.until.localeCompare(b.until))
    .map(({ order }) => order);
  return {
    currency: season.currency,
    places: { taken: season.taken_active_pigeons + season.taken_reserve_pigeons, max: season.max_pigeons },
    to_confirm: { ...to_confirm, orders: pending.slice(0, most.to_confirm) },
    to_pay: { ...to_pay, due, orders: payable.slice(0, most.to_pay) },
    received,
    pigeons_in_transit: await pigeonsInTransit(tx, key),
    collections: await collectionsOf(tx, key, dayAt(now_ms, time_zone)),
  };
}

/** How many birds have left home and are not at the loft yet. */
async function pigeonsInTransit(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<number> {
  const { count } = await tx
    .selectFrom('pigeons')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where('location', '=', 'in_transit')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What agents were asked to collect from a day on, by place and day. */
async function collectionsOf(tx: Tx, { loft_id, season_id }: SeasonKey, today: string) {
  const { rows } = await sql<ReplyOf<typeof readSeasonOverview>['collections'][number]>`
    select c.id as collection_id, concat_ws(' ', u.first_name, u.last_name) as agent, c.place, c.day,
      sum(o.pigeons_active + o.pigeons_reserve)::int as pigeons, count(*)::int as requests,
      (count(*) filter (where t.status = 'pending'))::int as waiting
    from transports t
    join collections c on c.loft_id = t.loft_id and c.id = t.collection_id
    join orders o on o.loft_id = t.loft_id and o.id = t.order_id
    join users u on u.id = c.agent_id
    where t.loft_id = ${loft_id} and t.season_id = ${season_id} and t.status in ('pending', 'confirmed') and c.day >= ${today}
    group by c.loft_id, c.id, u.id
    order by c.day, c.id`.execute(tx);
  return rows;
}

/** How much there is in the parts of a season. */
export async function countsOfSeason(tx: Tx, { loft_id, season_id }: SeasonKey) {
  const { rows } = await sql<ReplyOf<typeof countSeason>>`
    select
      (select count(*)::int from orders
        where loft_id = ${loft_id} and season_id = ${season_id} and status = 'pending') as orders_to_confirm,
      (select count(*)::int from (
        select user_id from teams where loft_id = ${loft_id} and season_id = ${season_id} and user_id is not null
        union select user_id from orders where loft_id = ${loft_id} and season_id = ${season_id}) who) as customers,
      (select count(*)::int from teams where loft_id = ${loft_id} and season_id = ${season_id}) as teams,
      (select count(*)::int from pigeons where loft_id = ${loft_id} and season_id = ${season_id}) as pigeons,
      (select count(*)::int from pigeons
        where loft_id = ${loft_id} and season_id = ${season_id} and health = 'lost') as lost,
      (select count(*)::int from transports
        where loft_id = ${loft_id} and season_id = ${season_id} and status = 'pending') as transports_waiting`.execute(
    tx,
  );
  return rows[0]!;
}
