/**
 * Proves that every follower ends with the content of the database (A11): the browser's own follower over real sockets,
 * a fifth of them reconnecting all the time, a steady stream of arrivals, and the followed program stopped or killed
 * again and again. The control follows the same hub on numbers from a sequence, which are not in the order of the
 * commits.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { ArrivalRow } from '#domain/arrivals/contract.ts';
import { anonymous } from '#domain/policy.ts';
import { type App, buildApp } from '#server/app.ts';
import { arrivalsAfter } from '#server/arrivals/arrivals.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { type BuiltRace, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { kill, type Program, startProgram, stopProgram } from '#testing/program.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { follow, homesOf, openArrivalLog, type Socket, takeAll } from '#web/lib/live.ts';
import { startLive } from './live.ts';
import { isHandshake } from './protocols.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let owner: Connection;
let clocks: App;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  owner = connect(database.ownerUrl, () => {}, 24);
  clocks = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
});
afterAll(async () => {
  await clocks?.app.close();
  await connection?.close();
  await owner?.close();
  await database?.drop();
});

interface Follower {
  log: ReturnType<typeof openArrivalLog>;
  hangups: number;
  stop(): void;
}

/** The browser's follower at an address that may change; a restless one reconnects now and then. */
function followRace(
  race: Pick<BuiltRace, 'loft' | 'flight_id'>,
  address: () => string,
  restless: ((n: number) => number) | null,
  seen: (pigeon_id: number) => void = () => {},
): Follower {
  const log = openArrivalLog();
  let socket: WebSocket | undefined;
  let stopped = false;
  const stopFollowing = follow({
    flight_id: race.flight_id,
    log: log,
    onBirds: (birds) => birds.forEach(seen),
    onChanged: () => {},
    onMissed: () => void fetchAll(),
    onConnection: () => {},
    connect: () => {
      socket = new WebSocket(`${address().replace('http', 'ws')}/live`);
      socket.on('error', () => {});
      return socket as unknown as Socket;
    },
  });
  const follower: Follower = {
    log: log,
    hangups: 0,
    stop() {
      stopped = true;
      stopFollowing();
    },
  };
  if (restless) void hangUp(restless);
  return follower;

  async function hangUp(random: (n: number) => number): Promise<void> {
    while (!stopped) {
      await sleep(300 + random(3000), undefined, { ref: false });
      if (socket?.readyState !== WebSocket.OPEN) continue;
      follower.hangups += 1;
      socket.close();
    }
  }

  async function fetchAll(): Promise<void> {
    const path = `/api/lofts/${race.loft.id}/flights/${race.flight_id}/arrivals?after=0`;
    const answer = await fetch(address() + path).catch(() => null);
    if (answer?.ok) takeAll(log, (await answer.json()) as Parameters<typeof takeAll>[1]);
  }
}

/** A text of all that a page would show. */
function stateOf(homes: readonly { pigeon_id: number; time_ms: number }[]): string {
  const sorted = homes.map(({ pigeon_id, time_ms }) => [pigeon_id, time_ms]).sort((a, b) => a[0]! - b[0]!);
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}

function homesIn(rows: readonly ArrivalRow[]) {
  const last = new Map(rows.map(([, pigeon_id, time_ms]) => [pigeon_id, time_ms]));
  return [...last].flatMap(([pigeon_id, time_ms]) => (time_ms === null ? [] : [{ pigeon_id, time_ms }]));
}

/** Waits until all have the state, at most as long as a reader would. */
async function differing(followers: readonly Follower[], state: string): Promise<number> {
  const until = Date.now() + 30_000;
  for (;;) {
    const wrong = followers.filter(({ log }) => stateOf(homesOf(log)) !== state).length;
    if (wrong === 0 || Date.now() > until) return wrong;
    await sleep(250);
  }
}

const count = proveSize(100, 2000);
const restarts = proveSize(2, 10);
const perSecond = 50;
const seconds = proveSize(6, 150);
/** After a restart readers reconnect over three seconds. */
const calm_ms = 4000;

