/**
 * Plain SQL migrations, forward only, each in its own transaction, in the order of their names. What ran is remembered
 * with its hash: a migration that was edited afterwards stops the start, because the database would no longer be what
 * the files say.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { cannotStart } from '#server/config.ts';
import { grantServing } from './grants.ts';
import { checkVersion } from './version.ts';

const folder = new URL('../../../migrations/', import.meta.url);

/** Two programs starting at once take turns behind this advisory lock. */
const migrationLock = 7_340_001;

/**
 * Bring the database up to date as its owner; `serving` is the role that the program serves with, which gets its grants.
 * @returns how many migrations ran.
 * @throws Error naming the file when one fails, was edited after it ran, or the database is newer than the program.
 */
export async function migrate(ownerUrl: string, serving: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {}); // the query that was running tells it
  await client.connect();
  try {
    await checkVersion(client);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query("select set_config('loftline.serving_role', $1, false)", [serving]);
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, ran_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
    const ran = new Map(rows.map((row) => [row.name, row.hash]));
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const unknown = [...ran.keys()].find((name) => !names.includes(name));
    if (unknown) throw cannotStart(`The database is newer than this program: it ran ${unknown}.`);

    let count = 0;
    for (const name of names) {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const hash = createHash('sha256').update(sql).digest('hex');
      const before = ran.get(name);
      if (before === hash) continue;
      if (before) throw cannotStart(`The migration ${name} was edited after it ran; write a new one instead.`);
      try {
        await client.query('begin');
        await client.query(sql);
        await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      count++;
    }
    await grantServing(client, serving);
    return count;
  } finally {
    await client.end().catch(() => {});
  }
}
