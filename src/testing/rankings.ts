/**
 * Rankings read a second time, from the words of the sport alone: with fractions instead of whole numbers, by asking of
 * every subject how many are better, without anything remembered between two steps. And random seasons for both.
 */
import type { Landing } from '#domain/rankings/flight-value.ts';
import { type Measure, type RankingRule, rankingBy, tieBreaks } from '#domain/rankings/ranking-rule.ts';
import type {
  RankingBird,
  RankingFlight,
  RankingLine,
  RankingSeason,
  SubjectKey,
} from '#domain/rankings/ranking-season.ts';
import { countedKinds } from '#domain/seasons/rulebook.ts';
import type { Random } from './proof.ts';

/** A number as above / below, below > 0. */
interface Fraction {
  above: bigint;
  below: bigint;
}

const whole = (value: number | bigint): Fraction => ({ above: BigInt(value), below: 1n });
const over = (a: Fraction, b: Fraction): Fraction => ({ above: a.above * b.below, below: a.below * b.above });
const times = (a: Fraction, b: Fraction): Fraction => ({ above: a.above * b.above, below: a.below * b.below });
const plus = (a: Fraction, b: Fraction): Fraction => ({
  above: a.above * b.below + b.above * a.below,
  below: a.below * b.below,
});
const minus = (a: Fraction, b: Fraction) => plus(a, times(b, whole(-1)));
const sum = (all: readonly Fraction[]) => all.reduce(plus, whole(0));
/** Below zero where a < b. */
const compare = (a: Fraction, b: Fraction): number => {
  const apart = a.above * b.below - b.above * a.below;
  return apart < 0n ? -1 : apart > 0n ? 1 : 0;
};
const ofText = (text: string): Fraction => {
  const [head = '', tail = ''] = text.split('.');
  return { above: BigInt(head + tail), below: 10n ** BigInt(tail.length) };
};
/** Rounded to decimals; the fraction is not negative. */
function rounded(value: Fraction, decimals: number, rounding: string): Fraction {
  const scale = 10n ** BigInt(decimals);
  const scaled = times(value, whole(scale));
  const floor = scaled.above / scaled.below;
  const rest = minus(scaled, whole(floor));
  const half = compare(rest, { above: 1n, below: 2n }) >= 0;
  const up = rest.above > 0n && (rounding === 'up' || (rounding === 'half-up' && half));
  return { above: floor + (up ? 1n : 0n), below: scale };
}

interface NaiveValue {
  value: Fraction;
  landing: Landing;
  bird: RankingBird;
  in_air: boolean;
}

/** The whole metres and ten-thousandths of a distance. */
const metres = (flight: RankingFlight): Fraction => ({
  above: BigInt(Math.round(flight.distance_m * 10_000)),
  below: 10_000n,
});

const lowest = (measure: Measure) => ['total_time', 'rank_sum', 'coefficient'].includes(measure.by);

function prizesOf(rule: RankingRule, flight: RankingFlight): number {
  if (rule.prizes === null) return flight.prize_places;
  const { part, of, rounding } = rule.prizes;
  return Number(rounded({ above: BigInt(flight.basketed * part), below: BigInt(of) }, 0, rounding).above);
}

/** Speed = distance × 60 / seconds; a yard is 0.9144 m. */
function speedOf(measure: Measure, distance: Fraction, net_ms: Fraction): Fraction {
  if (!('unit' in measure)) throw new Error('no speed');
  const minutes = over(net_ms, whole(60_000));
  const yard = measure.yards_per_metre
    ? over(whole(1), ofText(measure.yards_per_metre))
    : { above: 9144n, below: 10_000n };
  const per_unit = measure.unit === 'm/min' ? whole(1) : yard;
  return rounded(over(over(distance, per_unit), minutes), measure.decimals, measure.rounding);
}

