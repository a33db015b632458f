/**
 * Worked examples of a rulebook with made-up birds, computed by the functions that evaluate races. It imports the time
 * zones and the sun: a page that only shows examples gets them from its loader.
 */
import { type Ace, type AceFlight, type AceResult, rankAces } from '#domain/aces/ace.ts';
import { type Ranked, rank } from '#domain/arrivals/rank.ts';
import { instantOf, midnightsAfter } from '#domain/day.ts';
import { closedNights } from '#domain/flights/closed-nights.ts';
import { closingTime } from '#domain/flights/closing.ts';
import type { ClosedInterval } from '#domain/flights/night.ts';
import { prizesOf } from '#domain/seasons/prizes.ts';
import type { AceRule, PrizeTemplate, Rulebook } from '#domain/seasons/rulebook.ts';
import { divisionOf, type PrizedFor } from '#domain/seasons/rulebook-parts.ts';
import type { RaceRules } from '#domain/seasons/rules.ts';

/** The loft's position and time zone, for sun and clock times. */
export interface LoftPlace {
  time_zone: string;
  latitude: number | null;
  longitude: number | null;
}

export interface Examples {
  inputs: typeof inputs;
  finish: Ranked[];
  night: NightExample;
  prizes: PrizeExample | null;
  aces: AceExample[];
}

export interface NightExample {
  release_ms: number;
  /** The first closed interval; null without closed hours, or with an unknown sun of the loft. */
  closed: ClosedInterval | null;
  closes_ms: number | null;
  /** The day of the race on which it closes. */
  closes_day: number | null;
  homes: (Ranked & { in_control: boolean })[];
}

export interface PrizeExample {
  what: Exclude<PrizedFor, 'ace'>;
  basis: PrizeTemplate['basis'];
  /** What is said of the four birds: two come at the same time, or the first three are a drop. */
  of: 'tie' | 'drop';
  lines: { rank: number; cents: number }[];
  /** What each bird that is not home gets, where the rule gives it something; null: nothing. */
  lost_cents: number | null;
  /** Whether prizes of places without a bird are given away. */
  is_rest_shared: boolean;
}

export interface AceExample {
  method: AceRule['method'];
  lines: (Ace & { distance_m: number; net_ms: number })[];
}

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;
const date = '2026-06-06';

/** The inputs of the examples, shown beside them. */
const inputs = {
  released: '07:00',
  finish_km: 300,
  night_km: 600,
  fund_cents: 10_000_000,
  basketed: 400,
  prize_places: 80,
};

export function examplesOf(book: Rulebook, place: LoftPlace): Examples {
  return {
    inputs,
    finish: finish(book.rules),
    night: night(book.rules, place),
    prizes: prizes(book),
    aces: aces(book),
  };
}

/** Four birds that arrive close together. */
function finish(rules: RaceRules): Ranked[] {
  const release_ms = Date.parse(`${date}T${inputs.released}:00Z`);
  const homes = ['10:45:12.341', '10:45:12.345', '10:45:12.382', '10:45:13.020'].map((time, i) => ({
    pigeon_id: i + 1,
    time_ms: Date.parse(`${date}T${time}Z`),
  }));
  return rank(homes, { release_ms, distance_m: inputs.finish_km * 1000, closed: [], rules });
}

