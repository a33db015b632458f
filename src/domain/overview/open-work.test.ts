import { describe, expect, it, test } from 'vitest';
import type { OrderStatus } from '#domain/orders/order.ts';
import { dueStep, workOf } from './open-work.ts';

const alike = (status: OrderStatus, orders: number, amount_cents: number, working_days_left: number | null = null) => ({
  status,
  orders,
  amount_cents,
  working_days_left,
});

describe('the open work of a season', () => {
  it('counts each order by its status, and none twice', () => {
    const withCash = { ...alike('payment_pending', 1, 64_000, 2), cash_cents: 64_000 };
    expect(
      workOf(
        [
          alike('pending', 2, 300),
          alike('confirmed', 1, 1000, 0),
          alike('payment_pending', 2, 66_000, 2),
          alike('revoked', 1, 4000, 9),
          alike('paid', 3, 8000),
          alike('rejected', 1, 16_000),
          alike('cancelled', 1, 32_000),
        ],
        [withCash],
      ),
    ).toEqual({
      to_confirm: { count: 2 },
      to_pay: { count: 3, amount_cents: 7000 },
      cash: { count: 1, amount_cents: 64_000 },
      received: { amount_cents: 8000, expected_cents: 79_000 },
      due: { last_day: 1, soon: 1, some: 0, later: 1 },
    });
  });

  it('counts cash for an ended order as cash, and not as an amount to pay', () => {
    expect(workOf([alike('cancelled', 1, 500)], [{ ...alike('cancelled', 1, 500), cash_cents: 500 }])).toMatchObject({
      to_pay: { count: 0, amount_cents: 0 },
      cash: { count: 1, amount_cents: 500 },
    });
  });

  it('is zero without orders', () => {
    expect(workOf([], [])).toMatchObject({ to_confirm: { count: 0 }, to_pay: { count: 0 } });
  });
});

test.each([
  [0, 'last_day'],
  [1, 'soon'],
  [2, 'soon'],
  [3, 'some'],
  [5, 'some'],
  [6, 'later'],
  [200, 'later'],
])('with %i working days left it is %s', (days, step) => {
  expect(dueStep(days)).toBe(step);
});
