/**
 * Proves that a backup taken while clocks send readings and orders are paid holds everything of its moment: it is
 * restored into a new place, and every row of every table of the site is either in it or was written afterwards. The
 * clocks complete it by sending their later readings again. The controls are copies made otherwise.
 */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, connect } from '#server/db/database.ts';
import { type Embedded, startEmbedded } from '#server/db/embedded.ts';
import { type Passwords, urlsOf } from '#server/db/embedded-folder.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { markPaid } from '#server/payments/by-hand.ts';
import { verify } from '#server/verify.ts';
import { compare } from '#testing/backup.ts';
import { type BuiltRace, buildRace } from '#testing/builders.ts';
import { type Clock, clockOf, type Entry, noteAnswer, readNext, sendBatch } from '#testing/clocks.ts';
import { type BuiltSales, buildSales, noon_ms } from '#testing/payments.ts';
import { type Program, startProgram, stopProgram } from '#testing/program.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { checkRace } from '#testing/race-checks.ts';
import { type Manifest, manifestName, manifestText, readManifest } from './manifest.ts';
import { restore } from './restore.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const random = seededRandom(seed);

let folder: string;
let dataDir: string;
let program: Program;
let address: string;
let connection: Connection;
let superUrl: string;
let race: BuiltRace;
let clocks: Clock[];
let sales: BuiltSales;
/** The folders of the taken backups, the first one first. */
const taken: { folder: string; manifest: Manifest }[] = [];
const counts = { readings: 0, orders: 0, seconds: 0 };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loftline-backup-'));
  await chmod(folder, 0o711); // as root, PostgreSQL runs as nobody, who must be able to enter
  dataDir = join(folder, 'data');
  program = startProgram({ DATA_DIR: dataDir, ROLE: 'jobs', AUTH_SECRET: '' });
  address = await program.up;
  const { port } = JSON.parse(await readFile(join(dataDir, 'connection.json'), 'utf8')) as { port: number };
  const passwords = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as Passwords;
  const urls = urlsOf(passwords, port);
  superUrl = urls.superUrl;
  connection = connect(urls.url, () => {}, 6);
  race = await buildRace(connection.db, { birds: 400 });
  clocks = [clockOf(race, { ...race.device, key: race.key })];
  while (clocks.length < 5)
    clocks.push(
      clockOf(race, await registerDevice(connection.db, { loft_id: race.loft.id, name: `Clock ${clocks.length + 1}` })),
    );
  sales = await buildSales(connection.db);
});
afterAll(async () => {
  await connection?.close();
  if (program) await stopProgram(program);
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function deliver(clock: Clock, batch: Entry[]): Promise<void> {
  for (;;) {
    const answer = await sendBatch(address, clock, batch);
    if (answer !== 'unknown') return void noteAnswer(batch, answer);
    await sleep(50);
  }
}

/** Fifty readings a second and five orders, each paid at once, until stopped. */
async function underLoad(work: () => Promise<void>): Promise<void> {
  let going = true;
  const since = Date.now();
  const before = clocks.reduce((sum, { journal }) => sum + journal.length, 0);
  const each = clocks.map(async (clock) => {
    for (let n = 1; going; n += 1) {
      await deliver(
        clock,
        Array.from({ length: 2 }, () => readNext(clock, random)),
      );
      await sleep(Math.max(0, since + n * 200 - Date.now()));
    }
  });
  const paying = (async () => {
    for (let n = 1; going; n += 1) {
      const { id } = await sales.order();
      const by = { by: sales.customer.user_id, now_ms: noon_ms, reason: 'Cash', file_id: null, is_merchant: true };
      await connection.db.transaction().execute((tx) => markPaid(tx, id, by));
      counts.orders += 1;
      await sleep(Math.max(0, since + n * 200 - Date.now()));
    }
  })();
  const all = Promise.all([...each, paying]);
  all.catch(() => {});
  try {
    await Promise.race([work(), all]);
  } finally {
    going = false;
    await all;
  }
  counts.seconds += (Date.now() - since) / 1000;
  counts.readings += clocks.reduce((sum, { journal }) => sum + journal.length, 0) - before;
}

async function tool(name: string, args: string[], env: Record<string, string>) {
  const call = [join(root, 'dev', `${name}.ts`), ...args];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, call, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
  });
  return { stdout, stderr };
}

/** A superuser connection to the site's own database. */
const inLoftline = (url: string) => Object.assign(new URL(url), { pathname: '/loftline' }).href;

async function faultsIn(url: string): Promise<string[]> {
  const there = connect(url, () => {}, 4);
  try {
    const faults: string[] = [];
    for await (const one of verify(there.db)) faults.push(...one.faults);
    return faults;
  } finally {
    await there.close();
  }
}

