/**
 * The live hub. PostgreSQL pokes at commit; for each poked flight there is one pull of the rows after the last seen
 * number, one frame encoded once, and one write to every socket of the room. Rows that arrive while a write-out is
 * running gather and go together.
 */
import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { anonymous, can } from '#domain/policy.ts';
import { arrivalsAfter } from './arrivals/arrivals.ts';
import { lockLedger, mendReadings } from './arrivals/readings.ts';
import { type Database, openClient } from './db/database.ts';
import { findFlight } from './flights/flights.ts';

const heartbeatEvery_ms = 20_000;
/** A reader that lets this much pile up is cut off and resumes from where it was. */
const mostBuffered = 1 << 20;
const mostTopics = 16;

const message = z.union([
  z.strictObject({
    subscribe: z.string().regex(/^flight:[1-9]\d{0,15}$/),
    epoch: z.int().optional(),
    after: z.int().min(0).default(0),
  }),
  z.strictObject({ unsubscribe: z.string().max(32) }),
]);

/** The followers of one flight and how far they have been served. */
interface Room {
  topic: string;
  loft_id: number;
  flight_id: number;
  epoch: number;
  seq: number;
  sockets: Set<WebSocket>;
  serving: boolean;
  poked: boolean;
}

export interface Live {
  /** Takes a socket that came in at `/live`. */
  welcome(socket: WebSocket, request: FastifyRequest): void;
  sockets(): number;
  /** When a message to the database's bus last came back, epoch ms; null before the first. */
  lastRoundTrip(): number | null;
  /** Connect to the bus again after the database was away. */
  listenAgain(): void;
  stop(): Promise<void>;
}

export interface LiveOptions {
  db: Database;
  databaseUrl: string;
  log: FastifyBaseLogger;
  /** Sockets are taken from this origin only; undefined: from the host they ask. */
  origin: string | undefined;
  delivered(rows: number): void;
}

