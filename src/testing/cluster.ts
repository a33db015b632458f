/**
 * Vitest's global setup of the server tests: one temporary PostgreSQL for the whole run, with the migrations run once
 * in a template that every test file clones. The rules are tested on the oldest supported version, where its programs
 * are installed; the proofs at full size on the bundled one.
 */
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type Embedded, startEmbedded } from '#server/db/embedded.ts';
import { hasOldest } from '#server/db/embedded-binaries.ts';
import { countUsers, worksIn } from '#server/db/embedded-processes.ts';
import { migrate } from '#server/db/migrate.ts';
import { oldestPostgres } from '#server/db/version.ts';

const prefix = 'loftline-test-';

let cluster: Embedded | undefined;
let folder: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  await removeLeftovers();
  try {
    folder = await mkdtemp(join(tmpdir(), prefix));
    await chmod(folder, 0o711); // as root, PostgreSQL runs as nobody, who must be able to enter
    const oldest = project.name === 'server' && hasOldest();
    if (project.name === 'server' && !oldest)
      console.log(`PostgreSQL ${oldestPostgres} is not among the packages for this machine: the tests run on 18.`);
    cluster = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {}, throwaway: true, oldest });
    await migrate(cluster.ownerUrl, 'loftline');
    const client = new pg.Client({ connectionString: cluster.superUrl });
    client.on('error', () => {});
    await client.connect();
    // A connection to the template would block the clones.
    await client.query('alter database loftline with is_template true allow_connections false');
    await client.end();
    const { url, ownerUrl, superUrl } = cluster;
    project.provide('cluster', { url, ownerUrl, superUrl });
  } catch (error) {
    await teardown();
    throw error;
  }
}

export async function teardown(): Promise<void> {
  await cluster?.stop();
  if (folder) await remove(folder);
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** A killed run could not clean up; its process number and start time show that it is over. */
async function removeLeftovers(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((name) => name.startsWith(prefix))) {
    const path = join(tmpdir(), name);
    const made = await stat(path).catch(() => undefined);
    // Younger than a minute: a parallel run may not have registered itself yet.
    if (!made || made.uid !== process.getuid?.() || Date.now() - made.mtimeMs < 60_000) continue;
    if ((await countUsers(join(path, 'data', 'users'))) > 0) continue;
    const cluster = join(path, 'data', 'postgres');
    const pid = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''), 10);
    if (worksIn(pid, cluster)) process.kill(pid, 'SIGQUIT');
    await remove(path);
  }
}
