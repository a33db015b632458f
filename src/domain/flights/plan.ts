/** The plan of a flight: what may be planned, changed and removed, and a whole training series at once. */
import { daysAfter } from '#domain/calendar.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import {
  type FlightEntry,
  type FlightEvent,
  type FlightKind,
  type FlightStatus,
  isBeforeRelease,
  waitsForSomebody,
} from './flight.ts';

/** A plan with its times as instants (epoch ms); null: not known yet. */
export interface Plan {
  kind: FlightKind;
  entry: FlightEntry;
  is_draft: boolean;
  release_ms: number | null;
  basketing_ms: number | null;
  /** The distance as stated, in metres; null: the geodesic. */
  stated_m: number | null;
  /** How the stated distance was measured. */
  distance_note: string | null;
}

/** A release is planned, and postponed, for a day to come, or for one of which it can still be reported, ms. */
const oldest_ms = 48 * 3_600_000;

const whyNotTime = (release_ms: number | null, now_ms: number): Refusal | null =>
  release_ms !== null && release_ms < now_ms - oldest_ms
    ? refusalAt('release_date', 'release_too_old', { hours: oldest_ms / 3_600_000 })
    : null;

/** Why a flight cannot be planned anew, or moved, to this time, or null. */
export const whyNotPlanAt = (plan: Plan, now_ms: number): Refusal | null =>
  whyNotTime(plan.release_ms, now_ms) ?? whyNotPlan(plan);

/**
 * Why a flight is not shown without a question, or null: its release is over already, so its day is mistyped, or
 * somebody reports it afterwards and says so. Followers are told of what is shown.
 */
export const whyNotShow = ({ is_draft, release_ms }: Plan, isMeant: boolean, now_ms: number): Refusal | null =>
  !is_draft && !isMeant && release_ms !== null && release_ms < now_ms
    ? refusalAt('release_date', 'release_is_over')
    : null;

/** Why this cannot be planned, or null: basketing comes before the release; a stated distance says how it was measured. */
export function whyNotPlan({ release_ms, basketing_ms, stated_m, distance_note }: Plan): Refusal | null {
  if (basketing_ms !== null && release_ms !== null && basketing_ms >= release_ms)
    return refusalAt('basketing_time', 'basketing_after_release');
  return stated_m !== null && distance_note === null ? refusalAt('distance_note', 'distance_note_needed') : null;
}

/** A flight as it is before a change of its plan. */
export interface PlannedFlight {
  status: FlightStatus;
  kind: FlightKind;
  entry: FlightEntry;
  is_draft: boolean;
  release_ms: number | null;
  release_point_id: number | null;
  /** It has a release point, perhaps one of its own that is not among those kept. */
  has_point: boolean;
}

/**
 * Why the plan of a flight cannot be changed like this, or null. It is fixed with the release; who may fly with the
 * basketing. What the public was shown is not taken back: a shown flight is postponed, and moved, for a reason.
 */
export function whyNotChangePlan(
  before: PlannedFlight,
  after: Plan & { release_point_id: number | null; reason: string },
): Refusal | null {
  const { status, is_draft } = before;
  if (!isBeforeRelease(status)) return new Refusal('flight_plan_fixed', { status });
  if (status !== 'planned' && after.kind !== before.kind) return refusalAt('kind', 'flight_basketing_began');
  if (status !== 'planned' && after.entry !== before.entry) return refusalAt('entry', 'flight_basketing_began');
  if (is_draft) return null;
  if (after.is_draft) return refusalAt('is_draft', 'flight_is_shown');
  if (before.release_ms !== null && after.release_ms !== before.release_ms)
    return refusalAt('release_time', 'flight_to_postpone');
  const isMoved = before.has_point && after.release_point_id !== before.release_point_id;
  return isMoved && after.reason.trim() === '' ? refusalAt('reason', 'flight_move_needs_reason') : null;
}

/** Why a flight cannot be removed, or null: a bird is basketed for it, or it is sealed or later and stays readable. */
export function whyNotRemoveFlight({
  status,
  basketed_count,
}: {
  status: FlightStatus;
  basketed_count: number;
}): Refusal | null {
  if (basketed_count > 0) return new Refusal('flight_has_basket', { count: basketed_count });
  return status === 'planned' || status === 'basketing' ? null : new Refusal('flight_plan_fixed', { status });
}

