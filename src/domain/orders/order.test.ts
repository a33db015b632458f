import { describe, expect, it, test } from 'vitest';
import {
  holdsPlaces,
  isPayable,
  type OrderEvent,
  type OrderStatus,
  orderMachine,
  orderNumber,
  orderStatuses,
  takesPigeons,
  whyNotStep,
} from './order.ts';

describe('an order (4.1)', () => {
  it.each<[OrderStatus, boolean, boolean, boolean]>([
    ['pending', true, false, false],
    ['confirmed', true, true, true],
    ['payment_pending', true, true, true],
    ['paid', true, false, true],
    ['revoked', true, true, true],
    ['rejected', false, false, false],
    ['cancelled', false, false, false],
  ])('%s: holds its places %s, waits for money %s, takes pigeons %s', (status, holds, payable, takes) => {
    expect([holdsPlaces(status), isPayable(status), takesPigeons(status)]).toEqual([holds, payable, takes]);
  });

  it('that is paid for can only be taken back or rejected, and ends there', () => {
    expect(Object.keys(orderMachine.steps.paid).sort()).toEqual(['reject', 'revoke']);
    const events = (status: OrderStatus) => Object.keys(orderMachine.steps[status]) as OrderEvent[];
    expect(orderStatuses.filter((status) => !events(status).length)).toEqual(['rejected', 'cancelled']);
  });
});

test('a rejection has a reason, other steps need none', () => {
  for (const reason of [null, '', '  '])
    expect(whyNotStep('reject', reason)?.errors).toEqual({ reason: [{ code: 'error_required', params: {} }] });
  expect([whyNotStep('reject', 'Full'), whyNotStep('confirm', null), whyNotStep('cancel', null)]).toEqual([
    null,
    null,
    null,
  ]);
});

test('an order is called by the year of its season and its place there', () => {
  expect(orderNumber({ year: 2027, number: 431 })).toBe('27-0431');
  expect(orderNumber({ year: 2100, number: 12345 })).toBe('00-12345');
});
