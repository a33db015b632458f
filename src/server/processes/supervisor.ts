/**
 * The supervisor: the first process. It holds the port and the embedded database, starts the workers, restarts those
 * that end or hang, hands live sockets to the live processes, replaces all one after the other on SIGHUP, and serves no
 * requests itself.
 */
import cluster, { type Worker } from 'node:cluster';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { type Config, cannotStart } from '#server/config.ts';
import { about, checkPorts, say, startDatabase, version } from '#server/program.ts';
import type { Shutdown } from '#server/shutdown.ts';
import { type ConnectionHandle, connectionOf, sendHandle } from './connection-handles.ts';
import { protocol, type Start, type ToSupervisor, type ToWorker } from './messages.ts';
import { nameOf, rolesOf } from './plan.ts';
import { startSandboxFor } from './sandbox.ts';

/** The longest pause before a restart of a process that ends again and again. */
const longest_pause_ms = 30_000;
/** A process that ends after this time is restarted without a pause. */
const well_ms = 60_000;
/** The limit for a retiring process to answer the requests under way, and for a new one to be ready. */
const retiring_ms = 120_000;
const starting_ms = 120_000;
/** The timeout for metrics: shorter than that of the requesting worker. */
const figures_ms = 3000;

/** A worker's place, independent of the process that fills it. */
interface Slot {
  name: string;
  role: Config['role'];
  /** The serving process; null while there is none. */
  worker: Worker | null;
  /** The pause before the next start. */
  pause_ms: number;
}

/** The state of a process. */
interface State {
  slot: Slot;
  since_ms: number;
  /** Seconds since the last heartbeat. */
  silent_s: number;
  ready: boolean;
  /** Whether its end is intended. */
  retiring: boolean;
}

