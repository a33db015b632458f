import { describe, expect, test } from 'vitest';
import { defaultRulebook, type Rulebook } from '#domain/seasons/rulebook.ts';
import { examplesOf } from './rulebook-examples.ts';

const place = { time_zone: 'Europe/Brussels', latitude: 51, longitude: 4.5 };
const book = (rules: Partial<Rulebook['rules']>, rest: Partial<Rulebook> = {}): Rulebook => {
  const plain = defaultRulebook('km');
  return { ...plain, rules: { ...plain.rules, ...rules }, ...rest };
};
const minutes = (from: number, to: number) => (to - from) / 60_000;

describe('the worked examples of a rulebook', () => {
  test('closed night: a bird of the night gets the closing time, the next morning loses the night (5.21)', () => {
    const rules = { closed_night: { kind: 'hours', closes: '21:12', opens: '05:18' } } as const;
    const { night } = examplesOf(book(rules), place);
    expect(minutes(night.closed!.from, night.closed!.to)).toBe(486);
    expect(night.homes.map(({ net_ms, day, speed }) => [net_ms / 60_000, day, speed])).toEqual([
      [13 * 60, 1, 769.2308],
      [14 * 60 + 12, 2, 704.2254],
      // 600 km in 934 counted minutes.
      [934, 2, 642.3983],
    ]);
  });

  test('closed night by the sun of the loft, and nothing where it is unknown', () => {
    const rules = { closed_night: { kind: 'sun', after_sunset_min: 30, before_sunrise_min: 30 } } as const;
    const { closed } = examplesOf(book(rules), place).night;
    expect(minutes(closed!.from, closed!.to)).toBeGreaterThan(300);
    expect(examplesOf(book(rules), { ...place, latitude: null, longitude: null }).night.closed).toBeNull();
    expect(examplesOf(book({}), place).night.closed).toBeNull();
  });

  test.each([
    [{ kind: 'day', day: 2, time: '20:00' }, 2, [true, true, true, true, false]],
    [{ kind: 'hours', hours: 10 }, 1, [true, false, false, false, false]],
    [{ kind: 'hours', hours: 48 }, 3, [true, true, true, true, false]],
    [{ kind: 'none' }, null, [true, true, true]],
  ] as const)('closing by %o', (closing, day, in_control) => {
    const { night } = examplesOf(book({ closing }), place);
    expect(night.closes_day).toBe(day);
    expect(night.homes.map((home) => home.in_control)).toEqual(in_control);
  });

  test('prizes of the final, shared by birds that share a place', () => {
    const step = (place: number, value: number) => ({ from: place, to: place, value });
    const prizes: Rulebook['prizes'] = {
      hot_spot: { basis: 'percent', steps: [step(1, 1000)] },
      final: { basis: 'amount', steps: [step(1, 9000), step(2, 5000), step(3, 4000), step(4, 100)] },
    };
    const lines = (rest: Partial<Rulebook>, rules = {}) =>
      examplesOf(book(rules, rest), place).prizes?.lines.map(({ rank, cents }) => [rank, cents]);
    expect(lines({ prizes })).toEqual([
      [1, 9000],
      [2, 4500],
      [2, 4500],
      [4, 100],
    ]);
    expect(lines({ prizes, ties_share_prizes: false })![2]).toEqual([2, 5000]);
    expect(lines({ prizes }, { ties: 'consecutive' })![2]).toEqual([3, 4000]);
    expect(lines({ prizes: {} })).toBeUndefined();
    const division = { odd_cent: 'loft', undistributed: 'clocked', first_drop: null } as const;
    const first_drop = { most_birds: null, at_tie: 'with_it' } as const;
    // The first three are a drop: 9000 + 5000 + 4000 are three times 6000.
    expect(lines({ prizes, division: { ...division, first_drop } })).toEqual([
      [1, 6000],
      [2, 6000],
      [3, 6000],
      [4, 100],
    ]);
    const five = { final: { basis: 'amount' as const, steps: [step(1, 9000), step(5, 800)] } };
    expect(lines({ prizes: five, division })).toEqual([
      [1, 9200],
      [2, 200],
      [2, 200],
      [4, 200],
    ]);
  });

  test('aces: each rule names another bird, by the available flights', () => {
    const kinds = ['hot_spot', 'semi_final', 'final'] as const;
    const methods = ['coefficient', 'rank_sum', 'points', 'mean_speed', 'total_speed', 'total_time'] as const;
    const aces = methods.map((method) => ({ method, kinds: [...kinds], best: method === 'points' ? 9 : null }));
    const found = examplesOf(book({}, { aces }), place).aces;
    expect(found.map(({ lines }) => lines[0]!.pigeon_id)).toEqual([1, 1, 1, 2, 3, 3]);
    expect(found.every(({ lines }) => lines.length === 3)).toBe(true);
    expect(found[0]!.lines[0]).toMatchObject({ value: 85, distance_m: 1_200_000, net_ms: 984 * 60_000 });
  });
});
