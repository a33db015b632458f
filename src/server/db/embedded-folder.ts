/**
 * The data folder of the embedded database: its permissions, the stored passwords, and the last port of the database.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findLauncher, type Launcher, mayEnter, type RunAs } from './embedded-binaries.ts';
import { writeWhole } from './embedded-processes.ts';

export interface Passwords {
  postgres: string;
  loftline_owner: string;
  loftline: string;
}

/** The temporary folder of a restore; it is removed when the restore is complete. */
export const restoringFolder = 'restoring';

/** Creates the data folder, reachable for the user that runs PostgreSQL and writable for this program. */
export async function openDataDir(wanted: string): Promise<{ dataDir: string; launcher: Launcher }> {
  try {
    const made = await mkdir(wanted, { recursive: true });
    const dataDir = await realpath(wanted);
    const launcher = findLauncher(dataDir);
    if (launcher.runAs) await openPath(made ? await realpath(made) : dataDir, dataDir, launcher.runAs);
    await mkdir(join(dataDir, 'users'), { recursive: true });
    await writeFile(join(dataDir, 'lock'), '', { flag: 'a' });
    return { dataDir, launcher };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error;
    throw new Error(
      `The data folder ${wanted} cannot be written by this user (${code}): start as the user it belongs to, or set DATA_DIR.`,
    );
  }
}

/**
 * Makes our own folders passable for a user, regardless of the umask: from the first one that mkdir made down to the
 * data folder. The content of the data folder has its own permissions. Other folders are left alone.
 */
async function openPath(first: string, dataDir: string, user: NonNullable<RunAs>): Promise<void> {
  if (mayEnter(dataDir, user)) return;
  for (let folder = dataDir; folder.startsWith(first); folder = dirname(folder)) {
    await chmod(folder, (statSync(folder).mode & 0o777) | 0o111);
  }
  if (mayEnter(dataDir, user)) return;
  throw new Error(
    `PostgreSQL does not run as root, and the user it runs as instead (${user.uid}) cannot enter ${dataDir}: set DATA_DIR to a folder it can reach, or DATABASE_URL.`,
  );
}

/** Files that root creates must be readable for the folder's owner at the next start. */
export async function giveToOwner(dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDir);
  if (uid === 0) return;
  const names = (await readdir(dataDir)).filter((name) => !name.startsWith('postgres') || name.endsWith('.log'));
  for (const name of names) await chown(join(dataDir, name), uid, gid).catch(() => {});
}

/** Stored before the cluster is created, so that an existing cluster always has its passwords. */
export async function readPasswords(dataDir: string, cluster: string): Promise<Passwords> {
  const file = join(dataDir, 'credentials.json');
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as Passwords;
  if (existsSync(join(dataDir, restoringFolder)))
    throw new Error(`A restore into ${dataDir} was cut off: run "npm run restore" with the same backup again.`);
  if (existsSync(cluster))
    throw new Error(
      `${file} is gone, and with it the passwords of the database in ${cluster}: put it back from a backup.`,
    );
  const password = () => randomBytes(24).toString('hex');
  const passwords = { postgres: password(), loftline_owner: password(), loftline: password() };
  await writeWhole(file, JSON.stringify(passwords));
  return passwords;
}

/** The connection addresses of the three roles. */
export function urlsOf(passwords: Passwords, port: number) {
  // sslmode, because a PGSSLMODE in the environment would otherwise ask for TLS on the loopback.
  const url = (role: keyof Passwords, database: string) =>
    `postgres://${role}:${passwords[role]}@127.0.0.1:${port}/${database}?sslmode=disable`;
  return {
    url: url('loftline', 'loftline'),
    ownerUrl: url('loftline_owner', 'loftline'),
    superUrl: url('postgres', 'postgres'),
  };
}

/** For command-line tools beside the program, and for the next start, which reuses the port. */
export async function remember(place: { dataDir: string; passwords: Passwords }, port: number): Promise<void> {
  const { url, ownerUrl } = urlsOf(place.passwords, port);
  const file = join(place.dataDir, 'connection.json');
  const text = `${JSON.stringify({ url, ownerUrl, port }, null, 2)}\n`;
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) await writeWhole(file, text);
}

export function rememberedPort(dataDir: string): number {
  try {
    return (JSON.parse(readFileSync(join(dataDir, 'connection.json'), 'utf8')) as { port: number }).port;
  } catch {
    return 0;
  }
}
