import { describe, expect, it } from 'vitest';
import { daysAfter } from '#domain/calendar.ts';
import { whyNotDueDates } from './due-date.ts';
import { whyNotProduct } from './product.ts';
import { rulebook } from './rulebook.ts';
import { shortestSeason, standardDueDates, standardProducts, standardRulebook, whyNotStandard } from './standard.ts';

const season = {
  name: '2027',
  currency: 'EUR',
  opens_at: '2026-11-28',
  final_at: '2027-09-11',
  max_pigeons: 1000,
  entry_cents: 100_000,
  pigeons_active: 3,
  pigeons_reserve: 1,
  reserve_cents: 5000,
  final_cents: null,
  places_at_once: null,
};

describe('the due dates of a standard season', () => {
  it('divide the usual year as lofts do: registration to the end of February, the final in September', () => {
    const spans = standardDueDates(season).map(({ category, starts_at, ends_at }) => [category, starts_at, ends_at]);
    expect(spans).toEqual([
      ['registration', '2026-11-28', '2027-02-27'],
      ['payment', '2026-11-28', '2027-04-03'],
      ['pigeon_shipping', '2027-03-11', '2027-05-01'],
      ['reserve_activation', '2027-05-01', '2027-07-21'],
      ['final_flight_activation', '2027-08-28', '2027-09-07'],
      ['pigeon_sale', '2027-09-12', '2027-10-09'],
    ]);
  });

  it('keep the rules between them for every length from the shortest to two years (5.1, 5.2)', () => {
    for (let days = shortestSeason; days <= 730; days++)
      expect(whyNotDueDates(standardDueDates({ ...season, final_at: daysAfter(season.opens_at, days) }))).toBeNull();
  });
});

describe('a standard season', () => {
  it('sells its entry and each activation that has a price (3.5, 5.4)', () => {
    const products = standardProducts(season);
    expect(products.map(({ category, amount_cents }) => [category, amount_cents])).toEqual([
      ['entry_fee', 100_000],
      ['reserve_activation', 5000],
    ]);
    for (const product of products)
      expect(whyNotProduct({ ...product, name: 'Any' }, standardDueDates(season))).toBeNull();
  });

  it.each(['km', 'mile'] as const)('has a valid rulebook in %s', (unit) => {
    expect(rulebook.safeParse(standardRulebook(unit)).success).toBe(true);
  });

  it.each([
    ['ten weeks', {}, null],
    ['less than ten weeks', { final_at: '2027-02-05' }, ['final_at', 'season_too_short']],
    ['a team larger than its capacity', { max_pigeons: 3 }, ['pigeons_active', 'more_than_season']],
    ['no limit', { max_pigeons: null }, null],
  ])('with %s is refused at its field, or not (5.3)', (_name, given, no) => {
    const refusal = whyNotStandard({ ...season, final_at: '2027-02-06', ...given });
    expect(refusal && [Object.keys(refusal.errors!)[0], refusal.code]).toEqual(no);
  });
});
