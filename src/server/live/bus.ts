/** Notifications of PostgreSQL (LISTEN/NOTIFY), over one connection per process that reconnects whenever it is lost. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { hangUp, openClient } from '#server/db/database.ts';

export interface Bus {
  /** When a message to the bus last came back, epoch ms; null before the first. */
  lastRoundTrip(): number | null;
  /** How long the last message of this process to itself took; null before the first. */
  lag_ms(): number | null;
  /**
   * Send a message to ourselves, at every heartbeat. A connection with two unanswered ones is considered hung and
   * closed.
   */
  echo(): void;
  /** Connect again after the database was away. */
  listenAgain(): void;
  stop(): Promise<void>;
}

export interface BusOptions {
  databaseUrl: string;
  /** The name of its connection. */
  name: string;
  log: FastifyBaseLogger;
  /** A message on one of the channels `arrivals`, `flights`, `rematch`, `rights`, `notifications` and `screens`. */
  heard(channel: string, payload: string): void;
  /** The bus is connected, for the first time or again: messages sent before were missed. */
  connected(): Promise<void>;
}

export function startBus({ databaseUrl, name, log, heard, connected }: BusOptions): Bus {
  let bus: pg.Client | null = null;
  let roundTrip: number | null = null;
  let lag_ms: number | null = null;
  /** Marks the messages of this process, because all processes receive the messages of each. */
  const own = randomUUID();
  /** The number of messages to ourselves that have not come back. */
  let owed = 0;
  let stopped = false;
  let connecting: Promise<void> | null = null;

  void connectBus();
  return {
    lastRoundTrip: () => roundTrip,
    lag_ms: () => lag_ms,
    echo,
    listenAgain: () => void connectBus(),
    async stop() {
      stopped = true;
      await connecting;
      await bus?.end().catch(() => {});
    },
  };

  function connectBus(): Promise<void> {
    connecting ??= keepTrying().finally(() => {
      connecting = null;
    });
    return connecting;
  }

  async function keepTrying(): Promise<void> {
    for (let wait_ms = 100; !stopped; wait_ms = Math.min(wait_ms * 2, 3000)) {
      try {
        const client = await openClient(databaseUrl, () => lost(client), name);
        client.on('end', () => lost(client));
        client.on('notification', ({ channel, payload = '' }) => {
          if (channel === 'echo') {
            roundTrip = Date.now();
            owed = 0;
            const [from, sent_ms] = payload.split(' ');
            if (from === own) lag_ms = performance.now() - Number(sent_ms);
          } else heard(channel, payload);
        });
        await client.query(
          'listen arrivals; listen flights; listen rematch; listen rights; listen notifications; listen screens; listen echo',
        );
        bus = client;
        owed = 0;
        echo();
        connected().catch((error) =>
          log.warn({ err: error }, 'followers could not catch up; the next message makes up for it'),
        );
        return;
      } catch (error) {
        log.warn({ err: error }, 'the live bus is not connected');
        // A process that ends does not wait for it.
        await pause(wait_ms, undefined, { ref: false });
      }
    }
  }

  function echo(): void {
    if (!bus) return;
    if (owed === 2) {
      hangUp(bus);
      return;
    }
    owed += 1;
    void bus.query("select pg_notify('echo', $1)", [`${own} ${performance.now()}`]).catch(() => {});
  }

  function lost(client: pg.Client): void {
    if (bus !== client || stopped) return;
    bus = null;
    log.warn('the live bus was lost');
    void connectBus();
  }
}
