/** The photos of a loft's birds: one at a time of each bird of a season, with a history of who took and removed it. */
import { sql } from 'kysely';
import type { PigeonKey, SeasonKey } from '#domain/keys.ts';
import { type PhotoEnd, photoAddress, photoHash, whyNotAddPhoto } from '#domain/pigeons/photo.ts';
import type { Photo, PhotoChange } from '#domain/pigeons/photo-contract.ts';
import type { PhotoSubject } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import { type Switch, showsBirdPages } from '#domain/seasons/visibility.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { whoOf } from './admin-birds.ts';
import { firstOwner } from './rights.ts';
import { lockPigeons } from './statuses.ts';

/** The photos of those of these birds that have one. */
export async function photosOf(
  tx: Tx,
  { loft_id }: Pick<PigeonKey, 'loft_id'>,
  pigeon_ids: readonly number[],
): Promise<Map<number, Photo>> {
  const { rows } = await sql<{ pigeon_id: number; hash: string; width: number; height: number }>`
    select p.pigeon_id, p.hash, f.width, f.height
    from bird_photos p join files f on f.loft_id = p.loft_id and f.id = p.file_id
    where p.loft_id = ${loft_id} and p.pigeon_id = any(${pigeon_ids}::bigint[]) and p.ended_at is null`.execute(tx);
  return new Map(
    rows.map(({ pigeon_id, hash, width, height }) => {
      const key = { loft_id, pigeon_id };
      const photo = {
        src: photoAddress(key, hash, 'full'),
        thumbnail: photoAddress(key, hash, 'low'),
        width,
        height,
      };
      return [pigeon_id, photo];
    }),
  );
}

/** The photo of a bird, or null. */
export async function photoOf(tx: Tx, key: PigeonKey): Promise<Photo | null> {
  return (await photosOf(tx, key, [key.pigeon_id])).get(key.pigeon_id) ?? null;
}

/** What happened to the photos of a bird, the latest first. */
export async function photoChangesOf(tx: Tx, { loft_id, pigeon_id }: PigeonKey): Promise<PhotoChange[]> {
  const { rows } = await sql<PhotoChange>`
    select at, what, by from (
      select p.n, p.at, 'added' as what, ${whoOf} as by from bird_photos p left join users u on u.id = p.user_id
        where p.loft_id = ${loft_id} and p.pigeon_id = ${pigeon_id}
      union all
      select p.n, p.ended_at, p.ended, ${whoOf} from bird_photos p left join users u on u.id = p.ended_by
        where p.loft_id = ${loft_id} and p.pigeon_id = ${pigeon_id} and p.ended <> 'replaced'
    ) as changes order by at desc, n desc, what desc`.execute(tx);
  return rows;
}

/**
 * Makes a stored picture the photo of a bird, in place of the one before. The same picture again changes nothing.
 * @param file its id, and the hash of its content
 * @throws Refusal `not_found`; by {@link whyNotAddPhoto}: a few uploads at the same moment may pass that limit
 */
export async function setPhoto(
  tx: Tx,
  { loft_id, season_id, pigeon_id }: SeasonKey & PigeonKey,
  { file_id, sha256 }: { file_id: number; sha256: string },
  { by, now_ms }: Act,
): Promise<void> {
  await lockPigeons(tx, { loft_id, season_id }, [pigeon_id]);
  const hash = photoHash(sha256);
  const { rows } = await sql<{ hash: string | null; n: number; photos: number }>`
    select max(hash) filter (where ended_at is null) as hash, coalesce(max(n), 0)::int as n,
      (select count(*)::int from bird_photos where loft_id = ${loft_id} and ended_at is null) as photos
    from bird_photos where loft_id = ${loft_id} and pigeon_id = ${pigeon_id}`.execute(tx);
  const { hash: present, n, photos } = rows[0]!;
  if (present === hash) return;
  const no = present === null ? whyNotAddPhoto(photos) : null;
  if (no) throw no;
  const at = new Date(now_ms).toISOString();
  await endPhoto(tx, { loft_id, pigeon_id }, 'replaced', { by, now_ms });
  await tx
    .insertInto('bird_photos')
    .values({ loft_id, pigeon_id, n: n + 1, hash, file_id, user_id: by, at })
    .execute();
}

/** Removes the photo of a bird, if it has one. @throws Refusal `not_found` for an unknown bird */
export async function removePhoto(
  tx: Tx,
  { loft_id, season_id, pigeon_id }: SeasonKey & PigeonKey,
  ended: Exclude<PhotoEnd, 'replaced'>,
  act: Act,
): Promise<void> {
  await lockPigeons(tx, { loft_id, season_id }, [pigeon_id]);
  await endPhoto(tx, { loft_id, pigeon_id }, ended, act);
}

/** Ends the photo of a locked bird: its picture is let go of, and removed by the sweep over the files. */
async function endPhoto(tx: Tx, { loft_id, pigeon_id }: PigeonKey, ended: PhotoEnd, { by, now_ms }: Act) {
  await tx
    .updateTable('bird_photos')
    .set({ hash: null, file_id: null, ended, ended_at: new Date(now_ms).toISOString(), ended_by: by })
    .where('loft_id', '=', loft_id)
    .where('pigeon_id', '=', pigeon_id)
    .where('ended_at', 'is', null)
    .execute();
}

/** A photo as its address names it: where its picture lies, and what decides who sees it. @throws Refusal `not_found` */
export async function findPhoto(
  tx: Tx,
  { loft_id, pigeon_id }: PigeonKey,
  hash: string,
): Promise<PhotoSubject & { private_key: string }> {
  const { rows } = await sql<PhotoSubject & { private_key: string; hidden: Switch[] }>`
    select p.loft_id, s.status as season_status, s.hidden, f.private_key, ${firstOwner} as owner_id
    from bird_photos h
    join pigeons p on p.loft_id = h.loft_id and p.id = h.pigeon_id
    join seasons s on s.loft_id = p.loft_id and s.id = p.season_id
    join files f on f.loft_id = h.loft_id and f.id = h.file_id
    where h.loft_id = ${loft_id} and h.pigeon_id = ${pigeon_id} and h.hash = ${hash}`.execute(tx);
  if (!rows[0]) throw new Refusal('not_found');
  const { hidden, ...photo } = rows[0];
  return { ...photo, has_page: showsBirdPages(hidden) };
}
