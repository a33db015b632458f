/** The open tasks of a season, and its counts. */

import { sql } from 'kysely';
import { type ActivationKind, waitingAs } from '#domain/activations/activation.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { workOf } from '#domain/overview/open-work.ts';
import type { countSeason, readSeasonOverview } from '#domain/overview/season-contract.ts';
import type { ExtraPlaceKind } from '#domain/pigeons/admin-bird.ts';
import { takenPlaces } from '#domain/seasons/taken-places.ts';
import { activationsToPay, birdsToActivate, countActivations } from '#server/activations/birds.ts';
import { activationViews } from '#server/activations/views.ts';
import type { Tx } from '#server/db/database.ts';
import { listedOrders, type SeasonTime } from '#server/orders/admin-orders.ts';
import {
  type OrderSum,
  ordersToConfirm,
  ordersToPay,
  ordersWithCash,
  sumsOfCash,
  sumsOfOrders,
} from '#server/orders/order-counts.ts';
import { toPay } from '#server/orders/views.ts';
import { isGoneBird } from '#server/pigeons/gone.ts';
import { settingsOf } from '#server/seasons/setup.ts';

/** The maximum of rows of each kind; the lists of orders and of activations have the rest. */
const most = { to_confirm: 10, to_pay: 6, cash: 10, activations: 6 };

/** Orders that wait for approval or for payment, and the money received. */
export async function workOfSeason(
  tx: Tx,
  key: SeasonKey,
  { time_zone, now_ms }: { time_zone: string; now_ms: number },
) {
  const season = await settingsOf(tx, key);
  const when = { year: season.year, time_zone, now_ms };
  const alike = <Sum extends OrderSum>({ pay_until, ...sum }: Sum) => ({
    ...sum,
    working_days_left: pay_until === null ? null : toPay(pay_until, time_zone, now_ms).working_days_left,
  });
  const { to_confirm, to_pay, cash, received, due } = workOf(
    (await sumsOfOrders(tx, key)).map(alike),
    (await sumsOfCash(tx, key)).map(alike),
  );
  const read = async (ids: readonly number[]) => {
    const orders = new Map((await listedOrders(tx, key, ids, when)).map((order) => [order.id, order]));
    return ids.flatMap((id) => orders.get(id) ?? []);
  };
  const pending = await read(await ordersToConfirm(tx, key, most.to_confirm));
  return {
    currency: season.currency,
    places: {
      taken: takenPlaces(season).all,
      max: season.max_pigeons,
    },
    extra: await extraPlacesOf(tx, key),
    // Ids are assigned in the order of arrival.
    to_confirm: { ...to_confirm, oldest_at: pending[0]?.created_at ?? null, orders: pending },
    to_pay: { ...to_pay, due, orders: await read(await ordersToPay(tx, key, most.to_pay)) },
    cash: { ...cash, orders: await read(await ordersWithCash(tx, key, most.cash)) },
    received,
    ...(await onTheWay(tx, key)),
    collections: await collectionsOf(tx, key, dayAt(now_ms, time_zone)),
    activations: await activationsOf(tx, key, when),
  };
}

/** The number of birds that race without an ordered place, by the reason. */
async function extraPlacesOf(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<Record<ExtraPlaceKind, number>> {
  const { rows } = await sql<Record<ExtraPlaceKind, number>>`
    select (count(*) filter (where kind = 'outside_order'))::int as outside_order,
      (count(*) filter (where kind = 'without_fee'))::int as without_fee
    from extra_places where loft_id = ${loft_id} and season_id = ${season_id}`.execute(tx);
  return rows[0]!;
}

/** The number of requests that their agents have not answered. */
const transportsWaiting = ({ loft_id, season_id }: SeasonKey) => sql<number>`(select count(*)::int from transports
  where loft_id = ${loft_id} and season_id = ${season_id} and status = 'pending')`;

/** What is on its way: birds that have left home and are not at the loft yet, and requests to agents. */
async function onTheWay(tx: Tx, key: SeasonKey) {
  const { rows } = await sql<{ pigeons_in_transit: number; transports_waiting: number }>`
    select
      (select count(*)::int from pigeons p
        where p.loft_id = ${key.loft_id} and p.season_id = ${key.season_id} and p.location = 'in_transit'
          and not ${isGoneBird}
      ) as pigeons_in_transit,
      ${transportsWaiting(key)} as transports_waiting`.execute(tx);
  return rows[0]!;
}

/** The collections that agents are asked for from a day on, by place and day. */
async function collectionsOf(tx: Tx, { loft_id, season_id }: SeasonKey, today: string) {
  const { rows } = await sql<ReplyOf<typeof readSeasonOverview>['collections'][number]>`
    select c.id as collection_id, concat_ws(' ', u.first_name, u.last_name) as agent, c.place, c.day,
      sum(r.pigeons_active + r.pigeons_reserve)::int as pigeons, count(*)::int as requests,
      (count(*) filter (where t.status = 'pending'))::int as waiting
    from transports t
    join collections c on c.loft_id = t.loft_id and c.id = t.collection_id
    join registrations r on r.loft_id = t.loft_id and r.order_id = t.order_id
    join users u on u.id = c.agent_id
    where t.loft_id = ${loft_id} and t.season_id = ${season_id} and t.status in ('pending', 'confirmed') and c.day >= ${today}
    group by c.loft_id, c.id, u.id
    order by c.day, c.id`.execute(tx);
  return rows;
}

/** The numbers of activated, waiting and possible activations; and the birds that wait for payment. */
async function activationsOf(tx: Tx, key: SeasonKey, when: SeasonTime) {
  const pending = async (kind: ActivationKind) => {
    const pigeon_ids = await activationsToPay(tx, key, kind, most.activations);
    // A waiting activation costs what was ordered, whatever is on sale now.
    const views = activationViews(kind, await birdsToActivate(tx, key, { pigeon_ids }), [], when);
    const birds = new Map(views.map((one) => [one.pigeon_id, one]));
    return pigeon_ids.flatMap((id) => birds.get(id) ?? []);
  };
  return {
    counts: await countActivations(tx, key),
    pending: { reserve: await pending('reserve'), final_flight: await pending('final_flight') },
  };
}

/** The counts of the parts of a season. */
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
      ${transportsWaiting({ loft_id, season_id })} as transports_waiting`.execute(tx);
  return rows[0]!;
}
