import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { readResult } from '#domain/arrivals/contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { testDatabase } from '#server/db/test-database.ts';
import { type BuiltRace, buildRace, readingOf, testConfig } from '#server/testing.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
/** Sixty birds of ten teams, the even teams from Poland; a drop every five birds, five minutes apart. */
let race: BuiltRace;
const birds = 60;
const minutes = (bird: number) => 250 + Math.floor(bird / 5) * 5 + (bird % 5) * 0.1;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
  race = await buildRace(connection.db, { birds });
  const polish = ['Team 2', 'Team 4', 'Team 6', 'Team 8', 'Team 10'];
  const { numUpdatedRows } = await connection.db
    .updateTable('teams')
    .set({ country: 'PL' })
    .where('loft_id', '=', race.loft.id)
    .where('name', 'in', polish)
    .executeTakeFirstOrThrow();
  expect(Number(numUpdatedRows)).toBe(5);
  await rename('Team 10', 'Zílver');
  // The last bird stays out.
  await tell(Array.from({ length: birds - 1 }, (_, bird) => bird));
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

async function rename(team: string, name: string) {
  const { numUpdatedRows } = await connection.db
    .updateTable('teams')
    .set({ name })
    .where('loft_id', '=', race.loft.id)
    .where('name', '=', team)
    .executeTakeFirstOrThrow();
  expect(Number(numUpdatedRows)).toBe(1);
}

let sequence = 0;
async function tell(some: readonly number[]) {
  const { statusCode } = await built.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers: { authorization: `Bearer ${race.key}` },
    payload: { readings: some.map((bird) => readingOf(race, bird, minutes(bird), { sequence: ++sequence })) },
  });
  expect(statusCode).toBe(200);
}

const ask = (query: string) => built.app.inject(`/api/lofts/${race.loft.id}/flights/${race.flight_id}/result?${query}`);
async function result(query = ''): Promise<ReplyOf<typeof readResult>> {
  const answer = await ask(query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const birdsOf = ({ rows }: { rows: readonly { pigeon_id: number }[] }) =>
  rows.map(({ pigeon_id }) => race.pigeon_ids.indexOf(pigeon_id));
const landing = (bird: number) => new Date(race.release_ms + minutes(bird) * 60_000).toISOString();

describe('the result of a flight', () => {
  it('comes by rank, a page at a time, and says who landed right above and below the page (9.4)', async () => {
    const first = await result('per_page=25');
    expect(birdsOf(first)).toEqual(Array.from({ length: 25 }, (_, i) => i));
    expect(first).toMatchObject({ page_count: 3, home_count: 59, match_count: 59, above: null, below: landing(25) });
    expect(await result('per_page=25&page=2')).toMatchObject({ above: landing(24), below: landing(50) });
    expect(await result('per_page=25&page=99')).toMatchObject({ page: 3, above: landing(49), below: null });
  });

  it('comes from its other end, the latest first', async () => {
    const latest = await result('order=latest&per_page=25');
    expect(birdsOf(latest)).toEqual(Array.from({ length: 25 }, (_, i) => 58 - i));
    expect(latest.rows[0]!.rank).toBe(59);
    expect(latest).toMatchObject({ above: null, below: landing(33) });
  });

  it('leaves out who is not looked for; ranks stay, and neighbours are none any more', async () => {
    const polish = await result('country=PL&per_page=25');
    expect(polish).toMatchObject({ match_count: 29, home_count: 59, page_count: 2, above: null, below: null });
    expect(polish.rows.map(({ country }) => country)).toEqual(Array(25).fill('PL'));
    expect(polish.rows.slice(0, 3).map(({ rank }) => rank)).toEqual([2, 4, 6]);
    const { ring } = (await result()).rows[7]!;
    expect(birdsOf(await result(`q=${encodeURIComponent(ring.slice(-6))}`))).toEqual([7]);
    expect(birdsOf(await result('q=zilver'))).toEqual([9, 19, 29, 39, 49]);
    expect((await result('q=Polen')).match_count).toBe(29);
    expect((await result('q=Polen&country=BE')).match_count).toBe(0);
    expect(birdsOf(await result('q=zilver&order=latest'))).toEqual([49, 39, 29, 19, 9]);
  });

  it('tells the first, the last ones home and the countries of the whole result, whatever is chosen', async () => {
    for (const query of ['', 'q=nobody', 'page=2&per_page=25', 'order=latest']) {
      const { leader, latest, countries } = await result(query);
      expect(leader).toMatchObject({ rank: 1, pigeon_id: race.pigeon_ids[0] });
      expect(birdsOf({ rows: latest })).toEqual([58, 57, 56, 55, 54, 53, 52, 51, 50]);
      expect(countries).toEqual([
        { country: 'BE', home: 30, basketed: 30 },
        { country: 'PL', home: 29, basketed: 30 },
      ]);
    }
  });

  it.each(['country=Poland', 'country=pl', 'order=team', `q=${'x'.repeat(101)}`, 'per_page=10'])(
    'refuses %s',
    async (query) => {
      expect((await ask(query)).statusCode).toBe(422);
    },
  );

  it('names a team by its new name at once, and shows a bird that has just come', async () => {
    await rename('Zílver', 'Renamed');
    expect(birdsOf(await result('q=renamed'))).toEqual([9, 19, 29, 39, 49]);
    await tell([59]);
    expect(birdsOf(await result('q=renamed'))).toEqual([9, 19, 29, 39, 49, 59]);
  });
});
