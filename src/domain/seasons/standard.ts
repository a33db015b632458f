/** The standard one-loft season: due dates, products and rulebook from the days of opening and final, and the prices. */
import { z } from 'zod';
import { daysAfter, daysBetween } from '#domain/calendar.ts';
import { type Refusal, refusalAt } from '#domain/refusal.ts';
import type { LoftUnit } from '#domain/units.ts';
import { boundedInteger, calendarDay, nullableBoundedInteger, requiredText } from '#domain/validation.ts';
import { categoriesInOrder, type DueDateCategory, type DueDateRange, dueDateCategories } from './due-date.ts';
import { type ProductCategory, type ProductTerms, productCategories } from './product.ts';
import { highestPrice, mostPigeons } from './product-contract.ts';
import { defaultRulebook, type Rulebook } from './rulebook.ts';

const places = { min: 1, max: 100_000 };

/** The input of an operator; prices in cents of the currency. */
export const standardSeasonFields = z.strictObject({
  name: requiredText({ max: 128 }),
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** The first day of the registration. */
  opens_at: calendarDay(),
  /** The day on which the final is released. */
  final_at: calendarDay(),
  /** Blank is unlimited. */
  max_pigeons: nullableBoundedInteger(places),
  /** The entry fee of one team. */
  entry_cents: boundedInteger({ max: highestPrice }),
  pigeons_active: boundedInteger({ min: 1, max: mostPigeons }),
  pigeons_reserve: boundedInteger({ max: mostPigeons }),
  /** Blank: a reserve cannot be activated, or the final has no fee. */
  reserve_cents: nullableBoundedInteger({ max: highestPrice }),
  final_cents: nullableBoundedInteger({ max: highestPrice }),
  places_at_once: nullableBoundedInteger(places),
});
export type StandardSeason = z.output<typeof standardSeasonFields>;

/** The shortest standard season, in days from the opening of the registration to the final: ten weeks. */
export const shortestSeason = 70;

/** Working days to pay a confirmed order. */
const daysToPay = 10;

/** Fractions of the days from the opening to the final, as lofts divide their year: 41 weeks in the usual one. */
const parts = {
  registration: [0, 0.32],
  payment: [0, 0.44],
  pigeon_shipping: [0.36, 0.54],
  reserve_activation: [0.54, 0.82],
} as const;

/**
 * The due dates of a standard season, days included, in the order of a season; valid by the rules of 5.1 and 5.2 for
 * every season of at least {@link shortestSeason}. The activation of the final is in the two weeks before its last three
 * days, the sale in the four weeks after it.
 */
export function standardDueDates({ opens_at, final_at }: Pick<StandardSeason, 'opens_at' | 'final_at'>) {
  const days = daysBetween(opens_at, final_at);
  const spans: Record<DueDateCategory, readonly [string, string]> = {
    registration: part('registration'),
    payment: part('payment'),
    pigeon_shipping: part('pigeon_shipping'),
    reserve_activation: part('reserve_activation'),
    final_flight_activation: [daysAfter(final_at, -14), daysAfter(final_at, -4)],
    pigeon_sale: [daysAfter(final_at, 1), daysAfter(final_at, 28)],
  };
  return categoriesInOrder.map((category) => ({
    category,
    due_date_category_id: dueDateCategories[category],
    starts_at: spans[category][0],
    ends_at: spans[category][1],
    max_duration: category === 'payment' ? daysToPay : null,
  })) satisfies (DueDateRange & { category: DueDateCategory })[];

  function part(category: keyof typeof parts): [string, string] {
    const [from, to] = parts[category];
    return [daysAfter(opens_at, Math.floor(days * from)), daysAfter(opens_at, Math.floor(days * to))];
  }
}

/** The products of a standard season without their names: its entry, and the activations that have a price. */
export function standardProducts({
  entry_cents,
  pigeons_active,
  pigeons_reserve,
  reserve_cents,
  final_cents,
}: StandardSeason): (Omit<ProductTerms, 'name'> & { category: ProductCategory })[] {
  const sold = [
    { category: 'entry_fee', amount_cents: entry_cents, pigeons_active, pigeons_reserve },
    { category: 'reserve_activation', amount_cents: reserve_cents, pigeons_active: 0, pigeons_reserve: 0 },
    { category: 'final_flight_activation', amount_cents: final_cents, pigeons_active: 0, pigeons_reserve: 0 },
  ] as const;
  return sold.flatMap(({ amount_cents, ...product }) =>
    amount_cents === null
      ? []
      : {
          ...product,
          amount_cents,
          product_category_id: productCategories[product.category],
          description: '',
          max_quantity: null,
          starts_at: null,
          ends_at: null,
        },
  );
}

/**
 * The rulebook of a standard season: the night is closed from sunset to sunrise, a race is over at 20:00 of the second
 * day, and the ace pigeon is the one with the lowest sum of coefficients over hot spots, semi-final and final.
 */
export function standardRulebook(unit: LoftUnit): Rulebook {
  const book = defaultRulebook(unit);
  return {
    ...book,
    rules: {
      ...book.rules,
      closed_night: { kind: 'sun', after_sunset_min: 0, before_sunrise_min: 0 },
      closing: { kind: 'day', day: 2, time: '20:00' },
    },
    aces: [{ method: 'coefficient', kinds: ['hot_spot', 'semi_final', 'final'], best: null }],
  };
}

/**
 * Why this cannot be a standard season, or null: `season_too_short` at `final_at`, less than {@link shortestSeason} after
 * the opening; `more_than_season` at `pigeons_active` for a team that is more than the season takes in all.
 */
export function whyNotStandard(season: StandardSeason): Refusal | null {
  const { opens_at, final_at, max_pigeons, pigeons_active, pigeons_reserve } = season;
  if (daysBetween(opens_at, final_at) < shortestSeason)
    return refusalAt('final_at', 'season_too_short', { date: daysAfter(opens_at, shortestSeason) });
  return pigeons_active + pigeons_reserve > (max_pigeons ?? Number.POSITIVE_INFINITY)
    ? refusalAt('pigeons_active', 'more_than_season')
    : null;
}
