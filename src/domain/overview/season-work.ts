/** What the orders of a season come to, for who runs it: what waits for a yes, what for its money, what has come in. */
import type { ListedOrder } from '#domain/orders/desk-contract.ts';
import { isPayable } from '#domain/orders/order.ts';

/** How soon orders have to be paid, in working days of the loft. */
export const dueSteps = ['last_day', 'soon', 'some', 'later'] as const;
export type DueStep = (typeof dueSteps)[number];

/** The working days that a step holds; the last one is open. */
export const dueDays = { last_day: [0, 0], soon: [1, 2], some: [3, 5], later: [6, null] } as const;

/** How soon something has to be paid that has so many working days left. */
export function dueStep(working_days_left: number): DueStep {
  return dueSteps.find((step) => working_days_left <= (dueDays[step][1] ?? Number.POSITIVE_INFINITY))!;
}

type Order = Pick<ListedOrder, 'status' | 'amount_cents' | 'created_at' | 'cash' | 'to_pay'>;

export interface SeasonWork {
  to_confirm: { count: number; oldest_at: string | null };
  to_pay: { count: number; amount_cents: number };
  /** Cash that agents took and that waits for a merchant's yes; it is not to be paid again, and not received yet. */
  cash: { count: number; amount_cents: number };
  /** Of all that is confirmed. */
  received: { amount_cents: number; expected_cents: number };
  due: Record<DueStep, number>;
}

/** What these orders come to. What was rejected or cancelled is expected no more. */
export function workOf(orders: readonly Order[]): SeasonWork {
  const work: SeasonWork = {
    to_confirm: { count: 0, oldest_at: null },
    to_pay: { count: 0, amount_cents: 0 },
    cash: { count: 0, amount_cents: 0 },
    received: { amount_cents: 0, expected_cents: 0 },
    due: { last_day: 0, soon: 0, some: 0, later: 0 },
  };
  for (const { status, amount_cents, created_at, cash, to_pay } of orders) {
    if (status === 'pending') {
      const { oldest_at } = work.to_confirm;
      work.to_confirm.count += 1;
      work.to_confirm.oldest_at = oldest_at === null || created_at < oldest_at ? created_at : oldest_at;
    }
    if (cash) {
      work.cash.count += 1;
      work.cash.amount_cents += cash.amount_cents;
    } else if (isPayable(status)) {
      work.to_pay.count += 1;
      work.to_pay.amount_cents += amount_cents;
      if (to_pay) work.due[dueStep(to_pay.working_days_left)] += 1;
    }
    if (status === 'paid') work.received.amount_cents += amount_cents;
    if (status === 'paid' || isPayable(status)) work.received.expected_cents += amount_cents;
  }
  return work;
}
