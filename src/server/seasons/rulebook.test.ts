/** The rulebook of a season: who publishes it, which flights follow it, and what is immutable. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { defaultRulebook, type Rulebook } from '#domain/seasons/rulebook.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { findFlight } from '#server/flights/flights.ts';
import { moveFlight, releaseFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { changeFlight, planFlight } from '#server/flights/planning.ts';
import { type BuiltLoft, buildLoft, buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { rulebookOf } from './rulebook.ts';
import { createSeason } from './seasons.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
let at: BuiltLoft;
let merchant: Awaited<ReturnType<typeof buildPerson>>;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});
beforeEach(async () => {
  at = await buildLoft(connection.db);
  merchant = await buildPerson(connection.db, {
    first_name: 'Maria',
    last_name: 'Claes',
    entries: [{ loft_id: at.loft.id, entry: { is_merchant: true } }],
  });
});

const first = defaultRulebook('km');
const slower: Rulebook = { ...first, rules: { ...first.rules, precision_ms: 1000 } };
const consecutive: Rulebook = { ...first, rules: { ...first.rules, ties: 'consecutive' } };

async function publish(rulebook: unknown, after_version: unknown = 1) {
  const url = `/api/admin/seasons/${at.season_id}/rulebook`;
  const payload = { after_version, rulebook };
  const answer = await built.app.inject({ method: 'POST', url, headers: merchant.headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}

async function read(version?: number) {
  const url = `/api/lofts/${at.loft.id}/seasons/${at.season_id}/rulebook`;
  const answer = await built.app.inject({ url: version === undefined ? url : `${url}?version=${version}` });
  return { status: answer.statusCode, body: answer.json() };
}

const plan = (name: string, rules?: Rulebook['rules']) =>
  connection.db.transaction().execute((tx) =>
    planFlight(tx, at.loft, {
      season_id: at.season_id,
      name,
      kind: 'final',
      distance_m: 400_000,
      ...(rules && { rules }),
    }),
  );
const flight = async (flight_id: number) => (await findFlight(connection.db, { loft_id: at.loft.id, flight_id }))!;
const release = (flight_id: number, release_time = '2026-06-06T05:00:00.000Z') =>
  connection.db.transaction().execute(async (tx) => {
    const key = { loft_id: at.loft.id, flight_id };
    await moveFlight(tx, await lockFlight(tx, key), 'open_basketing');
    await releaseFlight(tx, await lockFlight(tx, key), release_time);
  });

it('begins with a first version, and each further one records its changes, date and author', async () => {
  expect((await read()).body).toMatchObject({ version: 1, rulebook: first, versions: [{ version: 1, changed: [] }] });
  expect(await publish(slower)).toEqual({ status: 200, body: { version: 2 } });
  expect(await publish(consecutive, 2)).toEqual({ status: 200, body: { version: 3 } });
  const { body } = await read();
  expect(body).toMatchObject({ version: 3, rulebook: consecutive, currency: 'EUR' });
  expect(
    body.versions.map(({ version, changed }: { version: number; changed: string[] }) => [version, changed]),
  ).toEqual([
    [3, ['ties']],
    [2, ['ties']],
    [1, []],
  ]);
  // The author is shown to the loft only.
  expect(JSON.stringify(body)).not.toContain('Maria');
  const url = `/api/admin/seasons/${at.season_id}/rulebook`;
  const adminPath = (await built.app.inject({ url, headers: merchant.headers })).json();
  expect(adminPath.versions.map(({ by }: { by: string | null }) => by)).toEqual(['Maria Claes', 'Maria Claes', null]);
  expect((await read(2)).body.rulebook).toEqual(slower);
  expect((await read(4)).status).toBe(404);
});

it('a flight with race rules of its own keeps the prizes of the version that was valid at its release', async () => {
  const prizes = (euros: number): Rulebook => ({
    ...first,
    prizes: { final: { basis: 'amount', steps: [{ from: 1, to: 1, value: euros * 100 }] } },
  });
  const first_prize = async (flight_id: number) => {
    const { prizes } = await rulebookOf(connection.db, { loft_id: at.loft.id, id: flight_id });
    return prizes.final?.steps[0]?.value;
  };
  const [flown, coming] = [await plan('Flown', consecutive.rules), await plan('Coming', consecutive.rules)];
  await publish(prizes(500));
  expect(await first_prize(coming)).toBe(50_000);
  await release(flown, new Date().toISOString());
  await publish(prizes(600), 2);
  expect(await first_prize(flown)).toBe(50_000);
  expect(await first_prize(coming)).toBe(60_000);
  // One of former years, flown before there was a rulebook.
  await release(coming);
  expect(await first_prize(coming)).toBe(60_000);
});

it('prizes that were published are not lowered any more, and those of a draft are (domain 2.11)', async () => {
  const prizes = (euros: number): Rulebook => ({
    ...first,
    prizes: { final: { basis: 'amount', steps: [{ from: 1, to: 1, value: euros * 100 }] } },
  });
  await publish(prizes(500));
  const lowered = await publish(prizes(400), 2);
  expect(lowered).toMatchObject({ status: 422, body: { codes: { 'rulebook.prizes.final': ['prizes_lowered'] } } });
  expect((await read()).body.version).toBe(2);
  expect((await publish(prizes(600), 2)).body).toEqual({ version: 3 });
  // The control: while nobody has read it.
  const { loft } = at;
  const draft = await connection.db
    .transaction()
    .execute((tx) => createSeason(tx, { loft_id: loft.id, name: '2027', year: 2027 }));
  at = { ...at, season_id: draft.id };
  await publish(prizes(500));
  expect((await publish(prizes(400), 2)).body).toEqual({ version: 3 });
});

it('prizes of ace pigeons are promised by a ranking, not by a rulebook (domain 2.11)', async () => {
  const ace = { basis: 'amount', steps: [{ from: 1, to: 1, value: 100 }] };
  const promised = await publish({ ...first, prizes: { ace } });
  expect(promised).toMatchObject({
    status: 422,
    body: { codes: { 'rulebook.prizes.ace': ['ace_prizes_of_rankings'] } },
  });
  expect((await read()).body.version).toBe(1);
});

it('an unchanged text creates no new version; an edit of an older version is refused', async () => {
  expect((await publish(first)).body).toEqual({ version: 1 });
  await publish(slower);
  expect(await publish(consecutive)).toMatchObject({
    status: 409,
    body: { code: 'rulebook_changed', params: { version: 2 } },
  });
  const both = await Promise.all([publish(consecutive, 2), publish({ ...slower, manual_arrival: 'not_ranked' }, 2)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

it('names each wrong field', async () => {
  const rules = { ...first.rules, closing: { kind: 'hours', hours: 0 } };
  const prizes = { final: { basis: 'percent', steps: [{ from: 1, to: 1, value: 10_001 }] } };
  const { status, body } = await publish({ ...first, rules, prizes });
  expect(status).toBe(422);
  expect(Object.keys(body.codes)).toEqual(['rulebook.rules.closing.hours', 'rulebook.prizes.final.steps']);
});

it('a flight follows the latest version until its release, and keeps it from then on; one with rules of its own has none', async () => {
  const [flown, coming, own] = [await plan('Flown'), await plan('Coming'), await plan('Own', consecutive.rules)];
  expect(await flight(flown)).toMatchObject({ rulebook_version: 1, rules: first.rules });
  await publish(slower);
  await release(flown);
  await publish(consecutive, 2);
  expect(await flight(flown)).toMatchObject({ rulebook_version: 2, rules: slower.rules });
  expect(await flight(coming)).toMatchObject({ rulebook_version: 3, rules: consecutive.rules });
  expect(await flight(await plan('Later'))).toMatchObject({ rulebook_version: 3 });
  expect(await flight(own)).toMatchObject({ rulebook_version: null });
  await connection.db.transaction().execute(async (tx) => {
    await changeFlight(tx, await lockFlight(tx, { loft_id: at.loft.id, flight_id: coming }), { rules: slower.rules });
  });
  expect(await flight(coming)).toMatchObject({ rulebook_version: null, rules: slower.rules });
  // The database refuses to change flown or published rules as well.
  const set = (change: { rulebook_version: number; rules?: string }) =>
    connection.db.updateTable('flights').set(change).where('id', '=', flown).execute();
  await expect(set({ rulebook_version: 3, rules: JSON.stringify(consecutive.rules) })).rejects.toThrow(/frozen/);
  await expect(
    connection.db.updateTable('flights').set({ rulebook_version: 1 }).where('id', '=', own).execute(),
  ).rejects.toThrow(/does not have the rules of version 1/);
  await expect(connection.db.deleteFrom('rulebooks').where('season_id', '=', at.season_id).execute()).rejects.toThrow(
    /permission denied/,
  );
});
