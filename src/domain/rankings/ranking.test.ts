import { describe, expect, test } from 'vitest';
import { rankAces } from '#domain/aces/ace.ts';
import { speed } from '#domain/flights/speed.ts';
import { type AceRule, countedKinds } from '#domain/seasons/rulebook.ts';
import { seed, seededRandom } from '#testing/proof.ts';
import { flightAt, randomSeason } from '#testing/rankings.ts';
import { asDecimals, divided } from './exact.ts';
import { placeKept } from './place-kept.ts';
import { movement, nationalPlaces, rankSeason, seasonRanking } from './ranking.ts';
import { type Measure, type RankingRule, rankingBy, rankingRule } from './ranking-rule.ts';
import {
  beforeLastFlight,
  homeOnly,
  type RankingBird,
  type RankingFlight,
  type RankingSeason,
  withFlight,
} from './ranking-season.ts';

const minute = 60_000;
const bird = (pigeon_id: number, groups: RankingBird['groups'] = {}): RankingBird => ({ pigeon_id, groups });
/** A flight with the places and minutes of birds 1, 2, 3 …; null: not home. */
const flight = (
  flight_id: number,
  kind: string,
  km: number,
  basketed: number,
  lines: readonly (readonly [rank: number, minutes: number] | null)[],
): RankingFlight => ({
  flight_id,
  kind,
  distance_m: km * 1000,
  basketed,
  prize_places: 80,
  flown: true,
  results: lines.flatMap((line, i) => (line ? [{ pigeon_id: i + 1, rank: line[0], net_ms: line[1] * minute }] : [])),
});
const speeds = { unit: 'm/min', decimals: 4, rounding: 'half-up' } as const;
/** As place, bird and value. */
const places = (rule: RankingRule, season: RankingSeason) =>
  rankSeason(rule, season).map(({ key, place, value }) => [
    place,
    key,
    asDecimals(value, 'decimals' in rule.measure ? rule.measure.decimals : 0),
  ]);
const changed = (rule: RankingRule, flights: Partial<RankingRule['flights']>): RankingRule => ({
  ...rule,
  flights: { ...rule.flights, ...flights },
});

describe('the two average speeds (domain 0.1)', () => {
  // A flies 1700 and 1000 m/min over 200 and 500 km, B 1400 and 1100.
  const time = (km: number, by: number) => divided(km * 1000 * minute, by, 1, 'half-up') / minute;
  const season = {
    birds: [bird(1), bird(2)],
    flights: [
      flight(1, 'hot_spot', 200, 9, [
        [1, time(200, 1700)],
        [2, time(200, 1400)],
      ]),
      flight(2, 'final', 500, 9, [
        [2, time(500, 1000)],
        [1, time(500, 1100)],
      ]),
    ],
  };
  test('crown different birds', () => {
    const decimals = { ...speeds, decimals: 2 };
    expect(places(rankingBy({ by: 'mean_speed', ...decimals }), season)).toEqual([
      [1, 1, '1350.00'],
      [2, 2, '1250.00'],
    ]);
    expect(places(rankingBy({ by: 'total_speed', ...decimals }), season)).toEqual([
      [1, 2, '1171.74'],
      [2, 1, '1133.33'],
    ]);
  });
});