/** The value of a bird in a flight (domain 2.12); null: none. */
function valueIn(rule: RankingRule, flight: RankingFlight, { rank, net_ms }: Landing): Fraction | null {
  const { measure } = rule;
  const prizes = prizesOf(rule, flight);
  if (rule.prizes_only && rank > prizes) return null;
  let value: Fraction;
  switch (measure.by) {
    case 'mean_speed':
    case 'total_speed':
      if (net_ms <= 0) return null;
      value = speedOf(measure, metres(flight), whole(net_ms));
      break;
    case 'total_time':
      value = whole(net_ms);
      break;
    case 'rank_sum':
      value = whole(rank);
      break;
    case 'coefficient': {
      let birds = measure.of === 'basketed' ? flight.basketed : prizes;
      if (measure.most_birds !== null && birds > measure.most_birds) birds = measure.most_birds;
      if (birds === 0) return null;
      value = rounded(
        { above: BigInt(rank * measure.factor), below: BigInt(birds) },
        measure.decimals,
        measure.rounding,
      );
      break;
    }
    case 'points': {
      // Polish game: ((max − min) / prizes) × (prizes − place + 1) + min.
      const [max, min] = [ofText(measure.highest), ofText(measure.lowest)];
      const step = prizes === 0 ? whole(0) : over(minus(max, min), whole(prizes));
      const points = plus(times(step, whole(prizes - rank + 1)), min);
      value = rank > prizes ? whole(0) : rounded(points, measure.decimals, measure.rounding);
      break;
    }
    case 'table': {
      const step = measure.steps.find(({ from, to }) => rank >= from && rank <= to);
      value = step ? ofText(step.points) : whole(0);
    }
  }
  if (rule.limit) {
    const limit = ofText(rule.limit.value);
    const beyond = lowest(measure) ? compare(value, limit) > 0 : compare(value, limit) < 0;
    if (beyond && rule.limit.beyond === 'does_not_count') return null;
    if (beyond) value = limit;
  }
  const bonus = bonusOf(rule, flight);
  if (!lowest(measure)) return plus(value, bonus);
  const better = minus(value, bonus);
  return better.above < 0n ? whole(0) : better;
}

function bonusOf({ flights }: RankingRule, flight: RankingFlight): Fraction {
  const own = flights.bonus.filter(({ of }) => of === flight.flight_id);
  const [said] = own.length > 0 ? own : flights.bonus.filter(({ of }) => of === flight.kind);
  if (!said) return whole(0);
  return times(ofText(said.value), whole(said.per === 'km' ? Math.floor(flight.distance_m / 1000) : 1));
}

function weightOf({ flights }: RankingRule, flight: RankingFlight): Fraction {
  const own = flights.weights.filter(({ of }) => of === flight.flight_id);
  const [said] = own.length > 0 ? own : flights.weights.filter(({ of }) => of === flight.kind);
  return { above: BigInt(said?.percent ?? 100), below: 100n };
}

/** The region of a bird: the one with the longest beginning of its postcode, or what it is said to be. */
function regionNamed({ regions }: RankingRule, { home, groups }: RankingBird): string | number | null {
  if (!regions) return groups.region ?? null;
  const digits = home?.postcode?.replaceAll(/\D/g, '') ?? '';
  const fitting = regions
    .filter(({ country }) => country === home?.country)
    .flatMap(({ name, postcodes }) => (postcodes.length === 0 ? [''] : postcodes).map((begin) => ({ name, begin })))
    .filter(({ begin }) => digits.startsWith(begin))
    .sort((a, b) => b.begin.length - a.begin.length);
  return fitting[0]?.name ?? null;
}

