/** The open work in the orders of a season: to confirm, to be paid, received. */
import { isPayable, type OrderStatus } from '#domain/orders/order.ts';

/** How soon orders have to be paid, in working days of the loft. */
export const dueSteps = ['last_day', 'soon', 'some', 'later'] as const;
export type DueStep = (typeof dueSteps)[number];

/** First and last number of working days of a step; the last step is open. */
export const dueDays = { last_day: [0, 0], soon: [1, 2], some: [3, 5], later: [6, null] } as const;

/** The step of a payment that is due in so many working days. */
export function dueStep(working_days_left: number): DueStep {
  return dueSteps.find((step) => working_days_left <= (dueDays[step][1] ?? Number.POSITIVE_INFINITY))!;
}

/** Orders with the same status and due day, in sum. */
export interface OrderGroup {
  status: OrderStatus;
  orders: number;
  amount_cents: number;
  /** Null: nothing is due, or without a last day. */
  working_days_left: number | null;
}

export interface SeasonWork {
  to_confirm: { count: number };
  to_pay: { count: number; amount_cents: number };
  /** Cash of agents that waits for a merchant's approval; it is not to be paid again, and not received yet. */
  cash: { count: number; amount_cents: number };
  /** Of all confirmed orders. */
  received: { amount_cents: number; expected_cents: number };
  due: Record<DueStep, number>;
}

/**
 * The open work of these orders. Rejected and cancelled ones are not expected any more.
 * @param waiting those of them for which cash waits, and how much
 */
export function workOf(
  orders: readonly OrderGroup[],
  waiting: readonly (OrderGroup & { cash_cents: number })[],
): SeasonWork {
  const work: SeasonWork = {
    to_confirm: { count: 0 },
    to_pay: { count: 0, amount_cents: 0 },
    cash: { count: 0, amount_cents: 0 },
    received: { amount_cents: 0, expected_cents: 0 },
    due: { last_day: 0, soon: 0, some: 0, later: 0 },
  };
  const askFor = ({ status, orders, amount_cents, working_days_left }: OrderGroup, sign: 1 | -1) => {
    if (!isPayable(status)) return;
    work.to_pay.count += sign * orders;
    work.to_pay.amount_cents += sign * amount_cents;
    if (working_days_left !== null) work.due[dueStep(working_days_left)] += sign * orders;
  };
  for (const alike of orders) {
    const { status, amount_cents } = alike;
    if (status === 'pending') work.to_confirm.count += alike.orders;
    if (status === 'paid') work.received.amount_cents += amount_cents;
    if (status === 'paid' || isPayable(status)) work.received.expected_cents += amount_cents;
    askFor(alike, 1);
  }
  for (const alike of waiting) {
    work.cash.count += alike.orders;
    work.cash.amount_cents += alike.cash_cents;
    askFor(alike, -1);
  }
  return work;
}