describe('the numbers of the sport (domain 2.12, 6)', () => {
  const one = (rank: number, basketed: number, measure: Measure, rest: Partial<RankingRule> = {}) =>
    places(rankingBy(measure, rest), {
      birds: [bird(1)],
      flights: [flight(1, 'final', 600, basketed, [[rank, 934]])],
    })[0]?.[2];
  const coefficient = {
    by: 'coefficient',
    of: 'basketed',
    most_birds: null,
    decimals: 4,
    rounding: 'half-up',
  } as const;
  const fifth = { part: 1, of: 5, rounding: 'cut' } as const;
  const swiss = { by: 'points', highest: '100', lowest: '0', decimals: 2, rounding: 'half-up' } as const;

  test.each<[string, unknown, string]>([
    ['3rd of 3,978 by 1000', one(3, 3978, { ...coefficient, factor: 1000 }), '0.7541'],
    ['1st of 9,469 by 100', one(1, 9469, { ...coefficient, factor: 100 }), '0.0106'],
    ['the same, cut', one(1, 9469, { ...coefficient, factor: 100, rounding: 'cut' }), '0.0105'],
    ['of at most 5,000 birds', one(3, 9469, { ...coefficient, factor: 1000, most_birds: 5000 }), '0.6000'],
    [
      'of the winners of prizes',
      one(3, 60, { ...coefficient, factor: 100, of: 'prizes' }, { prizes: fifth }),
      '25.0000',
    ],
    ['10th of 80 prizes', one(10, 400, swiss, { prizes: fifth }), '88.75'],
    ['1st of 80 prizes', one(1, 400, swiss, { prizes: fifth }), '100.00'],
    ['behind the last prize', one(81, 400, swiss, { prizes: fifth }), '0.00'],
    ['half a hundredth up', one(2, 15, swiss, { prizes: { part: 1, of: 1, rounding: 'cut' } }), '93.33'],
    ['from 10 to 0.858', one(80, 400, { ...swiss, highest: '10', lowest: '0.85' }, { prizes: fifth }), '0.96'],
    ['600 km in 934 minutes', one(1, 9, { by: 'mean_speed', ...speeds }), '642.3983'],
    [
      'by a table',
      one(3, 9, {
        by: 'table',
        steps: [
          { from: 1, to: 2, points: '10' },
          { from: 3, to: 5, points: '2.5' },
        ],
        decimals: 1,
      }),
      '2.5',
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected);
  });

  test('a speed is that of the result, in yards by either factor', () => {
    for (const yards_per_metre of [null, '1.0936133'])
      for (const [km, minutes] of [
        [603.743, 363.01],
        [414.498, 546.4],
      ] as const) {
        const rule = { unit: 'yd/min', decimals: 4, rounding: 'half-up', yards_per_metre } as const;
        const season = { birds: [bird(1)], flights: [flight(1, 'final', km, 9, [[1, minutes]])] };
        const found = places(rankingBy({ by: 'mean_speed', ...rule }), season)[0]?.[2];
        expect(Number(found)).toBe(speed(km * 1000, minutes * minute, rule));
      }
  });
});

/** Bird 1 is steady, 2 wins once, 3 missed the final. */
const season: RankingSeason = {
  birds: [
    { ...bird(1, { team: 1, country: 'BE', sex: 'hen', colour: 'BB' }), add_ons: [5], active_since: '2026-06-01' },
    { ...bird(2, { team: 1, country: 'DE', sex: 'cock' }), active_since: '2026-06-10' },
    bird(3, { team: 2, country: 'BE' }),
  ],
  flights: [
    flight(1, 'hot_spot', 300, 3978, [
      [3, 250],
      [1, 200],
      [2, 240],
    ]),
    flight(2, 'semi_final', 400, 1000, [
      [10, 320],
      [100, 330],
      [1, 300],
    ]),
    flight(3, 'final', 600, 500, [[20, 500], [30, 520], null]),
  ],
};
const ranks = rankingBy({ by: 'rank_sum' });

