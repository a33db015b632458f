/**
 * The parts of a rulebook, and what a rulebook means that says nothing of one: for pages that show rules and have no form
 * for them, without the schemas of rulebook.ts.
 */
import type { PrizeDivision } from './prize-division-rule.ts';
import type { ReleaseLimits } from './release-limits.ts';

/** The parts of a rulebook, in the order of its page. */
export const rulebookParts = [
  'speed',
  'ties',
  'closed_night',
  'closing',
  'release',
  'manual_arrival',
  'close_times',
  'disputes',
  'aces',
  'prizes',
  'refunds',
] as const;
export type RulebookPart = (typeof rulebookParts)[number];

/**
 * How birds are placed whose order is within the clocks' uncertainty: as their clocks read them, by the order of one clock
 * that read them all (and equal where none did), or equal.
 */
export const closeTimesRules = ['as_read', 'one_clock', 'tie'] as const;
export type CloseTimesRule = (typeof closeTimesRules)[number];

/** The kinds of prizes; a kind that is not in the rulebook has none. */
export const prizedFor = ['hot_spot', 'semi_final', 'final', 'ace'] as const;
export type PrizedFor = (typeof prizedFor)[number];
/** The kinds of flights with prizes: of places, and special ones beside them. */
export const prizedFlights = ['hot_spot', 'semi_final', 'final'] as const satisfies readonly PrizedFor[];

/**
 * The limits by default: those of Van Breemen's release manual for young birds, and the rule of an hour's rest for each
 * 100 km driven.
 */
export const defaultReleaseLimits: ReleaseLimits = {
  visibility_km: 5,
  headwind_kmh: 36,
  temperature_c: 30,
  rest_min: 60,
  no_rain: true,
  no_low_cloud: true,
  no_thunder: true,
  same_day: true,
};

/** The limits of a release by a rulebook. */
export const releaseLimitsOf = ({ release }: { release?: ReleaseLimits | undefined }): ReleaseLimits =>
  release ?? defaultReleaseLimits;

/** How a rulebook places birds within the clocks' uncertainty. */
export const closeTimesOf = ({ close_times }: { close_times?: CloseTimesRule | undefined }): CloseTimesRule =>
  close_times ?? 'as_read';
/** For how many hours a provisional result can be disputed; 0: not at all. */
export const disputeHoursOf = ({ disputes }: { disputes?: { hours: number } | undefined }): number =>
  disputes?.hours ?? 0;

/** The division by default: each place has its prize, and what has no bird stays with the loft. */
export const defaultDivision: PrizeDivision = { odd_cent: 'first_place', undistributed: 'loft', first_drop: null };
/** How a rulebook or a ranking divides prizes; one without a rule for it divides them by default. */
export const divisionOf = ({ division }: { division?: PrizeDivision | null | undefined }): PrizeDivision =>
  division ?? defaultDivision;
