/**
 * Plain SQL migrations, forward only, each in its own transaction, in the order of their names. Each applied migration
 * is recorded with its hash: one that was edited afterwards stops the start, because the database would no longer match
 * the files.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { cannotStart } from '#server/config.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { grantServing } from './grants.ts';
import { checkText, checkVersion } from './version.ts';

const folder = new URL('../../../migrations/', import.meta.url);

/** The names of this program's migrations, in their order. */
export async function knownMigrations(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

/**
 * Migrates the database as its owner; `serving` is the role that the program serves with, which gets its grants.
 * @returns how many migrations ran.
 * @throws Error naming the file when one fails, was edited after it ran, or the database is newer than the program.
 */
export async function migrate(ownerUrl: string, serving: string): Promise<number> {
  return withClient(ownerUrl, async (client) => {
    await checkVersion(client);
    await checkText(client);
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migration]);
    await client.query("select set_config('loftline.serving_role', $1, false)", [serving]);
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, ran_at timestamptz not null default now())',
    );
    const missing = await notYetRun(client);
    for (const { name, sql, hash } of missing) {
      try {
        await client.query('begin');
        await client.query(sql);
        await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
    }
    await grantServing(client, serving);
    return missing.length;
  });
}

/**
 * Whether the role of an address may migrate: it owns the applied migrations, or the database is empty and writable.
 */
export async function mayMigrate(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    await checkVersion(client);
    const { rows } = await client.query<{ may: boolean }>(
      `select coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('public.migrations')),
        has_schema_privilege('public', 'create')) as may`,
    );
    return rows[0]!.may;
  });
}

/**
 * Checks, as the serving role, whether all migrations have run.
 * @returns the first missing one and their number; null when none is missing
 * @throws `cannotStart` when one was edited after it ran, or the database is newer than the program.
 */
export async function missingMigrations(url: string): Promise<{ first: string; count: number } | null> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      `select coalesce(has_table_privilege(to_regclass('public.migrations'), 'select'), false) as may`,
    );
    const missing = rows[0]!.may ? await notYetRun(client) : await migrationsThereAre();
    return missing[0] ? { first: missing[0].name, count: missing.length } : null;
  });
}

interface Migration {
  name: string;
  sql: string;
  hash: string;
}

async function migrationsThereAre(): Promise<Migration[]> {
  const names = await knownMigrations();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function notYetRun(client: pg.Client): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
  const ran = new Map(rows.map((row) => [row.name, row.hash]));
  const all = await migrationsThereAre();
  const unknown = [...ran.keys()].find((name) => !all.some((migration) => migration.name === name));
  if (unknown) throw cannotStart(`The database is newer than this program: it ran ${unknown}.`);
  const edited = all.find(({ name, hash }) => ran.has(name) && ran.get(name) !== hash);
  if (edited) throw cannotStart(`The migration ${edited.name} was edited after it ran; write a new one instead.`);
  return all.filter(({ name }) => !ran.has(name));
}

async function withClient<Answer>(url: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