describe('which flights count', () => {
  test.each<[string, RankingRule, unknown[]]>([
    [
      'all of them, so that who missed one is out',
      ranks,
      [
        [1, 1, '33'],
        [2, 2, '131'],
      ],
    ],
    [
      'the best two',
      changed(ranks, { best: 2 }),
      [
        [1, 3, '3'],
        [2, 1, '13'],
        [3, 2, '31'],
      ],
    ],
    [
      'the best two, the final among what was flown',
      changed(ranks, { best: 2, must: ['final'] }),
      [
        [1, 1, '13'],
        [2, 2, '31'],
      ],
    ],
    [
      'those of 350 km and more',
      changed(ranks, { least_distance_m: 350_000 }),
      [
        [1, 1, '30'],
        [2, 2, '130'],
      ],
    ],
    [
      'one kind',
      changed(ranks, { kinds: ['hot_spot'] }),
      [
        [1, 2, '1'],
        [2, 3, '2'],
        [3, 1, '3'],
      ],
    ],
    [
      'the final twice',
      changed(ranks, { weights: [{ of: 'final', percent: 200 }] }),
      [
        [1, 1, '53'],
        [2, 2, '161'],
      ],
    ],
    [
      'a flight half, before its kind',
      changed(ranks, {
        weights: [
          { of: 'final', percent: 200 },
          { of: 3, percent: 50 },
        ],
      }),
      [
        [1, 1, '23'],
        [2, 2, '116'],
      ],
    ],
    [
      'five off in the final',
      changed(ranks, { bonus: [{ of: 'final', value: '5', per: 'flight' }] }),
      [
        [1, 1, '28'],
        [2, 2, '126'],
      ],
    ],
    [
      'up to the 50th',
      changed({ ...ranks, limit: { value: '50', beyond: 'does_not_count' } }, { least: 1 }),
      [
        [1, 3, '3'],
        [2, 2, '31'],
        [3, 1, '33'],
      ],
    ],
    [
      'the most flights first',
      changed({ ...ranks, places_by: 'count', limit: { value: '50', beyond: 'does_not_count' } }, { least: 1 }),
      [
        [1, 1, '33'],
        [2, 3, '3'],
        [3, 2, '31'],
      ],
    ],
    [
      'a worse place as the 50th',
      { ...ranks, limit: { value: '50', beyond: 'counts_as_limit' } },
      [
        [1, 1, '33'],
        [2, 2, '81'],
      ],
    ],
    ['paid add-on', { ...ranks, entry: { ...ranks.entry, add_on: 5 } }, [[1, 1, '33']]],
    ['active before a day', { ...ranks, entry: { ...ranks.entry, active_before: '2026-06-10' } }, [[1, 1, '33']]],
    ['cocks', { ...ranks, entry: { ...ranks.entry, sexes: ['cock'] } }, [[1, 2, '131']]],
    ['of a colour', { ...ranks, entry: { ...ranks.entry, colours: ['BB'] } }, [[1, 1, '33']]],
  ])('%s', (_, rule, expected) => {
    expect(places(rule, season)).toEqual(expected);
  });

  test('a flight to come asks for nothing yet, and one that was not flown is as if it were not there', () => {
    const coming = { ...flight(4, 'final', 600, 500, []), flown: false };
    const ahead = { ...season, flights: [...season.flights, coming] };
    expect(rankSeason(ranks, ahead)).toEqual(rankSeason(ranks, season));
    expect(rankSeason(ranks, { ...ahead, flights: ahead.flights.map((one) => ({ ...one, flown: true })) })).toEqual([]);
  });

  test.each<[string, RankingRule['subject'], unknown[]]>([
    ['the best bird of each team', { of: 'team', birds: 1, named: false, complete: true }, [[1, 1, '31']]],
    ['two birds of each team', { of: 'team', birds: 2, named: false, complete: true }, [[1, 1, '164']]],
    [
      'countries',
      { of: 'country', birds: 1, named: false, complete: true },
      [
        [1, 'BE', '23'],
        [2, 'DE', '131'],
      ],
    ],
    [
      'hens and cocks',
      { of: 'sex', birds: 1, named: false, complete: true },
      [
        [1, 'hen', '33'],
        [2, 'cock', '131'],
      ],
    ],
    ['named birds only', { of: 'team', birds: 1, named: true, complete: true }, []],
  ])('by %s', (_, subject, expected) => {
    expect(places({ ...ranks, subject }, season)).toEqual(expected);
  });
});

describe('equal ones', () => {
  const tied: RankingSeason = {
    birds: [bird(1), bird(2), bird(3)],
    flights: [
      flight(1, 'final', 300, 10, [
        [3, 252],
        [2, 251],
        [1, 250],
      ]),
      flight(2, 'hot_spot', 300, 10, [
        [1, 200],
        [2, 201],
        [3, 202],
      ]),
    ],
  };
  test.each<[RankingRule['tie_breaks'], unknown[]]>([
    [
      [],
      [
        [1, 1, null],
        [1, 2, null],
        [1, 3, null],
      ],
    ],
    [
      ['final_place'],
      [
        [1, 3, null],
        [2, 2, 'final_place'],
        [3, 1, 'final_place'],
      ],
    ],
    [
      ['final_time'],
      [
        [1, 3, null],
        [2, 2, 'final_time'],
        [3, 1, 'final_time'],
      ],
    ],
    [
      ['first_bird'],
      [
        [1, 1, null],
        [2, 2, 'first_bird'],
        [3, 3, 'first_bird'],
      ],
    ],
    [
      ['best_results'],
      [
        [1, 1, null],
        [1, 3, null],
        [3, 2, 'best_results'],
      ],
    ],
    [
      ['most_flights', 'best_results', 'final_time'],
      [
        [1, 3, null],
        [2, 1, 'final_time'],
        [3, 2, 'best_results'],
      ],
    ],
  ])('are decided by %j', (tie_breaks, expected) => {
    const rows = rankSeason({ ...ranks, tie_breaks }, tied);
    expect(rows.map(({ place, key, decided_by }) => [place, key, decided_by])).toEqual(expected);
  });
});

