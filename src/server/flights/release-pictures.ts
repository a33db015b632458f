/** The pictures of a release: sent from the release point, in the log of the flight, removed by the loft. */
import { sql } from 'kysely';
import { addressOf } from '#domain/files/file.ts';
import { whyNotAddPicture } from '#domain/flights/release.ts';
import type { ReleasePicture } from '#domain/flights/release-contract.ts';
import type { FlightKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { lockFile } from '#server/files/files.ts';
import type { LockedFlight } from './locked-flight.ts';

type PictureRow = Omit<ReleasePicture, 'src'> & { file: Parameters<typeof addressOf>[0] };

/** The pictures of a release, the first taken first. */
export async function picturesOf(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<ReleasePicture[]> {
  const { rows } = await sql<PictureRow>`
    select p.id, p.at, f.width, f.height,
      jsonb_build_object('id', f.id, 'type', f.type, 'sha256', f.sha256, 'private_key', f.private_key) as file
    from release_pictures p join files f on f.loft_id = p.loft_id and f.id = p.file_id
    where p.loft_id = ${loft_id} and p.flight_id = ${flight_id} order by p.at, p.id`.execute(tx);
  return rows.map(({ file, ...picture }) => ({ ...picture, src: addressOf(file) }));
}

/**
 * Add an uploaded picture to the release of a locked flight, once for each id.
 * @throws Refusal by {@link whyNotAddPicture}; `not_found` for a file that is no picture of the loft
 */
export async function addPicture(
  tx: Tx,
  { loft_id, id: flight_id, status, release_time }: LockedFlight,
  { id, at, file_id }: { id: string; at: string; file_id: number },
  { by, now_ms }: Act,
): Promise<void> {
  const { rows } = await sql<{ pictures: number; isKnown: boolean }>`
    select count(*) filter (where file_id is not null)::int as pictures, coalesce(bool_or(id = ${id}), false) as "isKnown"
    from release_pictures where loft_id = ${loft_id} and flight_id = ${flight_id}`.execute(tx);
  const { pictures, isKnown } = rows[0]!;
  if (isKnown) return;
  const release_ms = release_time === null ? null : Date.parse(release_time);
  const no = whyNotAddPicture({ status, release_ms, pictures }, Date.parse(at), now_ms);
  if (no) throw no;
  await lockFile(tx, { loft_id, file_id }, 'image');
  await tx
    .insertInto('release_pictures')
    .values({ loft_id, flight_id, id, at, file_id, user_id: by, received_at: new Date(now_ms).toISOString() })
    .execute();
}

/** Remove a picture: its file is let go of, and swept with the others. @throws Refusal `not_found` */
export async function removePicture(
  tx: Tx,
  { loft_id, id: flight_id }: LockedFlight,
  id: string,
  { by, now_ms }: Act,
): Promise<void> {
  const { rows } = await sql`
    update release_pictures set file_id = null, removed_at = coalesce(removed_at, ${new Date(now_ms).toISOString()}),
      removed_by = case when removed_at is null then ${by} else removed_by end
    where loft_id = ${loft_id} and flight_id = ${flight_id} and id = ${id} returning id`.execute(tx);
  if (rows.length === 0) throw new Refusal('not_found');
}
