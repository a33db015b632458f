/** Corrections of the facts of a flight that was released: its release time, its end, its distance. */

import { sql } from 'kysely';
import { closesByTime } from '#domain/flights/closing.ts';
import { takesArrivals } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { type Affected, nobody } from '#server/ledger/affected.ts';
import type { declaredExchanges, ToDeclare } from '#server/ledger/declarations.ts';
import { basketOf, rulesOf, timesOf } from './lifecycle.ts';
import type { LockedFlight } from './locked-flight.ts';

/** The facts of a released flight that a correction changes. */
export type FlightFacts = Partial<
  Pick<LockedFlight, 'release_time' | 'distance_m' | 'closed_intervals' | 'day_starts' | 'closes_at'>
>;

/** A correction of what counts: nothing is written yet. */
export interface Correction {
  /** The entries that say it. */
  declared: readonly ToDeclare[];
  /** Whose entries are matched again. */
  affected: Affected;
  /** The facts of a flight that are others with it. */
  flight?: FlightFacts & { flight_id: number };
  /** The declaration by which a bird is disqualified in a flight; null: it is not, or no longer. */
  disqualified?: { flight_id: number; pigeon_id: number; by: number | null };
  /** The exchanges of a flight that apply with it. */
  exchanged?: { flight_id: number; exchanges: Awaited<ReturnType<typeof declaredExchanges>> };
  /** The birds of a flight that are not released with it, each with the release of its group, epoch ms. */
  released?: { flight_id: number; releases: ReadonlyMap<number, number> };
}

/**
 * Another release time of a locked flight while it takes arrivals: nights, midnights and a closing by rule are
 * computed again, an end set by hand stays, and every bird is matched again.
 * @throws Refusal `result_not_open`, also for a replay; at `time` `release_in_future`, `basketing_after_release`,
 * `closing_before_release` or `release_after_group`; `loft_place_missing`.
 */
export async function releaseCorrection(
  tx: Tx,
  flight: LockedFlight,
  release_time: string,
  { now_ms }: Pick<Act, 'now_ms'>,
): Promise<Correction> {
  refuseClosed(flight);
  const release_ms = Date.parse(release_time);
  if (release_ms > now_ms) throw refusalAt('time', 'release_in_future');
  const basketing_ms = await basketingOf(tx, flight);
  if (basketing_ms !== null && release_ms <= basketing_ms) throw refusalAt('time', 'basketing_after_release');
  const { closed_intervals, day_starts, ...ruled } = timesOf(flight, release_time);
  const closes_at = closesByTime(flight.rules.closing) ? ruled.closes_at : flight.closes_at;
  if (closes_at !== null && Date.parse(closes_at) <= release_ms) throw refusalAt('time', 'closing_before_release');
  const facts = {
    release_time: new Date(release_ms).toISOString(),
    closed_intervals: [...closed_intervals],
    day_starts: [...day_starts],
    closes_at,
  };
  const flight_id = flight.id;
  const { rows: groups } = await sql`
    select from baskets where loft_id = ${flight.loft_id} and flight_id = ${flight_id}
      and released_at <= ${facts.release_time} limit 1`.execute(tx);
  if (groups.length > 0) throw refusalAt('time', 'release_after_group');
  return {
    declared: [rulesOf({ ...flight, ...facts }, closes_at), { kind: 'release', flight_id, release_ms }],
    flight: { flight_id, ...facts },
    affected: {
      pigeon_ids: await basketOf(tx, flight),
      from: new Date(Math.min(release_ms, Date.parse(flight.release_time!))).toISOString(),
    },
  };
}

/**
 * When the basketing of a released flight began, epoch ms: when it was opened, else as it was planned. Null: neither is
 * before the release, because the list was entered afterwards.
 */
async function basketingOf(tx: Tx, { loft_id, id, basketing_at, release_time }: LockedFlight): Promise<number | null> {
  const { rows } = await sql<{ at: string | null }>`
    select coalesce(min(h.at), case when ${basketing_at}::timestamptz < ${release_time}::timestamptz
      then ${basketing_at}::timestamptz end) as at
    from flight_history h where h.loft_id = ${loft_id} and h.flight_id = ${id} and h.to_status = 'basketing'
      and h.at < ${release_time}`.execute(tx);
  const at = rows[0]?.at ?? null;
  return at === null ? null : Date.parse(at);
}

/** A flight is over a year after its release at the latest, ms. */
const longest_ms = 366 * 86_400_000;

/**
 * Another end of a locked flight; birds clocked after it are outside control.
 * @throws Refusal `result_not_open`, also for a replay; at `time` `closing_before_release`, `closing_too_late`, or
 * `closing_in_future` for a flight that is closed
 */
export async function closingCorrection(
  tx: Tx,
  flight: LockedFlight,
  closes_at: string,
  { now_ms }: Pick<Act, 'now_ms'>,
): Promise<Correction> {
  refuseClosed(flight);
  const closes_ms = Date.parse(closes_at);
  const release_ms = Date.parse(flight.release_time!);
  if (closes_ms <= release_ms) throw refusalAt('time', 'closing_before_release');
  if (closes_ms > release_ms + longest_ms) throw refusalAt('time', 'closing_too_late');
  if (closes_ms > now_ms && flight.status !== 'released') throw refusalAt('time', 'closing_in_future');
  const before_ms = flight.closes_at === null ? closes_ms : Date.parse(flight.closes_at);
  return {
    declared: [rulesOf(flight, closes_at)],
    flight: { flight_id: flight.id, closes_at: new Date(closes_ms).toISOString() },
    affected: {
      pigeon_ids: await basketOf(tx, flight),
      from: new Date(Math.min(closes_ms, before_ms)).toISOString(),
    },
  };
}

/**
 * Another distance of a locked flight: its speeds follow, its places stay.
 * @param distance_m metres
 * @throws Refusal `result_not_open`, also for a replay; at `distance` `error_min_value`
 */
export function distanceCorrection(flight: LockedFlight, distance_m: number): Correction {
  refuseClosed(flight);
  if (!(distance_m > 0)) throw refusalAt('distance', 'error_min_value', { min: 0 });
  return {
    declared: [rulesOf({ ...flight, distance_m }, flight.closes_at)],
    flight: { flight_id: flight.id, distance_m },
    affected: nobody,
  };
}

function refuseClosed({ status, replay_factor }: LockedFlight): void {
  if (!takesArrivals(status) || replay_factor !== null) throw new Refusal('result_not_open');
}

/** Writes corrected facts of a locked flight; its followers, who rank by them, load it again. */
export async function correctFlight(tx: Tx, { loft_id, flight_id }: FlightKey, facts: FlightFacts): Promise<void> {
  const { closed_intervals, day_starts, ...times } = facts;
  await tx
    .updateTable('flights')
    .set({
      ...times,
      ...(closed_intervals && { closed_intervals: JSON.stringify(closed_intervals) }),
      ...(day_starts && { day_starts: JSON.stringify(day_starts) }),
    })
    .where('loft_id', '=', loft_id)
    .where('id', '=', flight_id)
    .execute();
  await sql`select pg_notify('flights', ${`${loft_id}:${flight_id}`})`.execute(tx);
}
