import { describe, expect, it } from 'vitest';
import { orderStatuses } from '#domain/orders/order.ts';
import { moved, partAt, reordered, whyNotChange, whyNotEnter, whyNotPedigree, whyNotRename } from './entry.ts';

const order = { status: 'confirmed' as const, pigeons_active: 2, pigeons_reserve: 1 };

describe('the birds of an order', () => {
  it('are entered from the confirmation until the order ends (4.1, 6.6)', () => {
    const open = orderStatuses.filter((status) => whyNotEnter({ ...order, status }, 0) === null);
    expect(open).toEqual(['confirmed', 'payment_pending', 'paid', 'revoked']);
    expect(whyNotEnter({ ...order, status: 'pending' }, 0)?.code).toBe('order_takes_no_pigeons');
  });

  it('are no more than its places', () => {
    expect(whyNotEnter(order, 2)).toBeNull();
    expect(whyNotEnter(order, 3)).toMatchObject({ code: 'order_full', params: { places: 3 } });
  });

  it('are changed until the loft has them', () => {
    expect(whyNotChange({ location: 'at_home' })).toBeNull();
    expect(whyNotChange({ location: 'in_transit' })).toBeNull();
    expect(whyNotChange({ location: 'at_loft' })?.code).toBe('pigeon_at_loft');
    expect(whyNotPedigree({ location: 'at_loft', has_pedigree: false })).toBeNull();
    expect(whyNotPedigree({ location: 'at_loft', has_pedigree: true })?.code).toBe('pigeon_at_loft');
    expect(whyNotRename({ has_flown: false })).toBeNull();
    expect(whyNotRename({ has_flown: true })?.code).toBe('team_has_flown');
  });

  it('are active or reserves by their places', () => {
    expect([1, 2, 3].map((place) => partAt(order, place))).toEqual(['active', 'active', 'reserve']);
    expect(moved([7, 8, 9], 9, -1)).toEqual([7, 9, 8]);
    expect(moved([7, 8, 9], 7, -1)).toEqual([7, 8, 9]);
    expect(moved([7, 8, 9], 5, 1)).toEqual([7, 8, 9]);
    expect(reordered([7, 8], [8, 7])).toEqual([8, 7]);
    for (const wrong of [[7], [7, 7], [7, 9], [7, 8, 9]]) expect(() => reordered([7, 8], wrong)).toThrow('bad_input');
  });
});
