/** The places from which a loft releases: read, added, changed, no longer offered; each change is in the audit log. */
import { dayAt } from '#domain/day.ts';
import { beforeRelease } from '#domain/flights/flight.ts';
import { whyNotMove, whyNotPoint } from '#domain/flights/release-point.ts';
import type { ReleasePoint, ReleasePointFields } from '#domain/flights/release-point-contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { distanceInUnit } from '#domain/units.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { addDecision } from './decisions.ts';
import { measured } from './planning.ts';

const columns = ['id', 'name', 'latitude', 'longitude', 'measured', 'measured_on', 'version'] as const;
type StoredPoint = Omit<ReleasePoint, 'distance' | 'distance_m'>;

/** The places that a loft releases from, the nearest first; without the place of the loft by name. */
export async function releasePointsOf(tx: Tx, loft: Loft): Promise<ReleasePoint[]> {
  const points = await tx
    .selectFrom('release_points')
    .select(columns)
    .where('loft_id', '=', loft.id)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .execute();
  return points.map((point) => pointView(loft, point)).sort((a, b) => (a.distance_m ?? 0) - (b.distance_m ?? 0));
}

/** A place with its distance to the loft. */
function pointView(loft: Loft, point: StoredPoint): ReleasePoint {
  const distance_m = measured(point, loft);
  return { ...point, distance_m, distance: distance_m === null ? null : distanceInUnit(distance_m, loft.unit) };
}

/**
 * A place that a loft releases from, locked for a flight that is planned from it.
 * @throws Refusal `not_found` for one of another loft
 */
export async function holdReleasePoint(tx: Tx, loft_id: number, id: number) {
  const point = await tx
    .selectFrom('release_points')
    .select([...columns, 'removed_at'])
    .where('loft_id', '=', loft_id)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  if (!point) throw new Refusal('not_found');
  return point;
}

/**
 * Keep another place.
 * @throws Refusal by {@link whyNotPoint}; `error_unique` at `name`, from the database
 */
export async function addReleasePoint(tx: Tx, loft: Loft, fields: ReleasePointFields, act: Act): Promise<ReleasePoint> {
  const no = whyNotPoint(fields, dayAt(act.now_ms, loft.time_zone));
  if (no) throw no;
  const added = await tx
    .insertInto('release_points')
    .values({ loft_id: loft.id, ...fields })
    .returning(columns)
    .executeTakeFirstOrThrow();
  await writeAudit(tx, {
    loft_id: loft.id,
    user_id: act.by,
    action: 'release_point.add',
    before: null,
    after: { ...added },
  });
  return pointView(loft, added);
}

/**
 * Change a place in the version that was seen. The flights that are planned from it and not released yet move with it,
 * and the log of each that is shown says why.
 * @throws Refusal `not_found`; `changed_meanwhile`; by {@link whyNotPoint} and {@link whyNotMove}; `error_unique` at
 * `name`, from the database
 */
export async function changeReleasePoint(
  tx: Tx,
  loft: Loft,
  { id, version, reason, ...fields }: ReleasePointFields & { id: number; version: number; reason: string },
  act: Act,
): Promise<ReleasePoint> {
  const before = await seenPoint(tx, loft.id, { id, version });
  const isMoved = before.latitude !== fields.latitude || before.longitude !== fields.longitude;
  const flights = await flightsFrom(tx, loft.id, id);
  const shown_flights = isMoved ? flights.filter(({ is_draft }) => !is_draft).length : 0;
  const no = whyNotPoint(fields, dayAt(act.now_ms, loft.time_zone)) ?? whyNotMove({ shown_flights, reason });
  if (no) throw no;
  const changed = await tx
    .updateTable('release_points')
    .set({ ...fields, version: version + 1 })
    .where('loft_id', '=', loft.id)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  const distance_m = measured(changed, loft);
  for (const flight of flights) {
    const isGeodesic = flight.distance_source !== 'stated';
    await tx
      .updateTable('flights')
      .set({
        release_point: changed.name,
        release_latitude: changed.latitude,
        release_longitude: changed.longitude,
        ...(isGeodesic && { distance_m, distance_source: distance_m === null ? null : ('geodesic' as const) }),
      })
      .where('loft_id', '=', loft.id)
      .where('id', '=', flight.id)
      .execute();
    if (isMoved && !flight.is_draft)
      await addDecision(
        tx,
        { loft_id: loft.id, flight_id: flight.id },
        'point_moved',
        { from: placeOf(before), to: placeOf(changed) },
        { ...act, reason },
      );
  }
  await writeAudit(tx, {
    loft_id: loft.id,
    user_id: act.by,
    action: 'release_point.change',
    before: { ...before },
    after: { ...changed },
  });
  return pointView(loft, changed);
}

/**
 * No longer offer a place that was seen in this version; the flights from it keep it.
 * @throws Refusal `not_found`; `changed_meanwhile`
 */
export async function removeReleasePoint(
  tx: Tx,
  loft_id: number,
  seen: { id: number; version: number },
  { by, now_ms }: Act,
): Promise<void> {
  const before = await seenPoint(tx, loft_id, seen);
  await tx
    .updateTable('release_points')
    .set({ removed_at: new Date(now_ms).toISOString(), version: seen.version + 1 })
    .where('loft_id', '=', loft_id)
    .where('id', '=', seen.id)
    .execute();
  await writeAudit(tx, {
    loft_id,
    user_id: by,
    action: 'release_point.remove',
    before: { ...before },
    after: null,
  });
}

/** A place as the log of a flight names it. */
export const placeOf = ({ name, latitude, longitude }: Pick<StoredPoint, 'name' | 'latitude' | 'longitude'>) => ({
  name,
  latitude,
  longitude,
});

async function seenPoint(
  tx: Tx,
  loft_id: number,
  { id, version }: { id: number; version: number },
): Promise<StoredPoint> {
  const point = await tx
    .selectFrom('release_points')
    .select(columns)
    .where('loft_id', '=', loft_id)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!point) throw new Refusal('not_found');
  if (point.version !== version) throw new Refusal('changed_meanwhile');
  return point;
}

/** The flights from a place that are not released yet, locked. */
function flightsFrom(tx: Tx, loft_id: number, release_point_id: number) {
  return tx
    .selectFrom('flights')
    .select(['id', 'is_draft', 'distance_source'])
    .where('loft_id', '=', loft_id)
    .where('release_point_id', '=', release_point_id)
    .where('status', 'in', beforeRelease)
    .orderBy('id')
    .forUpdate()
    .execute();
}
