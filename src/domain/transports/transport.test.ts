import { describe, expect, it } from 'vitest';
import type { OrderStatus } from '#domain/orders/order.ts';
import { whyNotOffer } from './collection.ts';
import {
  type ClosedTransport,
  cratesOf,
  isOpen,
  nothingHandedOver,
  type TransportRequest,
  type TransportStatus,
  transportStatuses,
  whyNotClose,
  whyNotGiveBack,
  whyNotPickUp,
  whyNotPutBack,
  whyNotReject,
  whyNotReopen,
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

  it('can be withdrawn while it waits, or once it was rejected', () => {
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

  const today = '2027-03-20';
  const onTheDay = { day: today, today };
  it('closes a confirmed request of which nothing was handed over, from the day of its collection on', () => {
    expect(whyNotClose('confirmed', [], onTheDay)).toBeNull();
    expect(whyNotClose('confirmed', ['at_home'], { day: '2027-03-19', today })).toBeNull();
    expect(whyNotClose('confirmed', ['at_home'], { day: '2027-03-21', today })?.code).toBe('collection_not_yet');
    expect(whyNotClose('pending', [], onTheDay)?.code).toBe('transport_not_confirmed');
    expect(whyNotClose('rejected', [], onTheDay)?.code).toBe('transport_not_confirmed');
    expect(whyNotClose('confirmed', ['at_home', 'in_transit'], onTheDay)?.code).toBe('transport_under_way');
  });

  const closed: ClosedTransport = {
    status: 'rejected',
    reason: nothingHandedOver,
    order_status: 'paid',
    is_latest: true,
    locations: ['at_home'],
  };
  it.each<[string, Partial<ClosedTransport>, string | null]>([
    ['while nothing has followed', {}, null],
    ['not of a request that was rejected for another reason', { reason: 'The van is full' }, 'step_not_possible'],
    ['not of one that is open', { status: 'confirmed' }, 'step_not_possible'],
    [
      'not once the customer has said that the birds travel without an agent',
      { status: 'cancelled' },
      'step_not_possible',
    ],
    ['not after another request', { is_latest: false }, 'transport_followed'],
    ['not once the order has ended', { order_status: 'cancelled' }, 'transport_followed'],
    ['not once birds have left home', { locations: ['at_home', 'at_loft'] }, 'transport_followed'],
  ])('takes back that nothing was handed over: %s', (_, given, code) => {
    expect(whyNotReopen({ ...closed, ...given })?.code ?? null).toBe(code);
  });

  it('picks up the birds at home, once it is confirmed, and those that nobody has entered', () => {
    const none = { places: 3, not_entered: 0 };
    const of = (status: TransportStatus, order_status: OrderStatus = 'confirmed') => ({ status, order_status });
    expect(whyNotPickUp(of('pending'), ['at_home'], none)?.code).toBe('transport_not_confirmed');
    expect(whyNotPickUp(of('rejected'), ['at_home'], none)?.code).toBe('transport_not_confirmed');
    expect(whyNotPickUp(of('confirmed'), [], none)?.code).toBe('nothing_to_pick_up');
    expect(whyNotPickUp(of('confirmed'), ['in_transit'], none)?.code).toBe('nothing_to_pick_up');
    expect(whyNotPickUp(of('confirmed'), ['in_transit', 'at_home'], none)).toBeNull();
    expect(whyNotPickUp(of('confirmed', 'paid'), [], { places: 3, not_entered: 3 })).toBeNull();
    expect(whyNotPickUp(of('confirmed'), ['in_transit'], { places: 3, not_entered: 2 })).toBeNull();
    expect(whyNotPickUp(of('confirmed'), ['at_home'], { places: 3, not_entered: 3 })?.code).toBe('more_than_ordered');
  });

  it('picks up no birds of an order that the loft has not confirmed (4.1)', () => {
    const order = { status: 'confirmed', order_status: 'pending' } as const;
    expect(whyNotPickUp(order, ['at_home'], { places: 3, not_entered: 0 })?.code).toBe('order_not_confirmed');
    expect(whyNotPickUp(order, [], { places: 3, not_entered: 3 })?.code).toBe('order_not_confirmed');
  });

  it('gives birds back once their order has ended, as long as the agent has some', () => {
    const ended = { status: 'cancelled', order_status: 'rejected' } as const;
    expect(whyNotGiveBack(ended, 2)).toBeNull();
    expect(whyNotGiveBack(ended, 0)?.code).toBe('nothing_to_put_back');
    expect(whyNotGiveBack({ ...ended, order_status: 'pending' }, 2)?.code).toBe('step_not_possible');
    expect(whyNotGiveBack({ ...ended, status: 'confirmed' }, 2)?.code).toBe('step_not_possible');
  });

  it('takes back a pick-up of today, not one of an earlier day', () => {
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
    const refused = whyNotOffer(hours, { today: '2027-03-19', shipping: [], is_on_purpose: false });
    expect(refused && `${Object.keys(refused.errors!).join()} ${refused.code}`).toBe(no);
  });

  it('says at once that the day is past and that the times are turned round', () => {
    const hours = { day: '2027-03-18', from_time: '12:00', to_time: '09:00' };
    expect(whyNotOffer(hours, { today: '2027-03-19', shipping: [], is_on_purpose: false })?.errors).toMatchObject({
      day: [{ code: 'collection_over' }],
      to_time: [{ code: 'due_date_range_invalid' }],
    });
  });
});

describe('a collection and the windows of pigeon shipping (3.4)', () => {
  const shipping = [
    { starts_at: '2027-03-01', ends_at: '2027-03-31' },
    { starts_at: '2027-05-01', ends_at: '2027-05-15' },
  ];
  const offer = (day: string, more: Partial<Parameters<typeof whyNotOffer>[1]> = {}) =>
    whyNotOffer(
      { day, from_time: '09:00', to_time: '12:00' },
      { today: '2027-01-01', shipping, is_on_purpose: false, ...more },
    )?.errors?.day;
  const outside = (from: string, to: string) => [{ code: 'collection_outside_shipping', params: { from, to } }];
  it.each([
    ['on the first day of a window', '2027-03-01', undefined],
    ['on the last day of a window', '2027-05-15', undefined],
    ['the day before the first window', '2027-02-28', outside('2027-03-01', '2027-03-31')],
    ['between both, nearer to the second', '2027-04-20', outside('2027-05-01', '2027-05-15')],
    ['after all of them', '2027-08-01', outside('2027-05-01', '2027-05-15')],
  ])('%s', (_, day, errors) => {
    expect(offer(day)).toEqual(errors);
  });
  it('is taken on purpose on any day, and on any day of a loft without a window', () => {
    expect(offer('2027-08-01', { is_on_purpose: true })).toBeUndefined();
    expect(offer('2027-08-01', { shipping: [] })).toBeUndefined();
  });
});

it('ten birds travel in a crate, all of one order', () => {
  const birds = Array.from({ length: 23 }, (_, i) => i);
  expect(cratesOf(birds).map((crate) => crate.length)).toEqual([10, 10, 3]);
  expect(cratesOf(birds).flat()).toEqual(birds);
  expect(cratesOf([])).toEqual([]);
});
