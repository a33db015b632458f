/** The life cycle of a flight: release, closing and the other status changes. */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { midnightsAfter } from '#domain/day.ts';
import { closedNights } from '#domain/flights/closed-nights.ts';
import { closingCount, closingTime } from '#domain/flights/closing.ts';
import { type FlightEvent, flightMachine, raceTime, whyNotOfficial } from '#domain/flights/flight.ts';
import type { ClosedInterval } from '#domain/flights/night.ts';
import { type SealedBird, sealedListText } from '#domain/flights/sealed-list.ts';
import { step } from '#domain/machine.ts';
import { announcedOfFlights } from '#domain/notifications/notification.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { appendHistory } from '#server/db/histories.ts';
import { transact } from '#server/db/transaction.ts';
import { type ItemsOptions, type Job, workOff } from '#server/jobs/items.ts';
import { declare, type ToDeclare } from '#server/ledger/declarations.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { rematch } from '#server/ledger/matching.ts';
import { notifyEach } from '#server/notifications/notify.ts';
import { addFlightEvent } from '#server/notifications/races.ts';
import { flightSteps } from './consequences.ts';
import { gapsOf } from './gaps.ts';
import { type LockedFlight, lockFlight } from './locked-flight.ts';

/**
 * Add to the number of basketed birds of a locked flight, whose list changes with it at this moment; the database
 * verifies the count at the commit.
 */
export async function countBasketed(
  tx: Tx,
  { loft_id, id }: LockedFlight,
  added: number,
  now_ms = Date.now(),
): Promise<void> {
  await tx
    .updateTable('flights')
    .set(({ eb }) => ({
      basketed_count: eb('basketed_count', '+', added),
      list_changed_at: new Date(now_ms).toISOString(),
    }))
    .where('loft_id', '=', loft_id)
    .where('id', '=', id)
    .execute();
}

/**
 * Move a locked flight one step along its state machine; the history row carries the new status. Fans are notified.
 * @throws Refusal `step_not_possible`; `readings_missing` for a result that a clock still owes readings to.
 */
export async function moveFlight(
  tx: Tx,
  flight: LockedFlight,
  event: FlightEvent,
  { by = null, now_ms = Date.now(), reason = null }: Partial<Act> = {},
): Promise<void> {
  const to_status = step(flightMachine, flight.status, event);
  if (event === 'make_official') {
    // A reading that leaves a gap is either in the ledger before this check, or finds the result official.
    const head = await lockLedger(tx, flight.loft_id);
    const refusal = whyNotOfficial(await gapsOf(tx, flight));
    if (refusal) throw refusal;
    // What comes later stays out, also where a ruling makes the result official again.
    await tx
      .updateTable('flights')
      .set({ official_head: sql<number>`coalesce(official_head, ${head.number})` })
      .where('loft_id', '=', flight.loft_id)
      .where('id', '=', flight.id)
      .execute();
  }
  await appendHistory(tx, 'flight', flight.loft_id, [{ id: flight.id, from: flight.status, to: to_status }], {
    by,
    now_ms,
    reason,
  });
  await flightSteps.run(tx, { flight, status: to_status, act: { by, now_ms, reason } });
  const announced = event === 'take_back' ? 'release_taken_back' : announcedOfFlights.find((one) => one === to_status);
  if (announced) await addFlightEvent(tx, { loft_id: flight.loft_id, flight_id: flight.id }, announced);
}

/** The birds of a list as its fingerprint counts them. */
async function sealedBirds(tx: Tx, { loft_id, id }: LockedFlight): Promise<SealedBird[]> {
  const { rows } = await sql<SealedBird>`
    select b.position, p.ring, left(encode(sha256(convert_to(c.chip, 'UTF8')), 'hex'), 16) as chip_mark from baskets b
    join pigeons p on p.loft_id = b.loft_id and p.id = b.pigeon_id
    left join pigeon_chips c on c.loft_id = b.loft_id and c.pigeon_id = b.pigeon_id and upper_inf(c.during)
    where b.loft_id = ${loft_id} and b.flight_id = ${id} order by b.position`.execute(tx);
  return rows;
}

/**
 * Seal the basketing list of a locked flight: it is frozen with its fingerprint.
 * @returns the fingerprint, SHA-256 over {@link sealedListText} as hexadecimal digits
 * @throws Refusal `step_not_possible`
 */
export async function sealList(tx: Tx, flight: LockedFlight, act: Partial<Act> = {}): Promise<string> {
  const { loft_id, id: flight_id } = flight;
  await moveFlight(tx, flight, 'seal', act);
  const text = sealedListText({ loft_id, flight_id }, await sealedBirds(tx, flight));
  const sealed_at = new Date(act.now_ms ?? Date.now()).toISOString();
  const list_fingerprint = createHash('sha256').update(text).digest('hex');
  await tx
    .insertInto('sealed_lists')
    .values({
      loft_id,
      flight_id,
      n: sql<number>`(select coalesce(max(n), 0) + 1 from sealed_lists
        where loft_id = ${loft_id} and flight_id = ${flight_id})`,
      sealed_at,
      text,
      fingerprint: list_fingerprint,
    })
    .execute();
  await tx
    .updateTable('flights')
    .set({ sealed_at, list_fingerprint })
    .where('loft_id', '=', loft_id)
    .where('id', '=', flight_id)
    .execute();
  if (flight.replay_factor === null) await notifyOwners(tx, flight, list_fingerprint);
  return list_fingerprint;
}