/** Whether a bird may take part. */
function mayEnter(rule: RankingRule, bird: RankingBird): boolean {
  const { subject, entry } = rule;
  const known = (list: readonly string[], value: unknown) => list.length === 0 || list.includes(value as string);
  if (subject.of !== 'pigeon' && subject.named && bird.named !== true) return false;
  if (entry.add_on !== null && !(bird.add_ons ?? []).includes(entry.add_on)) return false;
  if (entry.active_before !== null) {
    if (!bird.active_since) return false;
    if (bird.active_since >= entry.active_before) return false;
  }
  return (
    known(entry.sexes, bird.groups.sex) &&
    known(entry.colours, bird.groups.colour) &&
    known(entry.countries, bird.groups.country) &&
    known(entry.regions, regionNamed(rule, bird))
  );
}

/** Where a bird is in a flight: home, or as if it landed now. */
function landingOf(flight: RankingFlight, bird: RankingBird): (Landing & { in_air: boolean }) | null {
  const line = flight.results.find(({ pigeon_id }) => pigeon_id === bird.pigeon_id);
  if (line) return { rank: line.rank, net_ms: line.net_ms, in_air: false };
  if (flight.air?.pigeon_ids.includes(bird.pigeon_id)) return { ...flight.air, in_air: true };
  return null;
}

interface NaiveFlight {
  flight: RankingFlight;
  birds: NaiveValue[];
  value: Fraction;
}

interface NaiveSubject {
  key: SubjectKey;
  birds: RankingBird[];
  /** All flights with a value; those that count. */
  flights: NaiveFlight[];
  counted: NaiveFlight[];
  total: Fraction;
  count: number;
}

/** The value of a group in a flight: its best birds there together. */
function flightOf(rule: RankingRule, flight: RankingFlight, birds: readonly RankingBird[]): NaiveFlight | null {
  const { subject, measure } = rule;
  const [wanted, complete] = subject.of === 'pigeon' ? [1, true] : [subject.birds, subject.complete];
  const values = birds.flatMap((bird): NaiveValue[] => {
    const landing = landingOf(flight, bird);
    const value = landing && valueIn(rule, flight, landing);
    return landing && value ? [{ value, landing, bird, in_air: landing.in_air }] : [];
  });
  if (values.length === 0 || (complete && wanted !== null && values.length < wanted)) return null;
  values.sort(
    (a, b) =>
      (lowest(measure) ? compare(a.value, b.value) : compare(b.value, a.value)) ||
      a.landing.net_ms - b.landing.net_ms ||
      a.bird.pigeon_id - b.bird.pigeon_id,
  );
  const scoring = values.slice(0, wanted ?? values.length);
  return { flight, birds: scoring, value: sum(scoring.map(({ value }) => value)) };
}

/** Lines of a ranking, without what decided them. */
export interface NaiveRow {
  key: SubjectKey;
  place: number;
  /** As a number; exact, because values are small here. */
  value: number;
  count: number;
  at_most: boolean;
}

