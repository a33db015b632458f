import { describe, expect, it } from 'vitest';
import type { Health } from '#domain/pigeons/status.ts';
import { healthMachine } from '#domain/pigeons/status.ts';
import type { Sale } from '#domain/seasons/product.ts';
import {
  bestOffer,
  listingStatuses,
  listingStepAfter,
  type Offer,
  partWhenSold,
  type Wish,
  whyNotAccept,
  whyNotBuy,
  whyNotList,
  whyNotOffer,
  whyNotPrice,
  whyNotWithdraw,
} from './listing.ts';

const sale = (state: Sale['state']): Sale => ({ state, from: '2027-09-20', to: '2027-09-30', remaining: null });

it.each<[string, Sale | null, string | undefined]>([
  ['without a product for it', null, 'sale_product_missing'],
  ['without its due date', sale('unset'), 'product_due_date_missing'],
  ['before it', sale('ahead'), 'product_not_yet'],
  ['on its days', sale('open'), undefined],
  ['after it', sale('over'), 'product_lifetime_reached'],
  ['once all of them are sold', sale('sold_out'), 'product_lifetime_reached'],
])('birds are put up for sale %s: %#', (_, given, code) => expect(whyNotList(given)?.code).toBe(code));

it('a listing can be withdrawn and priced while nobody has ordered it', () => {
  expect(listingStatuses.map((status) => whyNotWithdraw(status)?.code)).toEqual([
    undefined,
    'listing_reserved',
    'no_longer_for_sale',
    'no_longer_for_sale',
  ]);
  expect(listingStatuses.map((status) => whyNotPrice({ status, price_cents: 5 })?.code)).toEqual([
    undefined,
    'no_longer_for_sale',
    'no_longer_for_sale',
    'no_longer_for_sale',
  ]);
  expect(whyNotPrice({ status: 'listed', price_cents: null })?.code).toBe('listed_for_offers');
});

const wish: Wish = { status: 'listed', price_cents: 75_000, is_own: false, works_here: false, has_address: true };

describe('a bird for sale', () => {
  it.each<[string, Partial<Wish>, number, string | undefined]>([
    ['is bought at its price', {}, 75_000, undefined],
    ['not at a former price', {}, 70_000, 'price_changed'],
    ['not where it is listed for offers', { price_cents: null }, 75_000, 'listed_for_offers'],
    ['not by its owner', { is_own: true }, 75_000, 'pigeon_is_yours'],
    ['not by people who work for the loft (8.35)', { works_here: true }, 75_000, 'email_not_assignable'],
    ['not without an address (5.9)', { has_address: false }, 75_000, 'address_missing'],
    ['not once it is ordered', { status: 'reserved' }, 75_000, 'no_longer_for_sale'],
    ['not once it is sold', { status: 'sold' }, 75_000, 'no_longer_for_sale'],
    ['not once it is withdrawn', { status: 'withdrawn' }, 75_000, 'no_longer_for_sale'],
  ])('%s', (_, given, seen, code) => expect(whyNotBuy({ ...wish, ...given }, seen)?.code).toBe(code));
});

describe('offers', () => {
  const offer = (n: number, user_id: number, amount_cents: number, is_spent = false): Offer => ({
    n,
    user_id,
    amount_cents,
    is_spent,
  });
  const offers = [offer(1, 7, 50_000), offer(2, 8, 60_000), offer(3, 9, 60_000)];

  it('the best one counts, of equal ones the first', () => {
    expect(bestOffer(offers)?.n).toBe(2);
    expect(bestOffer([...offers, offer(4, 7, 60_001)])?.n).toBe(4);
    expect(bestOffer([])).toBeNull();
  });

  it('one whose order ended unpaid does not count any more', () => {
    const left = offers.map((one) => ({ ...one, is_spent: one.n === 2 }));
    expect(bestOffer(left)?.n).toBe(3);
    expect([whyNotAccept('listed', left, 2)?.code, whyNotAccept('listed', left, 3)]).toEqual(['offer_not_best', null]);
  });

  it.each<[string, Partial<Wish>, number, number, string | undefined]>([
    ['of a new bidder is accepted', {}, 10, 1, undefined],
    ['that is higher than one’s own is accepted', {}, 7, 50_001, undefined],
    ['that is as high as one’s own is refused', {}, 7, 50_000, 'offer_not_higher'],
    ['for a bird with a price is refused', { price_cents: 5 }, 10, 90_000, 'listed_at_price'],
    ['after the end of the listing is refused', { status: 'sold' }, 10, 90_000, 'no_longer_for_sale'],
    ['for one’s own bird is refused', { is_own: true }, 7, 90_000, 'pigeon_is_yours'],
  ])('one %s', (_, given, user_id, amount_cents, code) =>
    expect(whyNotOffer({ ...wish, price_cents: null, ...given }, offers, { user_id, amount_cents })?.code).toBe(code),
  );

  it('are accepted while the bird is listed', () => {
    expect(listingStatuses.map((status) => whyNotAccept(status, offers, 2)?.code)).toEqual([
      undefined,
      'no_longer_for_sale',
      'no_longer_for_sale',
      'no_longer_for_sale',
    ]);
  });
});

it('the state after a sale follows from the state before, sold or not, by an existing step', () => {
  const before = Object.keys(healthMachine.steps).filter(
    (from) => healthMachine.steps[from as Health].for_sale,
  ) as Health[];
  const back = healthMachine.steps.for_sale;
  expect(before.filter((one) => !back[one] || !back[partWhenSold(one)])).toEqual([]);
  expect(before.map((one) => `${one} ${partWhenSold(one)}`)).toEqual([
    'unassigned active',
    'active active',
    'reserve activated_reserve',
    'activated_reserve activated_reserve',
    'injured injured',
    'quarantine quarantine',
    'held_back held_back',
    'breeding breeding',
    'disqualified disqualified',
  ]);
});

it.each([
  ['paid', 'reserved', true, 'settle'],
  ['paid', 'reserved', false, 'settle'],
  ['revoked', 'sold', true, 'revoke'],
  ['cancelled', 'reserved', true, 'release'],
  ['cancelled', 'reserved', false, 'withdraw'],
  ['rejected', 'sold', true, 'withdraw'],
] as const)(
  'with an order that is %s, a listing that is %s, of a bird for sale: %s, takes the step %s',
  (order, listing, isForSale, step) => expect(listingStepAfter(order, listing, isForSale)).toBe(step),
);
