/** What the orders of a season come to, for who runs it: what waits for a yes, what for its money, what has come in. */
import { isPayable, type OrderStatus } from '#domain/orders/order.ts';

/** How soon orders have to be paid, in working days of the loft. */
export const dueSteps = ['last_day', 'soon', 'some', 'later'] as const;
export type DueStep = (typeof dueSteps)[number];

/** The working days that a step holds; the last one is open. */
export const dueDays = { last_day: [0, 0], soon: [1, 2], some: [3, 5], later: [6, null] } as const;

/** How soon something has to be paid that has so many working days left. */
export function dueStep(working_days_left: number): DueStep {
  return dueSteps.find((step) => working_days_left <= (dueDays[step][1] ?? Number.POSITIVE_INFINITY))!;
}

/** Orders that stand alike. */
export interface OrdersAlike {
  status: OrderStatus;
  orders: number;
  amount_cents: number;
  /** Null: they need not be paid, or have no days for it. */
  working_days_left: number | null;
}

export interface SeasonWork {
  to_confirm: { count: number };
  to_pay: { count: number; amount_cents: number };
  /** Cash that agents took and that waits for a merchant's yes; it is not to be paid again, and not received yet. */
  cash: { count: number; amount_cents: number };
  /** Of all that is confirmed. */
  received: { amount_cents: number; expected_cents: number };
  due: Record<DueStep, number>;
}

/**
 * What these orders come to. What was rejected or cancelled is expected no more.
 * @param waiting those of them for which cash waits, and how much
 */
export function workOf(
  orders: readonly OrdersAlike[],
  waiting: readonly (OrdersAlike & { cash_cents: number })[],
): SeasonWork {
  const work: SeasonWork = {
    to_confirm: { count: 0 },
    to_pay: { count: 0, amount_cents: 0 },
    cash: { count: 0, amount_cents: 0 },
    received: { amount_cents: 0, expected_cents: 0 },
    due: { last_day: 0, soon: 0, some: 0, later: 0 },
  };
  const askFor = ({ status, orders, amount_cents, working_days_left }: OrdersAlike, sign: 1 | -1) => {
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