/**
 * Sends the fingerprint of a sealed list to each owner of a team on it: a page of the site cannot prove that it is
 * unchanged, a mail that left the site can.
 */
async function notifyOwners(tx: Tx, { loft_id, id }: LockedFlight, fingerprint: string): Promise<void> {
  const path = `/lofts/${loft_id}/flights/${id}`;
  await notifyEach(
    tx,
    'list_sealed',
    sql`
    select t.user_id, ${`flight:${id} ${fingerprint.slice(0, 16)}`}::text as key,
      jsonb_build_object('loft', l.name, 'flight', f.name, 'path', ${path}::text, 'fingerprint', ${fingerprint}::text,
        'pigeons', count(*)) as facts
    from baskets b
    join pigeons p on p.loft_id = b.loft_id and p.id = b.pigeon_id
    join teams t on t.loft_id = p.loft_id and t.id = p.team_id and t.user_id is not null
    join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
    join seasons s on s.loft_id = f.loft_id and s.id = f.season_id and s.status <> 'draft'
    join lofts l on l.id = b.loft_id
    where b.loft_id = ${loft_id} and b.flight_id = ${id}
    group by t.user_id, l.name, f.name`,
  );
}

/**
 * Open the sealed list of a locked flight again, for a reason.
 * @throws Refusal `step_not_possible`; `error_required` at `reason`
 */
export async function reopenList(tx: Tx, flight: LockedFlight, act: Act & { reason: string | null }): Promise<void> {
  if (!act.reason?.trim()) throw refusalAt('reason', 'error_required');
  await moveFlight(tx, flight, 'reopen', act);
  await tx
    .updateTable('flights')
    .set({ sealed_at: null, list_fingerprint: null })
    .where('loft_id', '=', flight.loft_id)
    .where('id', '=', flight.id)
    .execute();
}

/** Derived from the release: the closed nights, the midnights, the end. Epoch ms, and ISO text. */
export interface FlightTimes {
  closed_intervals: readonly ClosedInterval[];
  day_starts: readonly number[];
  closes_at: string | null;
}

/**
 * Release the birds: the release time becomes a fact, and nights, midnights and closing are computed and stored. A list
 * that is not sealed yet is sealed at that moment, because birds in the air cannot wait for paper. A replay uses those
 * of the race it repeats, so that equal flying times give equal speeds.
 * @throws Refusal `distance_missing`, `loft_place_missing` (a sun rule without coordinates), `closing_before_release`,
 * `step_not_possible`.
 */
export async function releaseFlight(
  tx: Tx,
  flight: LockedFlight,
  release_time: string,
  times?: FlightTimes,
  act: Partial<Act> = {},
): Promise<void> {
  if (flight.distance_m === null) throw new Refusal('distance_missing');
  const { closed_intervals, day_starts, closes_at } = times ?? timesOf(flight, release_time);
  await tx
    .updateTable('flights')
    .set({
      release_time,
      planned_release_time: flight.release_time,
      closed_intervals: JSON.stringify(closed_intervals),
      day_starts: JSON.stringify(day_starts),
      closes_at,
    })
    .where('loft_id', '=', flight.loft_id)
    .where('id', '=', flight.id)
    .execute();
  if (flight.status === 'basketing') {
    await sealList(tx, flight, act);
    await moveFlight(tx, { ...flight, status: 'sealed' }, 'release', act);
  } else await moveFlight(tx, flight, 'release', act);
  const released = { ...flight, closed_intervals: [...closed_intervals], day_starts: [...day_starts] };
  const release_ms = Date.parse(release_time);
  await declare(
    tx,
    flight.loft_id,
    [rulesOf(released, closes_at), { kind: 'release', flight_id: flight.id, release_ms }],
    act,
  );
  // The clocks may have delivered readings before the release was entered.
  await rematch(tx, flight.loft_id, { pigeon_ids: await basketOf(tx, flight), from: release_time });
}

/** The facts that decide a flight from its release on, as stored in the ledger. */
export function rulesOf(
  { id: flight_id, rules, distance_m, closed_intervals: closed, day_starts }: LockedFlight,
  closes_at: string | null,
): ToDeclare {
  const closes_ms = closes_at === null ? null : Date.parse(closes_at);
  return { kind: 'rules', flight_id, rules, distance_m, closed, day_starts, closes_ms };
}

/** The birds of a flight; as JSON, because there are thousands. */
export async function basketOf(tx: Tx, { loft_id, id }: LockedFlight): Promise<number[]> {
  const { rows } = await sql<{ birds: number[] | null }>`
    select json_agg(pigeon_id) as birds from baskets where loft_id = ${loft_id} and flight_id = ${id}`.execute(tx);
  return rows[0]!.birds ?? [];
}

