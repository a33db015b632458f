/** What waits in a season, and how much there is in it. */
import { sql } from 'kysely';
import { type ActivationKind, waitingAs } from '#domain/activations/activation.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { dayAt } from '#domain/day.ts';
import type { countSeason, readSeasonOverview } from '#domain/overview/season-contract.ts';
import { workOf } from '#domain/overview/season-work.ts';
import type { ExtraPlaceKind } from '#domain/pigeons/desk-bird.ts';
import { birdsToActivate } from '#server/activations/birds.ts';
import { countActivations, toldActivations } from '#server/activations/shown.ts';
import type { Tx } from '#server/db/database.ts';
import { ordersOfSeason } from '#server/orders/desk.ts';
import type { SeasonKey } from '#server/seasons/due-dates.ts';
import { settingsOf } from '#server/seasons/setup.ts';

/** So many rows of each are told; the rest stands in the list of orders, and in that of activations. */
const most = { to_confirm: 10, to_pay: 6, cash: 10, activations: 6 };

/** What waits for a yes and for its money, and what has come in. */
export async function workOfSeason(
  tx: Tx,
  key: SeasonKey,
  { time_zone, now_ms }: { time_zone: string; now_ms: number },
) {
  const season = await settingsOf(tx, key);
  const orders = await ordersOfSeason(tx, key, { year: season.year, time_zone, now_ms });
  const { to_confirm, to_pay, cash, received, due } = workOf(orders);
  // Numbers are given in the order in which they came.
  const pending = orders.filter(({ status }) => status === 'pending');
  const payable = orders
    .flatMap((order) => (order.to_pay ? [{ order, until: order.to_pay.until }] : []))
    .sort((a, b) => a.until.localeCompare(b.until))
    .map(({ order }) => order);
  const taken = orders
    .flatMap((order) => (order.cash ? [{ order, at: order.cash.at }] : []))
    .sort((a, b) => a.at.localeCompare(b.at))
    .map(({ order }) => order);
  return {
    currency: season.currency,
    places: {
      taken: season.taken_active_pigeons + season.taken_reserve_pigeons + season.outside_order_pigeons,
      max: season.max_pigeons,
    },
    extra: await extraPlacesOf(tx, key),
    to_confirm: { ...to_confirm, orders: pending.slice(0, most.to_confirm) },
    to_pay: { ...to_pay, due, orders: payable.slice(0, most.to_pay) },
    cash: { ...cash, orders: taken.slice(0, most.cash) },
    received,
    pigeons_in_transit: await pigeonsInTransit(tx, key),
    collections: await collectionsOf(tx, key, dayAt(now_ms, time_zone)),
    activations: await activationsOf(tx, key, { year: season.year, time_zone, now_ms }),
  };
}

/** How many birds race without a place that was ordered for them, by how they came to it. */
async function extraPlacesOf(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<Record<ExtraPlaceKind, number>> {
  const { rows } = await sql<Record<ExtraPlaceKind, number>>`
    select (count(*) filter (where kind = 'outside_order'))::int as outside_order,
      (count(*) filter (where kind = 'without_fee'))::int as without_fee
    from extra_places where loft_id = ${loft_id} and season_id = ${season_id}`.execute(tx);
  return rows[0]!;
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

/** How many birds are activated, wait or could be; and those that wait for their money. */
async function activationsOf(tx: Tx, key: SeasonKey, when: Parameters<typeof toldActivations>[3]) {
  const birds = await birdsToActivate(tx, key);
  const pending = (kind: ActivationKind) =>
    // What waits costs what was ordered, whatever is on sale now.
    toldActivations(kind, birds, [], when)
      .filter(({ state }) => state === 'pending')
      // One that the loft made wait by hand has no order, and so no end of its days.
      .sort((one, other) => (one.order?.to_pay?.until ?? '~').localeCompare(other.order?.to_pay?.until ?? '~'))
      .slice(0, most.activations);
  return {
    counts: countActivations(birds),
    pending: { reserve: pending('reserve'), final_flight: pending('final_flight') },
  };
}

/** How much there is in the parts of a season. */
export async function countsOfSeason(tx: Tx, { loft_id, season_id }: SeasonKey) {
  const { rows } = await sql<ReplyOf<typeof countSeason>>`
    select
      (select count(*)::int from orders
        where loft_id = ${loft_id} and season_id = ${season_id} and status = 'pending') as orders_to_confirm,
      (select count(*)::int from payments
        where loft_id = ${loft_id} and season_id = ${season_id} and method = 'hand' and status = 'open') as cash_to_approve,
      (select count(*)::int from (
        select user_id from teams where loft_id = ${loft_id} and season_id = ${season_id} and user_id is not null
        union select user_id from orders where loft_id = ${loft_id} and season_id = ${season_id}) who) as customers,
      (select count(*)::int from teams where loft_id = ${loft_id} and season_id = ${season_id}) as teams,
      (select count(*)::int from pigeons where loft_id = ${loft_id} and season_id = ${season_id}) as pigeons,
      (select count(*)::int from pigeons
        where loft_id = ${loft_id} and season_id = ${season_id} and health = 'lost') as lost,
      (select count(*)::int from pigeons p
        cross join json_each_text(${JSON.stringify(waitingAs)}) as waiting (kind, progress)
        left join activations a
          on a.loft_id = p.loft_id and a.pigeon_id = p.id and a.kind = waiting.kind and a.ended_at is null
        left join orders o on o.loft_id = a.loft_id and o.id = a.order_id
        where p.loft_id = ${loft_id} and p.season_id = ${season_id}
          and case when o.id is null then p.progress = waiting.progress else o.status <> 'paid' end
      ) as activations_waiting,
      (select count(*)::int from transports
        where loft_id = ${loft_id} and season_id = ${season_id} and status = 'pending') as transports_waiting`.execute(
    tx,
  );
  return rows[0]!;
}
