/**
 * Birds for sale: the states of a listing, the rules for buyers and offers, and the part of the bird after the sale.
 */
import type { Machine } from '#domain/machine.ts';
import { holdsPlaces, type OrderStatus } from '#domain/orders/order.ts';
import type { Health } from '#domain/pigeons/status.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Sale } from '#domain/seasons/product.ts';

export const listingStatuses = ['listed', 'reserved', 'sold', 'withdrawn'] as const;
export type ListingStatus = (typeof listingStatuses)[number];

export type ListingEvent =
  /** It was ordered, and its customer has days to pay. */
  | 'reserve'
  | 'settle'
  /** The order ended unpaid. */
  | 'release'
  | 'withdraw'
  /** A payment by hand was revoked. */
  | 'revoke';

/** Ordered by one customer at a time, sold once it is paid; where its order ends it is listed again. */
export const listingMachine: Machine<ListingStatus, ListingEvent> = {
  name: 'listing',
  first: 'listed',
  steps: {
    listed: { reserve: 'reserved', withdraw: 'withdrawn' },
    reserved: { settle: 'sold', release: 'listed', withdraw: 'withdrawn' },
    sold: { revoke: 'reserved', withdraw: 'withdrawn' },
    withdrawn: {},
  },
};

/** The price of a bird; null: it goes to the best offer. */
export type Price_cents = number | null;

/**
 * Why a season cannot put birds up for sale on a day, or null: `sale_product_missing` without a product for it;
 * `product_due_date_missing`, `product_not_yet`, `product_lifetime_reached` (8.33) outside the due date of the sale (3.4).
 * @param sale of the product for the activation by others; null where there is none
 */
export function whyNotList(sale: Sale | null): Refusal | null {
  if (sale === null) return new Refusal('sale_product_missing');
  if (sale.state === 'unset') return new Refusal('product_due_date_missing');
  if (sale.state === 'ahead') return new Refusal('product_not_yet', { date: sale.from! });
  return sale.state === 'open' ? null : new Refusal('product_lifetime_reached');
}

/** Why the loft cannot withdraw a listing, or null: `listing_reserved` while it is ordered; `no_longer_for_sale`. */
export function whyNotWithdraw(status: ListingStatus): Refusal | null {
  if (status === 'reserved') return new Refusal('listing_reserved');
  return status === 'listed' ? null : new Refusal('no_longer_for_sale');
}

/** Why a listing cannot be given this price, or null: `no_longer_for_sale`; `listed_for_offers`: offers are binding. */
export function whyNotPrice(listing: { status: ListingStatus; price_cents: Price_cents }): Refusal | null {
  if (listing.status !== 'listed') return new Refusal('no_longer_for_sale');
  return listing.price_cents === null ? refusalAt('price_cents', 'listed_for_offers') : null;
}

/** A buyer, and the listing they want. */
export interface Wish {
  status: ListingStatus;
  price_cents: Price_cents;
  /** Whether the bird or the rights in it are theirs. */
  is_own: boolean;
  /** Whether they work for the loft (decision 20). */
  works_here: boolean;
  /** Whether their postal address is complete (5.9). */
  has_address: boolean;
}

function whyNotTake({ status, is_own, works_here, has_address }: Wish): Refusal | null {
  if (works_here) return new Refusal('email_not_assignable');
  if (!has_address) return refusalAt('address', 'address_missing');
  if (is_own) return new Refusal('pigeon_is_yours');
  return status === 'listed' ? null : new Refusal('no_longer_for_sale');
}

/**
 * Why a person cannot buy a bird at the price they saw, or null: `email_not_assignable` (8.35), `address_missing`
 * (5.9), `pigeon_is_yours`, `no_longer_for_sale`, `listed_for_offers`, `price_changed`.
 */
export function whyNotBuy(wish: Wish, seen_cents: number): Refusal | null {
  const no = whyNotTake(wish);
  if (no) return no;
  if (wish.price_cents === null) return new Refusal('listed_for_offers');
  return wish.price_cents === seen_cents ? null : refusalAt('price_cents', 'price_changed');
}

/** An offer for a bird; `n` counts the offers of a listing. It is binding until the listing ends. */
export interface Offer {
  n: number;
  user_id: number;
  amount_cents: number;
  /** It was accepted before, and its order ended unpaid. */
  is_spent: boolean;
}

/** The best valid offer; of equal ones the first. */
export function bestOffer<O extends Offer>(offers: readonly O[]): O | null {
  const standing = offers.filter(({ is_spent }) => !is_spent);
  return standing.sort((a, b) => b.amount_cents - a.amount_cents || a.n - b.n)[0] ?? null;
}

/**
 * Why a person cannot make this offer, or null: as {@link whyNotBuy}; `listed_at_price`; `offer_not_higher` than their
 * former offer, which is binding.
 */
export function whyNotOffer(wish: Wish, offers: readonly Offer[], offer: { user_id: number; amount_cents: number }) {
  const no = whyNotTake(wish);
  if (no) return no;
  if (wish.price_cents !== null) return new Refusal('listed_at_price');
  const own = offers.filter(({ user_id, is_spent }) => user_id === offer.user_id && !is_spent);
  return own.some(({ amount_cents }) => amount_cents >= offer.amount_cents)
    ? refusalAt('amount_cents', 'offer_not_higher')
    : null;
}

/** Why the loft cannot accept an offer, or null: `no_longer_for_sale`; `offer_not_best`. */
export function whyNotAccept(status: ListingStatus, offers: readonly Offer[], n: number): Refusal | null {
  if (status !== 'listed') return new Refusal('no_longer_for_sale');
  return bestOffer(offers)?.n === n ? null : new Refusal('offer_not_best');
}

/**
 * The step of a listing after a step of its order: paid, it is sold; revoked, it is reserved again; ended, it is listed
 * again as long as the bird is still for sale.
 */
export function listingStepAfter(order: OrderStatus, listing: ListingStatus, isForSale: boolean): ListingEvent {
  if (order === 'paid') return 'settle';
  if (holdsPlaces(order)) return 'revoke';
  return listing === 'reserved' && isForSale ? 'release' : 'withdraw';
}

/**
 * The part of a bird after its sale is paid: a reserve, whose activation is paid with it, is activated; a bird without
 * a place becomes active; any other returns to its former state.
 */
export function partWhenSold(before: Health): Health {
  if (before === 'reserve') return 'activated_reserve';
  return before === 'unassigned' ? 'active' : before;
}
