/**
 * Proves that scanners of chips, corrections of a basketing list, removals of birds, state changes and clocks at one
 * loft never deadlock (the order of locks in docs/mechanisms.md): PostgreSQL aborts none, every reply is a success,
 * every reading is stored and becomes an arrival of the bird that wears its chip. The control restores the shared lock
 * that a chip's trigger took before its verb took the full one: the same work is aborted.
 */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { basketPigeons } from '#server/basketing/basketing.ts';
import { type Connection, connect, type Database, type Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { removePigeon } from '#server/pigeons/admin-teams.ts';
import { enterPigeons } from '#server/pigeons/pigeons.ts';
import { changeStatuses } from '#server/pigeons/statuses.ts';
import { createSeason, lockSeason, moveSeason } from '#server/seasons/seasons.ts';
import { type BuiltRace, buildPerson, buildRace, testConfig } from '#testing/builders.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { giveExtraPlaces } from './extra-places.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await testDatabase();
  await asSuperuser((client) =>
    // Deadlocks are detected soon.
    client.query(`alter database ${client.database} set deadlock_timeout = '50ms'`),
  );
});

async function asSuperuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.superUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

afterEach(() => database.drop());

/** Two races of two seasons of one loft: half of the birds are basketed, the others are added later. */
async function buildLoftWithTwoRaces({ db }: Connection, rounds: number): Promise<[BuiltRace, BuiltRace]> {
  const release_time = new Date(Date.now() - 3_600_000).toISOString();
  const size = { birds: 4 * rounds, basketed: 2 * rounds, release_time };
  const first = await buildRace(db, size);
  const season_id = await transact(db, async (tx) => {
    const season = await createSeason(tx, { loft_id: first.loft.id, name: '2027', year: 2027 });
    await moveSeason(tx, await lockSeason(tx, { loft_id: first.loft.id, season_id: season.id }), 'open');
    return season.id;
  });
  return [first, await buildRace(db, size, { ...first, season_id })];
}

/** Birds of a season that race outside an order, one for each round. */
const buildStrangers = (db: Database, { loft, season_id }: BuiltRace, rounds: number): Promise<number[]> =>
  transact(db, async (tx) => {
    const season = { loft_id: loft.id, season_id };
    const rings = Array.from({ length: rounds }, (_, i) => `NL 26-${i}`);
    const ids = await enterPigeons(
      tx,
      season,
      rings.map((ring) => ({ ring, team_id: null, name: null, color: null, sex: 'unknown' })),
    );
    const places = ids.map((pigeon_id) => ({ pigeon_id, kind: 'outside_order' as const, reason: 'Of the loft' }));
    await giveExtraPlaces(tx, season, places, { by: null, now_ms: Date.now() });
    return ids;
  });

/**
 * The outcomes of rounds in which two scanners of each season, the loft's office and a clock work at the same moment.
 */
