/**
 * The standings of official flights: the rows equal the ranking of the arrivals, pages read them, and no role changes
 * them.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reading } from '#domain/arrivals/contract.ts';
import type { RaceRules } from '#domain/seasons/rules.ts';
import type { Tx } from '#server/db/database.ts';
import { flightSteps } from '#server/flights/consequences.ts';
import { findFlownFlight } from '#server/flights/flights.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { type BuiltRace, buildPerson, buildRace, type RaceToBuild, readingOf } from '#testing/builders.ts';
import { enterManualArrival, setOffset, voidEntry } from '#testing/corrections.ts';
import { silent } from '#testing/notifications.ts';
import { seed, seededRandom } from '#testing/proof.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { auditLoft } from './audit.ts';
import { createIngest } from './ingest.ts';
import { recordReadings } from './readings.ts';
import { keepMissingStandings, rankedAnew, readStandings } from './standings.ts';

let scene: TestSite;
let superuser: pg.Client;
beforeAll(async () => {
  scene = await testSite();
  superuser = new pg.Client({ connectionString: scene.ownerUrl });
  await superuser.connect();
});
afterAll(async () => {
  await superuser?.end();
  await scene?.end();
});

const write = <Answer>(work: (tx: Tx) => Promise<Answer>) => scene.db.transaction().execute(work);
const keyOf = ({ loft, flight_id }: BuiltRace) => ({ loft_id: loft.id, flight_id });
const at = (race: BuiltRace, minutes: number) => new Date(race.release_ms + minutes * 60_000).toISOString();
const move = (race: BuiltRace, event: Parameters<typeof moveFlight>[2]) =>
  write(async (tx) => moveFlight(tx, await lockFlight(tx, keyOf(race)), event));

/** A closed and published race with random arrivals, some at the same moment. */
async function flown(random = seededRandom(seed), race: RaceToBuild = {}): Promise<BuiltRace> {
  const built = await buildRace(scene.db, { birds: 40, ...race });
  await write(async (tx) => {
    const readings = Array.from({ length: 60 }, (_, i) =>
      reading.parse(readingOf(built, random(40), 300 + random(40) + random(3) / 1000, { sequence: i + 1 })),
    );
    const head = await lockLedger(tx, built.loft.id);
    await recordReadings(tx, built.loft.id, [{ device: built.device, readings, received_ms: 0 }], head);
  });
  await write(async (tx) => closeFlight(tx, await lockFlight(tx, keyOf(built)), at(built, 900)));
  await move(built, 'publish');
  return built;
}

async function page(race: BuiltRace, query = ''): Promise<object> {
  const url = `/api/lofts/${race.loft.id}/flights/${race.flight_id}/result?per_page=all${query}`;
  const { read_at: _, ...body } = (await scene.app.inject({ method: 'GET', url })).json() as { read_at: string };
  return body;
}
const get = async (url: string) => (await scene.app.inject({ method: 'GET', url })).json();

/** The standings rows, and the ranking of the arrivals. */
async function both(race: BuiltRace) {
  const flight = (await findFlownFlight(scene.db, keyOf(race)))!;
  return {
    rows: (await readStandings(scene.db, [flight])).get(flight.id)!,
    ranked: await rankedAnew(scene.db, flight),
  };
}

/** A change that no role of the program may make. */
async function past(statement: string, values: unknown[]): Promise<void> {
  await superuser.query('begin');
  await superuser.query(`alter table standings disable trigger user`);
  await superuser.query(statement, values);
  await superuser.query(`alter table standings enable trigger user`);
  await superuser.query('commit');
}

const variants: [string, Partial<RaceRules>][] = [
  ['shared ties to the second', { precision_ms: 1000, ties: 'shared' }],
  ['consecutive ones', { precision_ms: 1000, ties: 'consecutive' }],
  [
    'a closed night and yards',
    {
      closed_night: { kind: 'hours', closes: '13:00', opens: '13:10' },
      speed: { unit: 'yd/min', decimals: null, rounding: 'none' },
    },
  ],
];

