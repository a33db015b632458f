import { beforeEach, describe, expect, it } from 'vitest';
import { defaultRules } from '#domain/seasons/rules.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { type FlightToPlan, planFlight } from '#server/flights/planning.ts';
import { createSeason, lockSeason, moveSeason } from '#server/seasons/seasons.ts';
import {
  type BuiltLoft,
  type BuiltRace,
  buildLoft,
  buildRace,
  type RaceToBuild,
  readingOf,
  testConfig,
} from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';

const hour_ms = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour_ms).toISOString();

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;

// Each test has a whole database to itself.
beforeEach(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
  return async () => {
    await built.app.close();
    await connection.close();
    await database.drop();
  };
});

const readHome = async () => {
  const answer = await built.app.inject('/api/home');
  expect(answer.statusCode).toBe(200);
  return answer.json();
};

/** A race in the air with some birds home, the last of them first. */
async function raceWith(homeBirds: number, race: RaceToBuild = {}, loft?: BuiltLoft): Promise<BuiltRace> {
  const raced = await buildRace(connection.db, { birds: 8, release_time: inHours(-8), ...race }, loft);
  if (homeBirds) {
    const { statusCode } = await built.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers: { authorization: `Bearer ${raced.key}` },
      payload: {
        readings: Array.from({ length: homeBirds }, (_, bird) =>
          readingOf(raced, bird, 300 - bird, { boot: raced.flight_id, sequence: bird + 1 }),
        ),
      },
    });
    expect(statusCode).toBe(200);
  }
  return raced;
}

const finish = ({ loft, flight_id }: BuiltRace) =>
  connection.db.transaction().execute(async (tx) => {
    const key = { loft_id: loft.id, flight_id };
    await closeFlight(tx, await lockFlight(tx, key), inHours(0));
    await moveFlight(tx, await lockFlight(tx, key), 'publish');
  });

const plan = (at: BuiltLoft, flight: Partial<FlightToPlan>) =>
  connection.db.transaction().execute((tx) =>
    planFlight(tx, at.loft, {
      season_id: at.season_id,
      name: 'Planned',
      kind: 'hot_spot',
      distance_m: 200_000,
      rules: defaultRules('km'),
      ...flight,
    }),
  );

const idsOf = (list: { id: number }[]) => list.map(({ id }) => id);

