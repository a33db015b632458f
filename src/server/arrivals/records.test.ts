import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Switch } from '#domain/seasons/visibility.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { enterPigeons } from '#server/pigeons/pigeons.ts';
import { createSeason } from '#server/seasons/seasons.ts';
import { type BuiltRace, buildLoft, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
/** Twelve birds of ten teams in two flights: all in the first, ten of them in the second. */
let first: BuiltRace;
let second: BuiltRace;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
  first = await buildRace(connection.db, { birds: 12 });
  second = await buildRace(connection.db, { birds: 3, release_time: '2026-07-04T05:00:00.000Z' }, first);
  const { statusCode } = await built.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers: { authorization: `Bearer ${first.key}` },
    payload: {
      readings: [
        readingOf(first, 1, 300, { sequence: 1 }),
        readingOf(first, 0, 310, { sequence: 2 }),
        readingOf(first, 10, 320, { sequence: 3 }),
      ],
    },
  });
  expect(statusCode).toBe(200);
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

const get = async (path: string) => {
  const answer = await built.app.inject(path.startsWith('?') ? `/api/lofts${path}` : `/api/lofts/${path}`);
  return { status: answer.statusCode, body: answer.json() };
};

describe('the pigeons of a season', () => {
  it('come by ring, one page at a time (9.4)', async () => {
    const { body } = await get(`${first.loft.id}/pigeons?per_page=25`);
    expect(body).toMatchObject({ total: 15, page: 1, page_count: 1, season: { id: first.season_id } });
    const rings = body.pigeons.map(({ ring }: { ring: string }) => ring);
    expect(rings).toHaveLength(15);
  });

  it('are found by any digits of the ring, by team, fancier and country in any language', async () => {
    const ring = (await get(`${first.loft.id}/pigeons/${first.pigeon_ids[4]}`)).body.pigeon.ring as string;
    const found = async (q: string) =>
      (await get(`${first.loft.id}/pigeons?q=${encodeURIComponent(q)}`)).body.pigeons.map(
        (bird: { pigeon_id: number }) => bird.pigeon_id,
      );
    expect(await found(ring.replaceAll(/[^\d]/g, ''))).toEqual([first.pigeon_ids[4]]);
    expect(await found('team janssens')).toEqual([first.pigeon_ids[9]]);
    expect(await found('Belgien')).toHaveLength(15);
    expect(await found('比利时')).toHaveLength(15);
    expect(await found('nobody has this')).toEqual([]);
  });

  it.each(['per_page=7', 'page=0', 'page=x', `q=${'9'.repeat(101)}`])(
    'refuse ?%s and name the field',
    async (query) => {
      const { status, body } = await get(`${first.loft.id}/pigeons?${query}`);
      expect(status).toBe(422);
      expect(Object.keys(body.codes)).toEqual([query.split('=')[0]]);
    },
  );

  it('come all together on request, found or not', async () => {
    const all = (await get(`${first.loft.id}/pigeons?per_page=all&page=3`)).body;
    expect(all).toMatchObject({ total: 15, page: 1, page_count: 1 });
    expect(all.pigeons).toHaveLength(15);
    expect((await get(`${first.loft.id}/pigeons?per_page=all&q=team%20janssens`)).body.pigeons).toHaveLength(1);
    expect((await get(`${first.loft.id}/pigeons?per_page=all&q=nobody`)).body).toMatchObject({ total: 0, pigeons: [] });
    expect((await get(`${first.loft.id}/teams?per_page=all`)).body.teams).toHaveLength(10);
  });

  it('return the last page for a page beyond it', async () => {
    expect((await get(`${first.loft.id}/pigeons?page=99`)).body.page).toBe(1);
  });
});

