/**
 * The rulebook of a season: how its races are counted, and the other promises of a loft before the first bird is in. It
 * has versions; a flight is flown by one of them.
 */
import { z } from 'zod';
import type { FieldError } from '#domain/refusal.ts';
import { prizeDivision } from '#domain/seasons/prize-division-rule.ts';
import { releaseLimits } from '#domain/seasons/release-limits.ts';
import {
  closeTimesOf,
  closeTimesRules,
  defaultDivision,
  defaultReleaseLimits,
  disputeHoursOf,
  divisionOf,
  prizedFlights,
  prizedFor,
  type RulebookPart,
  releaseLimitsOf,
  rulebookParts,
} from '#domain/seasons/rulebook-parts.ts';
import { defaultRules, raceRules } from '#domain/seasons/rules.ts';
import type { LoftUnit } from '#domain/units.ts';
import { boundedInteger } from '#domain/validation.ts';
import { mostSpecials, specialPrize } from './special-prizes-rule.ts';

/**
 * The rank of a bird whose chip no clock read, but that the loft saw come home (domain 2.10): that of the time at which
 * it was seen, the last of the drop it came with (Royal Cup 15, Spring Break 12), the last within control (Derby
 * Cordoba), or no place at all. The last one has the time of the bird before it and shares neither place nor prize.
 */
export const manualArrivals = ['at_its_time', 'last_of_drop', 'last_in_control', 'not_ranked'] as const;

/**
 * The methods to find the ace pigeon (domain 2.12): the mean of its speeds, all its distance over all its time, its
 * flying time in all, the sum of its ranks, the sum of rank × 1000 / birds (PZHGP, lowest wins), or of points that fall
 * from 100 for the first by equal steps over the prizes (Swiss formula, highest wins).
 */
export const aceMethods = ['mean_speed', 'total_speed', 'total_time', 'rank_sum', 'coefficient', 'points'] as const;

/** The kinds of flights whose places count for an ace or have a prize. */
export const countedKinds = ['training', 'hot_spot', 'semi_final', 'final'] as const;

/** A rule of aces. `best`: number of flights that count; null requires all of them. */
export const aceRule = z.strictObject({
  method: z.enum(aceMethods),
  kinds: z.array(z.enum(countedKinds)).min(1).max(countedKinds.length),
  best: boundedInteger({ min: 1, max: 30 }).nullable(),
});
export type AceRule = z.output<typeof aceRule>;

/** Places with the same prize. `value`: cents of the season's currency, or hundredths of a percent of the prize fund. */
const prizeStep = z.strictObject({
  from: boundedInteger({ min: 1, max: 100_000 }),
  to: boundedInteger({ min: 1, max: 100_000 }),
  value: boundedInteger({ min: 1, max: 2_000_000_000 }),
});
export type PrizeStep = z.output<typeof prizeStep>;

/** The prizes of one kind (domain 2.11): fixed amounts, or shares of what the entries paid. */
export const prizeTemplate = z
  .strictObject({
    basis: z.enum(['amount', 'percent']),
    steps: z.array(prizeStep).min(1).max(50),
    /** What is shared at least, whatever the entries paid. */
    at_least_cents: boundedInteger({ min: 1, max: 2_000_000_000 }).optional(),
  })
  .check(({ value: { basis, steps, at_least_cents }, issues }) => {
    if (basis === 'amount' && at_least_cents !== undefined)
      issues.push({
        code: 'custom',
        input: at_least_cents,
        path: ['at_least_cents'],
        params: { code: 'guarantee_of_amounts' },
      });
    const wrong = steps.some(({ from, to }, i) => to < from || from <= (steps[i - 1]?.to ?? 0));
    const whole = steps.reduce((sum, { from, to, value }) => sum + (to - from + 1) * value, 0);
    if (wrong) issues.push({ code: 'custom', input: steps, path: ['steps'], params: { code: 'prize_places_wrong' } });
    else if (basis === 'percent' && whole > wholeFund)
      issues.push({ code: 'custom', input: steps, path: ['steps'], params: { code: 'prize_fund_exceeded' } });
  });
export type PrizeTemplate = z.output<typeof prizeTemplate>;

/**
 * What is wrong with a list of prizes that is given now, or null: `prize_places_gap` where a place before another with a
 * prize has none, `prize_rising` where a later place has more than one before it. One from before this rule stands.
 */
export function whyNotPrizes({ steps }: Pick<PrizeTemplate, 'steps'>): FieldError | null {
  for (const [i, { from, value }] of steps.entries()) {
    const before = steps[i - 1];
    const next = (before?.to ?? 0) + 1;
    if (from !== next) return { code: 'prize_places_gap', params: { place: next } };
    if (before && value > before.value) return { code: 'prize_rising', params: { place: from } };
  }
  return null;
}

/** A hundred percent in hundredths of a percent. */
const wholeFund = 10_000;