async function work(rounds: number) {
  const connection = connect(database.url, () => {});
  const { db } = connection;
  const races = await buildLoftWithTwoRaces(connection, rounds);
  const [{ loft, key }] = races;
  const { app }: App = await buildApp({ config: testConfig, db, databaseUrl: database.url, version: 'test' });
  const merchant = await buildPerson(db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  const rings = new Map(
    (await db.selectFrom('pigeons').select(['id', 'ring']).execute()).map(({ id, ring }) => [id, ring]),
  );
  const chipOf = (race: BuiltRace, bird: number) =>
    `E${race.pigeon_ids[bird]!.toString(16).toUpperCase().padStart(9, '0')}`;
  const strangers = new Map<BuiltRace, number[]>();
  for (const race of races) strangers.set(race, await buildStrangers(db, race, rounds));
  const statuses: number[] = [];
  const faults: string[] = [];

  const scan = async (race: BuiltRace, bird: number) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/admin/seasons/${race.season_id}/intake`,
      headers: merchant.headers,
      payload: { ring: rings.get(race.pigeon_ids[bird]!)!, chip: chipOf(race, bird), reason: 'Lost on the way' },
    });
    statuses.push(answer.statusCode);
  };
  /** Without the retry that calls have, so that aborts are seen here. */
  const office = (verb: (tx: Tx) => Promise<unknown>) =>
    transact(db, verb, 1).catch((error: Error) => faults.push(error.message));
  const lateBirds = (race: BuiltRace, round: number) =>
    race.pigeon_ids.slice(2 * (rounds + round), 2 * (rounds + round) + 2);
  const basket = (race: BuiltRace, round: number) =>
    office(async (tx) => {
      const flight = await lockFlight(tx, { loft_id: loft.id, flight_id: race.flight_id });
      await basketPigeons(tx, flight, lateBirds(race, round).toReversed());
    });
  const hurt = ({ season_id }: BuiltRace, pigeon_ids: number[]) =>
    office((tx) =>
      changeStatuses(
        tx,
        { loft_id: loft.id, season_id },
        { pigeon_ids, status: 'injured' },
        { by: null, now_ms: Date.now() },
      ),
    );
  const remove = ({ season_id }: BuiltRace, pigeon_id: number) =>
    office((tx) => removePigeon(tx, null, { loft_id: loft.id, season_id, pigeon_id }));
  /** Birds come home later today, on the scanners' chips and those of the birds on the list. */
  const read = async (round: number) => {
    const device_time = new Date(Date.now() + 3_600_000 + round).toISOString();
    const sent = races.flatMap((race) => [
      chipOf(race, round),
      chipOf(race, rounds + round),
      race.chips[2 * (rounds + round)]!,
      race.chips[2 * (rounds + round) + 1]!,
    ]);
    const answer = await app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers: { authorization: `Bearer ${key}` },
      payload: {
        readings: sent.map((chip, i) => ({
          boot: '1',
          sequence: round * sent.length + i + 1,
          chip,
          device_time,
          resolution_ms: 1,
        })),
      },
    });
    statuses.push(answer.statusCode);
  };

  const waiting = async () => (await db.selectFrom('unranked_readings').select('number').execute()).length;
  try {
    for (let round = 0; round < rounds; round++)
      await Promise.all([
        ...races.flatMap((race) => [
          scan(race, round),
          scan(race, rounds + round),
          basket(race, round),
          hurt(race, lateBirds(race, round)),
          remove(race, strangers.get(race)![round]!),
        ]),
        read(round),
      ]);
    // Readings that wait for a chip or a list are matched again; after an aborted list they wait for ever.
    if (!faults.length) await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
    const readings = (await db.selectFrom('readings').select('number').execute()).length;
    const arrivals = await db.selectFrom('arrivals').select(['flight_id', 'pigeon_id', 'time']).execute();
    const chips = await db.selectFrom('pigeon_chips').select(['pigeon_id', 'chip', 'during']).execute();
    const wears = new Map(
      chips.filter(({ during }) => String(during).endsWith(',)')).map((c) => [c.pigeon_id, c.chip]),
    );
    const left = (await db.selectFrom('extra_places').select('pigeon_id').execute()).length;
    return { races, chipOf, statuses, faults, readings, left, arrivals, wears };
  } finally {
    await app.close();
    await connection.close();
  }
}

/** The number of deadlocks in this database; reported once the connections have ended. */
const brokenOff = () =>
  asSuperuser(async (client) => {
    const others = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await client.query(others)).rowCount).toBe(0);
    const { rows } = await client.query(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    return rows[0].deadlocks as number;
  });

const rounds = proveSize(15, 1000);

describe('scanners, the office and a clock at one loft', () => {
  it('lock in one order: nothing is aborted, nothing lost', async () => {
    const { races, chipOf, statuses, faults, readings, left, arrivals, wears } = await work(rounds);
    expect(faults).toEqual([]);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(statuses.length).toBe(5 * rounds);
    expect(readings).toBe(8 * rounds);
    expect(left).toBe(0);
    // Each bird wears its scanner's chip, or its first one, and is home once, in its own race.
    const home = arrivals.filter(({ time }) => time !== null).map((one) => `${one.flight_id} ${one.pigeon_id}`);
    const expected = races.flatMap(({ flight_id, pigeon_ids }) => pigeon_ids.map((id) => `${flight_id} ${id}`));
    expect(home.toSorted()).toEqual(expected.toSorted());
    for (const race of races)
      for (const [bird, id] of race.pigeon_ids.entries())
        expect([id, wears.get(id)]).toEqual([id, bird < 2 * rounds ? chipOf(race, bird) : race.chips[bird]]);
    expect(await brokenOff()).toBe(0);
    reportProof('scanners', { rounds, answers: statuses.length, readings, deadlocks: 0 });
  });

  it('control: with a shared lock first, and the full one afterwards, they are aborted', async () => {
    await asSuperuser(async (client) => {
      const { rows } = await client.query(`select pg_get_functiondef('wake_rematching()'::regprocedure) as source`);
      const before = rows[0].source.replace('for update', 'for share');
      expect(before).not.toBe(rows[0].source);
      await client.query(before);
    });
    await work(5);
    expect(await brokenOff()).toBeGreaterThan(0);
  });
});