/** The ranking of a season. */
export function naiveRanking(rule: RankingRule, season: RankingSeason): NaiveRow[] {
  const { measure, subject } = rule;
  const entered = season.birds.filter((bird) => mayEnter(rule, bird));
  const keys = new Set<SubjectKey>();
  const keyOf = (bird: RankingBird) => {
    if (subject.of === 'pigeon') return bird.pigeon_id;
    return subject.of === 'region' ? regionNamed(rule, bird) : bird.groups[subject.of];
  };
  for (const bird of entered) {
    const key = keyOf(bird);
    if (key !== null && key !== undefined) keys.add(key);
  }
  const flown = season.flights.filter((one) => one.flown);
  const counting = flown.filter(
    (one) => rule.flights.kinds.includes(one.kind as never) && one.distance_m >= rule.flights.least_distance_m,
  );
  const ranked: NaiveSubject[] = [];
  for (const key of keys) {
    const birds = entered.filter((bird) => keyOf(bird) === key);
    const values = (flights: readonly RankingFlight[]) =>
      flights.map((one) => flightOf(rule, one, birds)).filter((one) => one !== null);
    const missed = flown.some((one) => rule.flights.must.includes(one.kind as never) && !flightOf(rule, one, birds));
    const flights = values(counting);
    const needed = Math.min(rule.flights.least ?? rule.flights.best ?? counting.length, counting.length);
    if (missed || flights.length === 0 || flights.length < needed) continue;
    const is_mean = measure.by === 'mean_speed' || measure.by === 'total_speed';
    const worth = (one: NaiveFlight) => (is_mean ? one.value : times(one.value, weightOf(rule, one.flight)));
    const best = new Set(
      flights
        .toSorted((a, b) => (lowest(measure) ? compare(worth(a), worth(b)) : compare(worth(b), worth(a))))
        .slice(0, rule.flights.best ?? flights.length),
    );
    const counted = flights.filter((one) => best.has(one));
    ranked.push({
      key,
      birds,
      flights,
      counted,
      total: totalOf(rule, counted),
      count: counted.reduce((count, one) => count + one.birds.length, 0),
    });
  }
  const better = (a: NaiveSubject, b: NaiveSubject) => isBetter(rule, flown, a, b);
  const scale = 10 ** ('decimals' in measure ? measure.decimals : 0);
  return ranked
    .map((one) => ({
      key: one.key,
      place: 1 + ranked.filter((other) => better(other, one)).length,
      value: Math.round((Number(one.total.above) / Number(one.total.below)) * scale),
      count: one.count,
      at_most: one.counted.some(({ birds }) => birds.some(({ in_air }) => in_air)),
    }))
    .sort((a, b) => a.place - b.place || (a.key < b.key ? -1 : 1));
}

/** All that counts together, with its weights. */
function totalOf(rule: RankingRule, counted: readonly NaiveFlight[]): Fraction {
  const { measure } = rule;
  const weighted = (of: (one: NaiveFlight) => Fraction) =>
    sum(counted.map((one) => times(of(one), weightOf(rule, one.flight))));
  const birds = (one: NaiveFlight) => whole(one.birds.length);
  if (measure.by === 'total_speed')
    return speedOf(
      measure,
      weighted((one) => times(metres(one.flight), birds(one))),
      weighted((one) => sum(one.birds.map(({ landing }) => whole(landing.net_ms)))),
    );
  const values = weighted(({ value }) => value);
  const total = measure.by === 'mean_speed' ? over(values, weighted(birds)) : values;
  const [decimals, rounding] = [
    'decimals' in measure ? measure.decimals : 0,
    'rounding' in measure ? measure.rounding : 'half-up',
  ];
  return rounded(total, decimals, rounding);
}

/** Whether one subject stands before another. */
function isBetter(rule: RankingRule, flown: readonly RankingFlight[], a: NaiveSubject, b: NaiveSubject): boolean {
  if (rule.places_by === 'count' && a.count !== b.count) return a.count > b.count;
  const low = lowest(rule.measure);
  const apart = compare(a.total, b.total);
  if (apart !== 0) return low ? apart < 0 : apart > 0;
  const final = flown.findLast(({ kind }) => kind === 'final');
  const firsts = (flight: RankingFlight | undefined, of: NaiveSubject, what: keyof Landing) =>
    flight ? Math.min(Infinity, ...of.birds.map((bird) => landingOf(flight, bird)?.[what] ?? Infinity)) : 0;
  for (const tie_break of rule.tie_breaks) {
    if (tie_break === 'most_flights') {
      if (a.flights.length !== b.flights.length) return a.flights.length > b.flights.length;
    } else if (tie_break === 'best_results') {
      const bestFirst = (of: NaiveSubject) =>
        of.counted.map(({ value }) => value).sort((x, y) => (low ? compare(x, y) : compare(y, x)));
      const [of_a, of_b] = [bestFirst(a), bestFirst(b)];
      for (let i = 0; i < Math.max(of_a.length, of_b.length); i += 1) {
        const [x, y] = [of_a[i], of_b[i]];
        if (!x || !y) return x !== undefined;
        const found = compare(x, y);
        if (found !== 0) return low ? found < 0 : found > 0;
      }
    } else {
      const [flight, what]: [RankingFlight | undefined, keyof Landing] =
        tie_break === 'first_bird'
          ? [flown.at(-1), 'net_ms']
          : [final, tie_break === 'final_place' ? 'rank' : 'net_ms'];
      const [of_a, of_b] = [firsts(flight, a, what), firsts(flight, b, what)];
      if (of_a !== of_b) return of_a < of_b;
    }
  }
  return false;
}

