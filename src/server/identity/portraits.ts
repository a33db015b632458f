/** Re-encodes, once, profile pictures that were stored as uploaded with their metadata (place, time). */
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { type ItemsOptions, type Job, workOff } from '#server/jobs/items.ts';

/**
 * @param paint re-encodes a picture without its metadata
 * @returns how many were re-encoded
 */
export async function paintPortraits(
  db: Database,
  paint: (user_id: string, picture: Buffer) => Promise<Buffer>,
  options: ItemsOptions,
): Promise<number> {
  const { rows } = await sql<{ user_id: string; name: string }>`
    select user_id, name from idp.pictures where not painted order by user_id`.execute(db);
  const job: Job<(typeof rows)[number]> = {
    queue: 'portraits',
    nameOf: ({ user_id }) => ({ key: user_id }),
    async work({ user_id, name }) {
      const found = await sql<{ bytes: Buffer }>`
        select bytes from idp.pictures where name = ${name} and not painted`.execute(db);
      if (!found.rows[0]) return false;
      const painted = await paint(user_id, found.rows[0].bytes);
      // A picture that was changed meanwhile has another name and stays.
      await sql`
        update idp.pictures set bytes = ${painted}, kind = 'image/jpeg', painted = true where name = ${name}`.execute(
        db,
      );
      return true;
    },
  };
  return (await workOff(db, job, rows, options)).done.length;
}
