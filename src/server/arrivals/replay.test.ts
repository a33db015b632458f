import { createServer, request as send } from 'node:http';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlightKey } from '#domain/keys.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { createStorage } from '#server/files/storage.ts';
import { findFlight } from '#server/flights/flights.ts';
import { moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import type { DemoOptions } from '#server/serve.ts';
import { buildPerson, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { sayGroup } from '#testing/corrections.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { startDemo } from '../../../dev/demo.ts';
import { importList } from '../../../dev/import-flight.ts';
import { readList } from '../../../dev/import-list.ts';
import { endOfReplay, endReplay, type ReplayToStart, resumeReplay, startReplay } from '../../../dev/replay.ts';
import { play } from '../../../dev/replay-clocks.ts';
import { readRules } from '../../../dev/result-list.ts';
import { auditLoft } from './audit.ts';
import { createStandings } from './standings.ts';

let database: TestDatabase;
let connection: Connection;
let built: App;
let address: string;
/** Narbonne: two days with a closed night between them. */
let narbonne: FlightKey;

const results = (file: string) => fileURLToPath(new URL(`../../../dev/results/${file}`, import.meta.url));

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
  address = await built.app.listen({ port: 0, host: '127.0.0.1' });
  const file = 'kbdb-2017-narbonne.csv';
  const rule = (await readRules(results('rules.json'))).find((one) => one.file === file)!;
  narbonne = await importList(connection.db, {
    list: await readList(results(file)),
    loft: 'Replays',
    flight: 'Narbonne',
    release: '2017-07-28T06:45:00+02:00',
    distance_m: 870_000,
    rule,
  });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

const flightOf = async (key: FlightKey) => (await findFlight(connection.db, key))!;
/** The result without instants: the bird, the place, the flying time, the speed. */
const result = async (key: FlightKey) => {
  const { ranked } = await createStandings()(connection.db, await flightOf(key));
  return ranked.map(({ pigeon_id, rank, net_ms, speed, gap_ms, day }) => ({
    pigeon_id,
    rank,
    net_ms,
    speed,
    gap_ms,
    day,
  }));
};
const start = (more: Partial<ReplayToStart> = {}) =>
  startReplay(connection.db, narbonne, { factor: 20_000, now_ms: Date.now(), ...more });
const fly = (replay: Awaited<ReturnType<typeof start>>, more: Partial<Parameters<typeof play>[1]> = {}) =>
  play(replay, { address, signal: new AbortController().signal, say: () => {}, ...more });
const readingsOf = async (replay: FlightKey) => {
  const { rows } = await sql<{ stored: number; unknown: number; gaps: number }>`
    select count(*) as stored, count(*) filter (where u.reason = 'unknown_chip') as unknown,
      (select count(*) from reading_gaps g where g.loft_id = r.loft_id and g.boot = r.boot) as gaps
    from readings r left join unranked_readings u on u.loft_id = r.loft_id and u.number = r.number
    where r.loft_id = ${replay.loft_id} and r.boot = ${`replay-${replay.flight_id}`} group by r.loft_id, r.boot`.execute(
    connection.db,
  );
  return rows[0];
};

describe('a replay', () => {
  it('with repeats, a lost line and unknown chips has the result of the race, closed night included', async () => {
    const original = await result(narbonne);
    const replay = await start({ unknown: 25 });
    const { played, done } = fly(replay, { repeats: true, offline_s: 1 });
    await done;
    await endReplay(connection.db, replay, { publish: true });

    expect(await result(replay)).toEqual(original);
    expect(original).toHaveLength(1088);
    expect(await result(narbonne)).toEqual(original);
    expect(played).toMatchObject({ of: 1113, stored: 1113, conflicts: 0, unranked: 25 });
    expect(played.duplicates).toBeGreaterThan(150);
    expect(await readingsOf(replay)).toEqual({ stored: 1113, unknown: 25, gaps: 0 });
    expect(await flightOf(replay)).toMatchObject({
      name: 'Narbonne, replay 1',
      status: 'provisional',
      replay_of: narbonne.flight_id,
      replay_factor: 20_000,
      basketed_count: 1088,
      home_count: 1088,
      missing_readings: 0,
    });
    const clocks = await connection.db
      .selectFrom('devices')
      .select(['name', 'revoked_at'])
      .where('loft_id', '=', replay.loft_id)
      .where('name', 'like', 'Replay %')
      .orderBy('id')
      .execute();
    expect(clocks.map(({ name }) => name)).toEqual([`Replay ${replay.flight_id} A`, `Replay ${replay.flight_id} B`]);
    expect(clocks.every(({ revoked_at }) => revoked_at !== null)).toBe(true);
  });

  it('is recorded once, however many replies are lost', async () => {
    const replay = await start({ factor: 60_000 });
    const said: string[] = [];
    let requests = 0;
    // Every third reply is lost: the clock cannot know whether its batch was recorded.
    const line = createServer((request, answer) => {
      const { method, url, headers } = request;
      const onwards = send(new URL(url!, address), { method, headers, agent: false }, (back) => {
        if (++requests % 3 === 0) answer.destroy();
        else back.pipe(answer.writeHead(back.statusCode!, back.headers));
      });
      request.pipe(onwards);
    });
    await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
    const { port } = line.address() as { port: number };
    const { played, done } = fly(replay, { address: `http://127.0.0.1:${port}`, say: (line) => said.push(line) });
    await done;
    line.close();
    expect(played.stored + played.duplicates).toBe(1088);
    expect(played.duplicates).toBeGreaterThan(0);
    await endReplay(connection.db, replay, { publish: false });
    expect(await readingsOf(replay)).toMatchObject({ stored: 1088 });
    expect(await result(replay)).toEqual(await result(narbonne));
    expect(said).toContainEqual(expect.stringMatching(/does not answer Replay \d+ [AB] \(ECONNRESET\)/));
  });

  it('abandoned half-way is resumed by new clocks with the same result', async () => {
    const replay = await start();
    const stop = new AbortController();
    const { played, done } = fly(replay, { signal: stop.signal });
    await expect.poll(() => played.stored, { timeout: 60_000 }).toBeGreaterThan(50);
    stop.abort();
    await done;
    expect(played.stored).toBeLessThan(1088);

    expect(await endOfReplay(connection.db, replay)).toBeCloseTo(replay.last_ms, 0);
    const taken_up = (await resumeReplay(connection.db, replay))!;
    expect(taken_up.clocks.map(({ name }) => name)).toEqual(['A2', 'B2'].map((n) => `Replay ${replay.flight_id} ${n}`));
    await fly(taken_up).done;
    expect(await resumeReplay(connection.db, replay)).toBeNull();
    await endReplay(connection.db, replay, { publish: true });
    expect(await result(replay)).toEqual(await result(narbonne));
    expect(await readingsOf(replay)).toMatchObject({ gaps: 0 });
  });

  it('whose release lies before that of another flight takes none of its birds', async () => {
    const first = await start();
    await fly(first).done;
    await endReplay(connection.db, first, { publish: false });
    const before = await result(first);
    // At ten times the speed the release lies an hour back, before that of the flight just flown.
    const now_ms = Date.now();
    const second = await start({ factor: 10, now_ms, skip_wait: true, home_at_start: 40 });
    expect(second.release_ms).toBeLessThan(first.release_ms);
    const stop = new AbortController();
    const { played, done } = fly(second, { signal: stop.signal });
    await expect.poll(() => played.stored, { timeout: 60_000 }).toBeGreaterThan(20);
    stop.abort();
    await done;
    // A batch whose reply was not awaited may still be stored: every reading counts for this flight.
    await expect
      .poll(async () => (await flightOf(second)).home_count - (await readingsOf(second))!.stored, { timeout: 60_000 })
      .toBe(0);
    expect((await flightOf(second)).home_count).toBeGreaterThanOrEqual(played.stored);
    await endReplay(connection.db, second, { publish: false });
    expect(await result(first)).toEqual(before);
    expect(before).toHaveLength(1088);
  });

  it('of a flight with groups has the groups of the original, and its result', async () => {
    const race = await buildRace(connection.db, { birds: 4 });
    const key = { loft_id: race.loft.id, flight_id: race.flight_id };
    const by = (await buildPerson(connection.db)).user_id;
    const act = { by, now_ms: Date.now(), reason: 'As the film shows' };
    const later = {
      group: 2,
      release_ms: race.release_ms + 480_000,
      crates: null,
      pigeon_ids: race.pigeon_ids.slice(2),
    };
    await connection.db.transaction().execute(async (tx) => sayGroup(tx, await lockFlight(tx, key), later, act));
    const readings = [300, 304, 303, 309].map((minutes, bird) =>
      readingOf(race, bird, minutes, { sequence: bird + 1 }),
    );
    const headers = { authorization: `Bearer ${race.key}` };
    await built.app.inject({ method: 'POST', url: '/api/devices/readings', headers, payload: { readings } });
    await connection.db.transaction().execute(async (tx) => moveFlight(tx, await lockFlight(tx, key), 'close'));
    const original = await result(key);
    expect(original.map(({ pigeon_id }) => race.pigeon_ids.indexOf(pigeon_id))).toEqual([2, 0, 3, 1]);
    const replay = await startReplay(connection.db, key, { factor: 60_000, now_ms: Date.now() });
    expect((await flightOf(replay)).release_groups).toMatchObject([
      { group: 2, release_time: new Date(replay.release_ms + 480_000).toISOString(), birds: 2 },
    ]);
    await fly(replay).done;
    await endReplay(connection.db, replay, { publish: true });
    expect(await result(replay)).toEqual(original);
    expect((await auditLoft(connection.db, race.loft.id)).faults).toEqual([]);
  });

  it('with the wait skipped has its first bird ten seconds from now', async () => {
    const race = await buildRace(connection.db, { birds: 1 });
    await sql`insert into devices (loft_id, name, key_hash) values (${race.loft.id}, 'x', sha256('x'))`.execute(
      connection.db,
    );
    const at = new Date(race.release_ms + 18_000_000).toISOString();
    const body = { readings: [{ boot: '1', sequence: 1, chip: race.chips[0], device_time: at, resolution_ms: 1 }] };
    const headers = { authorization: `Bearer ${race.key}` };
    await built.app.inject({ method: 'POST', url: '/api/devices/readings', headers, payload: body });
    const key = { loft_id: race.loft.id, flight_id: race.flight_id };
    const begin = (now_ms: number) => startReplay(connection.db, key, { factor: 6, now_ms, skip_wait: true });
    await expect(begin(Date.now())).rejects.toThrow('is in the air itself');
    await connection.db.transaction().execute(async (tx) => moveFlight(tx, await lockFlight(tx, key), 'close'));
    const now_ms = Date.now();
    const replay = await begin(now_ms);
    expect(replay.first_ms).toBe(now_ms + 10_000);
    expect(replay.release_ms).toBe(now_ms + 10_000 - 3_000_000);
    expect(replay.clocks.flatMap((clock) => clock.readings)).toMatchObject([
      { chip: race.chips[0], device_time: new Date(replay.release_ms + 18_000_000).toISOString() },
    ]);
  });

  it('of a flight without clockings is refused', async () => {
    const race = await buildRace(connection.db, { until: 'basketing' });
    const key = { loft_id: race.loft.id, flight_id: race.flight_id };
    await expect(startReplay(connection.db, key, { factor: 6, now_ms: Date.now() })).rejects.toThrow(
      /is basketing: it has no clockings to replay yet/,
    );
  });

  it('stops when its clocks are unknown to the server', async () => {
    const replay = await start({ factor: 60_000 });
    for (const clock of replay.clocks) clock.key = 'clock_of_another_database';
    await expect(fly(replay).done).rejects.toThrow(
      /refuses Replay \d+ [AB]: 401 .+ Does it work on another database\?/,
    );
    await endReplay(connection.db, replay, { publish: false });
  });

  it('does not start a second race of birds in the air, and gives up a lost one', async () => {
    const lost = await start();
    const later = { now_ms: Date.now() + 3_600_000 };
    const replay = await start(later);
    expect(await flightOf(lost)).toMatchObject({ status: 'closed', home_count: 0 });
    await expect(start(later)).rejects.toMatchObject({
      message: expect.stringMatching(
        `The birds of flight ${narbonne.flight_id} are in the air in flight ${replay.flight_id} `,
      ),
      birds_away_until: expect.any(Number),
    });
    await endReplay(connection.db, replay, { publish: false });
  });
});

describe('the demo', () => {
  it('seeds an empty database once, flies, and resumes its round after a restart of the program', {
    timeout: 480_000,
  }, async () => {
    const own = await testDatabase();
    const pool = connect(own.url, () => {});
    const app = await buildApp({ config: testConfig, db: pool.db, databaseUrl: own.url, version: 'test' });
    try {
      const said: string[] = [];
      const demo = await app.app.listen({ port: 0, host: '127.0.0.1' }).then(
        (at): DemoOptions => ({
          connection: pool,
          databaseUrl: own.url,
          ownerUrl: own.ownerUrl,
          log: app.app.log,
          address: at,
          speed: 60,
          storage: createStorage(testConfig),
          say: (line) => said.push(line),
        }),
      );
      const home = async () => {
        const flights = await pool.db
          .selectFrom('flights')
          .innerJoin('flight_streams', 'flight_streams.flight_id', 'flights.id')
          .select(['flights.name', 'status', 'home_count'])
          .where('replay_of', 'is not', null)
          .execute();
        return flights;
      };
      const inTheAir = () => said.filter((line) => line.startsWith('In the air: Bourges I 2017, replay 1.'));

      const first = await startDemo(demo);
      await expect.poll(inTheAir, { timeout: 240_000 }).toHaveLength(1);
      const second = await startDemo(demo);
      expect(said.filter((line) => line.startsWith('Seeding'))).toHaveLength(1);
      const { rows } = await sql<{ line: string }>`
        select concat_ws(' ', dense_rank() over (order by f.loft_id), f.name, f.status, s.home_count, 'of', f.basketed_count) as line
        from flights f join flight_streams s on s.flight_id = f.id
        where f.replay_of is null order by f.loft_id, f.id`.execute(pool.db);
      expect(rows.map(({ line }) => line)).toEqual([
        '1 Bourges I 2017 official 5809 of 6834',
        '1 Ulm 2022 official 138 of 147',
        '1 Narbonne 2017 official 1088 of 1532',
        '1 Noyon 2025 official 43 of 47',
        '1 Noyon I provisional 43 of 50',
        '1 Noyon II closed 43 of 50',
        '1 Noyon III released 43 of 50',
        '1 Quiévrain basketing 0 of 392',
        '1 Momignies sealed 0 of 92',
        '1 Saint-Quentin planned 0 of 0',
        '1 Vierzon planned 0 of 0',
        '1 Gien planned 0 of 0',
        '1 Limoges planned 0 of 0',
        '1 Arras annulled 0 of 0',
        '1 Noyon II 2025 official 43 of 47',
        '1 Ulm 2025 official 35 of 39',
        '1 Bourges 2025 official 33 of 37',
        // It is signed by people, whom this demo has not.
        '1 Narbonne 2025 provisional 28 of 31',
        '2 Rongpur 2016 official 623 of 1038',
        '2 Bogura planned 0 of 0',
        '2 Rajshahi planned 0 of 0',
      ]);
      await expect.poll(async () => (await home())[0]!.home_count, { timeout: 120_000 }).toBeGreaterThan(0);

      // The other one waited, and continues the same round.
      await first.stop();
      await expect.poll(inTheAir, { timeout: 120_000 }).toHaveLength(2);
      const { home_count } = (await home())[0]!;
      await expect.poll(async () => (await home())[0]!.home_count, { timeout: 120_000 }).toBeGreaterThan(home_count);
      await second.stop();
      expect(await home()).toMatchObject([{ name: 'Bourges I 2017, replay 1', status: 'released' }]);
    } finally {
      await app.app.close();
      await pool.close();
      await own.drop();
    }
  });
});