describe(`a backup under load, seed ${seed}`, () => {
  it('is taken by npm run backup while clocks send readings and orders are paid', async () => {
    // Existing data makes the copy take its time.
    for (const clock of clocks)
      for (let batch = proveSize(2, 40); batch > 0; batch -= 1)
        await deliver(
          clock,
          Array.from({ length: 500 }, () => readNext(clock, random)),
        );
    await underLoad(async () => {
      await sleep(proveSize(1500, 30_000));
      for (let n = 0; n < proveSize(1, 3); n += 1) {
        const { stdout } = await tool('backup', ['--to', join(folder, 'backups'), '--keep', '5'], {
          DATA_DIR: dataDir,
        });
        const made = stdout.trim();
        taken.push({ folder: made, manifest: await readManifest(made) });
        await sleep(proveSize(1000, 10_000));
      }
    });
    expect(counts.readings / counts.seconds).toBeGreaterThan(20);
    for (const name of [manifestName, 'credentials.json', 'auth-secret'])
      expect((await stat(join(taken[0]!.folder, name))).mode & 0o777, name).toBe(0o600);
    expect((await readdir(join(folder, 'backups'))).filter((name) => name.startsWith('.unfinished'))).toEqual([]);
    const { rows } = await connection.pool.query('select taken_at, bytes, place from backups order by id');
    expect(rows.map(({ taken_at }) => taken_at)).toEqual(taken.map(({ manifest }) => manifest.taken_at));
  });

  it('holds every row that was written before its moment; the clocks send what came after', async () => {
    let figures = { tables_rows: 0, later: 0, unexplained: 0 };
    for (const [n, { folder: from, manifest }] of taken.entries()) {
      const place = join(folder, `restored-${n}`);
      await restore({ from, ownerUrl: undefined, dataDir: place, say: () => {} });
      const copy = await startEmbedded({ dataDir: place, log: () => {} });
      try {
        const found = await compare(inLoftline(superUrl), inLoftline(copy.superUrl), manifest.snapshot);
        expect(found.unexplained).toEqual({});
        expect(found.invented).toEqual({});
        expect(found.later).toBeGreaterThan(0);
        figures = { tables_rows: found.rows, later: figures.later + found.later, unexplained: 0 };
        expect(await faultsIn(copy.url)).toEqual([]);
      } finally {
        await copy.stop();
      }
    }
    // The site itself goes on from the first backup: its clocks send their journals again.
    await connection.close();
    expect(await stopProgram(program)).toBe(0);
    dataDir = join(folder, 'restored-0');
    program = startProgram({ DATA_DIR: dataDir, ROLE: 'jobs', AUTH_SECRET: '' });
    address = await program.up;
    const { url } = JSON.parse(await readFile(join(dataDir, 'connection.json'), 'utf8')) as { url: string };
    connection = connect(url, () => {}, 6);
    sales = await buildSales(connection.db);
    const before = await checkRace(connection.db, race, clocks);
    expect(before.lost).toBeGreaterThan(0);
    for (const clock of clocks) {
      for (const entry of clock.journal) entry.stored = 0;
      for (let at = 0; at < clock.journal.length; at += 500) await deliver(clock, clock.journal.slice(at, at + 500));
    }
    const after = await checkRace(connection.db, race, clocks);
    expect(after).toMatchObject({ lost: 0, duplicated: 0, unexpected: 0, holes: 0, broken_links: 0, misplaced: 0 });
    expect(await faultsIn(url)).toEqual([]);
    const readings = clocks.reduce((sum, { journal }) => sum + journal.length, 0);
    reportProof('Backup', {
      backups: taken.length,
      readings_per_s: Math.round(counts.readings / counts.seconds),
      orders: counts.orders,
      ...figures,
      lost_until_sent_again: before.lost,
      lost_after: after.lost,
      readings,
    });
  });

  it('prints the next steps when it is restored by npm run restore', async () => {
    const { stdout } = await tool('restore', [taken[0]!.folder], { DATA_DIR: join(folder, 'by-command') });
    expect(stdout).toContain(`the site as of ${taken[0]!.manifest.taken_at}`);
    expect(stdout).not.toContain('WRONG');
    expect(stdout).toMatch(/\d+ sessions were ended/);
    await expect(tool('restore', [taken[0]!.folder], { DATA_DIR: join(folder, 'by-command') })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is not empty/),
    });
  });
});