/** Opens the hub. It connects to the bus by itself, now and whenever the bus is lost. */
export function startLive({ db, databaseUrl, log, origin, delivered }: LiveOptions): Live {
  const rooms = new Map<number, Room>();
  const sockets = new Map<WebSocket, Set<Room>>();
  let bus: pg.Client | null = null;
  let roundTrip: number | null = null;
  let stopped = false;
  let connecting: Promise<void> | null = null;
  /** Lofts whose waiting readings are being looked at; true when another look is due. */
  const mending = new Map<number, boolean>();

  void connectBus();
  const heartbeat = setInterval(beat, heartbeatEvery_ms);

  return {
    welcome,
    sockets: () => sockets.size,
    lastRoundTrip: () => roundTrip,
    listenAgain: () => void connectBus(),
    async stop() {
      stopped = true;
      clearInterval(heartbeat);
      for (const socket of sockets.keys()) socket.close(1012, 'restart');
      await connecting;
      await bus?.end().catch(() => {});
    },
  };

  // -- the bus -------------------------------------------------------------------------------------------------------

  function connectBus(): Promise<void> {
    connecting ??= keepTrying().finally(() => {
      connecting = null;
    });
    return connecting;
  }

  async function keepTrying(): Promise<void> {
    for (let wait_ms = 100; !stopped; wait_ms = Math.min(wait_ms * 2, 3000)) {
      try {
        const client = await openClient(databaseUrl, () => lost(client));
        client.on('end', () => lost(client));
        client.on('notification', ({ channel, payload = '' }) => heard(channel, payload));
        await client.query('listen arrivals; listen flights; listen mend; listen echo');
        bus = client;
        await client.query("select pg_notify('echo', '')");
        catchUp().catch((error) =>
          log.warn({ err: error }, 'followers could not catch up; the next poke makes up for it'),
        );
        return;
      } catch (error) {
        log.warn({ err: error }, 'the live bus is not connected');
        await new Promise((resolve) => setTimeout(resolve, wait_ms));
      }
    }
  }

  function lost(client: pg.Client): void {
    if (bus !== client || stopped) return;
    bus = null;
    log.warn('the live bus was lost');
    void connectBus();
  }

  /** What was poked while nobody listened: every room looks once, and so does every loft with waiting readings. */
  async function catchUp(): Promise<void> {
    for (const room of rooms.values()) poke(room);
    const waiting = await db.selectFrom('unranked_readings').select('loft_id').distinct().execute();
    for (const { loft_id } of waiting) mend(loft_id);
  }

  function heard(channel: string, payload: string): void {
    if (channel === 'echo') roundTrip = Date.now();
    if (channel === 'mend') mend(Number(payload));
    const room = rooms.get(Number(payload.split(':')[1]));
    if (!room) return;
    if (channel === 'arrivals') poke(room);
    if (channel === 'flights') sendAll(room, JSON.stringify({ topic: room.topic, changed: true }));
  }

  function mend(loft_id: number): void {
    if (mending.has(loft_id)) {
      mending.set(loft_id, true);
      return;
    }
    mending.set(loft_id, false);
    void db
      .transaction()
      .execute(async (tx) => {
        await lockLedger(tx, loft_id);
        return mendReadings(tx, loft_id);
      })
      .then((mended) => mended && log.info({ loft_id, mended }, 'waiting readings became arrivals'))
      .catch((error) => log.error({ err: error, loft_id }, 'mending readings failed'))
      .finally(() => {
        const again = mending.get(loft_id);
        mending.delete(loft_id);
        if (again) mend(loft_id);
      });
  }

  // -- the rooms -----------------------------------------------------------------------------------------------------

  function poke(room: Room): void {
    room.poked = true;
    if (!room.serving) void serve(room);
  }

  async function serve(room: Room): Promise<void> {
    room.serving = true;
    try {
      while (room.poked && rooms.get(room.flight_id) === room) {
        room.poked = false;
        const news = await arrivalsAfter(db, room, room.seq);
        if (news.epoch !== room.epoch) {
          room.epoch = news.epoch;
          room.seq = 0;
          room.poked = true;
          continue;
        }
        if (news.seq === room.seq) continue;
        const frame = { topic: room.topic, epoch: news.epoch, from: room.seq, seq: news.seq, rows: news.rows };
        room.seq = news.seq;
        sendAll(room, JSON.stringify(frame));
        delivered(news.rows.length * room.sockets.size);
        // Let the kernel take what was written; what arrives meanwhile goes into the next frame.
        await setImmediate();
      }
    } catch (error) {
      log.warn(
        { err: error, topic: room.topic },
        'a room could not be served; it is when the bus is back or at the next poke',
      );
    } finally {
      room.serving = false;
    }
  }

  function sendAll(room: Room, text: string): void {
    const frame = Buffer.from(text);
    for (const socket of room.sockets) send(socket, frame);
  }

  function send(socket: WebSocket, frame: Buffer): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > mostBuffered) socket.terminate();
    else socket.send(frame, { binary: false });
  }

  function beat(): void {
    void bus?.query("select pg_notify('echo', '')").catch(() => {});
    for (const room of rooms.values()) {
      sendAll(room, JSON.stringify({ topic: room.topic, epoch: room.epoch, from: room.seq, seq: room.seq, rows: [] }));
    }
  }

  // -- the sockets ---------------------------------------------------------------------------------------------------

  function welcome(socket: WebSocket, request: FastifyRequest): void {
    const from = request.headers.origin;
    const own = origin ?? `${request.protocol}://${request.headers.host}`;
    if (from !== undefined && from !== own) {
      socket.close(1008, 'origin');
      return;
    }
    const topics = new Set<Room>();
    sockets.set(socket, topics);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      sockets.delete(socket);
      for (const room of topics) leave(socket, room);
    });
    socket.on('message', (raw: Buffer) => {
      const parsed = message.safeParse(parseJson(raw.toString()));
      if (!parsed.success) socket.close(1007, 'message');
      else if ('unsubscribe' in parsed.data) {
        const { unsubscribe } = parsed.data;
        for (const room of topics) {
          if (room.topic !== unsubscribe) continue;
          topics.delete(room);
          leave(socket, room);
        }
      } else if (topics.size >= mostTopics) socket.close(1008, 'topics');
      else {
        const { subscribe, epoch, after } = parsed.data;
        join(socket, topics, subscribe, epoch, after).catch((error) => {
          log.warn({ err: error }, 'a subscription failed');
          socket.close(1011, 'later');
        });
      }
    });
  }

  /**
   * Bring one socket up to the room and let it in. The room may move on while its rows are read, so it is let in only
   * when it has all that the room has; both happen in one turn of the event loop.
   */
  async function join(
    socket: WebSocket,
    topics: Set<Room>,
    topic: string,
    epoch: number | undefined,
    after: number,
  ): Promise<void> {
    const flight_id = Number(topic.slice('flight:'.length));
    const flight = await flightById(flight_id);
    if (!flight || !can(anonymous, 'flight.read', flight)) {
      send(socket, Buffer.from(JSON.stringify({ topic, error: 'not_found' })));
      return;
    }
    let from = after;
    for (;;) {
      const news = await arrivalsAfter(db, { loft_id: flight.loft_id, flight_id }, from);
      if (news.epoch !== epoch || from > news.seq) {
        epoch = news.epoch;
        if (from > 0) {
          from = 0;
          continue;
        }
      }
      if (socket.readyState !== socket.OPEN) return;
      send(socket, Buffer.from(JSON.stringify({ topic, epoch: news.epoch, from, seq: news.seq, rows: news.rows })));
      from = news.seq;
      let room = rooms.get(flight_id);
      if (!room) {
        room = {
          topic,
          loft_id: flight.loft_id,
          flight_id,
          epoch: news.epoch,
          seq: news.seq,
          sockets: new Set(),
          serving: false,
          poked: false,
        };
        rooms.set(flight_id, room);
        // A commit may have poked between the query above and the room's opening.
        room.sockets.add(socket);
        topics.add(room);
        poke(room);
        return;
      }
      if (room.epoch === news.epoch && room.seq <= from) {
        // Rows the socket has and the room has not yet sent come twice; the browser passes them over by their number.
        room.sockets.add(socket);
        topics.add(room);
        return;
      }
    }
  }

  async function flightById(flight_id: number) {
    const found = await db.selectFrom('flights').select('loft_id').where('id', '=', flight_id).executeTakeFirst();
    return found && findFlight(db, { loft_id: found.loft_id, flight_id });
  }

  function leave(socket: WebSocket, room: Room): void {
    room.sockets.delete(socket);
    if (!room.sockets.size && rooms.get(room.flight_id) === room) rooms.delete(room.flight_id);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