/** The measures, one of each form. */
export const measures = [
  'mean_speed',
  'total_speed',
  'total_time',
  'rank_sum',
  'coefficient',
  'points',
  'table',
] as const;

const oneOf = <T>(random: Random, all: readonly T[]): T => all[random(all.length)]!;

/** A measure with random decimals, rounding and factors. */
export function randomMeasure(by: (typeof measures)[number], random: Random): Measure {
  const decimals = random(5);
  const rounding = oneOf(random, ['half-up', 'cut', 'up'] as const);
  if (by === 'mean_speed' || by === 'total_speed')
    return {
      by,
      unit: oneOf(random, ['m/min', 'yd/min'] as const),
      yards_per_metre: maybe(random, '1.0936133'),
      decimals,
      rounding,
    };
  if (by === 'total_time' || by === 'rank_sum') return { by };
  if (by === 'coefficient')
    return {
      by,
      factor: oneOf(random, [100, 1000, 1]),
      of: oneOf(random, ['basketed', 'prizes'] as const),
      most_birds: random(3) === 0 ? 1 + random(6) : null,
      decimals,
      rounding,
    };
  if (by === 'points')
    return { by, highest: oneOf(random, ['100', '10']), lowest: oneOf(random, ['0', '1', '3']), decimals, rounding };
  return {
    by,
    steps: [
      { from: 1, to: 1, points: '10' },
      { from: 2, to: 3, points: '5' },
      { from: 4, to: 4, points: '1' },
    ],
    decimals: 0,
  };
}

const randomRegions = [
  { name: 'North', country: 'BE', postcodes: ['1', '2'] },
  { name: 'Coast', country: 'BE', postcodes: ['12'] },
  { name: 'North', country: 'NL', postcodes: [] },
];

const maybe = <T>(random: Random, value: T): T | null => (random(3) === 0 ? value : null);

/** A random rule by a measure, valid. */
export function randomRule(by: (typeof measures)[number], random: Random): RankingRule {
  const measure = randomMeasure(by, random);
  const grouped = random(2) === 0;
  const sums = by === 'points' || by === 'table';
  const free = sums && random(2) === 0;
  const best = maybe(random, 1 + random(3));
  const kindOrFlight = () => (random(2) === 0 ? oneOf(random, countedKinds) : 1 + random(4));
  return rankingBy(measure, {
    subject: grouped
      ? {
          of: oneOf(random, ['team', 'country', 'sex', 'region'] as const),
          birds: free ? maybe(random, 1 + random(3)) : 1 + random(3),
          named: random(4) === 0,
          named_before: '2026-05-01',
          complete: !free,
        }
      : { of: 'pigeon' },
    prizes: maybe(random, { part: 1, of: 1 + random(4), rounding: oneOf(random, ['half-up', 'cut', 'up'] as const) }),
    prizes_only: random(5) === 0,
    limit: maybe(random, {
      value: by === 'total_time' ? '17000000' : by.endsWith('speed') ? '1100' : '4',
      beyond: oneOf(random, ['does_not_count', 'counts_as_limit'] as const),
    }),
    flights: {
      kinds: random(3) === 0 ? ['hot_spot', 'final'] : [...countedKinds],
      least_distance_m: random(4) === 0 ? 200_000 : 0,
      best,
      least: maybe(random, 1 + random(best ?? 4)),
      must: random(4) === 0 ? ['final'] : [],
      weights:
        random(3) === 0
          ? [
              { of: kindOrFlight(), percent: 50 + random(200) },
              { of: kindOrFlight(), percent: 150 },
            ]
          : [],
      bonus:
        by !== 'total_speed' && random(3) === 0
          ? [{ of: kindOrFlight(), value: String(random(3)), per: oneOf(random, ['flight', 'km'] as const) }]
          : [],
    },
    entry: {
      add_on: random(6) === 0 ? 7 : null,
      active_before: random(6) === 0 ? '2026-06-15' : null,
      sexes: random(8) === 0 ? ['hen'] : [],
      colours: [],
      countries: random(8) === 0 ? ['BE', 'DE'] : [],
      regions: random(8) === 0 ? ['North', 'Coast'] : [],
    },
    ...(random(4) > 0 && { regions: randomRegions }),
    places_by: random(3) === 0 ? 'count' : 'value',
    tie_breaks: tieBreaks.filter(() => random(2) === 0).sort(() => random(3) - 1),
  });
}