describe('a pigeon', () => {
  it('is shown with its flights, the latest first, and its places in the ranking', async () => {
    const { body } = await get(`${first.loft.id}/pigeons/${first.pigeon_ids[0]}`);
    const result = (await get(`${first.loft.id}/flights/${first.flight_id}/result`)).body.rows[1];
    expect(body.flights.map(({ id }: { id: number }) => id)).toEqual([first.flight_id]);
    expect(body.results).toEqual([
      {
        flight_id: first.flight_id,
        pigeon_id: first.pigeon_ids[0],
        line: { rank: 2, time: result.time, speed: result.speed, gap_ms: result.gap_ms, day: result.day },
      },
    ]);
  });

  it('has the speed of the winner beside its own, and none of the middle of the field while birds fly', async () => {
    const rows = (await get(`${first.loft.id}/flights/${first.flight_id}/result`)).body.rows;
    const { body } = await get(`${first.loft.id}/pigeons/${first.pigeon_ids[5]}`);
    expect(body.flights[0]).toMatchObject({ winner_speed: rows[0].speed, middle_speed: null });
  });

  it('that is not home yet has a flight without a line', async () => {
    const { body } = await get(`${first.loft.id}/pigeons/${first.pigeon_ids[5]}`);
    expect(body.results).toEqual([{ flight_id: first.flight_id, pigeon_id: first.pigeon_ids[5], line: null }]);
  });

  it('without a team has its page too (2.11)', async () => {
    const [alone] = await connection.db
      .transaction()
      .execute((tx) =>
        enterPigeons(tx, { loft_id: first.loft.id, season_id: first.season_id }, [
          { team_id: null, ring: `ALONE ${first.season_id}`, name: null, color: null, sex: 'unknown' },
        ]),
      );
    const { status, body } = await get(`${first.loft.id}/pigeons/${alone}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ pigeon: { team_id: null, team: null }, flights: [], results: [] });
  });
});

describe('a team', () => {
  it('is shown with its pigeons and the results of each', async () => {
    const { team_id } = (await get(`${first.loft.id}/pigeons/${first.pigeon_ids[0]}`)).body.pigeon;
    const { body } = await get(`${first.loft.id}/teams/${team_id}`);
    // Two birds of the first race, and one of the second, which flew with the team of the same name.
    expect(body.pigeons).toHaveLength(3);
    expect(body.team).toMatchObject({ team: 'Team 1', pigeon_count: 3 });
    expect(body.flights.map(({ id }: { id: number }) => id)).toEqual([second.flight_id, first.flight_id]);
    const ranks = new Map(
      body.results.map((one: { pigeon_id: number; line: { rank: number } | null }) => [one.pigeon_id, one.line?.rank]),
    );
    expect(ranks.get(first.pigeon_ids[0])).toBe(2);
    expect(ranks.get(first.pigeon_ids[10])).toBe(3);
    expect(ranks.get(second.pigeon_ids[0])).toBeUndefined();
  });

  it('counts for its country', async () => {
    const { loft } = await buildRace(connection.db, { birds: 10 });
    const teams = await connection.db.selectFrom('teams').select('id').where('loft_id', '=', loft.id).execute();
    for (const [i, country] of ['NL', null, 'PL', 'NL', 'PL', 'NL', 'PL', 'PL'].entries())
      await connection.db.updateTable('teams').set({ country }).where('id', '=', teams[i]!.id).execute();
    expect((await get(`${loft.id}/countries`)).body.countries).toEqual([
      { country: 'PL', count: 4 },
      { country: 'NL', count: 3 },
      { country: 'BE', count: 2 },
    ]);
    expect((await get(`${first.loft.id}/countries?season_id=99999999`)).status).toBe(404);
  });

  it('is found by name in the list', async () => {
    const { body } = await get(`${first.loft.id}/teams?q=team%2010`);
    expect(body.teams.map(({ team }: { team: string }) => team)).toEqual(['Team 10']);
    expect(body.total).toBe(1);
  });
});

describe('a record of another loft', () => {
  it('is not found under this loft, and neither is a missing one', async () => {
    const other = await buildRace(connection.db, { birds: 1 });
    const { team_id } = (await get(`${other.loft.id}/pigeons/${other.pigeon_ids[0]}`)).body.pigeon;
    for (const path of [
      `${first.loft.id}/pigeons/${other.pigeon_ids[0]}`,
      `${first.loft.id}/pigeons/99999999`,
      `${first.loft.id}/teams/${team_id}`,
      `${first.loft.id}/pigeons?season_id=${other.season_id}`,
      `${first.loft.id}/teams?season_id=99999999`,
      `${first.loft.id}?season_id=${other.season_id}`,
      '99999999/pigeons',
      '99999999/teams',
    ]) {
      const { status, body } = await get(path);
      expect([path, status, body.code]).toEqual([path, 404, 'not_found']);
    }
  });

  it('is not found while its season is a draft', async () => {
    const { loft } = await buildLoft(connection.db);
    const { season_id, ids } = await connection.db.transaction().execute(async (tx) => {
      const season = await createSeason(tx, { loft_id: loft.id, name: 'Next', year: 2027 });
      const key = { loft_id: loft.id, season_id: season.id };
      const bird = { team_id: null, ring: 'DRAFT 1', name: null, color: null, sex: 'unknown' as const };
      return { season_id: season.id, ids: await enterPigeons(tx, key, [bird]) };
    });
    expect((await get(`${loft.id}/pigeons/${ids[0]}`)).status).toBe(404);
    expect((await get(`${loft.id}/pigeons?season_id=${season_id}`)).status).toBe(404);
    expect((await get(`${loft.id}?season_id=${season_id}`)).status).toBe(404);
    expect((await get(`${loft.id}`)).body.seasons.map(({ id }: { id: number }) => id)).not.toContain(season_id);
  });
});

describe('a loft', () => {
  it('lists the flights of its current season with their best speed', async () => {
    const { body } = await get(`${first.loft.id}`);
    const result = (await get(`${first.loft.id}/flights/${first.flight_id}/result`)).body.rows[0];
    expect(body.season_id).toBe(first.season_id);
    expect(body.flights.map(({ id, best_speed }: { id: number; best_speed: number }) => [id, best_speed])).toEqual([
      [second.flight_id, null],
      [first.flight_id, result.speed],
    ]);
  });

  it('names the winner of each flight where it shows ranks (3.15)', async () => {
    const winners = async () =>
      (await get(`${first.loft.id}`)).body.flights.map(
        ({ winner }: { winner: { pigeon_id: number } | null }) => winner?.pigeon_id,
      );
    expect(await winners()).toEqual([undefined, first.pigeon_ids[1]]);
    const hide = (hidden: Switch[]) =>
      connection.db.updateTable('seasons').set({ hidden: hidden }).where('id', '=', first.season_id).execute();
    await hide(['results.rank']);
    expect(await winners()).toEqual([undefined, undefined]);
    await hide([]);
  });
});

describe('the lofts', () => {
  const names = async (query: string) =>
    (await get(`?${query}`)).body.lofts.map(({ name }: { name: string }) => name) as string[];

  it('are found by words of their names and by country, those with birds in the air first', async () => {
    const name = `Serra Ortuño ${first.loft.id}`;
    const quiet = await buildLoft(connection.db, { name, country: 'PT' });
    expect(await names('q=ortuno')).toEqual([name]);
    expect(await names('country=PT')).toEqual([name]);
    expect(await names('country=PT&live=1')).toEqual([]);
    expect(await names('q=portugal')).toEqual([name]);
    expect((await names('')).indexOf(first.loft.name)).toBeLessThan((await names('')).indexOf(quiet.loft.name));
    expect((await get('?country=PT')).body).toMatchObject({ total: 1, countries: [{ code: 'PT', count: 1 }] });
  });

  it.each(['country=pt', 'live=yes', 'page=-1'])('refuse ?%s and name the field', async (query) => {
    const { status, body } = await get(`?${query}`);
    expect([status, Object.keys(body.codes)]).toEqual([422, [query.split('=')[0]]]);
  });
});