describe(`standings, seed ${seed}`, () => {
  it.each(variants)('are the ranking of the arrivals, to the last digit: %s', async (_what, rules) => {
    const race = await flown(seededRandom(seed + 1), { rules });
    const [before, latest] = [await page(race), await page(race, '&order=latest&q=1')];
    expect((await both(race)).rows).toEqual([]);
    await move(race, 'make_official');
    const { rows, ranked } = await both(race);
    expect(rows.length).toBeGreaterThan(20);
    expect(rows).toStrictEqual(ranked);
    expect(await page(race)).toEqual(before);
    expect(await page(race, '&order=latest&q=1')).toEqual(latest);
    expect((await auditLoft(scene.db, race.loft.id)).faults).toEqual([]);
  });

  it('are what the pages of the flight, of a bird and of the loft read', async () => {
    const race = await flown();
    const { loft, flight_id, season_id } = race;
    const bird = `/api/lofts/${loft.id}/pigeons/${(await both(race)).ranked[0]!.pigeon_id}`;
    const lofts = `/api/lofts/${loft.id}?season_id=${season_id}`;
    const shown = async () => {
      const { results, flights: own } = await get(bird);
      const { flights } = await get(lofts);
      const { best_speed, winner } = flights.find(({ id }: { id: number }) => id === flight_id);
      return [results[0].line, best_speed, winner.pigeon_id, own[0].winner_speed, own[0].middle_speed];
    };
    const before = await shown();
    const { ranked } = await both(race);
    const middle = ranked[Math.ceil(ranked.length / 2) - 1]!;
    expect(before).toMatchObject([{ rank: 1 }, ranked[0]!.speed, ranked[0]!.pigeon_id, ranked[0]!.speed, middle.speed]);
    const record = { official_flights: 0, home: 0, final_basketed: 0, final_home: 0, changed_results: 0 };
    expect((await get(lofts)).record).toEqual(record);
    await move(race, 'make_official');
    expect(await shown()).toEqual(before);
    const home = ranked.length;
    expect((await get(lofts)).record).toEqual({
      ...record,
      official_flights: 1,
      home,
      final_basketed: 40,
      final_home: home,
    });
    // An impossible row shows that the rows are read.
    await past(`update standings set speed = 1.5, day = 7 where loft_id = $1 and flight_id = $2 and place = 1`, [
      loft.id,
      flight_id,
    ]);
    expect((await shown()).slice(0, 2)).toMatchObject([{ rank: 1, speed: 1.5, day: 7 }, 1.5]);
    expect(await page(race)).toMatchObject({ leader: { speed: 1.5 } });
    expect((await auditLoft(scene.db, loft.id)).faults).toEqual([
      expect.stringContaining('standings differ from its arrivals from place 1'),
    ]);
  });

  it('stay unchanged by later rulings', async () => {
    const race = await flown();
    const by = (await buildPerson(scene.db)).user_id;
    const ruling = { by, now_ms: Date.now(), reason: 'late' };
    await move(race, 'make_official');
    const { rows } = await both(race);
    await write((tx) => setOffset(tx, race.device, { offset_ms: 5000 }, ruling));
    const { rows: counted } = await scene.connection.pool.query(
      'select reading_number from arrivals where loft_id = $1 and time is not null order by seq desc limit 1',
      [race.loft.id],
    );
    const number = counted[0].reading_number;
    await expect(write((tx) => voidEntry(tx, { loft_id: race.loft.id, number }, ruling))).rejects.toMatchObject({
      code: 'result_not_open',
    });
    const seen = { pigeon_id: race.pigeon_ids[0]!, time_ms: Date.parse(at(race, 200)), evidence: 'x' };
    const enter = write(async (tx) => enterManualArrival(tx, await lockFlight(tx, keyOf(race)), seen, ruling));
    await expect(enter).rejects.toMatchObject({ code: 'result_not_open' });
    expect(await both(race)).toStrictEqual({ rows, ranked: rows });
  });

  it('of a result from before standings existed are computed until the job has written them', async () => {
    const race = await flown();
    await move(race, 'make_official');
    const before = await page(race);
    await past('delete from standings where loft_id = $1', [race.loft.id]);
    expect(await page(race)).toEqual(before);
    expect((await auditLoft(scene.db, race.loft.id)).faults).toEqual([]);
    expect(await Promise.all([keepMissingStandings(scene.db), keepMissingStandings(scene.db)])).toContain(1);
    expect(await keepMissingStandings(scene.db)).toBe(0);
    const { rows, ranked } = await both(race);
    expect(rows).toStrictEqual(ranked);
    expect(await page(race)).toEqual(before);
  });

  it('are written with the step or the step is refused; other flights have none, and no role changes one', async () => {
    const race = await flown();
    const all = flightSteps.registered();
    flightSteps.register([]);
    await expect(move(race, 'make_official')).rejects.toThrow(/is official without its standings/);
    flightSteps.register(all);
    const row = `insert into standings (loft_id, flight_id, place, pigeon_id, time, rank, net_ms, gap_ms, day)
      values (${race.loft.id}, ${race.flight_id}, 1, ${race.pigeon_ids[0]}, now(), 1, 1, 0, 1)`;
    const { pool } = scene.connection;
    await expect(pool.query(row)).rejects.toThrow(/only an official flight has standings/);
    await move(race, 'make_official');
    for (const change of ['update standings set rank = 1', 'delete from standings', 'truncate standings'])
      await expect(pool.query(change), change).rejects.toThrow(/permission denied|official flight stay/);
    await expect(superuser.query('delete from standings')).rejects.toThrow();
  });
});

