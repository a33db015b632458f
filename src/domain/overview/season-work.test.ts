import { describe, expect, it, test } from 'vitest';
import type { WaitingCash } from '#domain/orders/contract.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { dueStep, workOf } from './season-work.ts';

const order = (status: OrderStatus, amount_cents: number, created_at: string, working_days_left?: number) => ({
  status,
  amount_cents,
  created_at,
  cash: null as WaitingCash | null,
  to_pay:
    working_days_left === undefined
      ? null
      : { until: '2027-03-20T23:00:00Z', last_day: '2027-03-20', working_days_left },
});

describe('what the orders of a season come to', () => {
  it('counts each where it stands, and none twice', () => {
    expect(
      workOf([
        order('pending', 100, '2027-03-02T10:00:00.000Z'),
        order('pending', 200, '2027-03-01T10:00:00.000Z'),
        order('confirmed', 1000, '2027-03-01T10:00:00.000Z', 0),
        order('payment_pending', 2000, '2027-03-01T10:00:00.000Z', 2),
        order('revoked', 4000, '2027-03-01T10:00:00.000Z', 9),
        order('paid', 8000, '2027-03-01T10:00:00.000Z'),
        order('rejected', 16_000, '2027-02-01T10:00:00.000Z'),
        order('cancelled', 32_000, '2027-02-01T10:00:00.000Z'),
        {
          ...order('payment_pending', 64_000, '2027-02-01T10:00:00.000Z'),
          cash: { by: 'Ria', at: '2027-02-02T10:00:00.000Z', amount_cents: 64_000, reason: 'Cash' },
        },
      ]),
    ).toEqual({
      to_confirm: { count: 2, oldest_at: '2027-03-01T10:00:00.000Z' },
      to_pay: { count: 3, amount_cents: 7000 },
      cash: { count: 1, amount_cents: 64_000 },
      received: { amount_cents: 8000, expected_cents: 79_000 },
      due: { last_day: 1, soon: 1, some: 0, later: 1 },
    });
  });

  it('of none are nothing', () => {
    expect(workOf([])).toMatchObject({ to_confirm: { count: 0, oldest_at: null }, to_pay: { count: 0 } });
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
