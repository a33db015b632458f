import { describe, expect, it } from 'vitest';
import { whyNotOffer } from './collection.ts';
import {
  cratesOf,
  isOpen,
  type TransportRequest,
  transportStatuses,
  whyNotPickUp,
  whyNotPutBack,
  whyNotReject,
  whyNotRequest,
  whyNotTakeBack,
} from './transport.ts';

it('is open until it is rejected or cancelled', () => {
  expect(transportStatuses.filter(isOpen)).toEqual(['pending', 'confirmed']);
});

describe('a request', () => {
  const request: TransportRequest = { order_status: 'confirmed', open: null, day: '2027-03-20', today: '2027-03-20' };
  it.each<[string, Partial<TransportRequest>, string | null]>([
    ['on the day itself', {}, null],
    ['instead of one that waits', { open: 'pending' }, null],
    ['with an order that waits for the loft', { order_status: 'pending' }, null],
    ['for a day that is past', { day: '2027-03-19' }, 'collection_over'],
    ['instead of one that the agent has confirmed', { open: 'confirmed' }, 'transport_confirmed'],
    ['for a rejected order', { order_status: 'rejected' }, 'order_over'],
    ['for a cancelled order', { order_status: 'cancelled' }, 'order_over'],
  ])('%s: %#', (_, given, code) => {
    expect(whyNotRequest({ ...request, ...given })?.code ?? null).toBe(code);
  });

  it('can be withdrawn while it waits', () => {
    expect(transportStatuses.map((status) => whyNotTakeBack(status)?.code ?? null)).toEqual([
      null,
      'transport_confirmed',
      null,
      null,
    ]);
  });
});

describe('an agent', () => {
  it('can reject as long as all birds are at home', () => {
    expect(whyNotReject(['at_home', 'at_home'])).toBeNull();
    expect(whyNotReject([])).toBeNull();
    expect(whyNotReject(['at_home', 'in_transit'])?.code).toBe('transport_under_way');
    expect(whyNotReject(['at_loft'])?.code).toBe('transport_under_way');
  });

  it('picks up the birds at home, once it is confirmed', () => {
    expect(whyNotPickUp('pending', ['at_home'])?.code).toBe('transport_not_confirmed');
    expect(whyNotPickUp('rejected', ['at_home'])?.code).toBe('transport_not_confirmed');
    expect(whyNotPickUp('confirmed', [])?.code).toBe('nothing_to_pick_up');
    expect(whyNotPickUp('confirmed', ['in_transit'])?.code).toBe('nothing_to_pick_up');
    expect(whyNotPickUp('confirmed', ['in_transit', 'at_home'])).toBeNull();
  });

  it('takes back a pick-up of today, not one of an earlier day', () => {
    const today = '2027-03-20';
    expect(whyNotPutBack([{ location: 'at_home', since: null }], today)?.code).toBe('nothing_to_put_back');
    expect(whyNotPutBack([{ location: 'at_loft', since: today }], today)?.code).toBe('nothing_to_put_back');
    const before = { location: 'in_transit', since: '2027-03-19' } as const;
    expect(whyNotPutBack([before], today)?.code).toBe('picked_up_earlier');
    expect(whyNotPutBack([before, { location: 'in_transit', since: today }], today)).toBeNull();
  });

  it.each([
    ['a morning to come', { day: '2027-03-20', from_time: '09:00', to_time: '12:00' }, null],
    ['a day that is past', { day: '2027-03-18', from_time: '09:00', to_time: '12:00' }, 'day collection_over'],
    ['no time at all', { day: '2027-03-20', from_time: '09:00', to_time: '09:00' }, 'to_time due_date_range_invalid'],
  ])('offers %s', (_, hours, no) => {
    const refused = whyNotOffer(hours, '2027-03-19');
    expect(refused && `${Object.keys(refused.errors!).join()} ${refused.code}`).toBe(no);
  });
});

it('ten birds travel in a crate, all of one order', () => {
  const birds = Array.from({ length: 23 }, (_, i) => i);
  expect(cratesOf(birds).map((crate) => crate.length)).toEqual([10, 10, 3]);
  expect(cratesOf(birds).flat()).toEqual(birds);
  expect(cratesOf([])).toEqual([]);
});
