/**
 * The rule of a ranking as data: who is ranked, what a flight is worth, which flights count, who takes part, and what
 * decides between equals (domain 2.12, 2.13). Every number that a place depends on is named here with its decimals and
 * its rounding, so that anybody can recompute the ranking with pencil and paper.
 */
import { z } from 'zod';
import type { FieldError, RefusalCode, RefusalParams } from '#domain/refusal.ts';
import { prizeDivision } from '#domain/seasons/prize-division-rule.ts';
import { countedKinds } from '#domain/seasons/rulebook.ts';
import {
  boundedInteger,
  calendarDay,
  checked,
  chosenId,
  nullableBoundedInteger,
  requiredText,
} from '#domain/validation.ts';
import { twiceInRegions } from './region.ts';

/** Whose birds are counted together. */
export const groupings = ['team', 'fancier', 'country', 'region', 'agent', 'sex', 'colour'] as const;
export type Grouping = (typeof groupings)[number];

/** What happens to the decimals that are not printed. */
export const roundings = ['half-up', 'cut', 'up'] as const;
export type Rounding = (typeof roundings)[number];

/**
 * What decides between equals, in the order in which a rule names them. *final_place*: the better place in the last
 * final (Golden Race); *final_time*: the shorter time there (Pattaya); *most_flights*: more flights with a value;
 * *best_results*: the better best result, then the better second …; *first_bird*: the earlier bird in the last flight
 * (the team prize of China). Of a group its first bird is compared. What is equal after all of them shares its place.
 */
export const tieBreaks = ['final_place', 'final_time', 'most_flights', 'best_results', 'first_bird'] as const;
export type TieBreak = (typeof tieBreaks)[number];

/** The highest number of a rule, and the most decimals. */
const [highestNumber, mostDecimals] = [999_999_999, 6];

/** A number in plain decimals, as text, so that none is a binary fraction; never less than 0. */
const decimal = () => checked(z.string(), wrongDecimal);

function wrongDecimal(value: string): FieldError[] {
  const [, minus, whole = '', part = ''] = /^([+-]?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(value) ?? [];
  if (whole === '') return [{ code: 'error_number' }];
  if (minus === '-') return [{ code: 'error_min_value', params: { min: 0 } }];
  if (BigInt(whole) > BigInt(highestNumber)) return [{ code: 'error_max_value', params: { max: highestNumber } }];
  if (part.length > mostDecimals) return [{ code: 'ranking_too_many_decimals', params: { max: mostDecimals } }];
  // Numbers are kept as they are written.
  return minus === '' && whole.length <= 9 ? [] : [{ code: 'error_number' }];
}
const decimals = boundedInteger({ min: 0, max: 6 });
const rounding = z.enum(roundings);
/** A kind of flight that may count. */
export const kind = z.enum(countedKinds);
/** A flight of a season, or all of a kind; of two that fit, the flight itself. */
const flightOrKind = z.union([kind, chosenId()]);

const subject = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('pigeon') }),
  z.strictObject({
    of: z.enum(groupings),
    /** So many birds of a group score in each flight: its best there. Null: all of them. */
    birds: nullableBoundedInteger({ min: 1, max: 1000 }),
    /** Only birds that their team has named for this ranking score; else any. */
    named: z.boolean(),
    /** They are named before this day. */
    named_before: calendarDay().nullish(),
    /** Whether a flight counts for a group only with all these birds at home. */
    complete: z.boolean(),
  }),
]);

/** Places with the same points. */
const pointStep = z.strictObject({
  from: boundedInteger({ min: 1, max: 100_000 }),
  to: boundedInteger({ min: 1, max: 100_000 }),
  points: decimal(),
});

/**
 * (highest − lowest) × (prizes − place + 1) / prizes + lowest, nothing behind the last prize. From 100 to 0 it is the
 * Swiss formula.
 */
export const pointsMeasure = z.strictObject({
  by: z.literal('points'),
  highest: decimal(),
  lowest: decimal(),
  decimals,
  rounding,
});
/** A table of points by place; nothing for a place that is not in it. */
export const tableMeasure = z.strictObject({
  by: z.literal('table'),
  steps: z.array(pointStep).min(1).max(500),
  decimals,
});
/** How many prizes a flight has: so many parts of its basketed birds (1 of 5, 1 of 3). */
export const prizeShare = z.strictObject({
  part: boundedInteger({ min: 1, max: 100 }),
  of: boundedInteger({ min: 1, max: 1000 }),
  rounding,
});