describe(`followers, seed ${seed}`, () => {
  it(`${count} of them end alike after ${restarts} restarts, whatever they missed meanwhile (A11)`, async () => {
    const random = seededRandom(seed);
    const race = await buildRace(connection.db, { birds: perSecond * seconds });
    const env = {
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      SOCKETS_PER_ADDRESS: '100000',
    };
    let program: Program = startProgram(env);
    let address = await program.up;
    let up_ms = 0;
    const sent_ms = new Map<number, number>();
    const delays: number[] = [];
    const calm: number[] = [];
    const seen = (pigeon_id: number) => {
      const at = sent_ms.get(pigeon_id)!;
      delays.push(Date.now() - at);
      if (at > up_ms + calm_ms) calm.push(Date.now() - at);
    };
    const followers = Array.from({ length: count }, (_, i) =>
      followRace(race, () => address, i % 5 === 0 ? random : null, i % 20 === 1 ? seen : undefined),
    );
    try {
      const landing = land(race, sent_ms);
      for (let i = 0; i < restarts; i++) {
        await sleep((seconds * 1000) / (restarts + 1));
        const old = program;
        // Alternately stopped as by an update and killed as by a fault.
        if (i % 2) kill(old.pid);
        else await stopProgram(old);
        program = startProgram(env);
        address = await program.up;
        up_ms = Date.now();
      }
      await landing;
      const all = await arrivalsAfter(connection.db, { loft_id: race.loft.id, flight_id: race.flight_id }, 0);
      expect(all.seq).toBe(race.pigeon_ids.length);
      const wrong = await differing(followers, stateOf(homesIn(all.rows)));
      const hangups = followers.reduce((sum, follower) => sum + follower.hangups, 0);
      const control = await differingOnSequence();
      const figures = { followers: count, restarts, arrivals: all.seq, hangups, differing: wrong };
      reportProof('A11', {
        ...figures,
        p50_ms: quantile(calm, 0.5),
        p95_ms: quantile(calm, 0.95),
        p99_ms: quantile(calm, 0.99),
        with_restarts_p95_ms: quantile(delays, 0.95),
        control_rows: control.rows,
        control_followers: control.followers,
        control_differing: control.differing,
      });
      expect(figures, `seed ${seed}`).toMatchObject({ differing: 0 });
      expect(hangups).toBeGreaterThan(0);
      expect(control.differing, 'who follows a sequence must miss rows').toBeGreaterThan(0);
    } finally {
      for (const follower of followers) follower.stop();
      await stopProgram(program);
    }
  });
});

/** The birds of a race come home, fifty a second, through another process than the followed one. */
async function land(race: BuiltRace, sent_ms: Map<number, number>): Promise<void> {
  const started = Date.now();
  for (let bird = 0; bird < race.chips.length; bird += 5) {
    await sleep(Math.max(0, started + (bird * 1000) / perSecond - Date.now()));
    const birds = Array.from({ length: 5 }, (_, i) => bird + i);
    for (const one of birds) sent_ms.set(race.pigeon_ids[one]!, Date.now());
    const answer = await clocks.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers: { authorization: `Bearer ${race.key}` },
      payload: { readings: birds.map((one) => readingOf(race, one, 300 + one / 60, { sequence: one + 1 })) },
    });
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${answer.body}`);
  }
}

function quantile(values: number[], q: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * q)] ?? Number.NaN;
}

/** The control: the same hub and followers, but numbers taken before the commit and not in its order. */
async function differingOnSequence(): Promise<{ rows: number; followers: number; differing: number }> {
  const race = await buildRace(connection.db, { birds: 600 });
  await sql`create table landed (id bigserial primary key, pigeon_id bigint not null)`.execute(owner.db);
  const read = async (after: number) => {
    const { rows } = await sql<{ id: number; pigeon_id: number }>`
      select id, pigeon_id from landed where id > ${after} order by id`.execute(owner.db);
    return {
      epoch: 1,
      seq: rows.at(-1)?.id ?? after,
      rows: rows.map(({ id, pigeon_id }): ArrivalRow => [id, pigeon_id, pigeon_id]),
    };
  };
  const server = createServer({ shouldUpgradeCallback: isHandshake });
  server.listen(0, '127.0.0.1');
  const live = startLive({
    server,
    db: connection.db,
    databaseUrl: database.url,
    log: clocks.app.log,
    origins: [],
    trustProxy: () => false,
    most_per_address: 1000,
    identify: async () => anonymous,
    delivered: () => {},
    changed: () => {},
    rightsChanged: () => {},
    toSend: () => {},
    read: async (_tx, _key, after) => ({ ...(await read(after)), goes_live: true }),
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const followers = Array.from({ length: 5 }, () => followRace(race, () => address, null));
  try {
    await expect.poll(() => followers.every(({ log }) => log.epoch === 1)).toBe(true);
    const random = seededRandom(seed + 1);
    const waiting = [...race.pigeon_ids];
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let pigeon_id = waiting.pop(); pigeon_id; pigeon_id = waiting.pop()) {
          await owner.db.transaction().execute(async (tx) => {
            await sql`insert into landed (pigeon_id) values (${pigeon_id})`.execute(tx);
            await sql`select pg_sleep(${random(20) / 1000})`.execute(tx);
            await sql`select pg_notify('arrivals', ${`${race.loft.id}:${race.flight_id}`})`.execute(tx);
          });
        }
      }),
    );
    await sleep(1000);
    const state = stateOf(homesIn((await read(0)).rows));
    const wrong = followers.filter(({ log }) => stateOf(homesOf(log)) !== state).length;
    return { rows: race.pigeon_ids.length, followers: followers.length, differing: wrong };
  } finally {
    for (const follower of followers) follower.stop();
    await live.stop();
    server.close();
  }
}
