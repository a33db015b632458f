import { describe, expect, it } from 'vitest';
import type { Location } from '#domain/pigeons/status.ts';
import type { OrderView } from './contract.ts';
import type { OrderStatus } from './order.ts';
import { byUrgency, isCancellable, stepsOf } from './timeline.ts';

const progressOf = (...statuses: OrderStatus[]) => ({
  status: statuses.at(-1)!,
  pigeons_active: 2,
  pigeons_reserve: 1,
  pigeons: [] as { location: Location }[],
  activates: [] as OrderView['activates'],
  history: statuses.map((status, i) => ({
    status,
    at: `2027-03-0${i + 1}T09:00:00.000Z`,
    reason: null,
    by: i ? 'Inês' : 'Luc',
  })),
});
const words = (...statuses: OrderStatus[]) =>
  stepsOf(progressOf(...statuses)).map(({ step, state }) => `${step} ${state}`);

describe('the steps of an order', () => {
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

  it.each<[OrderStatus, Location[], string[]]>([
    ['paid', ['at_home'], ['enter now 1', 'arrive ahead null']],
    ['paid', ['at_home', 'at_home', 'in_transit'], ['enter done 3', 'arrive now null']],
    ['paid', ['at_loft', 'in_transit', 'at_loft'], ['enter done 3', 'arrive now 2']],
    ['paid', ['at_loft', 'at_loft', 'at_loft'], ['enter done 3', 'arrive done 3']],
    // The payment stays the present step.
    ['confirmed', ['at_home', 'at_home'], ['enter ahead 2', 'arrive ahead null']],
    ['confirmed', ['at_loft', 'at_loft', 'at_loft'], ['enter done 3', 'arrive done 3']],
  ])('of an order that is %s, with birds %j', (status, locations, expected) => {
    const steps = stepsOf({ ...progressOf('pending', status), pigeons: locations.map((location) => ({ location })) });
    expect(steps.slice(-2).map(({ step, state, birds }) => `${step} ${state} ${birds}`)).toEqual(expected);
  });

  it('end with the payment where there are no places for birds', () => {
    const steps = stepsOf({ ...progressOf('pending', 'confirmed'), pigeons_active: 0, pigeons_reserve: 0 });
    expect(steps.at(-1)).toMatchObject({ step: 'pay', state: 'now' });
  });

  it('of an activation end with it, paid or not', () => {
    const activates = [{ pigeon_id: 7, ring: 'BE 27-3011642' }];
    const activationSteps = (...statuses: OrderStatus[]) =>
      stepsOf({ ...progressOf(...statuses), pigeons_active: 0, pigeons_reserve: 0, activates });
    expect(activationSteps('pending', 'confirmed').at(-1)).toMatchObject({ step: 'activated', state: 'ahead' });
    expect(activationSteps('pending', 'confirmed', 'paid').at(-1)).toMatchObject({
      step: 'activated',
      state: 'done',
      by: 'Inês',
    });
    expect(activationSteps('pending', 'confirmed', 'paid', 'revoked').at(-1)).toMatchObject({ state: 'ahead' });
  });

  it('have their time and person', () => {
    const [sent, confirmed] = stepsOf(progressOf('pending', 'confirmed'));
    expect([sent!.at, sent!.by, confirmed!.at, confirmed!.by]).toEqual([
      '2027-03-01T09:00:00.000Z',
      'Luc',
      '2027-03-02T09:00:00.000Z',
      'Inês',
    ]);
  });
});

it('orders are sorted: the earliest payment, then without birds, then waiting, then complete, then ended', () => {
  const order = (id: number, status: OrderStatus, until: string | null, pigeons: object[] = []) =>
    ({
      id,
      status,
      to_pay: until && { until, last_day: '', working_days_left: 1 },
      pigeons_active: 1,
      pigeons_reserve: 0,
      pigeons,
    }) as OrderView;
  const orders = [
    order(1, 'cancelled', null),
    order(2, 'pending', null),
    order(3, 'paid', null),
    order(4, 'confirmed', '2027-03-25T00:00:00.000Z'),
    order(5, 'revoked', '2027-03-24T00:00:00.000Z'),
    order(6, 'rejected', null),
    // All its birds are entered.
    order(7, 'paid', null, [{}]),
  ];
  expect(orders.sort(byUrgency).map(({ id }) => id)).toEqual([5, 4, 3, 2, 7, 6, 1]);
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
