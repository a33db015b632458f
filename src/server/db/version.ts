/** The required version and features of PostgreSQL. */
import type pg from 'pg';
import { cannotStart } from '#server/config.ts';

/** The oldest supported version: Debian 13's. The server's tests run on it. */
export const oldestPostgres = 17;

/**
 * Checks PostgreSQL's version, before anything is written.
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

/**
 * Checks that PostgreSQL can search and sort names of all languages, before anything is written: its database is in
 * UTF-8, and it was built with ICU.
 * @throws `cannotStart` naming what is missing.
 */
export async function checkText(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; has_icu: boolean }>(
    `select current_setting('server_encoding') as encoding,
      exists (select from pg_collation where collprovider = 'i') as has_icu`,
  );
  const { encoding, has_icu } = rows[0]!;
  if (encoding !== 'UTF8')
    throw cannotStart(
      `The database keeps its text as ${encoding}, which has no place for the names of most people: create it with encoding 'UTF8'; nothing was written.`,
    );
  if (!has_icu)
    throw cannotStart(
      'PostgreSQL was built without ICU, by which lists are sorted: take one with ICU, as those of Debian and postgresql.org are; nothing was written.',
    );
}
