// The rules of a race: how speed is stated, what a tie is, which night is closed and when the race is over. They are
// part of the season's rulebook; a copy is frozen with each flight at its release.

import { z } from 'zod';
import type { LoftUnit } from '#domain/units.ts';

/** How a loft, or an organiser whose list is checked, states speeds. */
export interface SpeedRule {
  unit: 'm/min' | 'yd/min';
  /** Decimals of the speed; null: all of them. */
  decimals: number | null;
  /** `half-up` on the decimal value (KBDB, China), `cut` (RPRA: 758.55 is printed 758), `none`. */
  rounding: 'half-up' | 'cut' | 'none';
  /** Decimal text, e.g. `1.0936133`, for organisers who do not divide by 0.9144; absent or null divides by it. */
  yards_per_metre?: string | null;
}

/** Time of day in the loft's zone: `22:34` or `22:34:00`. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/);

/** How speeds are stated (5.21; domain 2.8). Unrounded speeds have no number of decimals. */
export const speedRule = z
  .strictObject({
    unit: z.enum(['m/min', 'yd/min']),
    decimals: z.int().min(0).max(6).nullable(),
    rounding: z.enum(['half-up', 'cut', 'none']),
    yards_per_metre: z
      .string()
      .regex(/^\d(\.\d{1,12})?$/)
      .nullish(),
  })
  .refine((rule) => (rule.decimals === null) === (rule.rounding === 'none'), {
    path: ['decimals'],
  }) satisfies z.ZodType<SpeedRule>;

/**
 * Which part of the night does not count (domain 2.8). `hours`: fixed hours, over midnight when it opens not later than
 * it closes. `sun`: minutes after sunset and before sunrise at the loft; negative ones lie on the other side of it (the
 * night of a rule "closes 30 min before sunset" has after_sunset_min -30).
 */
export const closedNightRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z
    .strictObject({ kind: z.literal('hours'), closes: timeOfDay, opens: timeOfDay })
    .refine((rule) => rule.closes !== rule.opens, { path: ['opens'] }),
  z.strictObject({
    kind: z.literal('sun'),
    after_sunset_min: z.number().min(-180).max(180),
    before_sunrise_min: z.number().min(-180).max(180),
  }),
]);

/**
 * When a race is over (domain 2.9): never by itself, so many hours after the release (Machos: 48), at a time of a day,
 * where day 1 is that of the release (FCI Grand Prix: day 2, 20:00), or with the bird by which so many percent of the
 * basketed ones are home.
 */
export const closingRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('hours'), hours: z.number().positive().max(720) }),
  z.strictObject({ kind: z.literal('day'), day: z.int().min(1).max(30), time: timeOfDay }),
  z.strictObject({ kind: z.literal('share'), percent: z.int().min(1).max(100) }),
]);

/** All rules of a race. */
export const raceRules = z.strictObject({
  speed: speedRule,
  /** Times are compared in steps of this many milliseconds; times in the same step are a tie. */
  precision_ms: z.literal([1, 10, 100, 1000]),
  /** Ties share a rank and the next is skipped (1, 2, 2, 4), or get consecutive ranks (KBDB). */
  ties: z.enum(['shared', 'consecutive']),
  closed_night: closedNightRule,
  closing: closingRule,
});

/** All rules of a race, see `raceRules`. */
export type RaceRules = z.infer<typeof raceRules>;
/** See `closedNightRule`. */
export type ClosedNightRule = z.infer<typeof closedNightRule>;
/** See `closingRule`. */
export type ClosingRule = z.infer<typeof closingRule>;

/**
 * The default rules of a flight. Four decimals, as in published lists (KBDB, China); a page may show the two of 5.21.
 */
export function defaultRules(unit: LoftUnit): RaceRules {
  return {
    speed: { unit: unit === 'km' ? 'm/min' : 'yd/min', decimals: 4, rounding: 'half-up' },
    precision_ms: 1,
    ties: 'shared',
    closed_night: { kind: 'none' },
    closing: { kind: 'none' },
  };
}
