/**
 * The live hub: sockets at `/live` and, for clients of Pusher, at `/app/{key}`; a channel for each followed flight, and the bus by which PostgreSQL reports changes
 * at commit. A channel holds its flight's arrivals in memory, so ten thousand followers who reconnect after a restart
 * cost one query.
 */

import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { mostWatched } from '#domain/arrivals/watch.ts';
import type { FlightKey } from '#domain/keys.ts';
import { type Actor, anonymous, can } from '#domain/policy.ts';
import { arrivalsView } from '#server/arrivals/arrivals.ts';
import { createLiveMarks } from '#server/arrivals/close-times.ts';
import { createLiveExpectation } from '#server/arrivals/expected-times.ts';
import { createRematching } from '#server/arrivals/rematching.ts';
import { connectionName } from '#server/db/connections.ts';
import type { Database } from '#server/db/database.ts';
import { findFlight } from '#server/flights/flights.ts';
import { type AdmissionOptions, createAdmission } from './admission.ts';
import { startBus } from './bus.ts';
import { type Channel, createChannel, type Follower, write } from './channel.ts';
import { createDraftAccess } from './draft-access.ts';
import { own } from './message.ts';
import { createPace } from './pace.ts';
import { type Closing, flightIn, type Protocol, type Wish } from './protocol.ts';
import { protocolOf, protocols } from './protocols.ts';
import { createScreens, isScreen } from './screens.ts';

/** The maximum of messages of one socket; an honest reader sends a handful. */
const mostWords = 200;
/** The maximum of unanswered pings. */
const mostPings = 3;
/** Heartbeats are spread over the interval: ten thousand pings at once would be answered at once. */
const beatsPerRound = 20;
/** A page may be slightly older than its socket: one that subscribes so soon after a change is notified of it. */
const recent_ms = 10_000;
/** A socket that has not closed after this time is cut off. */
const farewell_ms = 2_000;

export interface Live {
  sockets(): number;
  /** The number of open channels. */
  channels(): number;
  /** When a message to the database's bus last came back, epoch ms; null before the first. */
  lastRoundTrip(): number | null;
  /** How long the last message of this process to itself took over the bus; null before the first. */
  lag_ms(): number | null;
  /** Connect to the bus again after the database was away. */
  listenAgain(): void;
  /** Handle a handshake. */
  upgrade(request: IncomingMessage, stream: Socket, head: Buffer): void;
  /**
   * Accept no more sockets, and send the followers away to reconnect elsewhere. The bus stays connected. Resolves when
   * all have gone.
   */
  leave(): Promise<void>;
  stop(): Promise<void>;
}

export interface LiveOptions extends AdmissionOptions {
  server: Server;
  db: Database;
  databaseUrl: string;
  /** The name of the bus connection: processes are counted by it. */
  bus_name?: string;
  log: FastifyBaseLogger;
  delivered(rows: number): void;
  /** The actor of these cookies. */
  identify(cookie: string): Promise<Actor>;
  /** Something about a flight other than its arrivals has changed. */
  changed(): void;
  /** Rights or sessions of a person have changed; without an id, perhaps of anyone. */
  rightsChanged(user_id?: number): void;
  /** There are notifications to send. */
  toSend(): void;
  /** Takes the sockets that this process does not accept: always, or once it is leaving. */
  handOver?: { always: boolean; to(request: IncomingMessage, stream: Socket, head: Buffer): void } | undefined;
  /** Whether this process serves only sockets. */
  sockets_only?: boolean;
  /** The interval at which each follower gets the heads of its streams and a ping. */
  heartbeat_ms?: number;
  /** How long an empty channel waits for followers to come back. */
  linger_ms?: number;
  /** The birds that the clocks cannot tell apart, for the channels. */
  marks?: ReturnType<typeof createLiveMarks>;
  /** When the birds are expected, for the channels. */
  expected?: ReturnType<typeof createLiveExpectation>;
  /** The query of the channels; a test's control uses another one. */
  read?: typeof arrivalsView;
}

/**
 * Opens the hub on a server that upgrades live handshakes only. It connects to the bus by itself, now and whenever the
 * bus is lost.
 */
