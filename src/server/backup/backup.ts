/**
 * A backup: the database as of one moment, and what no dump contains: uploaded files, the secrets of the data folder,
 * and a manifest. It gets its final name when it is complete and on the disk; before, its name is not that of a backup.
 */
import { existsSync } from 'node:fs';
import { chmod, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { clusterFolder } from '#server/db/embedded-binaries.ts';
import { withLock } from '#server/db/embedded-processes.ts';
import { baseBackup } from './base-backup.ts';
import { copyFile, flushFolder, forEachAtOnce, listTree, makeFolder, writePart } from './copy.ts';
import { dump } from './dump.ts';
import { type Manifest, manifestName, manifestText, type Part } from './manifest.ts';

/**
 * The files of the data folder that cannot be recreated: the signing secret, the database's passwords, a demo's cards.
 */
export const secrets = ['auth-secret', 'credentials.json', 'cards-sandbox.json'] as const;

/** The database to back up. */
export type Source = { kind: 'cluster'; superUrl: string; ownerUrl: string } | { kind: 'dump'; ownerUrl: string };

export interface BackupOptions {
  source: Source;
  /** The folder of uploaded files and secrets; it need not exist with an external database. */
  dataDir: string;
  /** Uploaded files are in a bucket, which is not backed up here. */
  has_bucket: boolean;
  /** The folder of the backups; it is created. */
  to: string;
  /** How many backups to keep; older ones are removed. All by default. */
  keep?: number | undefined;
  version: string;
  say: (line: string) => void;
}

const nameOf = (taken_at: string) => `loftline-${taken_at.replace(/\.\d+|[-:]/g, '')}`;
const namePattern = /^loftline-\d{8}T\d{6}Z(-\d+)?$/;
const unfinished = '.unfinished-';

/**
 * Takes a backup.
 * @returns its folder and its size in bytes.
 * @throws Error in one sentence when it fails; nothing is left of it then.
 */
export async function backup({ source, dataDir, has_bucket, to, keep, version, say }: BackupOptions) {
  await makeFolder(to);
  const waiting = () => say(`waiting for another backup into ${to}`);
  return withLock(join(to, '.lock'), waiting, async () => {
    // Remains of an interrupted backup: the holder of the lock is alone.
    for (const name of await readdir(to))
      if (name.startsWith(unfinished)) await rm(join(to, name), { recursive: true, force: true });
    const folder = join(to, `${unfinished}${process.pid}`);
    try {
      await makeFolder(folder);
      const report = progress(say);
      const migrations = await migrationsOf(source.ownerUrl);
      const files = has_bucket ? undefined : join(dataDir, 'files');
      const parts: Part[] = [];
      const folders: string[] = [];
      const copyFiles = async () => {
        if (files) await copyNew(files, join(folder, 'files'), parts, report);
      };
      // Most files now, and those that the database names by its moment afterwards; files removed in between stay in
      // the backup.
      await copyFiles();
      let moment: Pick<Manifest, 'taken_at' | 'snapshot'> & { postgres: number };
      if (source.kind === 'cluster') {
        const under = (path: string) => `${clusterFolder}/${path}`;
        const cluster = join(dataDir, clusterFolder);
        const {
          parts: copied,
          folders: made,
          ...rest
        } = await baseBackup(source.superUrl, cluster, join(folder, clusterFolder), report);
        parts.push(...copied.map((part) => ({ ...part, path: under(part.path) })));
        folders.push(clusterFolder, ...made.map(under));
        moment = rest;
      } else {
        const file = join(folder, 'database.dump.written');
        moment = await dump(source.ownerUrl, file);
        const written = await copyFile(file, join(folder, 'database.dump'), report);
        await rm(file);
        parts.push({ path: 'database.dump', ...written! });
      }
      await copyFiles();
      for (const name of secrets) {
        const copied = await copyFile(join(dataDir, name), join(folder, name));
        if (copied) parts.push({ path: name, ...copied });
      }
      const { taken_at, snapshot, postgres } = moment;
      const manifest: Manifest = {
        version,
        migrations,
        taken_at,
        snapshot,
        database: { kind: source.kind, postgres },
        files: has_bucket ? 'bucket' : 'folder',
        folders,
        parts,
      };
      await writePart(join(folder, manifestName), manifestText(manifest));
      await chmod(folder, 0o700);
      const { folders: all } = await listTree(folder);
      for (const path of [...all, '']) await flushFolder(join(folder, path));
      const named = await giveName(folder, to, nameOf(taken_at));
      await flushFolder(to);
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
      await recordBackup(source.ownerUrl, { taken_at, version, bytes, place: `${hostname()}:${named}` });
      if (keep !== undefined) await removeOld(to, keep, say);
      return { folder: named, bytes, taken_at };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  });
}

/** Renames it to its final name; two of the same second get a number. */
async function giveName(folder: string, to: string, name: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const named = join(to, n === 1 ? name : `${name}-${n}`);
    if (existsSync(named)) continue;
    await rename(folder, named);
    return named;
  }
}

/** Files are named by their content, so an existing one is the same. */
async function copyNew(from: string, to: string, parts: Part[], report: (bytes: number) => void): Promise<void> {
  // A name with a leading dot is still being written.
  const { folders, files } = await listTree(from, (path) => /(^|\/)\./.test(path));
  await makeFolder(to);
  for (const path of folders) await makeFolder(join(to, path));
  await forEachAtOnce(
    files.filter((path) => !existsSync(join(to, path))),
    8,
    async (path) => {
      const copied = await copyFile(join(from, path), join(to, path), report);
      if (copied) parts.push({ path: `files/${path}`, ...copied });
    },
  );
}

/** Reports progress every few seconds. */
function progress(say: (line: string) => void): (bytes: number) => void {
  let [bytes, reported_ms] = [0, Date.now()];
  return (more) => {
    bytes += more;
    if (Date.now() - reported_ms < 2000) return;
    reported_ms = Date.now();
    say(`${Math.round(bytes / 1e6)} MB are copied`);
  };
}

async function migrationsOf(ownerUrl: string): Promise<string[]> {
  const rows = await ask<{ name: string }>(ownerUrl, 'select name from migrations order by name');
  return rows.map(({ name }) => name);
}

/** For `npm run doctor` and /metrics. A database from before this table is backed up all the same. */
async function recordBackup(
  ownerUrl: string,
  { taken_at, version, bytes, place }: { taken_at: string; version: string; bytes: number; place: string },
): Promise<void> {
  const [found] = await ask<{ is_there: boolean }>(
    ownerUrl,
    `select to_regclass('public.backups') is not null as is_there`,
  );
  if (!found?.is_there) return;
  await ask(ownerUrl, 'insert into backups (taken_at, version, bytes, place) values ($1, $2, $3, $4)', [
    taken_at,
    version,
    bytes,
    place,
  ]);
}

async function removeOld(to: string, keep: number, say: (line: string) => void): Promise<void> {
  const found = [];
  for (const name of await readdir(to))
    if (namePattern.test(name))
      found.push({ name, at: (await stat(join(to, name, manifestName)).catch(() => null))?.mtimeMs ?? 0 });
  found.sort((a, b) => b.at - a.at);
  for (const { name } of found.slice(Math.max(keep, 1))) {
    const away = join(to, `${unfinished}${name}`);
    await rename(join(to, name), away);
    await rm(away, { recursive: true, force: true });
    say(`${name} was removed: the ${keep} newest stay`);
  }
}

async function ask<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'loftline backup' });
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
