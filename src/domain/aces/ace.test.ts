import { describe, expect, test } from 'vitest';
import { type AceRule, aceMethods, countedKinds } from '#domain/seasons/rulebook.ts';
import { defaultRules } from '#domain/seasons/rules.ts';
import { type AceFlight, type AceResult, rankAces } from './ace.ts';

const { speed } = defaultRules('km');
const minute = 60_000;
const flight = (flight_id: number, kind: string, km: number, basketed: number): AceFlight => ({
  flight_id,
  kind,
  distance_m: km * 1000,
  basketed,
  prize_places: 80,
});
const flights = [flight(1, 'hot_spot', 300, 3978), flight(2, 'semi_final', 400, 1000), flight(3, 'final', 600, 500)];
const result = (flight_id: number, pigeon_id: number, rank: number, minutes: number): AceResult => ({
  flight_id,
  pigeon_id,
  rank,
  net_ms: minutes * minute,
});
/** Pigeon 1 is steady, pigeon 2 wins once and is late in the final, pigeon 3 is not home from the final. */
const results = [
  result(1, 1, 3, 250),
  result(1, 2, 1, 200),
  result(1, 3, 2, 240),
  result(2, 1, 10, 320),
  result(2, 2, 100, 330),
  result(2, 3, 1, 300),
  result(3, 1, 20, 500),
  result(3, 2, 30, 520),
];
const rule = (method: AceRule['method'], best: number | null = null, kinds: AceRule['kinds'] = [...countedKinds]) => ({
  method,
  best,
  kinds,
});
const ranksBy = (one: AceRule) =>
  rankAces(one, { flights, results, speed }).map(({ pigeon_id, rank, value }) => [rank, pigeon_id, value]);

describe('the ace pigeon (domain 2.12)', () => {
  test.each([
    // 1200, 1250 and 1200 m/min against 1500, 1212.1212 and 1153.8462: the mean and the sum name different birds.
    [
      'mean_speed',
      [
        [1, 2, (1500 + 1212.1212 + 1153.8462) / 3],
        [2, 1, (1200 + 1250 + 1200) / 3],
      ],
    ],
    [
      'total_speed',
      [
        [1, 2, 1238.0952],
        [2, 1, 1214.9533],
      ],
    ],
    [
      'total_time',
      [
        [1, 2, 1050 * minute],
        [2, 1, 1070 * minute],
      ],
    ],
    [
      'rank_sum',
      [
        [1, 1, 33],
        [2, 2, 131],
      ],
    ],
    [
      'coefficient',
      [
        [1, 1, 0.7541 + 10 + 40],
        [2, 2, 0.2514 + 100 + 60],
      ],
    ],
    [
      'points',
      [
        [1, 1, 97.5 + 88.75 + 76.25],
        [2, 2, 100 + 0 + 63.75],
      ],
    ],
  ] as const)('by %s', (method, expected) => {
    const found = ranksBy(rule(method));
    expect(found.map(([rank, pigeon_id]) => [rank, pigeon_id])).toEqual(expected.map(([rank, id]) => [rank, id]));
    for (const [i, [, , value]] of found.entries()) expect(value).toBeCloseTo(expected[i]![2], 6);
  });

  test('the best results count, and a bird with fewer results is left out', () => {
    expect(ranksBy(rule('rank_sum', 2))).toEqual([
      [1, 3, 3],
      [2, 1, 13],
      [3, 2, 31],
    ]);
    expect(rankAces(rule('rank_sum', 2), { flights, results, speed })[1]!.counted).toEqual([
      { flight_id: 1, value: 3 },
      { flight_id: 2, value: 10 },
    ]);
  });

  test('only flights of the kinds of the rule count', () => {
    expect(ranksBy(rule('rank_sum', null, ['hot_spot']))).toEqual([
      [1, 2, 1],
      [2, 3, 2],
      [3, 1, 3],
    ]);
    for (const method of aceMethods) expect(ranksBy(rule(method, null, ['training']))).toEqual([]);
  });

  test('equal birds share a rank and the next is skipped', () => {
    const same = [1, 2, 3].map((pigeon_id) => result(1, pigeon_id, pigeon_id === 3 ? 3 : 1, 100 + pigeon_id));
    const aces = rankAces(rule('rank_sum', 1), { flights, results: same, speed });
    expect(aces.map(({ rank }) => rank)).toEqual([1, 1, 3]);
  });
});
