import { describe, expect, test } from 'vitest';
import { type ChampionshipBird, type ChampionshipFlight, reckon } from './reckon.ts';
import { type ChampionshipRule, championshipRule } from './rule.ts';

const rule: ChampionshipRule = {
  of: 'fancier',
  birds: 1,
  measure: { by: 'points', highest: '100', lowest: '0', decimals: 2, rounding: 'half-up' },
  prizes: { part: 1, of: 2, rounding: 'up' },
  flights: {
    kinds: ['hot_spot', 'final'],
    least_distance_m: 0,
    least_basketed: 0,
    best: 3,
    least: 1,
    most_per_loft: null,
  },
  tie_breaks: ['best_results'],
};

/** Birds 1 and 11 are of one account, at two lofts; 2 and 12 of another; 3 of nobody. */
const birds: ChampionshipBird[] = [
  { pigeon_id: 1, fancier: 7, country: 'BE' },
  { pigeon_id: 2, fancier: 8, country: 'NL' },
  { pigeon_id: 3, fancier: null, country: 'NL' },
  { pigeon_id: 11, fancier: 7, country: 'BE' },
  { pigeon_id: 12, fancier: 8, country: 'NL' },
];

const flight = (flight_id: number, loft_id: number, order: number[], kind = 'hot_spot'): ChampionshipFlight => ({
  flight_id,
  loft_id,
  kind,
  distance_m: 300_000,
  basketed: 8,
  prize_places: 0,
  results: order.map((pigeon_id, i) => ({ pigeon_id, rank: i + 1, net_ms: 1000 + i })),
});

const places = (changes: Partial<ChampionshipRule>, flights: ChampionshipFlight[]) =>
  reckon({ ...rule, ...changes }, { birds, flights }).map(({ of, place, value }) => [of, place, value]);

describe('a championship over lofts (domain 2.13)', () => {
  test('adds up the share of the field of one account at several lofts', () => {
    // Of 8 birds 4 have points: 100, 75, 50, 25.
    const lines = reckon(rule, { birds, flights: [flight(1, 1, [1, 2, 3]), flight(2, 2, [12, 11])] });
    expect(lines.map(({ of, place, value, country_place }) => [of, place, value, country_place])).toEqual([
      [7, 1, '175.00', 1],
      [8, 1, '175.00', 1],
    ]);
    expect(lines[0]!.flights).toEqual([
      { flight_id: 1, value: '100.00', birds: [{ pigeon_id: 1, rank: 1, net_ms: 1000, value: '100.00' }] },
      { flight_id: 2, value: '75.00', birds: [{ pigeon_id: 11, rank: 2, net_ms: 1001, value: '75.00' }] },
    ]);
  });

  test('counts the best results, and of one loft at most so many', () => {
    const flights = [flight(1, 1, [1, 2]), flight(2, 1, [1, 2]), flight(3, 2, [12, 11])];
    const two = { ...rule.flights, best: 2 };
    expect(places({ flights: two }, flights)).toEqual([
      [7, 1, '200.00'],
      [8, 2, '175.00'],
    ]);
    expect(places({ flights: { ...two, most_per_loft: 1 } }, flights)).toEqual([
      [7, 1, '175.00'],
      [8, 1, '175.00'],
    ]);
  });

  test('leaves out small fields, other kinds, and whoever has too few results', () => {
    const flights = [flight(1, 1, [1, 2]), flight(2, 2, [12], 'final')];
    expect(places({ flights: { ...rule.flights, least: 2 } }, flights)).toEqual([[8, 1, '175.00']]);
    expect(places({ flights: { ...rule.flights, kinds: ['final'] } }, flights)).toEqual([[8, 1, '100.00']]);
    expect(places({ flights: { ...rule.flights, least_basketed: 9 } }, flights)).toEqual([]);
  });

  test('a bird without an account counts for its country and for itself', () => {
    const flights = [flight(1, 1, [3, 1])];
    expect(places({}, flights)).toEqual([[7, 1, '75.00']]);
    expect(places({ of: 'country' }, flights)).toEqual([
      ['NL', 1, '100.00'],
      ['BE', 2, '75.00'],
    ]);
    expect(places({ of: 'pigeon', birds: null }, flights)).toEqual([
      [3, 1, '100.00'],
      [1, 2, '75.00'],
    ]);
  });
});

describe('the rule of a championship', () => {
  const wrong = (value: unknown) => championshipRule.safeParse(value).error?.issues.map(({ path }) => path.join('.'));
  test('names its share of the field, no more decimals than it prints, and no more flights than count', () => {
    expect(wrong(rule)).toBeUndefined();
    expect(wrong({ ...rule, prizes: null })).toEqual(['prizes']);
    expect(wrong({ ...rule, measure: { ...rule.measure, highest: '100.123' } })).toEqual(['measure.highest']);
    expect(wrong({ ...rule, flights: { ...rule.flights, least: 4 } })).toEqual(['flights.least']);
  });
});
