/** The release: when it counts, what a report of it does, and what is checked before it. */
import type { FlightStatus } from '#domain/flights/flight.ts';
import { isBeforeRelease, takesArrivals } from '#domain/flights/flight.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';

/** Who reports a release: the phone at the lorry, which measured it, or the loft after a call. */
export const releaseSources = ['phone', 'spoken'] as const;
export type ReleaseSource = (typeof releaseSources)[number];

/** A phone farther from the release point than this is warned, metres. */
export const farFromPoint_m = 500;
/** A clock that was synchronised longer ago than this is warned, ms. */
export const synchronisedWithin_ms = 24 * 3_600_000;
/** A report that arrives later than this after its moment is shown as reported late, ms. */
export const late_ms = 60_000;
/** A release that is farther from its plan than this is asked about on the phone, ms; the server takes every true one. */
const farFromPlan_ms = 3 * 3_600_000;

/**
 * What is unusual about a release at this moment, so that it is asked about before the birds go (domain 2.7): it is more
 * than three hours before or after its plan, or the sun has not risen at the release point.
 * @param planned_ms epoch ms; null: no time is planned
 * @param rise_ms sunrise at the release point on the day of now, epoch ms; null: not known, or none on that day
 */
export function unusualRelease({
  now_ms,
  planned_ms,
  rise_ms,
}: {
  now_ms: number;
  planned_ms: number | null;
  rise_ms: number | null;
}): { is_far: boolean; is_dark: boolean } {
  return {
    is_far: planned_ms !== null && Math.abs(now_ms - planned_ms) > farFromPlan_ms,
    is_dark: rise_ms !== null && now_ms < rise_ms,
  };
}

/** How far a phone's clock may run ahead after its correction, ms. */
const tolerance_ms = 5000;
/** The longest time between a release and its report, ms: a flight is not released at a day that has passed. */
const oldest_ms = 48 * 3_600_000;

/**
 * The release time that counts: the measured moment, cut to the step in which the rulebook counts times.
 * @param at_ms epoch ms
 * @param precision_ms 1, 10, 100 or 1000 (`RaceRules`)
 */
export const countedRelease = (at_ms: number, precision_ms: number): number =>
  Math.floor(at_ms / precision_ms) * precision_ms;

/** What a report does: it releases the birds, agrees with the release, or differs from it. */
export type ReportEffect = 'released' | 'confirmed' | 'differs';

/**
 * What a report of a release does to a flight.
 * @param release_ms the release that counts; null before it
 */
export function effectOf(
  { status, release_ms }: { status: FlightStatus; release_ms: number | null },
  counted_ms: number,
): ReportEffect {
  if (isBeforeRelease(status) || release_ms === null) return 'released';
  return release_ms === counted_ms ? 'confirmed' : 'differs';
}

/**
 * Why a report of a release cannot be accepted, or null. At `at`: `release_in_future`, `release_too_old`; without a
 * field: `basketing_not_open` where no bird was basketed or the flight is over.
 */
export function whyNotReport(status: FlightStatus, at_ms: number, now_ms: number): Refusal | null {
  if (at_ms > now_ms + tolerance_ms) return refusalAt('at', 'release_in_future');
  if (at_ms < now_ms - oldest_ms) return refusalAt('at', 'release_too_old', { hours: oldest_ms / 3_600_000 });
  const open = status === 'basketing' || status === 'sealed' || takesArrivals(status);
  return open ? null : new Refusal('basketing_not_open', { status });
}

/** A release that was taken back: its reported time, and when, by whom and why it was taken back. */
export interface TakenBack {
  release_time: string;
  at: string;
  by: string | null;
  reason: string;
}

/**
 * Why a release cannot be taken back, or null: only birds in the air of which none is home, before anything was ruled.
 * `flight_not_in_the_air`, also for a replay; `release_has_arrivals`, `release_has_groups`, `release_has_rulings`.
 */
export function whyNotTakeBack({
  status,
  replay_factor,
  home,
  has_groups,
  has_rulings,
}: {
  status: FlightStatus;
  replay_factor: number | null;
  /** Birds that are home. */
  home: number;
  has_groups: boolean;
  has_rulings: boolean;
}): Refusal | null {
  if (status !== 'released' || replay_factor !== null) return new Refusal('flight_not_in_the_air');
  if (home > 0) return new Refusal('release_has_arrivals');
  if (has_rulings) return new Refusal('release_has_rulings');
  return has_groups ? new Refusal('release_has_groups') : null;
}

/**
 * Whether a report is of a release that was taken back: it measures a moment before that, and who reports did not know
 * of it. Such a report, sent late by a phone without a network, must not release the birds again.
 * @param known how many releases of the flight were taken back, as far as the reporting device knows
 */
export function isOfTakenBack(at_ms: number, known: number, taken_back: readonly Pick<TakenBack, 'at'>[]): boolean {
  const last = taken_back.at(-1);
  return last !== undefined && known < taken_back.length && at_ms <= Date.parse(last.at);
}

/**
 * Why something observed at the release point cannot be noted, or null: it lies ahead, or the flight is over. What a
 * phone kept without a network arrives after the release.
 */
export function whyNotObserve(status: FlightStatus, at_ms: number, now_ms: number): Refusal | null {
  if (at_ms > now_ms + tolerance_ms) return refusalAt('at', 'release_in_future');
  return isBeforeRelease(status) || takesArrivals(status) ? null : new Refusal('flight_plan_fixed', { status });
}

/** The most pictures of one release. */
export const mostPictures = 12;
/** A picture that was taken this long before the release still shows it, ms: the lorry, the crates, the sky. */
const pictureBefore_ms = 3_600_000;
/** A picture that is taken longer than this after the release shows another thing, ms. */
const pictureAfter_ms = 12 * 3_600_000;

/**
 * Why a picture of a release cannot be added, or null. At `at`: `picture_not_of_release`; without a field:
 * `picture_before_release`, also for an annulled flight, and `photos_full`.
 * @param release_ms epoch ms; before the release the planned one
 * @param pictures how many the release has
 */
export function whyNotAddPicture(
  { status, release_ms, pictures }: { status: FlightStatus; release_ms: number | null; pictures: number },
  at_ms: number,
  now_ms: number,
): Refusal | null {
  if (isBeforeRelease(status) || status === 'annulled' || release_ms === null)
    return new Refusal('picture_before_release');
  const latest_ms = Math.min(now_ms + tolerance_ms, release_ms + pictureAfter_ms);
  if (at_ms < release_ms - pictureBefore_ms || at_ms > latest_ms) return refusalAt('at', 'picture_not_of_release');
  return pictures < mostPictures ? null : new Refusal('photos_full', { max: mostPictures });
}

/** Whether a report came so late that the public page says so. */
export const isLate = (at_ms: number, received_ms: number): boolean => received_ms - at_ms > late_ms;
