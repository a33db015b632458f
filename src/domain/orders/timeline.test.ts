import { describe, expect, it } from 'vitest';
import type { ToldOrder } from './contract.ts';
import type { OrderStatus } from './order.ts';
import { byNeed, isCancellable, stepsOf } from './timeline.ts';

const way = (...statuses: OrderStatus[]) => ({
  status: statuses.at(-1)!,
  history: statuses.map((status, i) => ({
    status,
    at: `2027-03-0${i + 1}T09:00:00.000Z`,
    reason: null,
    by: i ? 'Inês' : 'Luc',
  })),
});
const words = (...statuses: OrderStatus[]) => stepsOf(way(...statuses)).map(({ step, state }) => `${step} ${state}`);

describe('the way of an order', () => {
  it.each<[OrderStatus[], string[]]>([
    [['pending'], ['sent done', 'confirmed now', 'pay ahead', 'enter ahead', 'arrive ahead']],
    [
      ['pending', 'confirmed'],
      ['sent done', 'confirmed done', 'pay now', 'enter ahead', 'arrive ahead'],
    ],
    [
      ['pending', 'confirmed', 'payment_pending'],
      ['sent done', 'confirmed done', 'pay now', 'enter ahead', 'arrive ahead'],
    ],
    [
      ['pending', 'confirmed', 'paid'],
      ['sent done', 'confirmed done', 'pay done', 'enter now', 'arrive ahead'],
    ],
    [
      ['pending', 'confirmed', 'paid', 'revoked'],
      ['sent done', 'confirmed done', 'pay now', 'enter ahead', 'arrive ahead'],
    ],
    [
      ['pending', 'rejected'],
      ['sent done', 'rejected bad'],
    ],
    [
      ['pending', 'confirmed', 'cancelled'],
      ['sent done', 'confirmed done', 'cancelled bad'],
    ],
  ])('%j', (statuses, steps) => expect(words(...statuses)).toEqual(steps));

  it('says when each was, and who did it', () => {
    const [sent, confirmed] = stepsOf(way('pending', 'confirmed'));
    expect([sent!.at, sent!.by, confirmed!.at, confirmed!.by]).toEqual([
      '2027-03-01T09:00:00.000Z',
      'Luc',
      '2027-03-02T09:00:00.000Z',
      'Inês',
    ]);
  });
});

it('what is to be paid soonest comes first, then what takes birds, then what waits, then what has ended', () => {
  const order = (id: number, status: OrderStatus, until: string | null) =>
    ({ id, status, to_pay: until && { until, last_day: '', working_days_left: 1 } }) as ToldOrder;
  const orders = [
    order(1, 'cancelled', null),
    order(2, 'pending', null),
    order(3, 'paid', null),
    order(4, 'confirmed', '2027-03-25T00:00:00.000Z'),
    order(5, 'revoked', '2027-03-24T00:00:00.000Z'),
    order(6, 'rejected', null),
  ];
  expect(orders.sort(byNeed).map(({ id }) => id)).toEqual([5, 4, 3, 2, 6, 1]);
});

it.each<[OrderStatus, boolean]>([
  ['pending', true],
  ['confirmed', true],
  ['payment_pending', true],
  ['revoked', true],
  ['paid', false],
  ['rejected', false],
  ['cancelled', false],
])('%s: its customer can cancel it: %s (4.1)', (status, can) => expect(isCancellable(status)).toBe(can));
