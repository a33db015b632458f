/**
 * A copy of the embedded PostgreSQL's files while it runs, by PostgreSQL's own low-level base backup: the files are
 * copied between `pg_backup_start` and `pg_backup_stop`, while they change, together with the write-ahead log of that
 * time, from which PostgreSQL restores one consistent moment when it starts on the copy. The npm packages contain
 * neither pg_dump nor pg_basebackup.
 */
import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { copyFile, forEachAtOnce, listTree, makeFolder, type Progress, writePart } from './copy.ts';
import type { Part } from './manifest.ts';

/**
 * Folders that PostgreSQL recreates at its start: the manual's chapter names the contents to leave out; the folders
 * stay.
 */
const emptied = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
];
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?)$|(^|\/)(pgsql_tmp|pg_internal\.init)/;
const walFolders = ['pg_wal/archive_status', 'pg_wal/summaries'];

export interface BaseBackup {
  taken_at: string;
  snapshot: string;
  postgres: number;
  folders: string[];
  parts: Part[];
}

/**
 * Copies the cluster into a folder that does not exist yet.
 * @param superUrl the superuser's address
 * @throws Error when PostgreSQL ends meanwhile, or a part of its log is gone.
 */
export async function baseBackup(
  superUrl: string,
  cluster: string,
  target: string,
  progress: Progress,
): Promise<BaseBackup> {
  const client = new pg.Client({ connectionString: superUrl, application_name: 'loftline backup' });
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  try {
    // A temporary slot of this connection: keeps the log since now from being removed or overwritten.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `loftline_backup_${process.pid}_${randomBytes(4).toString('hex')}`,
    ]);
    const { rows: begun } = await client.query<{ first: string; segment: number; postgres: number }>(
      `select pg_walfile_name(pg_backup_start('loftline', true)) as first,
        pg_size_bytes(current_setting('wal_segment_size'))::int as segment,
        current_setting('server_version_num')::int as postgres`,
    );
    const { first, segment, postgres } = begun[0]!;

    const { folders, files } = await listTree(
      cluster,
      (path) => leftOut.test(path) || emptied.includes(dirname(path).split('/')[0]!),
    );
    await makeFolder(target);
    for (const folder of [...folders, ...walFolders]) await makeFolder(join(target, folder));
    const parts: Part[] = [];
    const control = 'global/pg_control';
    await forEachAtOnce(
      files.filter((path) => path !== control),
      8,
      async (path) => {
        const copied = await copyFile(join(cluster, path), join(target, path), progress);
        // A table that was dropped meanwhile is gone in the copy too, once its log is replayed.
        if (copied) parts.push({ path, ...copied });
      },
    );
    // Last and in one read: it is overwritten in place.
    parts.push({ path: control, ...(await writePart(join(target, control), await readWhole(join(cluster, control)))) });

    const { rows: moments } = await client.query<{ snapshot: string; taken_at: string }>(
      `select pg_current_snapshot()::text as snapshot,
        to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as taken_at`,
    );
    const { rows: ended } = await client.query<{ label: string; map: string; last: string }>(
      `select labelfile as label, spcmapfile as map, pg_walfile_name(lsn) as last from pg_backup_stop(false)`,
    );
    const { label, map, last } = ended[0]!;
    if (map.trim()) throw new Error('the database has tablespaces outside of its folder, which are not copied');
    parts.push({ path: 'backup_label', ...(await writePart(join(target, 'backup_label'), label)) });
    for (const name of segmentsBetween(first, last, segment)) {
      const path = `pg_wal/${name}`;
      const copied = await copyFile(join(cluster, path), join(target, path), progress);
      if (!copied) throw new Error(`${path} of the write-ahead log is gone`);
      parts.push({ path, ...copied });
    }
    return { ...moments[0]!, postgres, folders: [...folders, ...walFolders], parts };
  } finally {
    await client.end().catch(() => {});
  }
}

async function readWhole(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const content = Buffer.alloc((await handle.stat()).size);
    await handle.read(content, 0, content.length, 0);
    return content;
  } finally {
    await handle.close();
  }
}

/**
 * The names of the segments of the write-ahead log from one to another. A name is the timeline and the number of the
 * segment in two parts, of which the second one overflows at 4 GB.
 */
export function segmentsBetween(first: string, last: string, segmentBytes: number): string[] {
  const each = 0x1_0000_0000 / segmentBytes;
  const numberOf = (name: string) =>
    Number.parseInt(name.slice(8, 16), 16) * each + Number.parseInt(name.slice(16), 16);
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0');
  const names: string[] = [];
  for (let number = numberOf(first); number <= numberOf(last); number += 1)
    names.push(`${first.slice(0, 8)}${hex(Math.floor(number / each))}${hex(number % each)}`);
  return names;
}