/** The steps that need a reason, which everybody can read. */
const withReason: readonly FlightEvent[] = ['reopen', 'annul'];

/**
 * Why a flight cannot take a step that its machine has, or null: nobody sees a draft; a list without birds is not
 * sealed, and one with birds not left; some steps need a reason.
 */
export function whyNotStep(
  { is_draft, basketed_count }: { is_draft: boolean; basketed_count: number },
  { event, reason }: { event: FlightEvent; reason: string },
): Refusal | null {
  if (is_draft) return new Refusal('flight_is_draft');
  if (event === 'seal' && basketed_count === 0) return new Refusal('basket_list_empty');
  if (event === 'close_basketing' && basketed_count > 0)
    return new Refusal('flight_has_basket', { count: basketed_count });
  return withReason.includes(event) && reason.trim() === '' ? refusalAt('reason', 'error_required') : null;
}

/**
 * Why a flight cannot be closed by hand at this time, or null: it is not in the air, a rule closes it, or the time lies
 * ahead or before the release.
 */
export function whyNotClose(
  { status, closes_at, release_ms }: { status: FlightStatus; closes_at: string | null; release_ms: number | null },
  at_ms: number,
  now_ms: number,
): Refusal | null {
  if (status !== 'released' || release_ms === null) return new Refusal('flight_not_in_the_air', { status });
  if (closes_at !== null) return new Refusal('closes_by_rule');
  if (at_ms > now_ms) return refusalAt('time', 'closing_in_future');
  return at_ms <= release_ms ? refusalAt('time', 'closing_before_release') : null;
}

/** Why a flight cannot be postponed to another time, or to none yet, or null. */
export function whyNotPostpone(
  { status, is_draft, release_ms }: Pick<PlannedFlight, 'status' | 'is_draft' | 'release_ms'>,
  to_ms: number | null,
  now_ms: number,
): Refusal | null {
  if (!isBeforeRelease(status)) return new Refusal('flight_plan_fixed', { status });
  if (is_draft) return new Refusal('flight_is_draft');
  return to_ms === release_ms ? refusalAt('release_time', 'flight_time_same') : whyNotTime(to_ms, now_ms);
}

/** The flight that a loft works on next: one in the air, the earliest to come, or the first that waits. */
export function nextFlight<F extends { status: FlightStatus; release_time: string | null }>(
  flights: readonly F[],
): F | null {
  const inOrder = flights.toSorted((a, b) => compared(a.release_time) - compared(b.release_time));
  return (
    inOrder.find(({ status }) => status === 'released') ??
    inOrder.find(({ status }) => isBeforeRelease(status)) ??
    inOrder.find(waitsForSomebody) ??
    null
  );
}

/** A flight without a time comes last. */
const compared = (time: string | null) => (time === null ? Number.MAX_SAFE_INTEGER : Date.parse(time));

/** The most flights of one series. */
export const mostInSeries = 30;

/** The name of the next flight of its kind: the same with the first number that is free after all that are taken. */
export function nextName(name: string, taken: readonly string[]): string {
  const stem = name.replace(/\s*\d+$/u, '');
  const last = taken.reduce((most, one) => {
    const found = /^(.*?)\s*(\d{1,6})$/su.exec(one);
    return found && alike(found[1]!) === alike(stem) ? Math.max(most, Number(found[2])) : most;
  }, 0);
  return `${stem} ${last + 1}`.trim();
}

const alike = (name: string) => name.trim().toLowerCase();

/** A series: so many flights, a number of days between each and the next, numbered after those that are there. */
export function seriesOf(
  { name, first_day, days_between, count }: { name: string; first_day: string; days_between: number; count: number },
  taken: readonly string[],
): { name: string; day: string }[] {
  const names = [...taken];
  return Array.from({ length: count }, (_, n) => {
    const next = nextName(`${name} 0`, names);
    names.push(next);
    return { name: next, day: daysAfter(first_day, n * days_between) };
  });
}