describe('a line explains itself', () => {
  test('by the flights that counted, those that did not, and why', () => {
    const rule = changed({ ...ranks, limit: { value: '50', beyond: 'does_not_count' } }, { best: 1, least: 1 });
    const { value, counted, dropped, row } = seasonRanking(rule, season).explain(2)!;
    expect([row?.place, value]).toEqual([1, '1']);
    expect(counted).toEqual([
      {
        flight_id: 1,
        value: '1',
        weight_percent: 100,
        bonus: '0',
        birds: [{ pigeon_id: 2, rank: 1, net_ms: 200 * minute, value: '1', in_the_air: false }],
      },
    ]);
    expect(dropped.map(({ flight_id, why, value: own }) => [flight_id, why, own])).toEqual([
      [2, 'beyond_limit', null],
      [3, 'not_among_best', '30'],
    ]);
  });

  test('and who is not ranked is told why', () => {
    const of = (rule: RankingRule) => seasonRanking(rule, season).explain(3);
    expect([of(ranks)?.row, of(ranks)?.why_not]).toEqual([null, 'too_few_flights']);
    expect(of(changed(ranks, { best: 1, must: ['final'] }))?.why_not).toBe('flight_missed');
    expect(of(ranks)?.dropped.find(({ flight_id }) => flight_id === 3)?.why).toBe('not_home');
    expect(seasonRanking(ranks, season).explain(99)).toBeNull();
  });
});

