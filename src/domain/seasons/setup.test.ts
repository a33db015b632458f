import { describe, expect, it } from 'vitest';
import { type Capacity, checklist, whyNotBelowTaken, whyNotCapacity, whyNotNext } from './setup.ts';

const capacity = (max_pigeons: number | null, active: number | null, reserve: number | null): Capacity => ({
  max_pigeons,
  max_active_pigeons: active,
  max_reserve_pigeons: reserve,
});

describe('the capacity of a season', () => {
  it.each([
    ['is unlimited', capacity(null, null, null), null],
    ['limits its parts only', capacity(null, 500, 100), null],
    ['is as large as a part', capacity(500, 500, 500), null],
    ['takes no reserves', capacity(500, null, 0), null],
    ['is smaller than its active part', capacity(499, 500, 0), 'max_active_pigeons'],
    ['is smaller than its reserve', capacity(99, null, 100), 'max_reserve_pigeons'],
  ])('%s (5.3)', (_name, given, field) => {
    const no = whyNotCapacity(given);
    expect(no?.code ?? null).toBe(field && 'more_than_season');
    expect(Object.keys(no?.errors ?? {})).toEqual(field ? [field] : []);
  });
});

describe('the capacity of a season in which orders hold places', () => {
  const taken = {
    taken_active_pigeons: 58,
    taken_reserve_pigeons: 30,
    activated_reserve_pigeons: 2,
    outside_order_pigeons: 0,
  };

  it.each([
    ['is unlimited', capacity(null, null, null), null, null],
    ['is what is taken', capacity(88, 60, 30), null, null],
    ['is less than is taken in all', capacity(87, 60, 30), 'max_pigeons', 88],
    ['has fewer that fly', capacity(null, 59, null), 'max_active_pigeons', 60],
    ['has fewer reserves', capacity(88, null, 29), 'max_reserve_pigeons', 30],
  ])('%s (5.3)', (_name, given, field, min) => {
    const no = whyNotBelowTaken(given, taken);
    expect(no?.errors ?? null).toEqual(field && { [field]: [{ code: 'error_min_value', params: { min } }] });
  });
});

const dates = ([1, 2, 3] as const).map((due_date_category_id) => ({ due_date_category_id }));
const ready = {
  due_dates: dates,
  loft: { latitude: 51 },
  contract: true,
  entry_fee: true,
  flights: { in_the_air: 0, not_official: 0 },
};

describe('a season', () => {
  it.each([
    ['draft', ready, null],
    ['draft', { ...ready, loft: { latitude: null } }, 'season_not_ready'],
    ['draft', { ...ready, due_dates: dates.slice(1) }, 'season_not_ready'],
    ['draft', { ...ready, contract: false }, 'season_not_ready'],
    ['draft', { ...ready, entry_fee: false }, 'season_not_ready'],
    ['in_progress', ready, null],
    ['in_progress', { ...ready, flights: { in_the_air: 1, not_official: 1 } }, 'flights_in_the_air'],
    ['in_progress', { ...ready, flights: { in_the_air: 0, not_official: 1 } }, null],
    ['over', { ...ready, flights: { in_the_air: 0, not_official: 1 } }, 'flights_not_official'],
    ['over', ready, null],
  ] as const)('in %s goes to the next status, or has the reason why not (4.7)', (status, facts, code) => {
    expect(whyNotNext(status, facts)?.code ?? null).toBe(code);
  });

  it('lists each missing requirement until it can open', () => {
    const missing = (facts: Parameters<typeof checklist>[0]) =>
      checklist(facts).flatMap(({ need, met }) => (met ? [] : [need]));
    expect(missing(ready)).toEqual([]);
    expect(missing({ due_dates: [], loft: { latitude: null }, contract: false, entry_fee: false })).toEqual([
      'place',
      'contract',
      'registration',
      'payment',
      'shipping',
      'entry_fee',
    ]);
  });
});