/** A flight with the times at which its birds come home; only the first few are home. */
export interface RandomFlight extends Omit<RankingFlight, 'results' | 'air'> {
  /** In the order of coming home. */
  homing: RankingLine[];
  lost: number[];
}

/** The places of the birds that are home: equal times share one. */
export const resultOf = (homing: readonly RankingLine[]): RankingLine[] =>
  homing.map((line) => ({ ...line, rank: 1 + homing.filter(({ net_ms }) => net_ms < line.net_ms).length }));

/** A flight when so many of its birds are home, the others in the air. */
export function flightAt({ homing, lost, ...facts }: RandomFlight, home: number, closed = false): RankingFlight {
  const out = [...homing.slice(home).map(({ pigeon_id }) => pigeon_id), ...lost];
  const now_ms = Math.max(homing[home - 1]?.net_ms ?? 0, 1000) + 500;
  return {
    ...facts,
    results: resultOf(homing.slice(0, home)),
    air: closed || out.length === 0 ? null : { pigeon_ids: out, rank: home + 1, net_ms: now_ms },
  };
}

/** A small season with many equal times and values. */
export function randomSeason(random: Random): { birds: RankingBird[]; flights: RandomFlight[] } {
  const birds = Array.from(
    { length: 3 + random(7) },
    (_, i): RankingBird => ({
      pigeon_id: 100 + ((i * 7) % 11),
      groups: {
        team: random(8) === 0 ? null : 1 + random(3),
        country: oneOf(random, ['BE', 'DE', 'NL']),
        sex: oneOf(random, ['cock', 'hen', null]),
        region: oneOf(random, ['North', 'South']),
      },
      home: oneOf(random, [
        null,
        { country: 'BE', postcode: 'B-1200' },
        { country: 'BE', postcode: '1900' },
        { country: 'BE', postcode: '3000' },
        { country: 'NL', postcode: '12 34' },
      ]),
      named: random(2) === 0,
      add_ons: random(3) === 0 ? [] : [7],
      active_since: oneOf(random, ['2026-06-01', '2026-06-15', '2026-07-01', null]),
    }),
  );
  const flights = Array.from({ length: 1 + random(5) }, (_, i): RandomFlight => {
    const flying = birds.filter(() => random(6) > 0).map(({ pigeon_id }) => pigeon_id);
    const lost = flying.filter(() => random(5) === 0);
    const homing = flying
      .filter((id) => !lost.includes(id))
      .map((pigeon_id) => ({ pigeon_id, rank: 0, net_ms: (12_000 + random(8) * 700) * 1000 }))
      .sort((a, b) => a.net_ms - b.net_ms || a.pigeon_id - b.pigeon_id);
    return {
      flight_id: i + 1,
      kind: oneOf(random, countedKinds),
      distance_m: oneOf(random, [150_000, 250_000.5, 320_123.4567]),
      basketed: flying.length,
      prize_places: random(6),
      flown: true,
      homing,
      lost,
    };
  });
  return { birds, flights };
}