describe('while birds fly', () => {
  const { flights } = season;
  const live: RankingSeason = {
    birds: season.birds.concat(bird(4)),
    flights: [
      flight(1, 'hot_spot', 300, 10, [
        [3, 250],
        [1, 200],
        [2, 240],
        [4, 260],
      ]),
      { ...flight(2, 'final', 600, 10, [null, [1, 400]]), air: { pigeon_ids: [1, 3], rank: 2, net_ms: 450 * minute } },
    ],
  };
  const mean = rankingBy({ by: 'mean_speed', ...speeds });

  test('a bird in the air stands at what it would have if it landed now', () => {
    const rows = rankSeason(mean, live);
    expect(rows.map(({ key, place, at_most, value }) => [place, key, at_most, asDecimals(value, 4)])).toEqual([
      [1, 2, false, '1500.0000'],
      [2, 3, true, '1291.6667'],
      [3, 1, true, '1266.6667'],
    ]);
    const later = live.flights.map((one) => (one.air ? { ...one, air: { ...one.air, net_ms: 451 * minute } } : one));
    for (const { key, value, at_most } of rankSeason(mean, { ...live, flights: later }))
      if (at_most) expect(value).toBeLessThan(rows.find((row) => row.key === key)!.value);
  });

  test('home before a time keeps a place against those at home', () => {
    const fourth = {
      ...live,
      flights: [
        live.flights[0]!,
        {
          ...live.flights[1]!,
          results: [...live.flights[1]!.results, { pigeon_id: 4, rank: 2, net_ms: 449 * minute }],
        },
      ],
    };
    const home = seasonRanking(mean, homeOnly(fourth));
    const kept = placeKept(home, {
      pigeon_id: 3,
      flight_id: 2,
      landing: { rank: 3, net_ms: 450 * minute },
      latest: { rank: 10, net_ms: 900 * minute },
      step_ms: 1000,
    })!;
    // Bird 4 has 1153.8462 and 1336.3029 m/min, bird 3 has 1250 and needs 1240.1491 or more.
    expect([kept.place, kept.by, kept.always]).toEqual([2, 'net_ms', false]);
    const speedAt = (net_ms: number) => speed(600_000, net_ms, speeds)!;
    expect(1250 + speedAt(kept.last)).toBeGreaterThanOrEqual(1153.8462 + 1336.3029 - 0.0002);
    expect(1250 + speedAt(kept.last + 2000)).toBeLessThan(1153.8462 + 1336.3029);
  });

  test('by place it is a place, and one that nothing takes away', () => {
    const home = seasonRanking({ ...ranks, tie_breaks: [] }, homeOnly(live));
    const ask = (pigeon_id: number) =>
      placeKept(home, {
        pigeon_id,
        flight_id: 2,
        landing: { rank: 2, net_ms: 0 },
        latest: { rank: 10, net_ms: 0 },
        step_ms: 1,
      });
    // Bird 2 has 1 + 1; nobody else is home.
    expect(ask(3)).toEqual({ place: 2, by: 'rank', last: 10, always: true });
    expect(ask(2)?.place).toBe(1);
    expect(ask(99)).toBeNull();
    const first = seasonRanking(
      ranks,
      homeOnly({
        ...live,
        flights: [live.flights[0]!, { ...live.flights[1]!, results: [{ pigeon_id: 4, rank: 1, net_ms: 1 }] }],
      }),
    );
    // Bird 4 has 4 + 1: with 2 + 3 bird 3 is level, and behind it in the final.
    expect(
      placeKept(first, {
        pigeon_id: 3,
        flight_id: 2,
        landing: { rank: 2, net_ms: 2 },
        latest: { rank: 10, net_ms: 9 },
        step_ms: 1,
      }),
    ).toEqual({ place: 1, by: 'rank', last: 2, always: false });
  });

  test('so many can still pass the leader as flights to come allow', () => {
    const points = rankingBy({
      by: 'table',
      steps: [
        { from: 1, to: 1, points: '10' },
        { from: 2, to: 2, points: '6' },
      ],
      decimals: 0,
    });
    const coming = (n: number): RankingFlight[] =>
      Array.from({ length: n }, (_, i) => ({ ...flight(10 + i, 'final', 600, 10, []), flown: false }));
    const passing = (n: number, rule: RankingRule, birds = season.birds) =>
      seasonRanking(rule, {
        birds,
        flights: [
          flight(1, 'hot_spot', 300, 3, [
            [2, 250],
            [1, 240],
            [3, 260],
          ]),
          ...coming(n),
        ],
      }).canStillPass();
    // 10, 6 and 0 points.
    expect([passing(0, points), passing(1, points)]).toEqual([0, 1]);
    expect(passing(2, points)).toBe(2);
    expect(
      passing(
        2,
        points,
        season.birds.map((one) => ({ ...one, flies: one.pigeon_id !== 1 })),
      ),
    ).toBe(1);
    // A mean needs a ceiling; the leader is taken as it stands, or at the slowest.
    expect(passing(1, mean)).toBeNull();
    expect(passing(1, { ...mean, to_come: { fastest: 1260, slowest: null } })).toBe(0);
    expect(passing(1, { ...mean, to_come: { fastest: 1400, slowest: null } })).toBe(2);
    expect(passing(1, { ...mean, to_come: { fastest: 1260, slowest: 1200 } })).toBe(1);
    expect(passing(1, { ...rankingBy({ by: 'total_time' }), to_come: { fastest: 1400, slowest: null } })).toBeNull();
    expect(passing(1, { ...rankingBy({ by: 'total_time' }), to_come: { fastest: 1400, slowest: 1390 } })).toBe(0);
  });

  test('each line says how far it has moved since the last flight', () => {
    const before = rankSeason(changed(ranks, { best: 1 }), beforeLastFlight({ ...season, flights })!);
    const now = rankSeason(changed(ranks, { best: 2 }), season);
    expect([...movement(now, before)]).toEqual([
      [3, 0],
      [1, 1],
      [2, -2],
    ]);
    expect(beforeLastFlight({ birds: [], flights: [] })).toBeNull();
    expect([...movement(now, [])][0]).toEqual([3, null]);
    // Among those of their country equal ones share a place too.
    const rows = [1, 2, 2, 4, 5].map((place, i) => ({ ...now[0]!, key: i, place }));
    const of = ['BE', 'NL', 'NL', 'NL', null];
    expect([...nationalPlaces(rows, (key) => of[Number(key)]!)]).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 3],
    ]);
    // As it stood with an earlier flight, later ones are still to come.
    const [first] = flights as [RankingFlight];
    const with_first = withFlight({ ...season, flights }, first.flight_id);
    expect(with_first.flights.map(({ flown }) => flown)).toEqual(flights.map((_, i) => i === 0));
    expect(rankSeason(ranks, with_first)).toEqual(rankSeason(ranks, { ...season, flights: [first] }));
  });
});

