/**
 * Has share pictures painted and files made by a program beside the server (paint.ts), one after the other, so that no
 * clock and no page waits for them; keeps what was painted by what it shows.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { Refusal } from '#domain/refusal.ts';
import type { Card } from '#domain/share/card.ts';
import { createTurns } from '#server/turns.ts';
import type { Painted, ToFile, ToMake, ToPaint } from './paint.ts';

export interface Painter {
  /**
   * The picture of a card, as PNG. `key` is the same for the same card; `photoOf` is asked only when it is painted.
   * @throws Refusal `too_often` when too many wait already.
   */
  picture(key: string, card: Card, photoOf?: () => Promise<Uint8Array | null>): Promise<Uint8Array>;
  /**
   * A list as a file, confirmations of orders, or what travels with birds.
   * @throws Refusal `too_often` when too many wait already.
   */
  file(what: ToFile): Promise<Uint8Array>;
  /** Ends the program. */
  close(): void;
}

/** How many may wait: some ten seconds of work. */
const mostWaiting = 100;
const mostKept_bytes = 32 << 20;
/** So long one may take; the first waits for the typefaces of the machine. */
const patience_ms = { picture: 20_000, file: 120_000 };
/** Without work the program ends after so long. */
const idle_ms = 60_000;

export function createPainter(log: Pick<FastifyBaseLogger, 'error'>): Painter {
  const kept = new Map<string, Uint8Array>();
  const painting = new Map<string, Promise<Uint8Array>>();
  const inTurn = createTurns(1);
  let program: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  let number = 0;
  let bytes = 0;
  let files = 0;

  return {
    async file(what) {
      if (files >= mostWaiting) throw new Refusal('too_often', { seconds: 10 });
      files += 1;
      return inTurn(() => make(what)).finally(() => {
        files -= 1;
      });
    },
    async picture(key, card, photoOf = async () => null) {
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const begun = painting.get(key);
      if (begun) return begun;
      if (painting.size >= mostWaiting) throw new Refusal('too_often', { seconds: 10 });
      const made = inTurn(async () => make({ card, photo: await photoOf() }))
        .then((picture) => keep(key, picture))
        .finally(() => painting.delete(key));
      painting.set(key, made);
      return made;
    },
    close() {
      closed = true;
      end();
    },
  };

  /** The one that was wanted longest ago goes first. */
  function keep(key: string, picture: Uint8Array): Uint8Array {
    kept.set(key, picture);
    bytes += picture.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= mostKept_bytes) break;
      kept.delete(oldest);
      bytes -= length;
    }
    return picture;
  }

  async function make(what: ToMake): Promise<Uint8Array> {
    if (closed) throw new Error('no share pictures are painted any more');
    clearTimeout(idle);
    program ??= start();
    const maker = program;
    const own = ++number;
    return new Promise<Uint8Array>((resolve, reject) => {
      const patience = 'card' in what ? patience_ms.picture : patience_ms.file;
      const timer = setTimeout(() => fail(new Error('making it took too long')), patience);
      const onEnd = (code: number | null) => fail(new Error(`the painter of share pictures ended: ${code}`));
      const onError = (error: Error) => fail(error);
      maker.once('exit', onEnd).once('error', onError).on('message', onPainted);
      maker.send({ number: own, what } satisfies ToPaint, (error) => error && fail(error));

      function onPainted(painted: Painted): void {
        if (painted.number !== own) return;
        done();
        if ('error' in painted) reject(new Error(painted.error));
        else resolve(painted.picture);
      }
      /** The next picture has another program. */
      function fail(error: Error): void {
        done();
        log.error({ err: error }, 'a share picture failed');
        if (program === maker) end();
        reject(error);
      }
      function done(): void {
        clearTimeout(timer);
        maker.off('exit', onEnd).off('error', onError).off('message', onPainted);
        idle = setTimeout(end, idle_ms).unref();
      }
    });
  }

  function start(): ChildProcess {
    const started = fork(fileURLToPath(new URL('paint.ts', import.meta.url)), {
      // Nothing of the server's settings: what it paints it is told.
      env: {},
      execArgv: [],
      serialization: 'advanced',
    });
    // An error nobody waits for is told with the next picture.
    started.on('error', () => {});
    started.unref();
    started.channel?.unref();
    return started;
  }

  function end(): void {
    clearTimeout(idle);
    program?.kill('SIGKILL');
    program = undefined;
  }
}
