/**
 * The supervisor: the first process. It holds the port and the embedded database, starts the workers, starts again what
 * ends or hangs, hands live sockets to those that keep them, replaces all one after the other on SIGHUP, and serves
 * nobody itself.
 */
import cluster, { type Worker } from 'node:cluster';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { type Config, cannotStart } from '#server/config.ts';
import { about, checkPorts, say, startDatabase, version } from '#server/program.ts';
import type { Shutdown } from '#server/shutdown.ts';
import { connectionOf, type Line, sendLine } from './connections.ts';
import { protocol, type Start, type ToSupervisor, type ToWorker } from './messages.ts';
import { nameOf, rolesOf } from './plan.ts';
import { startSandboxFor } from './sandbox.ts';

/** A process that ends again and again is started again after so long at most. */
const longest_pause_ms = 30_000;
/** One that served for so long has ended for a reason of its own. */
const well_ms = 60_000;
/** So long one that was replaced may answer what is under way, and so long a new one may take to be ready. */
const leaving_ms = 120_000;
const starting_ms = 120_000;
/** How long figures are waited for: less than who asked for them waits. */
const figures_ms = 3000;

/** A place among the workers, whoever holds it at the moment. */
interface Post {
  name: string;
  role: Config['role'];
  /** Who serves; null while nobody does. */
  worker: Worker | null;
  /** How long to wait before it is started the next time. */
  pause_ms: number;
}

/** What is known of each process. */
interface State {
  post: Post;
  since_ms: number;
  /** Seconds without a sign of life. */
  silent_s: number;
  ready: boolean;
  /** Its end is wanted. */
  leaving: boolean;
}