describe('a rule', () => {
  const issuesOf = (rule: unknown) =>
    rankingRule
      .safeParse(rule)
      .error?.issues.map((issue) => [issue.path.join('.'), (issue as { params?: { code?: string } }).params?.code]) ??
    [];
  const group = (birds: number | null, complete: boolean) => ({ of: 'team' as const, birds, named: false, complete });

  test.each<[string, unknown, unknown[]]>([
    ['as it stands', ranks, []],
    [
      'of all birds of a team by sums of places',
      { ...ranks, subject: group(null, false) },
      [['subject.birds', 'ranking_group_incomplete']],
    ],
    [
      'of some birds of it, home or not',
      { ...ranks, subject: group(3, false) },
      [['subject.birds', 'ranking_group_incomplete']],
    ],
    ['of three birds of it', { ...ranks, subject: group(3, true) }, []],
    ['more flights than count', changed(ranks, { best: 2, least: 3 }), [['flights.least', 'error_max_value']]],
    [
      'a bonus on all distance over all time',
      changed(rankingBy({ by: 'total_speed', ...speeds }), { bonus: [{ of: 'final', value: '1', per: 'flight' }] }),
      [['flights.bonus', 'ranking_bonus_of_speed']],
    ],
    [
      'half a place',
      { ...ranks, limit: { value: '1.5', beyond: 'does_not_count' } },
      [['limit.value', 'ranking_too_many_decimals']],
    ],
    [
      'a number that is none',
      { ...ranks, limit: { value: '1e3', beyond: 'does_not_count' } },
      [['limit.value', 'error_number']],
    ],
    [
      'a day that is none',
      { ...ranks, entry: { ...ranks.entry, active_before: '1.7.2026' } },
      [['entry.active_before', 'error_day']],
    ],
    [
      'a table with a place twice',
      rankingBy({
        by: 'table',
        decimals: 0,
        steps: [
          { from: 1, to: 2, points: '5' },
          { from: 2, to: 3, points: '4' },
        ],
      }),
      [['measure.steps', 'prize_places_wrong']],
    ],
    [
      'the last prize worth more',
      rankingBy({ by: 'points', highest: '1', lowest: '2', decimals: 0, rounding: 'cut' }),
      [['measure.lowest', 'error_max_value']],
    ],
  ])('%s', (_, rule, expected) => {
    expect(issuesOf(rule)).toEqual(expected);
  });
});

test('the six rules of rulebooks are rules of this kind', () => {
  const random = seededRandom(seed);
  const stated = { unit: 'm/min', decimals: 4, rounding: 'half-up' } as const;
  const measures: Record<Exclude<AceRule['method'], 'mean_speed'>, Measure> = {
    total_speed: { by: 'total_speed', ...stated },
    total_time: { by: 'total_time' },
    rank_sum: { by: 'rank_sum' },
    coefficient: {
      by: 'coefficient',
      factor: 1000,
      of: 'basketed',
      most_birds: null,
      decimals: 4,
      rounding: 'half-up',
    },
    points: { by: 'points', highest: '100', lowest: '0', decimals: 2, rounding: 'half-up' },
  };
  for (let i = 0; i < 300; i += 1) {
    const { birds, flights } = randomSeason(random);
    const all = flights.map((one) => flightAt(one, one.homing.length, true));
    const results = all.flatMap((one) => one.results.map((line) => ({ ...line, flight_id: one.flight_id })));
    const best = random(2) === 0 ? null : 1 + random(all.length);
    for (const [method, measure] of Object.entries(measures) as [keyof typeof measures, Measure][]) {
      const aces = rankAces({ method, kinds: [...countedKinds], best }, { flights: all, results, speed: stated });
      const rows = rankSeason(changed({ ...rankingBy(measure), tie_breaks: [] }, { kinds: [...countedKinds], best }), {
        birds,
        flights: all,
      });
      expect(rows.map(({ key, place }) => [place, key])).toEqual(aces.map(({ pigeon_id, rank }) => [rank, pigeon_id]));
    }
  }
});
