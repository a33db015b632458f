/** Dump and restore of an external database, by the pg_dump and pg_restore of the PATH. */
import { spawn } from 'node:child_process';
import pg from 'pg';

/** The connection of a PostgreSQL program: by its environment, so that no process list shows the password. */
function environment(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const variables = {
    PGHOST: decodeURIComponent(searchParams.get('host') ?? hostname).replace(/^\[|\]$/g, ''),
    PGPORT: searchParams.get('port') ?? port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
    PGSSLROOTCERT: searchParams.get('sslrootcert') ?? '',
  };
  return { ...process.env, ...Object.fromEntries(Object.entries(variables).filter(([, value]) => value)) };
}

/** Runs a program to its end. @throws Error with its output. */
function run(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, output] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-4000);
    });
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 ? resolve(out) : reject(new Error(`${name} failed (${code ?? signal}): ${output.trim()}`)),
    );
  });
}

/**
 * The serving role may neither read everything nor create tables, and PostgreSQL's error names only the first object.
 */
function askForOwner(error: Error): never {
  if (!/permission denied/.test(error.message)) throw error;
  throw new Error('This takes the role that owns the database: set DATABASE_OWNER_URL.', { cause: error });
}

/**
 * Checks that a program of the PATH fits this server.
 * @throws Error in one sentence when it is missing or older than the server.
 */
async function checkProgram(name: 'pg_dump' | 'pg_restore', server: number): Promise<void> {
  const needed = Math.trunc(server / 10_000);
  const output = await run(name, ['--version'], process.env).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(
      `${name} is not in the PATH: install the client programs of PostgreSQL ${needed} (Debian: postgresql-client-${needed}).`,
    );
  });
  const found = Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1]);
  if (found >= needed) return;
  throw new Error(
    `${output.trim()} is older than the server, PostgreSQL ${needed}: install the client programs of PostgreSQL ${needed} (Debian: postgresql-client-${needed}) and put them first in the PATH.`,
  );
}

export interface Dump {
  taken_at: string;
  snapshot: string;
  postgres: number;
}

/** Dumps the database as its owner into a file: the state that one transaction sees. */
export async function dump(ownerUrl: string, file: string): Promise<Dump> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'loftline backup' });
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  try {
    const version = await client.query<{ postgres: number }>(
      `select current_setting('server_version_num')::int as postgres`,
    );
    const { postgres } = version.rows[0]!;
    await checkProgram('pg_dump', postgres);
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ exported: string; snapshot: string; taken_at: string }>(
      `select pg_export_snapshot() as exported, pg_current_snapshot()::text as snapshot,
        to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as taken_at`,
    );
    const { exported, ...moment } = rows[0]!;
    const args = ['--format=custom', '--no-password', `--snapshot=${exported}`, `--file=${file}`];
    await run('pg_dump', args, environment(ownerUrl)).catch(askForOwner);
    return { ...moment, postgres };
  } finally {
    await client.end().catch(() => {});
  }
}

/** Checks the target of a restore: an empty database, and a program for it. @throws Error in one sentence otherwise. */
export async function checkEmpty(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'loftline restore' });
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  try {
    const { rows } = await client.query<{ postgres: number; name: string; tables: number }>(
      `select current_setting('server_version_num')::int as postgres, current_database() as name, count(c.oid)::int as tables
       from pg_namespace n left join pg_class c on c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v', 'S')
       where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
    );
    const { postgres, name, tables } = rows[0]!;
    if (tables) throw new Error(`The database "${name}" is not empty: a backup is restored into a new one only.`);
    await checkProgram('pg_restore', postgres);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Restores a dump, completely or not at all. Grants are made again afterwards, because the roles may differ. */
export async function restoreDump(ownerUrl: string, file: string): Promise<void> {
  const args = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', '--no-password'];
  const env = environment(ownerUrl);
  await run('pg_restore', [...args, `--dbname=${env.PGDATABASE}`, file], env).catch(askForOwner);
}
