/** Which PostgreSQL the program runs on. */
import type pg from 'pg';
import { cannotStart } from '#server/config.ts';

/** The oldest version that is supported: Debian 13's. The server's tests run on it. */
export const oldestPostgres = 17;

/**
 * Look at PostgreSQL's version, before anything is written.
 * @throws `cannotStart` naming the version found, when it is older than the oldest supported.
 */
export async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  const { version } = rows[0]!;
  if (version >= oldestPostgres * 10_000) return;
  const found = `${Math.trunc(version / 10_000)}.${version % 10_000}`;
  throw cannotStart(
    `The database is PostgreSQL ${found}, and the oldest that is supported is ${oldestPostgres}: upgrade it, or restore a backup into a newer one; nothing was written.`,
  );
}
