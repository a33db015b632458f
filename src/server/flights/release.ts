/** The release of a flight as the person at the lorry sees it, and the reports of it. */
import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#domain/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { bearing, geodesicDistance } from '#domain/flights/distance.ts';
import { countedRelease, effectOf, isOfTakenBack, type ReleaseSource, whyNotReport } from '#domain/flights/release.ts';
import type { readRelease, reportRelease } from '#domain/flights/release-contract.ts';
import type { FlightKey, SeasonKey } from '#domain/keys.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { releaseLimitsOf } from '#domain/seasons/rulebook-parts.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { rulebookOf } from '#server/seasons/rulebook.ts';
import { clocksOfFlight } from './clocks.ts';
import { findFlight } from './flights.ts';
import { releaseFlight } from './lifecycle.ts';
import type { LockedFlight } from './locked-flight.ts';
import { observationsOf } from './release-observations.ts';
import { picturesOf } from './release-pictures.ts';
import { takenBack } from './taken-back.ts';

type Report = InputOf<typeof reportRelease>['body'];
type Checklist = Omit<ReplyOf<typeof readRelease>, 'loft' | 'season' | 'read_at'>;

/** What is to be checked before the release. @throws Refusal `not_found`, also for a flight of another season */
export async function releaseChecklist(tx: Tx, key: SeasonKey & FlightKey, loft: Loft): Promise<Checklist> {
  const flight = await findFlight(tx, key);
  if (flight?.season_id !== key.season_id) throw new Refusal('not_found');
  const { phone, ...sealed } = await tx
    .selectFrom('flights as f')
    .innerJoin('lofts as l', 'l.id', 'f.loft_id')
    .select(['f.sealed_at', 'f.list_fingerprint', 'l.phone'])
    .where('f.loft_id', '=', key.loft_id)
    .where('f.id', '=', key.flight_id)
    .executeTakeFirstOrThrow();
  const taken_back = await takenBack(tx, key);
  return {
    phone,
    flight: { ...flight, ...sealed, precision_ms: flight.rules.precision_ms },
    limits: releaseLimitsOf(await rulebookOf(tx, flight)),
    bearing_deg: bearingHome(flight, loft),
    crates: await cratesOf(tx, key),
    groups: flight.release_groups,
    observations: await observationsOf(tx, key),
    clocks: (await clocksOfFlight(tx, key)).map(({ name, last_at, offset_ms, silent_since }) => ({
      name,
      silent_since,
      synchronised_at: offset_ms === null ? null : last_at,
      offset_ms,
    })),
    reports: (await reportsOf(tx, key, flight)).map((one) => ({
      ...one,
      is_taken_back: taken_back.some(({ at }) => Date.parse(one.received_at) <= Date.parse(at)),
    })),
    taken_back,
    pictures: await picturesOf(tx, key),
  };
}

function bearingHome({ release_latitude, release_longitude }: Flight, { latitude, longitude }: Loft): number | null {
  if (release_latitude === null || release_longitude === null || latitude === null || longitude === null) return null;
  return Math.round(bearing({ latitude: release_latitude, longitude: release_longitude }, { latitude, longitude }));
}

/** Crates with birds of a flight, by their number. */
async function cratesOf(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<Checklist['crates']> {
  const { rows } = await sql<Checklist['crates'][number]>`
    select crate, count(*)::int as birds from baskets
    where loft_id = ${loft_id} and flight_id = ${flight_id} and crate is not null
    group by crate order by crate`.execute(tx);
  return rows;
}

interface ReportRow {
  id: string;
  source: ReleaseSource;
  at: string;
  received_at: string;
  by: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** All reports of a release, the first received first, each with its distance from the release point. */
async function reportsOf(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  point: { release_latitude: number | null; release_longitude: number | null },
): Promise<Omit<Checklist['reports'][number], 'is_taken_back'>[]> {
  const { rows } = await sql<ReportRow>`
    select r.id, r.source, r.at, r.received_at, nullif(concat_ws(' ', u.first_name, u.last_name), '') as by,
      r.latitude, r.longitude
    from release_reports r left join users u on u.id = r.user_id
    where r.loft_id = ${loft_id} and r.flight_id = ${flight_id} order by r.received_at, r.id`.execute(tx);
  const { release_latitude, release_longitude } = point;
  return rows.map(({ latitude, longitude, ...report }) => ({
    ...report,
    distance_m:
      latitude === null || longitude === null || release_latitude === null || release_longitude === null
        ? null
        : geodesicDistance({ latitude, longitude }, { latitude: release_latitude, longitude: release_longitude }),
  }));
}

/**
 * Report the release of a locked flight, once for each id. The first report releases the birds at its moment as the
 * rulebook counts it; a later one that differs is kept beside it, in the log of the flight too.
 * @throws Refusal as {@link whyNotReport} and {@link releaseFlight}; `release_taken_back` for a report of a release that
 * was taken back, also one that is sent again
 */
export async function report(
  tx: Tx,
  flight: LockedFlight,
  { id, source, at, clock, position, knows_taken_back: known_back }: Report,
  act: Act & { by: number },
): Promise<ReplyOf<typeof reportRelease>> {
  const { loft_id, id: flight_id } = flight;
  const counted_ms = countedRelease(Date.parse(at), flight.rules.precision_ms);
  const known = await tx
    .selectFrom('release_reports')
    .select('received_at')
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('id', '=', id)
    .executeTakeFirst();
  const taken_back = await takenBack(tx, { loft_id, flight_id });
  const isTakenBack = known
    ? taken_back.some((one) => Date.parse(known.received_at) <= Date.parse(one.at))
    : isOfTakenBack(Date.parse(at), known_back, taken_back);
  if (isTakenBack) throw new Refusal('release_taken_back');
  const release_ms = flight.release_time === null ? null : Date.parse(flight.release_time);
  const effect = effectOf({ status: flight.status, release_ms }, counted_ms);
  if (!known) {
    const no = whyNotReport(flight.status, Date.parse(at), act.now_ms);
    if (no) throw no;
    await tx
      .insertInto('release_reports')
      .values({
        loft_id,
        flight_id,
        id,
        source,
        at,
        offset_ms: clock?.offset_ms ?? null,
        within_ms: clock?.within_ms ?? null,
        latitude: position?.latitude ?? null,
        longitude: position?.longitude ?? null,
        accuracy_m: position?.accuracy_m ?? null,
        user_id: act.by,
        received_at: new Date(act.now_ms).toISOString(),
      })
      .execute();
    if (effect === 'released') await releaseFlight(tx, flight, new Date(counted_ms).toISOString(), undefined, act);
  }
  const release_time = effect === 'released' ? new Date(counted_ms).toISOString() : flight.release_time!;
  return { flight_id, effect, release_time };
}