/** Birds of the evening, the night and the morning, and those before and after the closing. */
function night(rules: RaceRules, { time_zone, latitude, longitude }: LoftPlace): NightExample {
  const release_ms = instantOf({ date, time: inputs.released }, time_zone);
  const closes_ms = closingTime(rules.closing, { release_ms, time_zone });
  const nights = Math.max(2, Math.ceil(((closes_ms ?? 0) - release_ms) / day_ms) + 1);
  const day_starts = midnightsAfter(release_ms, time_zone, nights);
  const known = rules.closed_night.kind !== 'sun' || latitude !== null;
  const at = { release_ms, time_zone, latitude: latitude ?? 0, longitude: longitude ?? 0, nights };
  const closed = known ? closedNights(rules.closed_night, at) : [];
  const midnight = day_starts[0]!;
  const times = [midnight - 4 * hour_ms, midnight + 2 * hour_ms, midnight + 6 * hour_ms + 40 * minute_ms];
  if (closes_ms !== null && closes_ms > release_ms) times.push(closes_ms, closes_ms + minute_ms);
  const homes = [...new Set(times)].map((time_ms, i) => ({ pigeon_id: i + 1, time_ms }));
  const lines = rank(homes, { release_ms, distance_m: inputs.night_km * 1000, closed, rules, day_starts });
  return {
    release_ms,
    closed: closed[0] ?? null,
    closes_ms,
    closes_day: closes_ms === null ? null : 1 + day_starts.filter((start) => start <= closes_ms).length,
    homes: lines.map((line) => ({ ...line, in_control: closes_ms === null || line.time_ms <= closes_ms })),
  };
}

/** Four birds, two of them at the same time or three of them in the first drop, and the prizes of the most important race that has some. */
function prizes({ rules, prizes: templates, ties_share_prizes: ties_share, ...book }: Rulebook): PrizeExample | null {
  const what = (['final', 'semi_final', 'hot_spot'] as const).find((one) => templates[one]);
  const template = what && templates[what];
  if (!template) return null;
  const division = divisionOf(book);
  const of = division.first_drop ? 'drop' : 'tie';
  const after_ms = of === 'drop' ? [0, 4_000, 9_000, 45 * minute_ms] : [0, 20, 20, 45].map((one) => one * minute_ms);
  const homes = after_ms.map((after, i) => ({ pigeon_id: i + 1, time_ms: 4 * hour_ms + after }));
  const ranked = rank(homes, { release_ms: 0, distance_m: inputs.finish_km * 1000, closed: [], rules });
  const finish = { is_together: true, lost: inputs.basketed - homes.length };
  const { values, lost } = prizesOf({ template, ties_share, division }, ranked, finish, inputs.fund_cents);
  return {
    what,
    basis: template.basis,
    of,
    lines: ranked.map((line, i) => ({ rank: line.rank, cents: values[i] ?? 0 })),
    lost_cents: lost[0] || null,
    is_rest_shared: division.undistributed !== 'loft',
  };
}

const flights: AceFlight[] = (
  [
    ['training', 150],
    ['hot_spot', 300],
    ['semi_final', 400],
    ['final', 500],
  ] as const
).map(([kind, km], i) => ({ flight_id: i + 1, kind, distance_m: km * 1000, ...inputs }));

/**
 * Three birds: a steady one, one that wins by far and once comes late, one for long distances. Each rule names another
 * ace.
 */
const flown: AceResult[] = [
  [
    [12, 118],
    [9, 236],
    [14, 327],
    [11, 421],
  ],
  [
    [1, 105],
    [1, 205],
    [78, 345],
    [21, 428],
  ],
  [
    [33, 124],
    [35, 241],
    [3, 318],
    [2, 409],
  ],
].flatMap((places, bird) =>
  places.map(([place, minutes], i) => ({
    flight_id: i + 1,
    pigeon_id: bird + 1,
    rank: place!,
    net_ms: minutes! * minute_ms,
  })),
);

/** Three birds and a flight of each kind, by each rule of aces. */
function aces({ rules, aces: all }: Rulebook): AceExample[] {
  return all.map((rule) => {
    const counting = flights.filter(({ kind }) => rule.kinds.some((own) => own === kind)).length;
    const best = rule.best && Math.min(rule.best, counting);
    const ranked = rankAces({ ...rule, best }, { flights, results: flown, speed: rules.speed });
    return {
      method: rule.method,
      lines: ranked.map((ace) => {
        const own = flown.filter(
          (line) => line.pigeon_id === ace.pigeon_id && ace.counted.some((one) => one.flight_id === line.flight_id),
        );
        return {
          ...ace,
          distance_m: ace.counted.reduce((sum, one) => sum + flights[one.flight_id - 1]!.distance_m, 0),
          net_ms: own.reduce((sum, line) => sum + line.net_ms, 0),
        };
      }),
    };
  });
}
