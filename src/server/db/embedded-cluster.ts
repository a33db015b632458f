/** The cluster: PostgreSQL's own files, the invocation of its programs, its roles, and its removal. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Launcher } from './embedded-binaries.ts';
import { type Passwords, urlsOf } from './embedded-folder.ts';

export interface EmbeddedOptions {
  dataDir: string;
  log: (line: string) => void;
  /** Further PostgreSQL settings, for the process that starts it (a process that joins takes it as it runs). */
  settings?: Readonly<Record<string, string>>;
  /** For tests: the oldest supported version of PostgreSQL, from a package of its own. */
  oldest?: boolean;
  /** For tests: without fsync, and PostgreSQL dies with the program's process group. */
  throwaway?: boolean;
}

/** Everything that a start needs; fixed for the life of the program. */
export interface Place extends Required<EmbeddedOptions> {
  cluster: string;
  launcher: Launcher;
  binaries: string;
  passwords: Passwords;
}

export interface Running {
  pid: number;
  /** With the pid it identifies this process. */
  start: string;
  port: number;
  adopted: boolean;
}

/**
 * Runs initdb in a temporary folder, then renames it: a kill in between leaves a folder that is not taken for a
 * cluster.
 */
export async function initialise(place: Place): Promise<void> {
  const { dataDir } = place;
  const { runAs } = place.launcher;
  for (const name of await readdir(dataDir)) {
    // The initdb of a killed program may still write into it for some 100 ms.
    if (name.startsWith('cluster-new-'))
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  const fresh = join(dataDir, `cluster-new-${randomBytes(4).toString('hex')}`);
  const target = join(fresh, 'cluster');
  const passwordFile = join(fresh, 'password');
  await mkdir(target, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, place.passwords.postgres, { mode: 0o600 });
  if (runAs) for (const path of [fresh, target, passwordFile]) await chown(path, runAs.uid, runAs.gid);

  const options = [
    '-D',
    target,
    '-U',
    'postgres',
    '--pwfile',
    passwordFile,
    '--auth',
    'scram-sha-256',
    '--encoding',
    'UTF8',
  ];
  options.push('--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--data-checksums', '--no-instructions');
  if (place.throwaway) options.push('--no-sync');
  try {
    await run(place, 'initdb', options);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true }); // a full disk needs the space
    throw new Error(`PostgreSQL could not make its files in ${dataDir}: ${reasonOf(error)}`, { cause: error });
  }
  await rename(target, place.cluster);
  await rm(fresh, { recursive: true, force: true });
}

export function commandLine(place: Place, name: string, options: readonly string[]): [string, ...string[]] {
  const program = join(place.binaries, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  const [first = program, ...rest] = [...place.launcher.through, program, ...options];
  return [first, ...rest];
}

export function run(place: Place, name: string, options: readonly string[]) {
  const [command, ...rest] = commandLine(place, name, options);
  return promisify(execFile)(command, rest, { ...identity(place), timeout: 120_000 });
}

/** A minimal environment: PG… variables of the machine must not affect this PostgreSQL. */
export function identity(place: Place) {
  const libraries = join(place.binaries, 'lib');
  const windows = { SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP, PATH: process.env.PATH };
  const unix = { PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries };
  return {
    ...place.launcher.runAs,
    ...(process.platform === 'win32' ? {} : { cwd: '/' }), // the program's own folder may be closed to that user
    // TEST_RUN, so that the test run finds processes that a program leaves behind.
    env: { LC_ALL: 'C', TZ: 'UTC', TEST_RUN: process.env.TEST_RUN, ...(process.platform === 'win32' ? windows : unix) },
  };
}

export function reasonOf(error: unknown): string {
  const { code, stderr, message } = error as { code?: unknown; stderr?: string; message: string };
  if (code === 'ENOENT')
    return 'its programs do not run on this system (they need glibc); set DATABASE_URL to a PostgreSQL 17 or newer of your own';
  const lines = (stderr ?? '').trim().split('\n');
  return lines.find((line) => /error|fatal|panic/i.test(line)) ?? (lines.at(-1) || message);
}

export async function ask<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // the running statement reports it
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Both roles and the database; a start that was killed halfway is completed by the next one. */
export async function makeRoles(place: Place, port: number): Promise<void> {
  const { superUrl } = urlsOf(place.passwords, port);
  const [found] = await ask<{ names: string[] }>(
    superUrl,
    `select array(
      select 'role ' || rolname from pg_roles
      union all select 'database ' || datname from pg_database
      union all select 'closed ' || datname from pg_database where datacl is not null
    ) as names`,
  );
  const missing = (name: string) => !found?.names.includes(name);
  const statements: string[] = [];
  for (const role of ['loftline_owner', 'loftline'] as const) {
    if (missing(`role ${role}`)) statements.push(`create role ${role} login password '${place.passwords[role]}'`);
  }
  if (missing('database loftline')) statements.push('create database loftline owner loftline_owner');
  if (missing('closed loftline')) statements.push(...serveFrom('loftline'));
  if (statements.length > 0) await ask(superUrl, ...statements);
}

/** The rights of the serving role on a database as a whole; its tables are granted in grants.ts. */
export function serveFrom(database: string): string[] {
  return [`revoke all on database "${database}" from public`, `grant connect on database "${database}" to loftline`];
}