describe('the first page', () => {
  it('is empty for an empty database', async () => {
    expect(await readHome()).toEqual({
      in_the_air: { races: 0, home: 0, basketed: 0 },
      leading: null,
      also_live: [],
      next: [],
      seasons: [],
      finals: [],
      lofts: [],
      loft_count: 0,
      read_at: expect.any(String),
    });
  });

  it('leads with the race of the most birds and its first five by the one ranking, and counts all in the air', async () => {
    const small = await raceWith(2, { birds: 3 });
    const big = await raceWith(7);
    const home = await readHome();
    expect(home.in_the_air).toEqual({ races: 2, home: 9, basketed: 11 });
    expect(home.leading.flight).toMatchObject({ id: big.flight_id, home_count: 7, status: 'released' });
    const path = `/api/lofts/${big.loft.id}/flights/${big.flight_id}/result`;
    expect(home.leading.first).toEqual((await built.app.inject(path)).json().rows.slice(0, 5));
    expect(home.leading.first[0].pigeon_id).toBe(big.pigeon_ids[6]);
    expect(idsOf(home.also_live)).toEqual([small.flight_id]);
    expect(new Set(idsOf(home.lofts))).toEqual(new Set([small.loft.id, big.loft.id]));
  });

  it('moves on with the next arrival', async () => {
    const race = await raceWith(1);
    expect((await readHome()).leading.first).toHaveLength(1);
    await built.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers: { authorization: `Bearer ${race.key}` },
      payload: { readings: [readingOf(race, 5, 200, { boot: 'later', sequence: 1 })] },
    });
    const { leading, in_the_air } = await readHome();
    expect(leading.first.map(({ pigeon_id }: { pigeon_id: number }) => pigeon_id)).toEqual([
      race.pigeon_ids[5],
      race.pigeon_ids[0],
    ]);
    expect(in_the_air.home).toBe(2);
  });

  it('lists the next six releases in order, late ones first, without untimed and forgotten ones', async () => {
    const [one, other] = [await buildLoft(connection.db), await buildLoft(connection.db)];
    const later = await plan(one, { name: 'Later', release_time: inHours(30) });
    const sooner = await plan(other, { name: 'Sooner', release_time: inHours(3) });
    const late = await plan(one, { name: 'Late', release_time: inHours(-2) });
    await plan(one, { name: 'Sometime' });
    await plan(one, { name: 'Forgotten', release_time: inHours(-30) });
    const far = [];
    for (let day = 3; day < 8; day++) {
      far.push(await plan(other, { name: `Day ${day}`, release_time: inHours(24 * day) }));
    }
    const { next, leading } = await readHome();
    expect(leading).toBeNull();
    expect(idsOf(next)).toEqual([late, sooner, later, ...far.slice(0, 3)]);
  });

  it('shows how much of a season in progress is flown, what comes next, and when the final is', async () => {
    const at = await buildLoft(connection.db);
    const resting = await buildLoft(connection.db);
    await finish(await raceWith(1, {}, at));
    const final = await plan(at, { name: 'Final', kind: 'final', release_time: inHours(400) });
    await plan(at, { name: 'Second', release_time: inHours(100) });
    const next = await plan(at, { name: 'First', release_time: inHours(50) });
    const { seasons } = await readHome();
    expect(seasons.map(({ id }: { id: number }) => id)).toEqual([at.season_id, resting.season_id]);
    expect(seasons[0]).toMatchObject({ loft_id: at.loft.id, flight_count: 4, flown_count: 1 });
    expect(idsOf(seasons[0].coming)).toEqual([next, final]);
    expect(seasons[1]).toMatchObject({ flight_count: 0, flown_count: 0, coming: [] });
  });

  it('shows the two finals flown last with their first four; a replay is not one', async () => {
    const races = [];
    for (const days of [30, 20, 10]) races.push(await raceWith(5, { release_time: inHours(-24 * days) }));
    for (const race of races) await finish(race);
    const [, second, last] = races as [BuiltRace, BuiltRace, BuiltRace];
    // The last final flown again, later than all of them.
    const replay = { of: last.flight_id, factor: 1 };
    await finish(await raceWith(5, { release_time: inHours(-24), replay }, last));
    const { finals, seasons } = await readHome();
    expect(finals.map(({ flight }: { flight: { id: number } }) => flight.id)).toEqual([
      last.flight_id,
      second.flight_id,
    ]);
    expect(finals[0].first.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3, 4]);
    const season = seasons.find(({ id }: { id: number }) => id === last.season_id);
    expect(season).toMatchObject({ flight_count: 1, flown_count: 1 });
  });

  it('prefers a race to a replay with more birds', async () => {
    const race = await raceWith(0, { birds: 3 });
    const replay = await raceWith(0, { birds: 9, replay: { of: race.flight_id, factor: 5 } }, race);
    const { leading, also_live } = await readHome();
    expect([leading.flight.id, ...idsOf(also_live)]).toEqual([race.flight_id, replay.flight_id]);
  });

  it('prefers a race in which birds land to one whose last bird came an hour ago', async () => {
    const quiet = await raceWith(7);
    const busy = await raceWith(0, { birds: 3, release_time: inHours(-3) });
    const reading = readingOf(busy, 0, 170, { boot: 'busy', sequence: 1 });
    await built.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers: { authorization: `Bearer ${busy.key}` },
      payload: { readings: [reading] },
    });
    const { leading, also_live } = await readHome();
    expect([leading.flight.id, ...idsOf(also_live)]).toEqual([busy.flight_id, quiet.flight_id]);
  });

  it('shows nothing of a season in draft', async () => {
    const at = await buildLoft(connection.db);
    await finish(await raceWith(1, {}, at));
    const { id: season_id } = await connection.db
      .transaction()
      .execute((tx) => createSeason(tx, { loft_id: at.loft.id, name: 'Next', year: 2027 }));
    const draft = { ...at, season_id };
    await raceWith(0, {}, draft);
    await finish(await raceWith(1, { release_time: inHours(-6) }, draft));
    await plan(draft, { release_time: inHours(5) });
    const hidden = await readHome();
    expect(hidden).toMatchObject({ in_the_air: { races: 0 }, leading: null, next: [] });
    expect(idsOf(hidden.seasons)).toEqual([at.season_id]);
    expect(hidden.finals).toHaveLength(1);

    // The control: once the season is open, all of it is shown.
    await connection.db
      .transaction()
      .execute(async (tx) => moveSeason(tx, await lockSeason(tx, { loft_id: at.loft.id, season_id }), 'open'));
    const open = await readHome();
    expect(open).toMatchObject({ in_the_air: { races: 1 }, next: [{ season_id }] });
    expect(idsOf(open.seasons)).toEqual([season_id, at.season_id]);
    expect(open.finals).toHaveLength(2);
  });
});

describe('the results published last', () => {
  const published = async (query = '') => (await built.app.inject(`/api/results${query}`)).json();

  it('are those of all lofts or of one, the latest first, with their first birds; none of a flight in the air', async () => {
    const [one, other] = [await raceWith(2), await raceWith(2)];
    expect(await published()).toMatchObject({ loft: null, results: [] });
    await finish(one);
    await finish(other);
    const all = await published();
    expect(all.results.map(({ flight }: { flight: { id: number } }) => flight.id)).toEqual([
      other.flight_id,
      one.flight_id,
    ]);
    expect(all.results[0].first.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2]);
    const own = await published(`?loft_id=${one.loft.id}`);
    expect(own).toMatchObject({ loft: { id: one.loft.id }, results: [{ flight: { status: 'provisional' } }] });
    expect((await built.app.inject('/api/results?loft_id=99999999')).statusCode).toBe(404);
  });
});