describe(`a result that becomes official while clocks send, seed ${seed}`, () => {
  const counts = { stored() {}, conflict() {}, committed() {}, heard() {} };

  /** The number of races whose rows differ from the ranking of the arrivals. */
  async function wrongOf(makeOfficial: (race: BuiltRace) => Promise<unknown>): Promise<number> {
    const random = seededRandom(seed + 9);
    let wrong = 0;
    for (let round = 0; round < 8; round += 1) {
      const race = await flown(random);
      const ingest = createIngest(scene.db, silent, counts);
      const clock = (async () => {
        for (let part = 0; part < 10; part += 1) {
          const one = readingOf(race, part, 200 + random(60), { boot: 'late', sequence: part + 1 });
          await ingest({ device: race.device, readings: [reading.parse(one)], received_ms: 0 });
        }
      })();
      await new Promise((resolve) => setTimeout(resolve, random(30)));
      await Promise.all([makeOfficial(race), clock]);
      const { rows, ranked } = await both(race);
      if (JSON.stringify(rows) !== JSON.stringify(ranked)) wrong += 1;
    }
    return wrong;
  }

  it('has standings that are its arrivals', async () => {
    expect(await wrongOf((race) => move(race, 'make_official'))).toBe(0);
  });

  it('control: a ranking made before the ledger is locked lacks the arrivals in between', async () => {
    const all = flightSteps.registered();
    const wrong = await wrongOf(async (race) => {
      const early = (await both(race)).ranked;
      await new Promise((resolve) => setTimeout(resolve, 40));
      flightSteps.register([
        async (tx, { flight, status }) => {
          if (status !== 'official') return;
          const { loft_id, id: flight_id } = flight;
          const values = early.map(({ time_ms, ...line }, index) => {
            return { ...line, place: index + 1, loft_id, flight_id, time: new Date(time_ms).toISOString() };
          });
          await tx.insertInto('standings').values(values).execute();
        },
      ]);
      await move(race, 'make_official')
        .catch(() => {
          // The database compares the number of birds home, and refused: that counts as wrong too.
          throw new Error('noticed');
        })
        .finally(() => flightSteps.register(all));
    }).catch((error: Error) => (error.message === 'noticed' ? 1 : Promise.reject(error)));
    expect(wrong).toBeGreaterThan(0);
  });
});