describe('control: an incomplete backup is detected', () => {
  /** A copy of the first backup, changed. */
  async function changed(
    name: string,
    change: (at: string, manifest: Manifest) => Promise<Partial<Manifest> | undefined>,
  ) {
    const at = join(folder, `broken-${name}`);
    await cp(taken[0]!.folder, at, { recursive: true });
    const manifest = { ...taken[0]!.manifest };
    const now = { ...manifest, ...(await change(at, manifest)) };
    await writeFile(join(at, manifestName), manifestText(now));
    return at;
  }
  const segment = (manifest: Manifest) => manifest.parts.find(({ path }) => /pg_wal\/[0-9A-F]{24}$/.test(path))!.path;
  const restored = (from: string, to: string) =>
    restore({ from, ownerUrl: undefined, dataDir: join(folder, to), say: () => {} });

  it('a part that is missing or altered, and a manifest with paths outside the folder', async () => {
    const gone = await changed('gone', async (at, manifest) => {
      await rm(join(at, segment(manifest)));
      return undefined;
    });
    await expect(restored(gone, 'to-gone')).rejects.toThrow(/pg_wal\/\w+ is missing/);
    const altered = await changed('altered', async (at) => {
      const file = join(at, 'postgres/PG_VERSION');
      await writeFile(file, '99\n');
      return undefined;
    });
    await expect(restored(altered, 'to-altered')).rejects.toThrow(/PG_VERSION is not as it was written/);
    const outside = await changed('outside', async (_, { parts }) => ({
      parts: [...parts, { ...parts[0]!, path: '../../outside' }],
    }));
    await expect(restored(outside, 'to-outside')).rejects.toThrow(/lies outside/);
    const newer = await changed('newer', async (_, { migrations }) => ({
      migrations: [...migrations, '9999_later.sql'],
    }));
    await expect(restored(newer, 'to-newer')).rejects.toThrow(/newer than this one: it ran 9999_later.sql/);
    for (const place of ['to-gone', 'to-altered', 'to-outside', 'to-newer'])
      expect(await readdir(join(folder, place)).catch(() => [])).toEqual([]);
  });

  it('a log with a missing part: PostgreSQL does not start on it', async () => {
    const lacking = await changed('lacking', async (at, manifest) => {
      const path = segment(manifest);
      await rm(join(at, path));
      return { parts: manifest.parts.filter((part) => part.path !== path) };
    });
    await restored(lacking, 'to-lacking');
    await expect(startEmbedded({ dataDir: join(folder, 'to-lacking'), log: () => {} })).rejects.toThrow(
      /PostgreSQL did not start/,
    );
  });

  it('files copied without pg_backup_start: refused, and without a label rows are missing or PostgreSQL fails', async () => {
    const unlabelled = await changed('unlabelled', async (_, { parts }) => ({
      parts: parts.filter(({ path }) => path !== 'postgres/backup_label'),
    }));
    await expect(restored(unlabelled, 'to-unlabelled')).rejects.toThrow(/backup_label is missing/);

    // The copy that `cp` makes of a running database: tables first, then a checkpoint, the log and its end.
    const place = join(folder, 'copied');
    const from = join(dataDir, 'postgres');
    const { port } = JSON.parse(await readFile(join(dataDir, 'connection.json'), 'utf8')) as { port: number };
    const urls = urlsOf(JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as Passwords, port);
    const later = /^(pg_wal|global|pg_xact)$/;
    await mkdir(join(place, 'postgres'), { recursive: true });
    const copy = async (when: (name: string) => boolean) => {
      for (const name of (await readdir(from)).filter((one) => !one.startsWith('postmaster') && when(one)))
        await promisify(execFile)('cp', ['-R', join(from, name), join(place, 'postgres')]).catch((error) => {
          // A running database removes files while they are copied.
          if (!/No such file/.test(error.stderr)) throw error;
        });
    };
    const another = clockOf(
      race,
      await registerDevice(connection.db, { loft_id: race.loft.id, name: 'Another clock' }),
    );
    const admin = new pg.Client({ connectionString: urls.superUrl });
    admin.on('error', () => {}); // its database is stopped with the test
    await admin.connect();
    let snapshot = '';
    await underLoad(async () => {
      await copy((name) => !later.test(name));
      // Enough to fill pages which nobody writes after the checkpoint: the log does not hold these.
      for (let batch = 0; batch < 6; batch += 1)
        await deliver(
          another,
          Array.from({ length: 500 }, () => readNext(another, random)),
        );
      await admin.query('checkpoint');
      snapshot = (await admin.query('select pg_current_snapshot()::text as now')).rows[0].now;
      await copy((name) => later.test(name));
    });
    await admin.end();
    await cp(join(dataDir, 'credentials.json'), join(place, 'credentials.json'));
    await chmod(join(place, 'postgres'), 0o700);
    if (process.getuid?.() === 0) await promisify(execFile)('chown', ['-R', 'nobody', join(place, 'postgres')]);
    let started: Embedded | undefined;
    try {
      started = await startEmbedded({ dataDir: place, log: () => {} });
      const found = await compare(inLoftline(urls.superUrl), inLoftline(started.superUrl), snapshot);
      expect(Object.values(found.unexplained).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0);
    } catch (error) {
      // It may fail to start, or to read a table.
      if (!(error instanceof pg.DatabaseError)) expect(String(error)).toMatch(/PostgreSQL did not start|terminated/);
    } finally {
      await started?.stop();
    }
  });
});
