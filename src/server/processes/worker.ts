/** A worker: serves in its role, and ends when the supervisor says so or is gone. */
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { readConfig } from '#server/config.ts';
import { addressOf } from '#server/live/admission.ts';
import { say } from '#server/program.ts';
import { type ServeContext, type Served, serve } from '#server/serve.ts';
import type { Shutdown } from '#server/shutdown.ts';
import { type ConnectionHandle, connectionOf, handleOf, sendHandle } from './connection-handles.ts';
import { protocol, type Start, type ToSupervisor, type ToWorker } from './messages.ts';
import { sandboxAt } from './sandbox.ts';

const beat_ms = 1000;
/** The timeout for metrics of all processes; after it this process reports its own. */
const figures_ms = 5000;

/**
 * Serves until the supervisor ends this process. When the supervisor is gone, Node ends its workers (the IPC channel
 * closes).
 * @param name the name of this process among those of the program
 */
export async function work(shutdown: Shutdown, name: string): Promise<void> {
  // Terminals and service managers signal all processes of a group; the supervisor decides what follows.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  const config = readConfig(process.env);
  let served: Served | undefined;
  let ending: 'end' | 'retire' | undefined;
  let asked = 0;
  const pending = new Map<number, (figures: object[][]) => void>();
  const starting = Promise.withResolvers<Start>();
  const emptied = Promise.withResolvers<void>();

  process.on('message', (message: ToWorker, handle?: unknown) => {
    if (message.kind === 'start') starting.resolve(message.start);
    else if (message.kind === 'handshake') {
      if (handle) take(message, connectionOf(handle as ConnectionHandle));
    } else if (message.kind === 'figures_wanted') void sendFigures(message.number);
    else if (message.kind === 'figures_of_all') pending.get(message.number)?.(message.figures);
    else if (message.kind === 'nothing_more') emptied.resolve();
    else if (message.kind === 'end') void end();
    else if (message.kind === 'retire') void retire();
  });
  setInterval(() => send({ kind: 'beat' }), beat_ms).unref();
  send({ kind: 'hello', protocol });

  const start = await starting.promise;
  const { url, ownerUrl, sandbox, sockets_apart } = start;
  const keeps_others = sockets_apart && config.role === 'live';
  const around: ServeContext = {
    url,
    ownerUrl,
    sandbox: sandbox && { keys: sandbox, sandbox: sandboxAt(sandbox) },
    say: start.speaks ? say : () => {},
    worker: { name, listens: keeps_others ? config.live_port : config.port, port: start.port },
    handOver: { always: sockets_apart && !keeps_others, to: handOver },
    figures: figuresOfAll,
  };
  served = await serve(config, around, shutdown);
  send({ kind: 'ready', port: served.port });

  async function retire(): Promise<void> {
    if (ending) return;
    ending = 'retire';
    await served?.leave();
    // A connection may be on its way to this process. `left` confirms the closed port; the supervisor's
    // `nothing_more` follows the last connection.
    send({ kind: 'left' });
    await emptied.promise;
    // The whole program may have begun its shutdown meanwhile.
    if (shutdown.begun()) return;
    // This is no shutdown of the program: /readyz stays ready.
    shutdown.drain(async () => {});
    await shutdown.begin('replaced');
  }

  async function end(): Promise<void> {
    if (ending === 'end') return;
    ending = 'end';
    await shutdown.begin('ended by the supervisor');
  }

  // -- live sockets --------------------------------------------------------------------------------------------------

  /**
   * One after the other: on each acknowledgement Node scans all handles that wait to be sent. Of thousands most wait
   * here.
   */
  let handed = Promise.resolve();

  function handOver(request: IncomingMessage, stream: Socket, head: Buffer): void {
    const network = addressOf(request, config.trust_proxy);
    const handshake = { network, url: request.url!, headers: request.headers, head: head.toString('base64') };
    handed = handed.then(async () => {
      const handle = handleOf(stream);
      if (handle) await sendHandle(process, { kind: 'handshake', handshake } satisfies ToSupervisor, handle);
      stream.destroy();
    });
  }

  function take({ handshake: { url, headers, head } }: ToWorker & { kind: 'handshake' }, stream: Socket): void {
    const request = Object.assign(new IncomingMessage(stream), { method: 'GET', url, headers });
    if (served) served.live.upgrade(request, stream, Buffer.from(head, 'base64'));
    else stream.destroy();
  }

  // -- figures -------------------------------------------------------------------------------------------------------

  async function sendFigures(number: number): Promise<void> {
    send({ kind: 'figures', number, figures: (await served?.registry.getMetricsAsJSON()) ?? [] });
  }

  async function figuresOfAll(own: Registry): Promise<string> {
    asked += 1;
    const number = asked;
    const { promise, resolve } = Promise.withResolvers<object[][]>();
    pending.set(number, resolve);
    const late = setTimeout(() => void own.getMetricsAsJSON().then((alone) => resolve([alone])), figures_ms);
    send({ kind: 'figures_asked', number });
    try {
      return await AggregatorRegistry.aggregate(await promise).metrics();
    } finally {
      clearTimeout(late);
      pending.delete(number);
    }
  }
}

/** When the channel has closed, nothing receives messages, and this process is about to end. */
function send(message: ToSupervisor): void {
  if (process.connected) process.send!(message, undefined, {}, () => {});
}