const day_ms = 86_400_000;

/** No rule closes a race later than this; without a rule, nights and midnights are computed this far ahead. */
const mostDays = 31;

/**
 * The nights, midnights and end by rule of a flight that is released at a time.
 * @throws Refusal `loft_place_missing`, `closing_before_release`
 */
export function timesOf(flight: LockedFlight, release_time: string): FlightTimes {
  const { rules, time_zone } = flight;
  if (rules.closed_night.kind === 'sun' && flight.latitude === null) throw new Refusal('loft_place_missing');
  const release_ms = Date.parse(release_time);
  const place = { release_ms, time_zone, latitude: flight.latitude ?? 0, longitude: flight.longitude ?? 0 };
  const closes = closingTime(rules.closing, place);
  if (closes !== null && closes <= release_ms) throw new Refusal('closing_before_release');
  const days = closes === null ? mostDays : Math.ceil((closes - release_ms) / day_ms) + 1;
  return {
    closed_intervals: closedNights(rules.closed_night, { ...place, nights: days }),
    day_starts: midnightsAfter(release_ms, time_zone, days),
    closes_at: closes === null ? null : new Date(closes).toISOString(),
  };
}

/**
 * Close a released flight. Without a rule for the closing time it closes at `at`: birds clocked later are outside
 * control, also those already received, because a bird must not gain or lose by the moment its clock got a connection.
 * @throws Refusal `closing_before_release`, also for a release that was corrected to after `at`; `step_not_possible`.
 */
export async function closeFlight(tx: Tx, flight: LockedFlight, at: string, act: Partial<Act> = {}): Promise<void> {
  if (flight.closes_at === null) {
    if (Date.parse(at) <= Date.parse(flight.release_time!)) throw new Refusal('closing_before_release');
    await tx
      .updateTable('flights')
      .set({ closes_at: at })
      .where('loft_id', '=', flight.loft_id)
      .where('id', '=', flight.id)
      .execute();
    await declare(tx, flight.loft_id, [rulesOf(flight, at)], act);
    await rematch(tx, flight.loft_id, { pigeon_ids: await basketOf(tx, flight), from: at });
  }
  await moveFlight(tx, flight, 'close', act);
}

/**
 * When the bird came home by which enough were home for the rule of a locked flight; null: they are not, or another
 * rule closes it.
 */
async function closedByShare(tx: Tx, { loft_id, id, rules, basketed_count }: LockedFlight): Promise<string | null> {
  const wanted = closingCount(rules.closing, basketed_count);
  if (wanted === null || wanted === 0) return null;
  const { rows } = await sql<{ time: string }>`
    select time from (
      select distinct on (pigeon_id) time from arrivals
      where loft_id = ${loft_id} and flight_id = ${id} order by pigeon_id, seq desc) home
    where time is not null order by time offset ${wanted - 1} limit 1`.execute(tx);
  return rows[0]?.time ?? null;
}

/**
 * Close each flight whose closing time has passed, or of whose birds enough are home, each on its own (decision 37). A
 * replay's clock runs faster.
 * @returns the flights that were closed
 */
export async function closeDueFlights(
  db: Database,
  now_ms: number,
  options?: Omit<ItemsOptions, 'now_ms'>,
): Promise<number[]> {
  const released = await db
    .selectFrom('flights')
    .select(['loft_id', 'id as flight_id', 'closes_at', 'release_time', 'replay_factor', 'rules', 'basketed_count'])
    .select(({ selectFrom }) =>
      selectFrom('flight_streams as stream')
        .select('stream.home_count')
        .whereRef('stream.loft_id', '=', 'flights.loft_id')
        .whereRef('stream.flight_id', '=', 'flights.id')
        .as('home_count'),
    )
    .where('status', '=', 'released')
    .where((eb) => eb.or([eb('closes_at', 'is not', null), eb(sql`rules -> 'closing' ->> 'kind'`, '=', 'share')]))
    .execute();
  const due = released.filter(({ release_time, closes_at, replay_factor, rules, basketed_count, home_count }) => {
    const wanted = closes_at === null ? closingCount(rules.closing, basketed_count) : null;
    if (wanted !== null) return wanted > 0 && (home_count ?? 0) >= wanted;
    const race_ms = raceTime(Date.parse(release_time!), now_ms, replay_factor ?? undefined);
    return race_ms >= Date.parse(closes_at!);
  });
  const job: Job<(typeof due)[number]> = {
    queue: 'flight_closings',
    nameOf: ({ loft_id, flight_id }) => ({ key: flight_id, loft_id, flight_id }),
    work: (flight) =>
      transact(db, async (tx) => {
        const locked = await lockFlight(tx, flight);
        if (locked.status !== 'released') return false;
        const closes_at = locked.closes_at ?? (await closedByShare(tx, locked));
        if (closes_at === null) return false;
        await closeFlight(tx, locked, closes_at, { now_ms, reason: 'closing rule' });
        return true;
      }),
  };
  const { done } = await workOff(db, job, due, { now_ms, ...options });
  return done.map(({ flight_id }) => flight_id);
}