const measure = z.discriminatedUnion('by', [
  /** The mean of the speeds as they are stated (Golden Race), or all distance over all time (WinCompanion). */
  z.strictObject({
    by: z.enum(['mean_speed', 'total_speed']),
    unit: z.enum(['m/min', 'yd/min']),
    /** For organisers who do not divide by 0.9144, as in the rules of the races. */
    yards_per_metre: checked(z.string(), (value) =>
      /^\d(\.\d{1,12})?$/.test(value) ? [] : [{ code: 'error_number' }],
    ).nullish(),
    decimals,
    rounding,
  }),
  /** All flying time (Pattaya), and the sum of the places (China). Lowest wins. */
  z.strictObject({ by: z.enum(['total_time', 'rank_sum']) }),
  /** Place × factor / birds, lowest wins: per cent (KBDB), per thousand (PZHGP). */
  z.strictObject({
    by: z.literal('coefficient'),
    factor: boundedInteger({ min: 1, max: 10_000 }),
    of: z.enum(['basketed', 'prizes']),
    /** More birds than these count as these: 5,000 in the categories of the PZHGP. */
    most_birds: nullableBoundedInteger({ min: 1, max: 100_000 }),
    decimals,
    rounding,
  }),
  pointsMeasure,
  tableMeasure,
]);

/** A part of a country that belongs to a region; a region has as many as it needs. */
const regionPart = z.strictObject({
  name: requiredText({ max: 64 }),
  country: checked(z.string(), (value) => (/^[A-Z]{2}$/.test(value) ? [] : [{ code: 'error_country' }])),
  /** The beginnings of its postcodes; empty: the whole country. */
  postcodes: z
    .array(checked(z.string(), (value) => (/^[A-Z0-9]{1,10}$/.test(value) ? [] : [{ code: 'region_postcode_wrong' }])))
    .max(200),
});

const ruleShape = z.strictObject({
  subject,
  measure,
  /** How many prizes a flight has. Null: those of its table. */
  prizes: prizeShare.nullable(),
  /** Only birds in the prizes have a value (EOLRC: the first third). */
  prizes_only: z.boolean(),
  /** The worst value of a flight that counts; a worse one does not count, or counts as this. */
  limit: z.strictObject({ value: decimal(), beyond: z.enum(['does_not_count', 'counts_as_limit']) }).nullable(),
  flights: z.strictObject({
    kinds: z.array(kind).min(1).max(countedKinds.length),
    least_distance_m: boundedInteger({ min: 0, max: 10_000_000 }),
    /** So many count, the best; null: all. */
    best: nullableBoundedInteger({ min: 1, max: 60 }),
    /** So many must have a value; null: as many as count. Of a season that is not over: as many as were flown. */
    least: nullableBoundedInteger({ min: 1, max: 60 }),
    /** Each flight of these kinds must have a value. */
    must: z.array(kind).max(countedKinds.length),
    /** What the value of a flight counts, in percent; 100 where nothing is said. */
    weights: z.array(z.strictObject({ of: flightOrKind, percent: boundedInteger({ min: 1, max: 1000 }) })).max(60),
    /** What makes a value better, each flight or each whole kilometre of it: added, or taken off where lowest wins. */
    bonus: z.array(z.strictObject({ of: flightOrKind, value: decimal(), per: z.enum(['flight', 'km']) })).max(60),
  }),
  entry: z.strictObject({
    /** Only birds for which this product was paid. */
    add_on: chosenId().nullable(),
    /** Only birds that were active before this day. */
    active_before: calendarDay().nullable(),
    /** Only hens, only these colours …; empty: all. */
    sexes: z.array(z.enum(['cock', 'hen'])).max(2),
    colours: z.array(requiredText({ max: 64 })).max(50),
    countries: z.array(requiredText({ max: 8 })).max(250),
    regions: z.array(requiredText({ max: 64 })).max(250),
  }),
  /** The regions by postcode; absent: the region of a bird is the town of its account. */
  regions: z.array(regionPart).min(1).max(500).optional(),
  /** First by the value, or by how many values count, the most first, and then by the value (Belgium, China). */
  places_by: z.enum(['value', 'count']),
  tie_breaks: z.array(z.enum(tieBreaks)).max(tieBreaks.length),
  /**
   * Between which speeds, in m/min, a flight to come is thought to be flown where it is counted who can still pass the
   * leader; without a slowest one the leader is taken as it stands. Rules by place need none: first and last place.
   */
  to_come: z
    .strictObject({
      fastest: boundedInteger({ min: 1, max: 10_000 }),
      slowest: nullableBoundedInteger({ min: 1, max: 10_000 }),
    })
    .nullable(),
  /** How the prizes of the ranking are divided where birds are equal; null where it has none. */
  division: prizeDivision.nullable(),
});
export type RankingRule = z.output<typeof ruleShape>;
export type Measure = RankingRule['measure'];

