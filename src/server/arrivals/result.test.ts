import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { readResult } from '#domain/arrivals/contract.ts';
import type { searchBasketing } from '#domain/basketing/contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { type App, buildApp } from '#server/app.ts';
import { basketPigeons } from '#server/basketing/basketing.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { rematchWaiting } from '#server/ledger/matching.ts';
import { type BuiltRace, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';

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
  await sendReadings(Array.from({ length: birds - 1 }, (_, bird) => bird));
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
async function sendReadings(some: readonly number[]) {
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
/** Drops that begin with these rows, and how long after the one before. */
const lines = (...rows: number[]) => rows.map((row) => [row, 276_000]);

describe('the result of a flight', () => {
  it('comes by rank, one page at a time, with the drops that begin within the page (9.4)', async () => {
    const first = await result('per_page=25');
    expect(birdsOf(first)).toEqual(Array.from({ length: 25 }, (_, i) => i));
    expect(first).toMatchObject({
      page_count: 3,
      home_count: 59,
      match_count: 59,
      drops: [[0, null], ...lines(5, 10, 15, 20, 25)],
    });
    expect(await result('per_page=25&page=99')).toMatchObject({ page: 3, drops: [...lines(0, 5), [9, null]] });
  });

  it('comes in reverse order, the latest first', async () => {
    const latest = await result('order=latest&per_page=25');
    expect(birdsOf(latest)).toEqual(Array.from({ length: 25 }, (_, i) => 58 - i));
    expect(latest.rows[0]!.rank).toBe(59);
    expect(latest).toMatchObject({ drops: [[0, null], ...lines(4, 9, 14, 19, 24)] });
  });

  it('leaves out birds that do not match the search; ranks stay, neighbours are dropped', async () => {
    const polish = await result('country=PL&per_page=25');
    expect(polish).toMatchObject({ match_count: 29, home_count: 59, page_count: 2, drops: null });
    expect(polish.rows.map(({ country }) => country)).toEqual(Array(25).fill('PL'));
    expect(polish.rows.slice(0, 3).map(({ rank }) => rank)).toEqual([2, 4, 6]);
    const { ring } = (await result()).rows[7]!;
    expect(birdsOf(await result(`q=${encodeURIComponent(ring.slice(-6))}`))).toEqual([7]);
    expect(birdsOf(await result('q=zilver'))).toEqual([9, 19, 29, 39, 49]);
    expect((await result('q=Polen')).match_count).toBe(29);
    expect((await result('q=Polen&country=BE')).match_count).toBe(0);
    expect(birdsOf(await result('q=zilver&order=latest'))).toEqual([49, 39, 29, 19, 9]);
  });

  it('gives the first, the last ones home and the countries of the whole result, whatever is chosen', async () => {
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

  it('comes as a whole on request', async () => {
    expect(await result('per_page=all')).toMatchObject({ page: 1, page_count: 1 });
    expect(birdsOf(await result('per_page=all&page=7'))).toEqual(Array.from({ length: 59 }, (_, i) => i));
    expect(birdsOf(await result('per_page=all&q=zilver'))).toEqual([9, 19, 29, 39, 49]);
    expect(await result('per_page=all&q=nobody')).toMatchObject({ page_count: 1, match_count: 0, rows: [] });
  });

  it('accepts any search text, and finds nothing rather than failing', async () => {
    for (const q of ['%', "'; drop table pigeons; --", '\0', '\ud800', '𓅃', '‮nobody', '(.*)+$', '__proto__', '\\']) {
      expect([q, (await result(`q=${encodeURIComponent(q.toWellFormed())}`)).match_count]).toEqual([q, 0]);
    }
    expect((await result('q=ZÍLVER%20ｊａｎｓｓｅｎｓ')).match_count).toBe(5);
    expect((await result('q=%F0%9F')).match_count).toBe(0);
  });

  it('shows a team’s new name at once, and a bird that has just come', async () => {
    await rename('Zílver', 'Renamed');
    expect(birdsOf(await result('q=renamed'))).toEqual([9, 19, 29, 39, 49]);
    await sendReadings([59]);
    expect(birdsOf(await result('q=renamed'))).toEqual([9, 19, 29, 39, 49, 59]);
  });

  it('shows a bird at once that was put on the list after the release', async () => {
    const other = await buildRace(connection.db, { birds: 3, basketed: 2 });
    const at = `/api/lofts/${other.loft.id}/flights/${other.flight_id}/result`;
    const readings = [1, 2].map((bird) => readingOf(other, bird, 300 + bird, { sequence: bird }));
    const { statusCode } = await built.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers: { authorization: `Bearer ${other.key}` },
      payload: { readings },
    });
    expect(statusCode).toBe(200);
    expect((await built.app.inject(at)).json()).toMatchObject({ home_count: 1 });
    const key = { loft_id: other.loft.id, flight_id: other.flight_id };
    await connection.db.transaction().execute(async (tx) => {
      await basketPigeons(tx, await lockFlight(tx, key), other.pigeon_ids.slice(2));
    });
    await connection.db.transaction().execute(async (tx) => {
      await lockLedger(tx, other.loft.id);
      await rematchWaiting(tx, other.loft.id, 0);
    });
    const { rows } = (await built.app.inject(at)).json() as { rows: { pigeon_id: number; ring: string }[] };
    expect(rows.map(({ pigeon_id }) => pigeon_id)).toEqual([other.pigeon_ids[1], other.pigeon_ids[2]]);
    expect(rows.every(({ ring }) => ring.startsWith('BE '))).toBe(true);
  });
});

const askBasketing = (query: string) =>
  built.app.inject(`/api/lofts/${race.loft.id}/flights/${race.flight_id}/basketing/search?${query}`);
async function basketing(query = ''): Promise<ReplyOf<typeof searchBasketing>> {
  const answer = await askBasketing(query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

describe('the basketing list of a flight', () => {
  it('comes in the order of basketing, one page at a time (9.4)', async () => {
    const second = await basketing('page=2&per_page=25');
    expect(second.pigeons.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, i) => i + 26));
    expect(birdsOf({ rows: second.pigeons })).toEqual(Array.from({ length: 25 }, (_, i) => i + 25));
    expect(second).toMatchObject({ page: 2, page_count: 3, match_count: 60 });
    expect((await basketing('per_page=all')).pigeons).toHaveLength(60);
  });

  it('is searched and filtered like the result; numbers stay those of the whole list', async () => {
    const polish = await basketing('country=PL&q=renamed');
    expect(polish.pigeons.map(({ number }) => number)).toEqual([10, 20, 30, 40, 50, 60]);
    expect(await basketing('country=SE')).toMatchObject({ match_count: 0, page: 1, page_count: 1, pigeons: [] });
  });

  it('shows which birds are home and which in the air', async () => {
    const fresh = await buildRace(connection.db, { birds: 3 });
    const url = `/api/lofts/${fresh.loft.id}/flights/${fresh.flight_id}/basketing/search`;
    const numbers = async (state: string) =>
      (await built.app.inject(`${url}?state=${state}`))
        .json<ReplyOf<typeof searchBasketing>>()
        .pigeons.map(({ number, home }) => [number, home]);
    expect(await numbers('home')).toEqual([]);
    await built.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers: { authorization: `Bearer ${fresh.key}` },
      payload: { readings: [readingOf(fresh, 1, 300, { sequence: 1 })] },
    });
    expect(await numbers('home')).toEqual([[2, true]]);
    expect(await numbers('out')).toEqual([
      [1, false],
      [3, false],
    ]);
    expect(await numbers('')).toHaveLength(3);
  });
});

describe('an invalid query is refused with its field named', () => {
  const both: [query: string, field: string][] = [
    ['country=Poland', 'country'],
    ['country=pl', 'country'],
    ['country=PL&country=BE', 'country'],
    [`q=${'x'.repeat(101)}`, 'q'],
    ['q=a&q=b', 'q'],
    ['per_page=10', 'per_page'],
    ['per_page=5809', 'per_page'],
    ['page=0', 'page'],
    ['page=1e9', 'page'],
  ];

  it.each<[string, string]>([...both, ['order=team', 'order'], ['order=', 'order']])(
    'result?%s',
    async (query, field) => {
      const answer = await ask(query);
      expect(answer.statusCode).toBe(422);
      expect(Object.keys(answer.json().codes)).toEqual([field]);
    },
  );

  it.each<[string, string]>([...both, ['state=lost', 'state']])('basketing/search?%s', async (query, field) => {
    const answer = await askBasketing(query);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().codes)).toEqual([field]);
  });
});
