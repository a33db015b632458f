/** Restores a backup into an empty place. Errors of the backup or the place are reported before anything is written. */
import { existsSync } from 'node:fs';
import { chmod, chown, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { endAllSessions } from '#server/accounts/sessions.ts';
import type { Database } from '#server/db/database.ts';
import { clusterFolder, embeddedVersion } from '#server/db/embedded-binaries.ts';
import { openDataDir, restoringFolder } from '#server/db/embedded-folder.ts';
import { withLock } from '#server/db/embedded-processes.ts';
import { knownMigrations } from '#server/db/migrate.ts';
import { transact } from '#server/db/transaction.ts';
import { holdBackClaimed } from '#server/notifications/held-back.ts';
import { secrets } from './backup.ts';
import { copyFile, flushFolder, makeFolder } from './copy.ts';
import { checkEmpty, restoreDump } from './dump.ts';
import { checkParts, type Manifest, readManifest } from './manifest.ts';

export interface RestoreOptions {
  /** The folder of one backup. */
  from: string;
  /** The target: the address of an external database's owner, or the embedded one in the data folder. */
  ownerUrl: string | undefined;
  dataDir: string;
  say: (line: string) => void;
}

/**
 * Restores a backup. The database is not started and not migrated here.
 * @throws Error in one sentence when the backup is broken or newer than the program, or the place is not empty; nothing
 * was changed then.
 */
export async function restore({ from, ownerUrl, dataDir, say }: RestoreOptions): Promise<Manifest> {
  const manifest = await readManifest(from);
  const known = await knownMigrations();
  const newer = manifest.migrations.find((name) => !known.includes(name));
  if (newer)
    throw new Error(`The backup is of Loftline ${manifest.version}, which is newer than this one: it ran ${newer}.`);
  const { kind, postgres } = manifest.database;
  if (kind === 'dump' && ownerUrl === undefined)
    throw new Error('The backup is the dump of an external database: set DATABASE_URL to an empty one.');
  if (kind === 'cluster' && ownerUrl !== undefined)
    throw new Error('The backup is of the embedded database: restore it without DATABASE_URL, into an empty DATA_DIR.');
  const own = kind === 'cluster' ? await embeddedVersion() : undefined;
  if (own !== undefined && Math.trunc(postgres / 10_000) !== own)
    throw new Error(
      `The backup holds files of PostgreSQL ${Math.trunc(postgres / 10_000)}, this program brings ${own}: restore it with the program that took it.`,
    );
  await wasCutOff(dataDir, kind);
  if (ownerUrl !== undefined) await checkEmpty(ownerUrl);
  const label = `${clusterFolder}/backup_label`;
  // Without it PostgreSQL would take the copy for the files after a crash, and start on an inconsistent state.
  if (kind === 'cluster' && !manifest.parts.some(({ path }) => path === label))
    throw new Error(`The backup is broken: ${label} is missing, so the files are of no one moment.`);
  say('looking whether the backup is whole');
  await checkParts(from, manifest);

  const { launcher, dataDir: place } = await openDataDir(dataDir);
  const waiting = () => say(`waiting for another restore into ${dataDir}`);
  return withLock(join(place, '.restore-lock'), waiting, async () => {
    // Checked again under the lock.
    if (await wasCutOff(place, kind)) {
      say(`a restore into ${dataDir} was cut off: it is begun again`);
      for (const name of [...(kind === 'cluster' ? restored : []), restoringFolder])
        await rm(join(place, name), { recursive: true, force: true });
    }
    const staged = join(place, restoringFolder);
    try {
      await makeFolder(staged);
      for (const folder of manifest.folders) await makeFolder(join(staged, folder));
      let bytes = 0;
      for (const { path } of manifest.parts) {
        if (path === 'database.dump') continue;
        const parent = join(staged, path, '..');
        if (!existsSync(parent)) await makeFolder(parent);
        bytes += (await copyFile(join(from, path), join(staged, path)))!.bytes;
      }
      say(`${Math.round(bytes / 1e6)} MB are copied`);
      if (kind === 'cluster') {
        await chmod(join(staged, clusterFolder), 0o700);
        if (launcher.runAs) await giveTo(join(staged, clusterFolder), manifest, launcher.runAs);
      }
      if (ownerUrl !== undefined) await restoreDump(ownerUrl, join(from, 'database.dump'));
      for (const name of restored)
        if (existsSync(join(staged, name))) await rename(join(staged, name), join(place, name));
      await rm(staged, { recursive: true, force: true });
      await flushFolder(place);
      return manifest;
    } catch (error) {
      await rm(staged, { recursive: true, force: true });
      throw error;
    }
  });
}

/** The contents of the embedded database's folder before any data. */
const beside = ['lost+found', 'lock', 'users', '.restore-lock'];
/** The passwords come last: until they exist, a start refuses to create a new database. */
const restored: readonly string[] = [
  clusterFolder,
  'files',
  ...secrets.filter((name) => name !== 'credentials.json'),
  'credentials.json',
];

/**
 * Whether a restore into this folder was interrupted and may be repeated; after a complete one the passwords exist.
 * @throws Error when anything else is in it.
 */
async function wasCutOff(dataDir: string, kind: Manifest['database']['kind']): Promise<boolean> {
  const there = await readdir(dataDir).catch((): string[] => []);
  const cut_off = there.includes(restoringFolder) && !there.includes('credentials.json');
  const ours: string[] = [...beside, ...(cut_off ? [restoringFolder, ...(kind === 'cluster' ? restored : [])] : [])];
  const whole = there.filter((name) => !ours.includes(name));
  const taken = kind === 'cluster' ? whole : whole.filter((name) => name !== clusterFolder && restored.includes(name));
  if (taken.length)
    throw new Error(
      `${dataDir} is not empty (${taken[0]}): a backup is restored into a new folder only. Set DATA_DIR.`,
    );
  return cut_off;
}

async function giveTo(cluster: string, { folders, parts }: Manifest, { uid, gid }: { uid: number; gid: number }) {
  await chown(cluster, uid, gid);
  for (const path of [...folders, ...parts.map((part) => part.path)])
    if (path.startsWith(`${clusterFolder}/`)) await chown(join(cluster, '..', path), uid, gid);
}

/**
 * Corrects what is outdated in a restored database, before anything is served from it: all sessions are ended, because
 * sessions that ended since the backup would be valid again; mails that were pending at its moment are not sent a
 * second time.
 * @returns how many sessions ended, and how many mails are held back.
 */
export async function afterRestore(
  db: Database,
  taken_at: string,
): Promise<{ sessions: number; notifications: number }> {
  return transact(db, async (tx) => {
    const sessions = await endAllSessions(tx);
    await sql`delete from idp.session`.execute(tx);
    await sql`delete from idp."oauthRefreshToken"`.execute(tx);
    await sql`delete from idp."oauthAccessToken"`.execute(tx);
    return { sessions, notifications: await holdBackClaimed(tx, taken_at) };
  });
}