/** The program as several processes. Comes back when all of them serve. */
export async function supervise(config: Config, shutdown: Shutdown): Promise<void> {
  await checkPorts(config);
  const log = pino({ level: config.log_level, base: { ...about, process: 'supervisor' } });
  const roles = rolesOf(config.role, config.processes);
  const posts = roles.map(
    (role, i): Post => ({
      name: nameOf(roles, i),
      role,
      worker: null,
      pause_ms: 0,
    }),
  );
  const sockets_apart = config.role === 'all' && posts.length > 1;
  const lives = sockets_apart ? posts.filter(({ role }) => role === 'live') : posts;
  const states = new Map<number, State>();
  /** Figures that somebody waits for: the ones that came, and how many are to come. */
  const collecting = new Map<number, { figures: object[][]; left: number; done: () => void }>();
  let collected = 0;
  let port: number | undefined;
  let is_up = false;
  let ending = false;
  let reloading: Promise<void> | undefined;

  // Where one worker listens, it has the listening socket itself, at no cost; several get connections in turn.
  const listening = sockets_apart ? posts.length - lives.length : posts.length;
  cluster.schedulingPolicy = listening === 1 ? cluster.SCHED_NONE : cluster.SCHED_RR;
  // By the path that was called: behind a link that was moved to another version, that is the new one.
  cluster.setupPrimary({ exec: process.argv[1]!, args: process.argv.slice(2) });

  const starting = config.database_url === undefined ? startDatabase(config) : undefined;
  // Before it is up, so that an end in between leaves no PostgreSQL behind.
  if (starting) shutdown.add(async () => (await starting.catch(() => undefined))?.stop());
  const embedded = await starting;
  const sandbox = await startSandboxFor(config, () => `http://127.0.0.1:${port}`);
  if (sandbox) shutdown.add(() => sandbox.stop());

  const watching = setInterval(watch, 1000);
  shutdown.add(async () => {
    ending = true;
    clearInterval(watching);
    await endAll();
  });
  shutdown.drain(async () => {
    ending = true;
    for (const [id, state] of states) {
      state.leaving = true;
      sendTo(cluster.workers![id], { kind: 'end' });
    }
  });
  // Whoever closes a terminal ends what runs in it.
  process.on('SIGHUP', () => void (process.stdout.isTTY ? shutdown.begin('SIGHUP') : reload()));

  // The first one brings the database up to date; the others read their files meanwhile.
  const [first, ...others] = posts.map((post) => fork(post));
  port = await begin(first!);
  await Promise.all(others.map(begin));
  is_up = true;
  say(`Loftline ${version} is up: ${config.public_url ?? `http://localhost:${port}`}`);

  // -- one process ---------------------------------------------------------------------------------------------------

  /** A process for a post; it reads its files and waits for `begin`. */
  function fork(post: Post): Worker {
    const worker = cluster.fork({ ROLE: post.role, PROCESSES: String(config.processes), PROCESS_NAME: post.name });
    const state: State = { post, since_ms: Date.now(), silent_s: 0, ready: false, leaving: false };
    states.set(worker.id, state);
    worker.on('error', (error) =>
      log.warn({ err: error, ...of(worker, post) }, 'a process could not be told something'),
    );
    worker.on('message', (message: ToSupervisor, line?: unknown) => heard(worker, state, message, line));
    worker.once('exit', (code: number | null, signal: string | null) => {
      states.delete(worker.id);
      if (post.worker === worker) post.worker = null;
      if (state.leaving || ending || !state.ready) return;
      if (Date.now() - state.since_ms > well_ms) post.pause_ms = 0;
      log.error({ ...of(worker, post), code, signal }, 'a process ended; it is started again');
      void startAgain(post);
    });
    return worker;
  }

  /** Have a process serve. @returns where it listens, once it does. @throws Error with `exit_code` when it ends before. */
  async function begin(worker: Worker): Promise<number | undefined> {
    const state = states.get(worker.id);
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const onExit = (code: number | null) => reject(endedEarly(code));
    const onMessage = (message: ToSupervisor) => {
      if (message.kind === 'ready') resolve(message.port);
      else if (message.kind === 'hello' && message.protocol !== protocol)
        reject(cannotStart('This version cannot be taken in by the one that runs: stop the program and start it.'));
    };
    worker.on('exit', onExit);
    worker.on('message', onMessage);
    const late = setTimeout(() => reject(new Error(`it was not ready after ${starting_ms / 1000} s`)), starting_ms);
    const start: Start = {
      url: config.database_url ?? embedded!.url,
      ownerUrl: config.database_owner_url ?? embedded?.ownerUrl,
      port,
      sockets_apart,
      speaks: !is_up && worker === first,
      sandbox: sandbox?.keys,
    };
    sendTo(worker, { kind: 'start', start });
    try {
      if (!state) throw endedEarly(1);
      const listens_at = await promise;
      state.ready = true;
      state.post.worker = worker;
      log.info(of(worker, state.post), 'a process serves');
      return listens_at;
    } catch (error) {
      if (state) state.leaving = true;
      worker.process.kill('SIGKILL');
      throw error;
    } finally {
      clearTimeout(late);
      worker.off('exit', onExit);
      worker.off('message', onMessage);
    }
  }

  /** Start what has ended, after a pause that grows while it does not stay. */
  async function startAgain(post: Post): Promise<void> {
    while (!ending) {
      await sleep(post.pause_ms);
      post.pause_ms = Math.min(Math.max(post.pause_ms * 2, 250), longest_pause_ms);
      // A reload may have been first.
      if (ending || post.worker) return;
      try {
        await begin(fork(post));
        return;
      } catch (error) {
        log.error({ err: error, worker: post.name, next_ms: post.pause_ms }, 'a process could not be started again');
      }
    }
  }

  /** Whoever gives no sign of life is killed; its end has it started again. Counted here, so that a machine that sleeps wakes up with all of them. */
  function watch(): void {
    for (const [id, state] of states) {
      // One that starts reads its files for seconds; that has a limit of its own.
      state.silent_s = state.ready ? state.silent_s + 1 : 0;
      if (state.silent_s < config.hang_s) continue;
      state.silent_s = 0;
      const worker = cluster.workers![id];
      if (!worker) continue;
      log.error(of(worker, state.post), 'a process hangs and is killed');
      worker.process.kill('SIGKILL');
    }
  }

  // -- all processes -------------------------------------------------------------------------------------------------

  /** New processes for the old ones, with the code on disk, one after the other. */
  function reload(): void {
    if (!is_up || ending) return;
    const before = reloading;
    const mine = (before ?? Promise.resolve()).then(replaceAll).finally(() => {
      if (reloading === mine) reloading = undefined;
    });
    // Asked for once more while one waits: that one will find what is on disk by then.
    reloading ??= mine;
  }

  async function replaceAll(): Promise<void> {
    say('SIGHUP: every process is replaced');
    for (const post of posts) {
      if (ending) return;
      const old = post.worker;
      try {
        await begin(fork(post));
      } catch (error) {
        log.error(
          { err: error, worker: post.name },
          'the reload stops: a new process could not start, the old ones go on',
        );
        return;
      }
      if (old) void retire(old);
    }
    say('Every process was replaced; the old ones answer what is under way.');
  }

  async function retire(worker: Worker): Promise<void> {
    const state = states.get(worker.id);
    if (!state) return;
    state.leaving = true;
    sendTo(worker, { kind: 'retire' });
    await endOf(worker, leaving_ms);
  }

  async function endAll(): Promise<void> {
    await Promise.all(
      [...states.keys()].map(async (id) => {
        const worker = cluster.workers![id];
        if (!worker) return;
        sendTo(worker, { kind: 'end' });
        await endOf(worker, config.drain_ms + 30_000);
      }),
    );
  }

  // -- what processes say --------------------------------------------------------------------------------------------

  function heard(worker: Worker, state: State, message: ToSupervisor, line: unknown): void {
    state.silent_s = 0;
    if (message.kind === 'handshake') {
      if (line) passOn(message, line as Line);
    } else if (message.kind === 'left') sendTo(worker, { kind: 'nothing_more' });
    else if (message.kind === 'figures_asked') void collect(worker, message.number);
    else if (message.kind === 'figures') {
      const waiting = collecting.get(message.number);
      waiting?.figures.push(message.figures);
      if (waiting && waiting.figures.length === waiting.left) waiting.done();
    }
  }

  /** A live socket to one of those that keep them: always the same for one network, whose sockets it counts. */
  function passOn(message: ToWorker & { kind: 'handshake' }, line: Line): void {
    const ready = lives.flatMap(({ worker }) => (worker?.isConnected() ? worker : []));
    const to = ready[hashOf(message.handshake.network) % ready.length];
    if (to) void sendLine(to, message, line).then(() => line.close());
    else refuse(connectionOf(line));
  }

  async function collect(asked_by: Worker, number: number): Promise<void> {
    collected += 1;
    const mine = collected;
    const asked = posts.flatMap(({ worker }) => (worker?.isConnected() ? worker : []));
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { figures: [] as object[][], left: asked.length, done: resolve };
    collecting.set(mine, waiting);
    for (const worker of asked) sendTo(worker, { kind: 'figures_wanted', number: mine });
    await Promise.race([promise, sleep(figures_ms, undefined, { ref: false })]);
    collecting.delete(mine);
    sendTo(asked_by, { kind: 'figures_of_all', number, figures: waiting.figures });
  }
}

/** What the log says of a process. */
const of = (worker: Worker, { name }: Post) => ({ worker: name, worker_pid: worker.process.pid });

/** What a worker that ended before it served says of the start: its own code, for what the operator can mend. */
function endedEarly(code: number | null): Error {
  return Object.assign(new Error('it ended before it was ready'), { exit_code: code || 1 });
}

function sendTo(worker: Worker | undefined, message: ToWorker): void {
  if (worker?.isConnected()) worker.send(message, () => {});
}

/** Wait for the end of a process, and bring it about when it takes too long. */
async function endOf(worker: Worker, patience_ms: number): Promise<void> {
  if (worker.isDead()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.once('exit', () => resolve());
  const late = setTimeout(() => worker.process.kill('SIGKILL'), patience_ms);
  await promise;
  clearTimeout(late);
}

/** Nobody is there who keeps live sockets. */
function refuse(connection: Socket): void {
  connection.on('error', () => connection.destroy());
  connection.end(
    'HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n',
  );
}

function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) >>> 0;
  return hash;
}
