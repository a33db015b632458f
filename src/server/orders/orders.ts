/** Orders: placing one and moving it through its states, each in a transaction that locks the season and the order. */

import { sql } from 'kysely';
import { daysAfter } from '#domain/calendar.ts';
import { dayAt, instantOf } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { step } from '#domain/machine.ts';
import type { Currency } from '#domain/money.ts';
import type { TakenCapacity } from '#domain/orders/cart.ts';
import {
  isEnd,
  type OrderEvent,
  type OrderKind,
  type OrderStatus,
  orderMachine,
  whyNotStep,
} from '#domain/orders/order.ts';
import { lastDayToPay } from '#domain/orders/payment-window.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import { categoryOf } from '#domain/seasons/due-date.ts';
import type { LoftAct } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { appendHistory } from '#server/db/histories.ts';
import { dueDatesOf } from '#server/seasons/due-dates.ts';
import { haveCash } from './cash.ts';
import { orderSteps } from './consequences.ts';
import type { Order, OrderSeries } from './order.ts';
import { countStanding } from './order-counts.ts';

const columns = [
  'loft_id',
  'season_id',
  'id',
  'number',
  'kind',
  'user_id',
  'team_id',
  'currency',
  'amount_cents',
  'status',
  'pay_until',
  'created_at',
] as const;

/** One line of an order: a product of the season, or a free text with its price. */
export type Position = { quantity: number; amount_cents: number } & (
  | { product_id: number; name?: never }
  | { name: string; product_id?: never }
);

/** The input of {@link placeOrder}. */
export interface NewOrder {
  loft_id: number;
  season_id: number | null;
  kind: OrderKind;
  user_id: number;
  currency: Currency;
  positions: readonly Position[];
  team_id?: number | null;
  /** The team was created with this order. */
  team_is_new?: boolean;
  contract_id?: number | null;
  /** Who places the order on behalf of the customer. */
  by?: number | null;
  /** The confirmation follows at once, and only that one is reported. */
  isAccepted?: boolean;
  /** Writes the rows specific to its kind, before the consequences run. */
  keep?: (order_id: number) => Promise<void>;
}

/**
 * Write an order with its positions, and run its consequences. For an order of a season, the caller has locked the
 * season ({@link lockPlaces}) and checked what is ordered; without a season the loft is locked here, so that its
 * numbers are consecutive.
 */