/** The texts of a rule that are values of its measure, with their places. */
function decimalTexts({ limit, measure: by, flights }: RankingRule): [path: (string | number)[], text: string][] {
  const texts: [(string | number)[], string][] = [];
  if (limit) texts.push([['limit', 'value'], limit.value]);
  for (const [i, { value }] of flights.bonus.entries()) texts.push([['flights', 'bonus', i, 'value'], value]);
  if (by.by === 'points') texts.push([['measure', 'highest'], by.highest], [['measure', 'lowest'], by.lowest]);
  if (by.by === 'table')
    for (const [i, { points }] of by.steps.entries()) texts.push([['measure', 'steps', i, 'points'], points]);
  return texts;
}

/** What is wrong with the parts of a rule that a schema alone does not see. */
export function wrongInRule(
  rule: RankingRule,
): { path: (string | number)[]; code: RefusalCode; params: RefusalParams }[] {
  const found: ReturnType<typeof wrongInRule> = [];
  const wrong = (path: (string | number)[], code: RefusalCode, params: RefusalParams = {}) =>
    found.push({ path, code, params });
  const { subject: of, measure: by, flights } = rule;
  // A sum of fewer times, places or coefficients is lower, a mean of fewer speeds is another mean: it would pay to stay out.
  const sumsUp = by.by === 'points' || by.by === 'table' || rule.places_by === 'count';
  if (of.of !== 'pigeon' && !sumsUp && (of.birds === null || !of.complete))
    wrong(['subject', 'birds'], 'ranking_group_incomplete');
  if (of.of !== 'pigeon' && of.named && of.named_before == null) wrong(['subject', 'named_before'], 'error_required');
  if (flights.least !== null && flights.best !== null && flights.least > flights.best)
    wrong(['flights', 'least'], 'error_max_value', { max: flights.best });
  if (by.by === 'total_speed' && flights.bonus.length > 0) wrong(['flights', 'bonus'], 'ranking_bonus_of_speed');
  if (by.by === 'table' && by.steps.some(({ from, to }, i) => to < from || from <= (by.steps[i - 1]?.to ?? 0)))
    wrong(['measure', 'steps'], 'prize_places_wrong');
  const twice = twiceInRegions(rule.regions ?? []);
  if (twice) wrong(['regions', twice.at], 'region_twice', { postcode: twice.postcode });
  const known = rule.regions && new Set(rule.regions.map(({ name }) => name));
  for (const [i, name] of rule.entry.regions.entries())
    if (known && !known.has(name)) wrong(['entry', 'regions', i], 'region_unknown', { name });
  const max = 'decimals' in by ? by.decimals : 0;
  for (const [path, text] of decimalTexts(rule))
    if ((text.split('.')[1]?.length ?? 0) > max) wrong(path, 'ranking_too_many_decimals', { max });
  if (by.by === 'points' && Number(by.lowest) > Number(by.highest))
    wrong(['measure', 'lowest'], 'error_max_value', { max: by.highest });
  return found;
}

/** The rule of a ranking, see the head of this file. */
export const rankingRule = ruleShape.check(({ value: rule, issues }) => {
  for (const { path, code, params } of wrongInRule(rule))
    issues.push({ code: 'custom', input: rule, path, params: { code, params } satisfies FieldError });
});

/** A rule by its measure, with everything else as most lofts have it: a starting point for forms, imports and tests. */
export function rankingBy(measure: Measure, changes: Partial<RankingRule> = {}): RankingRule {
  return {
    subject: { of: 'pigeon' },
    measure,
    prizes: null,
    prizes_only: false,
    limit: null,
    flights: {
      kinds: ['hot_spot', 'semi_final', 'final'],
      least_distance_m: 0,
      best: null,
      least: null,
      must: [],
      weights: [],
      bonus: [],
    },
    entry: { add_on: null, active_before: null, sexes: [], colours: [], countries: [], regions: [] },
    places_by: 'value',
    tie_breaks: ['final_place', 'final_time'],
    to_come: null,
    division: null,
    ...changes,
  };
}