export function startLive(options: LiveOptions): Live {
  const {
    server,
    db,
    databaseUrl,
    log,
    delivered,
    handOver,
    heartbeat_ms = 20_000,
    linger_ms = 60_000,
    marks = createLiveMarks(),
    expected = createLiveExpectation(),
    read = arrivalsView,
  } = options;
  const followers = new Set<Follower>();
  /** By topic: the followers of each protocol have a channel of their own. */
  const channels = new Map<string, Promise<Channel | null>>();
  const open = new Set<Channel>();
  /** The time of each flight's last change, epoch ms. */
  const changes = new Map<number, number>();
  const admission = createAdmission(options);
  const pace = createPace({ sockets_only: options.sockets_only ?? false });
  const rematching = createRematching(db, log);
  const screens = createScreens();
  const draftAccess = createDraftAccess({
    identify: options.identify,
    findFlight: flightById,
    dismiss: (follower) => dismiss(follower, 'rights'),
    openChannel: (topic, loft_id) => startChannel(topic, own, { loft_id, flight_id: flightIn(topic) }),
  });
  const bus = startBus({ databaseUrl, name: options.bus_name ?? connectionName('bus'), log, heard, connected });
  // In a variable, because the types lack some of these options.
  const limits = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    closeTimeout: farewell_ms,
    maxPayload: 4096,
    maxFragments: 16,
    maxBufferedChunks: 64,
  };
  const wss = new WebSocketServer(limits);
  let stopped = false;
  let left = false;
  let refused = 0;

  server.on('upgrade', (request, stream: Socket, head) => {
    if (handOver && (left || handOver.always)) handOver.to(request, stream, head);
    else upgrade(request, stream, head);
  });
  let round = followers.values();
  let share = 0;
  let beats = 0;
  const pulse = setInterval(beat, heartbeat_ms / beatsPerRound);
  const sweep = setInterval(sweepUp, heartbeat_ms);

  return {
    sockets: () => followers.size,
    channels: () => open.size,
    lastRoundTrip: bus.lastRoundTrip,
    lag_ms: bus.lag_ms,
    listenAgain: bus.listenAgain,
    upgrade,
    async leave() {
      left = true;
      await sendAway();
    },
    async stop() {
      stopped = true;
      clearInterval(pulse);
      clearInterval(sweep);
      pace.stop();
      for (const channel of open) channel.close();
      await sendAway();
      await bus.stop();
    },
  };

  /** A socket that does not close is cut off (`closeTimeout`). */
  async function sendAway(): Promise<void> {
    const gone = [...followers].map(({ socket }) => once(socket, 'close'));
    for (const follower of followers) dismiss(follower, 'restart');
    await Promise.all(gone);
  }

  // -- the bus -------------------------------------------------------------------------------------------------------

  /** Catches up on missed messages: every channel reads once, and every loft with waiting readings is rematched. */
  async function connected(): Promise<void> {
    options.changed();
    options.rightsChanged();
    for (const channel of open) channel.wake();
    await draftAccess.look();
    await rematching.lookEverywhere();
  }

  function heard(busChannel: string, payload: string): void {
    if (busChannel === 'rematch') {
      rematching.look(Number(payload));
      return;
    }
    if (busChannel === 'rights') {
      options.rightsChanged(Number(payload));
      lookAgain(Number(payload));
      return;
    }
    if (busChannel === 'notifications') {
      options.toSend();
      return;
    }
    if (busChannel === 'screens') {
      const [code, ...message] = payload.split(' ');
      screens.say(code!, message.join(' '));
      return;
    }
    const flight_id = Number(payload.split(':')[1]);
    if (busChannel === 'flights') {
      options.changed();
      changes.set(flight_id, Date.now());
    }
    const wake = (channel: Channel | null) => (busChannel === 'flights' ? channel?.change() : channel?.wake());
    for (const { topicOf } of protocols) void channels.get(topicOf(flight_id))?.then(wake);
    void draftAccess.channel(flight_id)?.then(wake);
  }

  function lookAgain(user_id?: number): void {
    draftAccess
      .look(user_id)
      .catch((error) => log.warn({ err: error }, 'rights could not be read; the next sweep does'));
  }

  // -- the sockets ---------------------------------------------------------------------------------------------------

  function upgrade(request: IncomingMessage, stream: Socket, head: Buffer): void {
    stream.on('error', () => stream.destroy());
    const admitted = stopped || left ? { status: 503 as const } : admission.admit(request);
    if ('status' in admitted) {
      const { status } = admitted;
      if (status === 429) refused += 1;
      stream.end(
        `HTTP/1.1 ${status} ${words[status]}\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n`,
      );
      return;
    }
    const { address } = admitted;
    stream.once('close', () => admission.leave(address));
    const protocol = protocolOf(request.url)!;
    const { cookie } = request.headers;
    wss.handleUpgrade(request, stream, head, (socket) => welcome(socket, stream, protocol, cookie));
  }

  function welcome(socket: WebSocket, stream: Socket, protocol: Protocol, cookie: string | undefined): void {
    const follower: Follower = { socket, stream, protocol, cookie, channels: new Map(), pings: 0 };
    let messages = 0;
    followers.add(follower);
    const first = protocol.welcome();
    if (first) write(stream, first);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      followers.delete(follower);
      draftAccess.forget(follower);
      for (const channel of follower.channels.values()) leave(channel, follower);
    });
    socket.on('pong', () => {
      follower.pings = 0;
    });
    socket.on('message', (raw: Buffer) => {
      follower.pings = 0;
      messages += 1;
      const read = readFrom(follower, raw.toString());
      if (!read) dismiss(follower, 'message');
      else if (messages > mostWords) dismiss(follower, 'words');
      else {
        if (read.reply) write(stream, read.reply);
        if (read.wish) follow(follower, read.wish);
      }
    });
  }

  function readFrom({ protocol }: Follower, text: string): ReturnType<Protocol['read']> | null {
    try {
      return protocol.read(text);
    } catch {
      return null;
    }
  }

  function follow(follower: Follower, wish: NonNullable<Wish>): void {
    if ('unsubscribe' in wish) {
      const channel = follower.channels.get(wish.unsubscribe);
      if (channel) leave(channel, follower);
    } else if (follower.channels.size >= mostWatched) dismiss(follower, 'topics');
    else {
      join(follower, wish).catch((error) => {
        log.warn({ err: error }, 'a subscription failed');
        dismiss(follower, 'later');
      });
    }
  }

  /** Nothing may follow a close frame (RFC 6455, 5.5.1). */
  function dismiss(follower: Follower, reason: Closing): void {
    for (const channel of follower.channels.values()) leave(channel, follower);
    follower.socket.close(follower.protocol.closing[reason], reason);
  }

  function beat(): void {
    if (beats % beatsPerRound === 0) {
      round = followers.values();
      share = Math.ceil(followers.size / beatsPerRound);
    }
    beats += 1;
    for (let left = share; left > 0; left -= 1) {
      const { value: follower } = round.next();
      if (follower) pingOrCut(follower);
    }
  }

  /** A socket that follows nothing, or does not answer pings, only takes up space. */
  function pingOrCut(follower: Follower): void {
    if (follower.pings >= (follower.channels.size ? mostPings : 1)) {
      follower.socket.terminate();
      return;
    }
    follower.pings += 1;
    for (const channel of follower.channels.values()) channel.beat(follower);
  }

  function sweepUp(): void {
    bus.echo();
    // Makes up for a wake-up that failed with an error.
    for (const channel of open) channel.wake();
    lookAgain();
    for (const [flight_id, at_ms] of changes) if (at_ms < Date.now() - recent_ms) changes.delete(flight_id);
    if (refused) log.warn({ refused }, 'too many sockets of one address; behind a proxy, set TRUST_PROXY');
    refused = 0;
  }

  // -- the channels --------------------------------------------------------------------------------------------------

  async function join(follower: Follower, wanted: Extract<Wish, { subscribe: string }>) {
    const topic = wanted.subscribe;
    const { protocol } = follower;
    if (isScreen(topic)) {
      if (!screens.enter(follower, topic)) write(follower.stream, protocol.notFound(topic));
      return;
    }
    // Flights in draft are followed by the pages of this site only.
    const channel =
      (await channelOf(topic, protocol)) ?? (protocol === own ? await draftAccess.channelFor(follower, topic) : null);
    if (follower.socket.readyState !== follower.socket.OPEN) {
      // Closed while the channel was opened: otherwise it would stay open and be read at every sweep.
      draftAccess.forget(follower);
      if (channel) closeLater(channel);
      return;
    }
    if (!channel) {
      write(follower.stream, protocol.notFound(topic));
      return;
    }
    follower.channels.get(topic)?.leave(follower);
    channel.enter(follower, wanted);
    if (changes.has(flightIn(topic))) write(follower.stream, protocol.changed(topic));
  }

  /** The channel of a flight, opened once for all; null where there is nothing public to follow. */
  function channelOf(topic: string, protocol: Protocol): Promise<Channel | null> {
    const known = channels.get(topic);
    if (known) return known;
    const opening = openChannel(topic, protocol);
    channels.set(topic, opening);
    const forget = () => void (channels.get(topic) === opening && channels.delete(topic));
    opening.then((channel) => channel ?? setTimeout(forget, 1000).unref(), forget);
    return opening;
  }

  async function openChannel(topic: string, protocol: Protocol): Promise<Channel | null> {
    const flight_id = flightIn(topic);
    const flight = await flightById(flight_id);
    if (!flight || !can(anonymous, 'flight.read', flight)) return null;
    return startChannel(topic, protocol, { loft_id: flight.loft_id, flight_id });
  }

  async function flightById(flight_id: number) {
    const found = await db.selectFrom('flights').select('loft_id').where('id', '=', flight_id).executeTakeFirst();
    return found && findFlight(db, { loft_id: found.loft_id, flight_id });
  }

  async function startChannel(topic: string, protocol: Protocol, key: FlightKey): Promise<Channel> {
    const channel = createChannel({
      topic,
      protocol,
      start: await read(db, key, 0),
      read: (after) => read(db, key, after),
      marks: () => marks(db, key),
      expected: () => expected(db, key),
      gap_ms: pace.gap_ms,
      delivered,
      headChanged: options.changed,
      failed: (error) =>
        log.warn(
          { err: error, topic },
          'a channel could not be served; the next message or the return of the bus makes up for it',
        ),
    });
    open.add(channel);
    return channel;
  }

  function leave(channel: Channel, follower: Follower): void {
    channel.leave(follower);
    closeLater(channel);
  }

  function closeLater(channel: Channel): void {
    if (channel.size() === 0 && !stopped) setTimeout(() => closeIfEmpty(channel), linger_ms).unref();
  }

  function closeIfEmpty(channel: Channel): void {
    if (channel.size() || !open.has(channel)) return;
    channel.close();
    open.delete(channel);
    draftAccess.forget(channel);
    void channels.get(channel.topic)?.then((known) => known === channel && channels.delete(channel.topic));
  }
}

const words = { 403: 'Forbidden', 429: 'Too Many Requests', 503: 'Service Unavailable' } as const;
