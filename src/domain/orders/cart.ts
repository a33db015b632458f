/** The rules for what can be ordered (5.3, 5.6, 8.13–8.16, 8.33). */
import { type Money, sum } from '#domain/money.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import {
  type ParentDueDate,
  type ProductCategory,
  type ProductTerms,
  productCategoryOf,
  type Sale,
  type SoldProduct,
  saleOf,
} from '#domain/seasons/product.ts';
import type { Capacity } from '#domain/seasons/setup.ts';
import { type TakenPlaces, takenPlaces } from '#domain/seasons/taken-places.ts';

/** A product with its quantity. */
export interface OrderLine {
  product: Omit<SoldProduct, 'in_use'>;
  quantity: number;
}

/** Places for birds that fly from the first flight, and for reserves. */
export interface Places {
  active: number;
  reserve: number;
}

/** The categories whose products bring birds; the others are for birds that are at the loft. */
const takenIn: readonly ProductCategory[] = ['entry_fee', 'add_on'];

/** The places that one unit of a product takes. */
export function birdsOf(
  product: Pick<ProductTerms, 'product_category_id' | 'pigeons_active' | 'pigeons_reserve'>,
): Places {
  const isTaken = takenIn.includes(productCategoryOf(product));
  return isTaken ? { active: product.pigeons_active, reserve: product.pigeons_reserve } : { active: 0, reserve: 0 };
}

/** The places that an order takes. */
export function placesOf(lines: readonly OrderLine[]): Places {
  const places: Places = { active: 0, reserve: 0 };
  for (const { product, quantity } of lines) {
    const { active, reserve } = birdsOf(product);
    places.active += active * quantity;
    places.reserve += reserve * quantity;
  }
  return places;
}

/**
 * What an order costs: the sum of its lines.
 * @throws RangeError where it leaves the safe integers.
 */
export function amountOf(lines: readonly OrderLine[], currency: Money['currency']): Money {
  return sum(
    lines.map(({ product, quantity }) => ({ amount_cents: product.amount_cents * quantity, currency })),
    currency,
  );
}

/** The maximum amount of an order, in cents: the most that a card can be charged. */
export const mostOrderAmount_cents = 99_999_999_999;

/** The capacity of a season, and how much of it is taken. */
export interface TakenCapacity extends Capacity, TakenPlaces {}

/** Number of places left; null: unlimited. */
export function placesLeft(season: TakenCapacity): {
  all: number | null;
  active: number | null;
  reserve: number | null;
} {
  const taken = takenPlaces(season);
  const left = (most: number | null, of: keyof typeof taken) => (most === null ? null : Math.max(0, most - taken[of]));
  return {
    all: left(season.max_pigeons, 'all'),
    active: left(season.max_active_pigeons, 'active'),
    reserve: left(season.max_reserve_pigeons, 'reserve'),
  };
}

/**
 * The availability of a product within the places of its season (5.3): of what is left of it only as many as still
 * have a place, and sold out where none has.
 */
export function saleIn(product: Parameters<typeof birdsOf>[0] & { sale: Sale }, season: TakenCapacity): Sale {
  const { sale } = product;
  const left = placesLeft(season);
  const { active, reserve } = birdsOf(product);
  const within = (places: number | null, each: number) =>
    places === null || each === 0 ? [] : [Math.floor(places / each)];
  const most = Math.min(
    sale.remaining ?? Number.POSITIVE_INFINITY,
    ...within(left.all, active + reserve),
    ...within(left.active, active),
    ...within(left.reserve, reserve),
  );
  if (!Number.isFinite(most)) return sale;
  return { ...sale, state: sale.state === 'open' && most === 0 ? 'sold_out' : sale.state, remaining: most };
}

/** How many places of a season are left that are confirmed with their order; null: the loft confirms each order. */
export function placesAtOnceLeft({
  places_at_once,
  ...season
}: TakenPlaces & { places_at_once: number | null }): number | null {
  if (places_at_once === null) return null;
  return Math.max(0, places_at_once - takenPlaces(season).all);
}

/** Whether an order is confirmed without the loft: all its places are among those that are confirmed at once. */
export function isConfirmedAtOnce(
  { active, reserve }: Places,
  season: TakenPlaces & { places_at_once: number | null },
): boolean {
  return active + reserve <= (placesAtOnceLeft(season) ?? -1);
}

/**
 * Why this cannot be ordered on a day, or null. `order_empty`: nothing was chosen; at a line `product_not_yet`,
 * `product_lifetime_reached` (8.33), for an entry `registration_ends` (8.13), `error_max_value` where fewer are left of
 * it, at the lines where they cost more than {@link mostOrderAmount_cents}; then the places of the season by
 * {@link whyNotPlaces}.
 * @param today the day in the zone of the loft
 */
export function whyNotOrder(
  lines: readonly OrderLine[],
  season: TakenCapacity,
  due_dates: readonly ParentDueDate[],
  today: string,
): Refusal | null {
  if (!lines.some(({ quantity }) => quantity > 0)) return refusalAt('lines', 'order_empty');
  for (const [i, { product, quantity }] of lines.entries()) {
    const { state, from, to, remaining } = saleOf(product, due_dates, today);
    const at = (code: Refusal['code'], params = {}) => refusalAt(`lines.${i}.quantity`, code, params);
    if (state === 'unset') return at('product_due_date_missing');
    if (state === 'ahead') return at('product_not_yet', { date: from! });
    if (state === 'over') {
      // After the last day of registration that day is the reason, not the availability of one package.
      const ended = due_dates.find(({ due_date_category_id }) => due_date_category_id === 1)?.ends_at;
      const isEntry = productCategoryOf(product) === 'entry_fee';
      return isEntry && ended !== undefined && ended < today
        ? new Refusal('registration_ends', { date: to! })
        : at('product_lifetime_reached');
    }
    if (remaining !== null && quantity > remaining) return at('error_max_value', { max: remaining });
  }
  const amount_cents = lines.reduce((total, { product, quantity }) => total + product.amount_cents * quantity, 0);
  if (amount_cents > mostOrderAmount_cents)
    return refusalAt('lines', 'error_max_value', { max: Math.floor(mostOrderAmount_cents / 100) });
  return whyNotPlaces(placesOf(lines), season);
}

/**
 * Why a season has no places for these, or null: `error_registration_pigeons`, more than it takes in all; `spots_left`
 * (8.14); `most_active_pigeons` (8.15); `most_reserve_pigeons` (8.16).
 */
export function whyNotPlaces({ active, reserve }: Places, season: TakenCapacity): Refusal | null {
  const left = placesLeft(season);
  const ordered = active + reserve;
  if (season.max_pigeons !== null && ordered > season.max_pigeons)
    return new Refusal('error_registration_pigeons', { max: season.max_pigeons });
  if (left.all !== null && ordered > left.all)
    return new Refusal('spots_left', { spots: left.all, pigeonCountFromThisOrder: ordered });
  if (left.active !== null && active > left.active) return new Refusal('most_active_pigeons');
  return left.reserve !== null && reserve > left.reserve ? new Refusal('most_reserve_pigeons') : null;
}
