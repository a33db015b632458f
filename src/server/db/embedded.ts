/**
 * The embedded database: a real PostgreSQL from npm, started beside the program on 127.0.0.1, its files in the data
 * folder. Several programs share one; each finds it running or starts it, the last one to leave stops it, and each of
 * them restarts it when it dies.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterFolder, findBinaries } from './embedded-binaries.ts';
import { type EmbeddedOptions, initialise, makeRoles, type Place, type Running } from './embedded-cluster.ts';
import { giveToOwner, openDataDir, readPasswords, remember, urlsOf } from './embedded-folder.ts';
import { findRunning, launch, stopCluster } from './embedded-launch.ts';
import { countUsers, enterUser, stillRuns, withLock } from './embedded-processes.ts';

export { findDataDir, hasCluster } from './embedded-binaries.ts';

export interface Embedded {
  /** The role `loftline`: serves, owns nothing. */
  url: string;
  /** The role `loftline_owner`: owns the database `loftline` and migrates it. */
  ownerUrl: string;
  /** The role `postgres`: for tests and backups only. */
  superUrl: string;
  dataDir: string;
  port: number;
  pid: number;
  /** PostgreSQL was running already: started by another program, or left over from a killed one. */
  adopted: boolean;
  /** Called after PostgreSQL has died and is up again: connections are gone, LISTEN must be repeated. */
  onRestart(listener: () => void): void;
  /** Leaves; the last program to leave stops PostgreSQL. */
  stop(): Promise<void>;
}

/**
 * Finds the running PostgreSQL of this data folder, or starts it; creates it first when the folder is new.
 * @throws Error in one sentence when it cannot run here.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, launcher } = await openDataDir(options.dataDir);
  const cluster = join(dataDir, clusterFolder);
  const lock = {
    file: join(dataDir, 'lock'),
    waiting: () => options.log(`waiting for another program that starts or stops the database in ${dataDir}`),
  };
  const users = join(dataDir, 'users');

  let entry = '';
  const { place, running } = await withLock(lock.file, lock.waiting, async () => {
    const place: Place = {
      settings: {},
      oldest: false,
      throwaway: false,
      ...options,
      dataDir,
      cluster,
      launcher,
      binaries: await findBinaries(dataDir, launcher.runAs, options.oldest ?? false),
      passwords: await readPasswords(dataDir, cluster),
    };
    entry = await enterUser(users);
    try {
      if (!existsSync(cluster)) await initialise(place);
      const running = await enter(place);
      await remember(place, running.port);
      return { place, running };
    } catch (error) {
      await rm(entry, { force: true });
      throw error;
    } finally {
      await giveToOwner(dataDir);
    }
  });
  options.log(
    `PostgreSQL ${running.adopted ? 'was running' : 'started'} on 127.0.0.1:${running.port}, its files are in ${dataDir}`,
  );

  const listeners: (() => void)[] = [];
  let stopping = false;
  const embedded: Embedded = {
    ...urlsOf(place.passwords, running.port),
    dataDir,
    port: running.port,
    pid: running.pid,
    adopted: running.adopted,
    onRestart: (listener) => void listeners.push(listener),
    stop,
  };

  let current = running;
  let reviving = false;
  // Every half second, in every program: reading /proc costs microseconds.
  const watchdog = setInterval(() => {
    if (!reviving && !stillRuns(current.pid, current.start)) void revive();
  }, 500);
  watchdog.unref();
  return embedded;

  /** Restarts PostgreSQL, as often as it takes: a full disk may have space again in a minute. */
  async function revive(): Promise<void> {
    reviving = true;
    options.log(`PostgreSQL died (process ${current.pid}); starting it again`);
    for (let pause = 250; !stopping; pause = Math.min(pause * 2, 30_000)) {
      try {
        await withLock(lock.file, lock.waiting, async () => {
          if (stopping) return;
          if (!existsSync(cluster)) throw new Error(`its files in ${cluster} are gone`);
          // Another program's watchdog may have been first.
          current = (await findRunning(place)) ?? (await launch(place, current.port));
          await remember(place, current.port);
          await giveToOwner(dataDir);
        });
        break;
      } catch (error) {
        options.log(`PostgreSQL could not be started again: ${(error as Error).message}; next try in ${pause} ms`);
        await sleep(pause, undefined, { ref: false });
      }
    }
    reviving = false;
    if (stopping) return;
    Object.assign(embedded, urlsOf(place.passwords, current.port), { port: current.port, pid: current.pid });
    options.log(`PostgreSQL is back on 127.0.0.1:${current.port}`);
    for (const listener of listeners) listener();
  }

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    clearInterval(watchdog);
    await withLock(lock.file, lock.waiting, async () => {
      await rm(entry, { force: true });
      if ((await countUsers(users)) === 0) await stopCluster(place);
    });
  }
}

/**
 * Connects to a PostgreSQL with roles and database. It may be killed at this moment, and the `create database` of a
 * killed program may still be running: so it retries.
 */
async function enter(place: Place): Promise<Running> {
  for (let tries = 1; ; tries++) {
    const running = (await findRunning(place)) ?? (await launch(place, 0));
    try {
      await makeRoles(place, running.port);
      return running;
    } catch (error) {
      if (tries === 5) throw error;
      await sleep(200);
    }
  }
}
