/** The products of a season and their rules (specification 3.5, 5.4–5.6, 5.13). */
import { Refusal, refusalAt } from '#domain/refusal.ts';
import { type DueDateCategoryId, dueDateCategories } from './due-date.ts';

/** The categories by their codes; the numbers are those of the table `product_categories`. */
export const productCategories = {
  entry_fee: 1,
  final_flight_activation: 2,
  reserve_activation: 3,
  /** The activation of a bird that its owner did not activate, by another person (domain 2.4). */
  third_party_activation: 4,
  /** An extra beside an entry: a place in another ranking (domain 2.2). */
  add_on: 5,
} as const;
export type ProductCategory = keyof typeof productCategories;
export type ProductCategoryId = (typeof productCategories)[ProductCategory];

export const productCategoryCodes = Object.keys(productCategories) as ProductCategory[];

/** The code of a category. */
export function productCategoryOf({ product_category_id }: { product_category_id: number }): ProductCategory {
  return productCategoryCodes.find((code) => productCategories[code] === product_category_id)!;
}

/** The due date within which the products of a category are sold (5.6). */
const parents: Readonly<Record<ProductCategory, DueDateCategoryId>> = {
  entry_fee: dueDateCategories.registration,
  final_flight_activation: dueDateCategories.final_flight_activation,
  reserve_activation: dueDateCategories.reserve_activation,
  third_party_activation: dueDateCategories.pigeon_sale,
  add_on: dueDateCategories.registration,
};

/** Whether products of a category bring pigeons; the others are for birds that are at the loft. */
export const bringsPigeons = (category: ProductCategory): boolean => category === 'entry_fee';

/** The terms of a product, by its operator; days are `YYYY-MM-DD`, both included. */
export interface ProductTerms {
  product_category_id: ProductCategoryId;
  name: string;
  description: string;
  amount_cents: number;
  pigeons_active: number;
  pigeons_reserve: number;
  /** Null: unlimited. */
  max_quantity: number | null;
  /** Its own availability; null: as long as its due date. */
  starts_at: string | null;
  ends_at: string | null;
}

/** A product with the number sold. It is in use once it was ordered, also when the order was cancelled. */
export interface SoldProduct extends ProductTerms {
  sold: number;
  in_use: boolean;
}

/** The facts of a due date for the rules. */
export interface ParentDueDate {
  due_date_category_id: DueDateCategoryId;
  starts_at: string;
  ends_at: string;
}

/** The due date within which a product is sold; undefined while the season has none of that category. */
export function parentOf<D extends ParentDueDate>(
  product: Pick<ProductTerms, 'product_category_id'>,
  due_dates: readonly D[],
): D | undefined {
  return due_dates.find(({ due_date_category_id }) => due_date_category_id === parents[productCategoryOf(product)]);
}

/**
 * Why these cannot be the terms of a product, or null. `product_without_pigeons`: an entry is for at least one bird;
 * `product_with_pigeons`: no other product has pigeons of its own; `due_date_range_invalid`; `product_due_date_missing`
 * and `product_outside_due_date`: its own availability lies inside its due date (5.6). The database checks the same
 * (migrations 0022 and 0066).
 */
export function whyNotProduct(product: ProductTerms, due_dates: readonly ParentDueDate[]): Refusal | null {
  const { starts_at, ends_at, pigeons_active, pigeons_reserve } = product;
  const brings = bringsPigeons(productCategoryOf(product));
  if (brings !== pigeons_active + pigeons_reserve > 0)
    return refusalAt('pigeons_active', brings ? 'product_without_pigeons' : 'product_with_pigeons');
  if (starts_at === null && ends_at === null) return null;
  if (starts_at !== null && ends_at !== null && ends_at < starts_at)
    return refusalAt('ends_at', 'due_date_range_invalid');
  const parent = parentOf(product, due_dates);
  if (!parent) return refusalAt(starts_at === null ? 'ends_at' : 'starts_at', 'product_due_date_missing');
  const isInside = (day: string | null) => day === null || (day >= parent.starts_at && day <= parent.ends_at);
  const params = { from: parent.starts_at, to: parent.ends_at };
  if (!isInside(starts_at)) return refusalAt('starts_at', 'product_outside_due_date', params);
  return isInside(ends_at) ? null : refusalAt('ends_at', 'product_outside_due_date', params);
}

/** The fields that cannot change once a product was sold (5.5). */
const locked = [
  'product_category_id',
  'name',
  'description',
  'amount_cents',
  'pigeons_active',
  'pigeons_reserve',
] as const satisfies readonly (keyof ProductTerms)[];

/**
 * Why a product cannot be changed so, or null. `product_in_use` (5.5, 8.20); `error_min_value`: no fewer than were
 * sold; `entry_fee_product_needed` (5.4, 8.21).
 * @param entry_fees number of entry-fee products of the season, including this one
 */
export function whyNotChangeProduct(before: SoldProduct, after: ProductTerms, entry_fees: number): Refusal | null {
  if (before.in_use && locked.some((field) => before[field] !== after[field])) return new Refusal('product_in_use');
  if (after.max_quantity !== null && after.max_quantity < before.sold)
    return refusalAt('max_quantity', 'error_min_value', { min: before.sold });
  return productCategoryOf(after) === 'entry_fee' ? null : whyNotLoseProduct(before, entry_fees);
}

/** Why a product cannot be removed, or null: `product_in_use` (5.5, 8.20); `entry_fee_product_needed` (5.4, 8.21). */
export function whyNotRemoveProduct(product: SoldProduct, entry_fees: number): Refusal | null {
  return product.in_use ? new Refusal('product_in_use') : whyNotLoseProduct(product, entry_fees);
}

function whyNotLoseProduct(product: ProductTerms, entry_fees: number): Refusal | null {
  return productCategoryOf(product) === 'entry_fee' && entry_fees <= 1 ? new Refusal('entry_fee_product_needed') : null;
}

export const saleStates = ['unset', 'ahead', 'open', 'sold_out', 'over'] as const;

/** The availability of a product. */
export interface Sale {
  /** `over`: "Max product lifetime reached" (8.33); `unset` while its due date is not set. */
  state: (typeof saleStates)[number];
  /** The days on which both its due date and its own availability run (5.6); null while there is no due date. */
  from: string | null;
  to: string | null;
  /** Number left; null: unlimited. */
  remaining: number | null;
}

/**
 * The availability of a product on a day (5.6). A product whose due date was moved away has no day left: it is over.
 */
export function saleOf(product: Omit<SoldProduct, 'in_use'>, due_dates: readonly ParentDueDate[], today: string): Sale {
  const { starts_at, ends_at, max_quantity, sold } = product;
  const remaining = max_quantity === null ? null : max_quantity - sold;
  const parent = parentOf(product, due_dates);
  if (!parent) return { state: 'unset', from: null, to: null, remaining };
  const from = starts_at !== null && starts_at > parent.starts_at ? starts_at : parent.starts_at;
  const to = ends_at !== null && ends_at < parent.ends_at ? ends_at : parent.ends_at;
  return { state: stateOn(), from, to, remaining };

  function stateOn(): Sale['state'] {
    if (today > to || from > to) return 'over';
    if (today < from) return 'ahead';
    return remaining === 0 ? 'sold_out' : 'open';
  }
}