/** Runs the program as several processes. Resolves when all of them serve. */
export async function supervise(config: Config, shutdown: Shutdown): Promise<void> {
  await checkPorts(config);
  const log = pino({ level: config.log_level, base: { ...about, process: 'supervisor' } });
  const roles = rolesOf(config.role, config.processes);
  const slots = roles.map(
    (role, i): Slot => ({
      name: nameOf(roles, i),
      role,
      worker: null,
      pause_ms: 0,
    }),
  );
  const sockets_apart = config.role === 'all' && slots.length > 1;
  const liveSlots = sockets_apart ? slots.filter(({ role }) => role === 'live') : slots;
  const states = new Map<number, State>();
  /** Metrics that are being collected: those received, and the expected number. */
  const collecting = new Map<number, { figures: object[][]; left: number; done: () => void }>();
  let collected = 0;
  let port: number | undefined;
  let is_up = false;
  let ending = false;
  let reloading: Promise<void> | undefined;

  // A single listening worker gets the listening socket itself, at no cost; several get connections round-robin.
  const listening = sockets_apart ? slots.length - liveSlots.length : slots.length;
  cluster.schedulingPolicy = listening === 1 ? cluster.SCHED_NONE : cluster.SCHED_RR;
  // The path as it was called: behind a link that now points to another version, the new one.
  cluster.setupPrimary({ exec: process.argv[1]!, args: process.argv.slice(2) });

  const starting = config.database_url === undefined ? startDatabase(config) : undefined;
  // Registered before it is up, so that a shutdown during the start leaves no PostgreSQL behind.
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
      state.retiring = true;
      sendTo(cluster.workers![id], { kind: 'end' });
    }
  });
  // Closing the terminal ends the program.
  process.on('SIGHUP', () => void (process.stdout.isTTY ? shutdown.begin('SIGHUP') : reload()));

  // The first one migrates the database; the others load their files meanwhile.
  const [first, ...others] = slots.map((slot) => fork(slot));
  port = await begin(first!);
  await Promise.all(others.map(begin));
  is_up = true;
  say(`Loftline ${version} is up: ${config.public_url ?? `http://localhost:${port}`}`);

  // -- one process ---------------------------------------------------------------------------------------------------

  /** Starts a process for a place; it loads its files and waits for `start`. */
  function fork(slot: Slot): Worker {
    const worker = cluster.fork({ ROLE: slot.role, PROCESSES: String(config.processes), PROCESS_NAME: slot.name });
    const state: State = { slot, since_ms: Date.now(), silent_s: 0, ready: false, retiring: false };
    states.set(worker.id, state);
    worker.on('error', (error) =>
      log.warn({ err: error, ...of(worker, slot) }, 'a message to a process could not be sent'),
    );
    worker.on('message', (message: ToSupervisor, handle?: unknown) => handleMessage(worker, state, message, handle));
    worker.once('exit', (code: number | null, signal: string | null) => {
      states.delete(worker.id);
      if (slot.worker === worker) slot.worker = null;
      if (state.retiring || ending || !state.ready) return;
      if (Date.now() - state.since_ms > well_ms) slot.pause_ms = 0;
      log.error({ ...of(worker, slot), code, signal }, 'a process ended; it is started again');
      void startAgain(slot);
    });
    return worker;
  }

  /** Makes a process serve. @returns its port, once it serves. @throws Error with `exit_code` when it ends before. */
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
      state.slot.worker = worker;
      log.info(of(worker, state.slot), 'a process serves');
      return listens_at;
    } catch (error) {
      if (state) state.retiring = true;
      worker.process.kill('SIGKILL');
      throw error;
    } finally {
      clearTimeout(late);
      worker.off('exit', onExit);
      worker.off('message', onMessage);
    }
  }

  /** Restarts an ended process, after a pause that grows with each failure. */
  async function startAgain(slot: Slot): Promise<void> {
    while (!ending) {
      await sleep(slot.pause_ms);
      slot.pause_ms = Math.min(Math.max(slot.pause_ms * 2, 250), longest_pause_ms);
      // A reload may have been first.
      if (ending || slot.worker) return;
      try {
        await begin(fork(slot));
        return;
      } catch (error) {
        log.error({ err: error, worker: slot.name, next_ms: slot.pause_ms }, 'a process could not be started again');
      }
    }
  }

  /**
   * Kills a process without heartbeats; its exit event restarts it. Counted here, so that after a suspend of the
   * machine all of them continue.
   */
  function watch(): void {
    for (const [id, state] of states) {
      // A starting process loads its files for seconds; it has a limit of its own.
      state.silent_s = state.ready ? state.silent_s + 1 : 0;
      if (state.silent_s < config.hang_s) continue;
      state.silent_s = 0;
      const worker = cluster.workers![id];
      if (!worker) continue;
      log.error(of(worker, state.slot), 'a process hangs and is killed');
      worker.process.kill('SIGKILL');
    }
  }

  // -- all processes -------------------------------------------------------------------------------------------------

  /** Replaces all processes by new ones, with the code on disk, one after the other. */
  function reload(): void {
    if (!is_up || ending) return;
    const before = reloading;
    const mine = (before ?? Promise.resolve()).then(replaceAll).finally(() => {
      if (reloading === mine) reloading = undefined;
    });
    // A further request while one waits: the waiting one will use the code on disk by then.
    reloading ??= mine;
  }

  async function replaceAll(): Promise<void> {
    say('SIGHUP: every process is replaced');
    for (const slot of slots) {
      if (ending) return;
      const old = slot.worker;
      try {
        await begin(fork(slot));
      } catch (error) {
        log.error(
          { err: error, worker: slot.name },
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
    state.retiring = true;
    sendTo(worker, { kind: 'retire' });
    await endOf(worker, retiring_ms);
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

  // -- messages from processes ----------------------------------------------------------------------------------------

  function handleMessage(worker: Worker, state: State, message: ToSupervisor, handle: unknown): void {
    state.silent_s = 0;
    if (message.kind === 'handshake') {
      if (handle) handOver(message, handle as ConnectionHandle);
    } else if (message.kind === 'left') sendTo(worker, { kind: 'nothing_more' });
    else if (message.kind === 'figures_asked') void collect(worker, message.number);
    else if (message.kind === 'figures') {
      const waiting = collecting.get(message.number);
      waiting?.figures.push(message.figures);
      if (waiting && waiting.figures.length === waiting.left) waiting.done();
    }
  }

  /** Hands a live socket to a live process: always the same one for a network, whose sockets it counts. */
  function handOver(message: ToWorker & { kind: 'handshake' }, handle: ConnectionHandle): void {
    const ready = liveSlots.flatMap(({ worker }) => (worker?.isConnected() ? worker : []));
    const to = ready[hashOf(message.handshake.network) % ready.length];
    if (to) void sendHandle(to, message, handle).then(() => handle.close());
    else refuse(connectionOf(handle));
  }

  async function collect(asked_by: Worker, number: number): Promise<void> {
    collected += 1;
    const mine = collected;
    const asked = slots.flatMap(({ worker }) => (worker?.isConnected() ? worker : []));
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { figures: [] as object[][], left: asked.length, done: resolve };
    collecting.set(mine, waiting);
    for (const worker of asked) sendTo(worker, { kind: 'figures_wanted', number: mine });
    await Promise.race([promise, sleep(figures_ms, undefined, { ref: false })]);
    collecting.delete(mine);
    sendTo(asked_by, { kind: 'figures_of_all', number, figures: waiting.figures });
  }
}

/** The fields of a process in the log. */
const of = (worker: Worker, { name }: Slot) => ({ worker: name, worker_pid: worker.process.pid });

/** The error of a worker that ended before it served: its exit code tells an error that the operator can correct. */
function endedEarly(code: number | null): Error {
  return Object.assign(new Error('it ended before it was ready'), { exit_code: code || 1 });
}

function sendTo(worker: Worker | undefined, message: ToWorker): void {
  if (worker?.isConnected()) worker.send(message, () => {});
}

/** Waits for the end of a process, and kills it after a timeout. */
async function endOf(worker: Worker, timeout_ms: number): Promise<void> {
  if (worker.isDead()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.once('exit', () => resolve());
  const late = setTimeout(() => worker.process.kill('SIGKILL'), timeout_ms);
  await promise;
  clearTimeout(late);
}

/** Refuses a live socket when no live process is available. */
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
