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
  teamNames,
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

  it('that is paid can only be revoked or rejected, only cancelled is final, and a rejection can be taken back', () => {
    expect(Object.keys(orderMachine.steps.paid).sort()).toEqual(['reject', 'revoke']);
    const events = (status: OrderStatus) => Object.keys(orderMachine.steps[status]) as OrderEvent[];
    expect(orderStatuses.filter((status) => !events(status).length)).toEqual(['cancelled']);
    expect(orderMachine.steps.rejected).toEqual({ reopen: 'pending' });
  });
});

test('a rejection, and taking it back, has a reason, other steps need none', () => {
  for (const event of ['reject', 'reopen'] as const)
    for (const reason of [null, '', '  '])
      expect(whyNotStep(event, { reason, hasCash: false })?.errors).toEqual({
        reason: [{ code: 'error_required', params: {} }],
      });
  const said = (event: OrderEvent, reason: string | null) => whyNotStep(event, { reason, hasCash: false });
  expect([said('reject', 'Full'), said('confirm', null), said('cancel', null)]).toEqual([null, null, null]);
});

test('an order for which an agent took cash does not end before a merchant has decided on the cash (4.1)', () => {
  const events = ['confirm', 'reject', 'cancel', 'start_payment', 'fail_payment', 'settle', 'revoke'] as const;
  expect(events.filter((event) => whyNotStep(event, { reason: 'Full', hasCash: true })?.code === 'cash_waits')).toEqual(
    ['reject', 'cancel'],
  );
});

test('the number of an order has the year of its season and its number there', () => {
  expect(orderNumber({ year: 2027, number: 431 })).toBe('27-0431');
  expect(orderNumber({ year: 2100, number: 12345 })).toBe('00-12345');
});

it('an order names its own team first, then each other that a bird of it flies for', () => {
  const birds = ['Zoë 2', 'Zoë 1', null, 'Zoë 2'].map((team) => ({ team }));
  expect(teamNames({ team: { name: 'Zoë 1' }, pigeons: birds })).toEqual(['Zoë 1', 'Zoë 2']);
  expect(teamNames({ team: null, pigeons: [] })).toEqual([]);
});