/** The refund of an entry (domain 2.2): none, all until registration ends, or a place in the next season. */
export const entryRefunds = ['none', 'until_registration_ends', 'next_season'] as const;
/** The refund of an activation whose bird does not fly: none, money, or a credit. */
export const activationRefunds = ['none', 'money', 'credit'] as const;

/** The longest time for disputes: two weeks. */
export const mostDisputeHours = 336;

export const rulebook = z
  .strictObject({
    rules: raceRules,
    manual_arrival: z.enum(manualArrivals),
    aces: z.array(aceRule).max(4),
    prizes: z.partialRecord(z.enum(prizedFor), prizeTemplate),
    /** Whether birds that share a place share the prizes of all the places they cover (Royal Cup 14). */
    ties_share_prizes: z.boolean(),
    /** A prize is paid only once the pedigree of its bird is in (Black Sea); left out: without it too. */
    pedigree_for_prizes: z.boolean().optional(),
    /** Within how many days of the official result prizes are paid; left out: the rulebook names no day. */
    pay_within_days: boundedInteger({ min: 1, max: 365 }).optional(),
    /** How prizes are divided; a rulebook from before it had a rule divides them by default. */
    division: prizeDivision.optional(),
    /** Special prizes beside those of the places. */
    special: z.partialRecord(z.enum(prizedFlights), z.array(specialPrize).max(mostSpecials)).optional(),
    refunds: z.strictObject({ entry: z.enum(entryRefunds), activation: z.enum(activationRefunds) }),
    /** Within which weather birds are released; a rulebook from before it had them follows the usual ones. */
    release: releaseLimits.optional(),
    /** Birds within the clocks' uncertainty; a rulebook from before it had them follows their clocks. */
    close_times: z.enum(closeTimesRules).optional(),
    /** For how many hours a provisional result can be disputed before it becomes official; 0 or left out: not at all. */
    disputes: z.strictObject({ hours: boundedInteger({ min: 0, max: mostDisputeHours }) }).optional(),
  })
  .check(({ value: { prizes, special = {} }, issues }) => {
    for (const kind of prizedFlights)
      if (special[kind]?.length && !prizes[kind])
        issues.push({
          code: 'custom',
          input: special[kind],
          path: ['special', kind],
          params: { code: 'special_without_prizes' },
        });
  });
export type Rulebook = z.output<typeof rulebook>;

/** A list of prizes as it is given now; one that is kept may be older than {@link whyNotPrizes}. */
export const givenPrizes = prizeTemplate.check(({ value, issues }) => {
  const wrong = issues.length === 0 && whyNotPrizes(value);
  if (wrong) issues.push({ code: 'custom', input: value.steps, path: ['steps'], params: { ...wrong } });
});

/** A rulebook as it is given now. */
export const givenRulebook = rulebook.check(({ value: { prizes }, issues }) => {
  if (issues.length > 0) return;
  for (const [kind, template] of Object.entries(prizes)) {
    const wrong = whyNotPrizes(template);
    if (wrong)
      issues.push({ code: 'custom', input: template.steps, path: ['prizes', kind, 'steps'], params: { ...wrong } });
  }
});

/** The first version of a season's rulebook. */
export function defaultRulebook(unit: LoftUnit): Rulebook {
  return {
    rules: defaultRules(unit),
    manual_arrival: 'last_of_drop',
    aces: [],
    prizes: {},
    ties_share_prizes: true,
    division: defaultDivision,
    refunds: { entry: 'none', activation: 'none' },
    release: defaultReleaseLimits,
    close_times: 'as_read',
    disputes: { hours: 24 },
  };
}

/** The content of one part of a rulebook. */
function partOf({ rules, ...rulebook }: Rulebook, part: RulebookPart): unknown {
  if (part === 'release') return releaseLimitsOf(rulebook);
  if (part === 'close_times') return closeTimesOf(rulebook);
  if (part === 'disputes') return disputeHoursOf(rulebook);
  if (part === 'ties') return [rules.precision_ms, rules.ties];
  if (part === 'prizes')
    return [
      rulebook.ties_share_prizes,
      rulebook.pedigree_for_prizes ?? false,
      rulebook.pay_within_days ?? null,
      divisionOf(rulebook),
      prizedFor.map((what) => rulebook.prizes[what] ?? null),
      prizedFlights.map((kind) => rulebook.special?.[kind] ?? []),
    ];
  return part === 'speed' || part === 'closed_night' || part === 'closing' ? rules[part] : rulebook[part];
}

/** The parts in which two rulebooks differ, in their order; empty when they are equal. */
export function changedParts(before: Rulebook, after: Rulebook): RulebookPart[] {
  return rulebookParts.filter((part) => asText(partOf(before, part)) !== asText(partOf(after, part)));
}

/** The same text for equal values, in whatever order their fields stand; an absent field is as null. */
function asText(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(
          Object.entries(one)
            .filter(([, field]) => field !== null && field !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : one,
  );
}
