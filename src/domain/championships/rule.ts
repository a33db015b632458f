/**
 * The rule of a championship as data (domain 2.13): made of the parts of the rule of a ranking that hold over lofts. Only
 * points are added up over lofts: speeds and times of different flights are no measure of each other.
 */
import { z } from 'zod';
import {
  kind,
  pointsMeasure,
  prizeShare,
  type RankingRule,
  rankingBy,
  tableMeasure,
  wrongInRule,
} from '#domain/rankings/ranking-rule.ts';
import type { FieldError } from '#domain/refusal.ts';
import { boundedInteger, nullableBoundedInteger } from '#domain/validation.ts';

/** Whose results are counted together: of a bird, of a fancier by the account, of a country. */
export const championOf = ['pigeon', 'fancier', 'country'] as const;
export type ChampionOf = (typeof championOf)[number];

/** What decides between equals; what is about the last flight of a season decides nothing over lofts. */
export const championTieBreaks = ['best_results', 'most_flights'] as const;

const ruleShape = z.strictObject({
  of: z.enum(championOf),
  /** So many birds of a fancier or a country score in each flight: its best there. Null: all of them. */
  birds: nullableBoundedInteger({ min: 1, max: 1000 }),
  measure: z.discriminatedUnion('by', [pointsMeasure, tableMeasure]),
  /** Of points by equal steps: which share of the field has them. Of a table null. */
  prizes: prizeShare.nullable(),
  flights: z.strictObject({
    kinds: z.array(kind).min(1).max(10),
    least_distance_m: boundedInteger({ min: 0, max: 10_000_000 }),
    /** Flights of fewer birds do not count. */
    least_basketed: boundedInteger({ min: 0, max: 100_000 }),
    /** So many results count, the best; null: all. */
    best: nullableBoundedInteger({ min: 1, max: 100 }),
    /** So many must count. */
    least: boundedInteger({ min: 1, max: 100 }),
    /** So many of one loft count at most; null: any number. */
    most_per_loft: nullableBoundedInteger({ min: 1, max: 100 }),
  }),
  tie_breaks: z.array(z.enum(championTieBreaks)).max(championTieBreaks.length),
});
export type ChampionshipRule = z.output<typeof ruleShape>;

/** The rule of a championship, see the head of this file. */
export const championshipRule = ruleShape.check(({ value: rule, issues }) => {
  const wrong = (path: (string | number)[], error: FieldError) =>
    issues.push({ code: 'custom', input: rule, path, params: error });
  for (const { path, code, params } of wrongInRule(rankingRuleOf(rule))) wrong(path, { code, params });
  if (rule.measure.by === 'points' && rule.prizes === null) wrong(['prizes'], { code: 'error_required' });
});

/** The same rule as that of a ranking: what a flight is worth, which flights count, and how it is said. */
export const rankingRuleOf = ({ of, birds, measure, prizes, flights, tie_breaks }: ChampionshipRule): RankingRule =>
  rankingBy(measure, {
    subject: of === 'pigeon' ? { of } : { of, birds, named: false, complete: false },
    prizes,
    flights: {
      kinds: flights.kinds,
      least_distance_m: flights.least_distance_m,
      best: flights.best,
      least: flights.least,
      must: [],
      weights: [],
      bonus: [],
    },
    tie_breaks: [...tie_breaks],
  });