export async function placeOrder(
  tx: Tx,
  { positions, by, isAccepted = false, keep, ...fields }: NewOrder,
  { time_zone, now_ms }: { time_zone: string; now_ms: number },
): Promise<Order> {
  const { loft_id, season_id, user_id } = fields;
  if (season_id === null)
    await tx.selectFrom('lofts').select('id').where('id', '=', loft_id).forNoKeyUpdate().execute();
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(number), 0) + 1 as number from orders
    where loft_id = ${loft_id} and season_id is not distinct from ${season_id}::bigint`.execute(tx);
  const order = await tx
    .insertInto('orders')
    .values({
      ...fields,
      number: rows[0]!.number,
      amount_cents: positions.reduce((sum, { quantity, amount_cents }) => sum + quantity * amount_cents, 0),
      created_at: new Date(now_ms).toISOString(),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('order_positions')
    .values(positions.map((position, i) => ({ loft_id, season_id, order_id: order.id, n: i + 1, ...position })))
    .execute();
  await keep?.(order.id);
  const act = { by: by === undefined ? user_id : by, time_zone, now_ms };
  await appendHistory(tx, 'order', loft_id, [{ id: order.id, from: 'new', to: order.status }], act);
  const steps = [{ order, from: 'new' as const, pay_until_was: null, n: 1 }];
  await orderSteps.run(tx, { loft_id, season_id, steps, act, isQuiet: isAccepted });
  return order;
}

/** An order by its id. @throws Refusal `not_found`. */
export async function findOrder(tx: Tx, order_id: number): Promise<Order> {
  const order = await tx.selectFrom('orders').select(columns).where('id', '=', order_id).executeTakeFirst();
  if (!order) throw new Refusal('not_found');
  return order;
}

/**
 * The order with its season, if any, locked until the transaction ends, in the common lock order.
 * @throws Refusal `not_found`.
 */
export async function lockOrder(tx: Tx, order_id: number): Promise<Order> {
  const found = await tx
    .selectFrom('orders')
    .select(['loft_id', 'season_id'])
    .where('id', '=', order_id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const { loft_id, season_id } = found;
  if (season_id !== null) await lockPlaces(tx, { loft_id, season_id });
  return tx.selectFrom('orders').select(columns).where('id', '=', order_id).forUpdate().executeTakeFirstOrThrow();
}

/**
 * These orders of a season with it, locked until the transaction ends, in the common lock order.
 * @throws Refusal `not_found`.
 */
export async function lockOrders(tx: Tx, season: SeasonKey, order_ids: readonly number[]): Promise<Order[]> {
  await lockPlaces(tx, season);
  const orders = await tx
    .selectFrom('orders')
    .select(columns)
    .where('loft_id', '=', season.loft_id)
    .where('season_id', '=', season.season_id)
    .where('id', 'in', order_ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (orders.length < new Set(order_ids).size) throw new Refusal('not_found');
  return orders;
}

/**
 * Take a locked order one step along its machine (4.1), and run the consequences ({@link orderSteps}).
 * @throws Refusal `step_not_possible`; by {@link whyNotStep}.
 */
export async function moveOrder(tx: Tx, order: Order, event: OrderEvent, act: LoftAct): Promise<Order> {
  const [moved] = await moveOrders(tx, order, [order], event, act);
  if (isRefusal(moved)) throw moved;
  return moved!;
}

/**
 * Take locked orders of a season one step along their machine (4.1), together, and run the consequences. `confirm` and
 * `revoke` set new days to pay.
 * @returns for each order its new state, or the refusal with which it stayed as it was: `step_not_possible`, or by
 * {@link whyNotStep}
 */
export async function moveOrders(
  tx: Tx,
  { loft_id, season_id }: OrderSeries,
  orders: readonly Order[],
  event: OrderEvent,
  act: LoftAct,
): Promise<(Order | Refusal)[]> {
  const withCash = isEnd(event) ? await haveCash(tx, { loft_id }, orders) : new Set<number>();
  const ends = orders.map((order): OrderStatus | Refusal => {
    const to = stepOf(order.status, event);
    const given = { reason: act.reason ?? null, hasCash: withCash.has(order.id) };
    return isRefusal(to) ? to : (whyNotStep(event, given) ?? to);
  });
  const going = orders.flatMap((order, i) => {
    const to = ends[i]!;
    return isRefusal(to) ? [] : [{ order, to }];
  });
  if (!going.length) return ends as Refusal[];
  const steps = going.map(({ order: { id, status: from }, to }) => ({ id, from, to }));
  const numbers = await appendHistory(tx, 'order', loft_id, steps, act);
  const days =
    event === 'confirm' || event === 'revoke'
      ? await setDaysToPay(
          tx,
          { loft_id, season_id },
          steps.map(({ id }) => id),
          act,
        )
      : {};
  const moved = going.map(({ order, to: status }, i) => ({
    order: { ...order, ...days, status },
    from: order.status,
    pay_until_was: order.pay_until,
    n: numbers[i]!,
  }));
  // A failed payment returns the order to a state that was reported before.
  const isQuiet = event === 'fail_payment';
  await orderSteps.run(tx, { loft_id, season_id, steps: moved, act, isQuiet });
  const after = new Map(moved.map(({ order }) => [order.id, order]));
  return orders.map((order, i) => after.get(order.id) ?? (ends[i] as Refusal));
}

function stepOf(status: OrderStatus, event: OrderEvent): OrderStatus | Refusal {
  try {
    return step(orderMachine, status, event);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error;
  }
}

/**
 * Give a locked order new days to pay from now on (4.1), in its present state.
 * @returns the instant at which they end
 */
export async function giveDaysToPay(
  tx: Tx,
  order_id: number,
  when: Pick<LoftAct, 'time_zone' | 'now_ms'>,
): Promise<{ pay_until: string }> {
  const order = await findOrder(tx, order_id);
  const given = await setDaysToPay(tx, order, [order_id], when);
  const { loft_id, season_id } = order;
  if (season_id !== null)
    await countStanding(tx, { loft_id, season_id }, [
      { ...order, sign: -1 },
      { ...order, ...given, sign: 1 },
    ]);
  return given;
}

async function setDaysToPay(
  tx: Tx,
  { loft_id, season_id }: OrderSeries,
  order_ids: readonly number[],
  { time_zone, now_ms }: Pick<LoftAct, 'time_zone' | 'now_ms'>,
): Promise<{ pay_until: string }> {
  const due_dates = season_id === null ? [] : await dueDatesOf(tx, { loft_id, season_id });
  const payment = due_dates.find((one) => categoryOf(one) === 'payment');
  const last = lastDayToPay(dayAt(now_ms, time_zone), payment);
  const pay_until = new Date(instantOf({ date: daysAfter(last, 1), time: '00:00' }, time_zone)).toISOString();
  await tx
    .updateTable('orders')
    .set({ pay_until })
    .where('loft_id', '=', loft_id)
    .where('id', 'in', order_ids)
    .execute();
  return { pay_until };
}

/** Lock the season's row, which counts its places, until the transaction ends. @throws Refusal `not_found`. */
export async function lockPlaces(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
): Promise<TakenCapacity & { currency: Currency; places_at_once: number | null }> {
  const season = await tx
    .selectFrom('seasons')
    .select([
      'currency',
      'max_pigeons',
      'max_active_pigeons',
      'max_reserve_pigeons',
      'places_at_once',
      'taken_active_pigeons',
      'taken_reserve_pigeons',
      'activated_reserve_pigeons',
      'outside_order_pigeons',
    ])
    .where('loft_id', '=', loft_id)
    .where('id', '=', season_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!season) throw new Refusal('not_found');
  return { ...season, currency: season.currency as Currency };
}
