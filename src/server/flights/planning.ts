/** Planning flights: their rules, and the distance, stated or measured. */

import { geodesicDistance } from '#domain/flights/distance.ts';
import { beforeRelease, type FlightEntry, type FlightKind, flightMachine } from '#domain/flights/flight.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { RaceRules } from '#domain/seasons/rules.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { appendHistory } from '#server/db/histories.ts';
import { currentRulebook } from '#server/seasons/rulebook.ts';
import type { LockedFlight } from './locked-flight.ts';

export interface FlightToPlan {
  season_id: number;
  name: string;
  kind: FlightKind;
  release_point?: string;
  release_latitude?: number;
  release_longitude?: number;
  /** As stated; if omitted, the WGS84 geodesic between release point and loft where both are known. */
  distance_m?: number;
  estimated_average_speed?: number;
  /** The flight's own rules; if omitted, it follows the rulebook of its season. */
  rules?: RaceRules;
  /** The planned release time. */
  release_time?: string;
  replay?: { of: number; factor: number };
  release_point_id?: number | null;
  /** How the stated distance was measured. */
  distance_note?: string | null;
  is_draft?: boolean;
  notifies_followers?: boolean;
  entry?: FlightEntry;
  basketing_at?: string | null;
}

/**
 * Plan a flight by the rulebook of its season, or with rules of its own. Its live stream is created at once, so that
 * followers can subscribe before the release.
 */
export async function planFlight(
  tx: Tx,
  loft: Loft,
  flight: FlightToPlan,
  { by = null, now_ms = Date.now() }: Partial<Act> = {},
): Promise<number> {
  const { release_latitude: latitude = null, release_longitude: longitude = null } = flight;
  const geodesic_m = measured({ latitude, longitude }, loft);
  const distance_m = flight.distance_m ?? geodesic_m;
  const { version: rulebook_version, rules } = flight.rules
    ? { version: null, rules: flight.rules }
    : await rulesOfSeason(tx, { loft_id: loft.id, season_id: flight.season_id });
  const { id } = await tx
    .insertInto('flights')
    .values({
      loft_id: loft.id,
      season_id: flight.season_id,
      name: flight.name,
      kind: flight.kind,
      release_point: flight.release_point ?? null,
      release_latitude: flight.release_latitude ?? null,
      release_longitude: flight.release_longitude ?? null,
      release_time: flight.release_time ?? null,
      distance_m,
      distance_source: flight.distance_m !== undefined ? 'stated' : geodesic_m !== null ? 'geodesic' : null,
      estimated_average_speed: flight.estimated_average_speed ?? null,
      rules: JSON.stringify(rules),
      rulebook_version,
      closes_at: null,
      replay_of: flight.replay?.of ?? null,
      replay_factor: flight.replay?.factor ?? null,
      release_point_id: flight.release_point_id ?? null,
      distance_note: flight.distance_note ?? null,
      is_draft: flight.is_draft ?? false,
      notifies_followers: flight.notifies_followers ?? true,
      entry: flight.entry ?? 'racing',
      basketing_at: flight.basketing_at ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await appendHistory(tx, 'flight', loft.id, [{ id, from: 'new', to: flightMachine.first }], { by, now_ms });
  await tx.insertInto('flight_streams').values({ loft_id: loft.id, flight_id: id }).execute();
  return id;
}

interface MaybePlace {
  latitude: number | null;
  longitude: number | null;
}

/** The geodesic from a place to the loft, in metres; null where one of them is not known. */
export function measured(from: MaybePlace, to: MaybePlace): number | null {
  const [a, b] = [known(from), known(to)];
  return a && b && geodesicDistance(a, b);
}

const known = ({ latitude, longitude }: MaybePlace) =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** The rules of a new flight, and the version of the rulebook they are from. */
async function rulesOfSeason(tx: Tx, season: SeasonKey) {
  const { version, rulebook } = await currentRulebook(tx, season);
  return { version, rules: rulebook.rules };
}

/**
 * Change the rules or the stated distance of a locked flight; after the release the database refuses both. With rules
 * of its own a flight no longer follows the rulebook.
 */
export async function changeFlight(
  tx: Tx,
  flight: LockedFlight,
  { rules, distance_m }: { rules?: RaceRules; distance_m?: number },
): Promise<void> {
  if (rules === undefined && distance_m === undefined) return;
  await tx
    .updateTable('flights')
    .set({
      ...(rules && { rules: JSON.stringify(rules), rulebook_version: null }),
      ...(distance_m !== undefined && { distance_m, distance_source: 'stated' as const }),
    })
    .where('loft_id', '=', flight.loft_id)
    .where('id', '=', flight.id)
    .execute();
}

/**
 * Measures flights again after their loft was moved: those with a measured distance that are not released. The others
 * keep the distance that was frozen at the release.
 */
export async function measureAgain(tx: Tx, loft: Loft): Promise<void> {
  const { id } = loft;
  const flights = await tx
    .selectFrom('flights')
    .select(['id', 'release_latitude', 'release_longitude'])
    .where('loft_id', '=', id)
    .where('status', 'in', beforeRelease)
    .where(({ eb, or }) => or([eb('distance_source', 'is', null), eb('distance_source', '=', 'geodesic')]))
    .where('release_latitude', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const flight of flights) {
    const distance_m = measured({ latitude: flight.release_latitude, longitude: flight.release_longitude }, loft);
    await tx
      .updateTable('flights')
      .set({ distance_m, distance_source: distance_m === null ? null : 'geodesic' })
      .where('loft_id', '=', id)
      .where('id', '=', flight.id)
      .execute();
  }
}
