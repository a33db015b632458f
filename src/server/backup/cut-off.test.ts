/** Backups and restores that are killed halfway, and the number of backups to keep. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Embedded, startEmbedded } from '#server/db/embedded.ts';
import { prepare } from '#server/prepare.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let folder: string;
let to: string;
let site: string;
let server: Embedded;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loftline-cut-'));
  await chmod(folder, 0o711); // as root, PostgreSQL runs as nobody, who must be able to enter
  [to, site] = [join(folder, 'backups'), join(folder, 'site')];
  server = await startEmbedded({ dataDir: site, log: () => {} });
  await prepare({ url: server.url, ownerUrl: server.ownerUrl });
  // Enough data to be killed in the middle of it.
  await mkdir(join(site, 'files'), { recursive: true });
  for (let n = 0; n < 300; n += 1) await writeFile(join(site, 'files', `file-${n}`), Buffer.alloc(200_000, n));
}, 60_000);
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const take = (keep?: number) => {
  const { superUrl, ownerUrl } = server;
  const source = { kind: 'cluster', superUrl, ownerUrl } as const;
  return backup({ source, dataDir: site, has_bucket: false, to, keep, version: 'test', say: () => {} });
};
const names = async (at = to) => (await readdir(at).catch(() => [])).filter((name) => name !== '.lock').sort();

/** Runs a command of dev/ and kills it at `begun`. */
async function killed(tool: string, args: string[], env: Record<string, string>, begun: () => Promise<boolean>) {
  const child: ChildProcess = spawn(process.execPath, [join(root, 'dev', `${tool}.ts`), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: 'ignore',
  });
  const ended = new Promise<string | number | null>((done) => {
    child.once('exit', (code, signal) => done(signal ?? code));
  });
  await vi.waitFor(async () => expect(await begun()).toBe(true), { timeout: 30_000, interval: 2 });
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
}

it('a backup that is killed halfway is not named as one, is no backup, and is removed by the next; N stay', async () => {
  const whole = await take();
  await killed('backup', ['--to', to], { DATA_DIR: site }, async () =>
    (await names()).some((name) => name.startsWith('.unfinished-')),
  );
  const left = (await names()).filter((name) => join(to, name) !== whole.folder);
  expect(left).toEqual([expect.stringMatching(/^\.unfinished-\d+$/)]);
  const place = join(folder, 'from-unfinished');
  await expect(
    restore({ from: join(to, left[0]!), ownerUrl: undefined, dataDir: place, say: () => {} }),
  ).rejects.toThrow(/is no backup/);
  expect(await names(place)).toEqual([]);

  const folders = [await take(), await take(), await take(2)].map((one) => one.folder);
  expect((await names()).map((name) => join(to, name))).toEqual(folders.slice(1).sort());
}, 120_000);

it('a restore that is killed halfway is no site, says so at the start, and can be repeated', async () => {
  const { folder: from } = await take();
  const place = join(folder, 'again');
  await killed('restore', [from], { DATA_DIR: place }, async () => (await names(join(place, 'restoring'))).length > 0);
  await expect(startEmbedded({ dataDir: place, log: () => {} })).rejects.toThrow(/A restore into .* was cut off/);
  const lines: string[] = [];
  await restore({ from, ownerUrl: undefined, dataDir: place, say: (line) => lines.push(line) });
  expect(lines).toContain(`a restore into ${place} was cut off: it is begun again`);
  expect(await names(place)).not.toContain('restoring');
  expect(await names(join(place, 'files'))).toHaveLength(300);
  const again = await startEmbedded({ dataDir: place, log: () => {} });
  await again.stop();
  // A complete site is never overwritten.
  await expect(restore({ from, ownerUrl: undefined, dataDir: place, say: () => {} })).rejects.toThrow(/is not empty/);
}, 120_000);
