import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { createSeason } from '#server/seasons/seasons.ts';
import { buildLoft, buildPerson, buildRace, testConfig } from '#testing/builders.ts';
import { buildContract } from '#testing/contracts.ts';
import { testDatabase } from '#testing/database.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;

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

/** A season in which Ann has two teams and Bob one, run by a merchant and an agent. */
async function scene() {
  const race = await buildRace(connection.db, { birds: 12 });
  const loft_id = race.loft.id;
  const person = (first_name: string, entry?: object) =>
    buildPerson(connection.db, {
      first_name,
      email: `${first_name}.${loft_id}@example.org`,
      entries: entry ? [{ loft_id, entry }] : [],
    });
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  const [mia, abe] = [await person('Mia', { is_merchant: true }), await person('Abe', { is_agent: true })];
  const teams = await connection.db
    .selectFrom('teams')
    .select('id')
    .where('season_id', '=', race.season_id)
    .orderBy('id')
    .execute();
  const give = (user_id: number, ids: number[]) =>
    connection.db.updateTable('teams').set({ user_id }).where('id', 'in', ids).execute();
  await give(ann.user_id, [teams[0]!.id, teams[1]!.id]);
  await give(bob.user_id, [teams[2]!.id]);
  const ask = async (url: string) => {
    const answer = await built.app.inject({ url, headers: mia.headers });
    return { status: answer.statusCode, body: answer.json() };
  };
  const at = `/api/admin/seasons/${race.season_id}`;
  const named = async (query: string) =>
    (await ask(at + query)).body.people.map((one: { first_name: string }) => one.first_name);
  return { ...race, loft_id, ann, bob, mia, abe, teams, ask, named, at };
}

it('customers are people with teams, users also those with rights; searched, filtered and ordered', async () => {
  const { named, ask, at, loft_id, pigeon_ids } = await scene();
  expect(await named('/customers')).toEqual(['Ann', 'Bob']);
  expect(await named('/customers?sort=-pigeon_count')).toEqual(['Ann', 'Bob']);
  expect(await named('/customers?sort=team_count')).toEqual(['Bob', 'Ann']);
  expect(await named('/customers?sort=-email')).toEqual(['Bob', 'Ann']);
  expect(await named('/users')).toEqual(['Abe', 'Ann', 'Bob', 'Mia']);
  expect(await named('/users?part=is_agent')).toEqual(['Abe']);
  expect(await named('/users?part=customer')).toEqual(['Ann', 'Bob']);
  expect(await named(`/users?q=mia.${loft_id}@`)).toEqual(['Mia']);
  expect(await named('/customers?q=bob%20team')).toEqual(['Bob']);
  expect(await named('/customers?country=NL')).toEqual([]);
  const { ring } = await connection.db
    .selectFrom('pigeons')
    .select('ring')
    .where('id', '=', pigeon_ids[1]!)
    .executeTakeFirstOrThrow();
  expect(await named(`/customers?q=${encodeURIComponent(ring)}`)).toEqual(['Ann']);
  expect((await ask(`${at}/customers?per_page=25`)).body).toMatchObject({
    total: 2,
    countries: ['BE'],
    people: [{ pigeon_count: 4, teams: [{ team: 'Team 1', country: 'BE' }, { team: 'Team 2' }], entry: null }, {}],
  });
});

it('a person of the season is shown with what concerns the loft; others are not found', async () => {
  const { loft_id, season_id, ask, at, ann, mia, teams, pigeon_ids, loft } = await scene();
  const { db } = connection;
  await db
    .updateTable('users')
    .set({ phone: '+3252123456', language: 'nl', street: 'Dorpsstraat 1' })
    .where('id', '=', ann.user_id)
    .execute();
  const last = await db.transaction().execute((tx) => createSeason(tx, { loft_id, name: 'Last year', year: 2025 }));
  const { team_id } = await db
    .insertInto('teams')
    .values({ loft_id, season_id: last.id, name: 'Old team', country: 'NL', user_id: ann.user_id })
    .returning('id as team_id')
    .executeTakeFirstOrThrow();
  await buildContract(db, { loft_id, user_id: mia.user_id });
  const contract = db.selectFrom('contracts').select('id').where('loft_id', '=', loft_id);
  const { id: contract_id } = await contract.executeTakeFirstOrThrow();
  await db.insertInto('contract_acceptances').values({ loft_id, contract_id, user_id: ann.user_id }).execute();
  const fancier = { loft_id, name: 'Ann Aerts', note: 'Pays late' };
  const { id } = await db.insertInto('fanciers').values(fancier).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('fancier_teams').values({ loft_id, team_id, fancier_id: id }).execute();
  const view = await ask(`${at}/customers/${ann.user_id}`);
  expect(view.body).toMatchObject({
    loft: { name: loft.name },
    season: { id: season_id },
    person: { first_name: 'Ann', phone: '+3252123456', language: 'nl', entry: null },
    teams: [
      { team_id: teams[0]!.id, team: 'Team 1', country: 'BE', pigeons: [{ pigeon_id: pigeon_ids[0] }, {}] },
      { team: 'Team 2' },
    ],
    elsewhere: [{ team_id, season_id: last.id, season: 'Last year', country: 'NL', pigeon_count: 0 }],
    agreed: [{ contract_id, title: 'Contract', version: 1 }],
    fanciers: [{ id, name: 'Ann Aerts', note: 'Pays late' }],
  });
  expect(JSON.stringify(view.body)).not.toContain('Dorpsstraat');
  // Staff of seasons do not see the loft's own notes.
  const works = await buildPerson(db, { entries: [{ loft_id, entry: { has_seasons: true } }] });
  const seen = await built.app.inject({ url: `${at}/customers/${ann.user_id}`, headers: works.headers });
  expect([seen.statusCode, seen.json().fanciers]).toEqual([200, []]);
  // People of another loft and unknown ids are alike not found.
  const other = await scene();
  const none = await ask(`${at}/customers/99999999`);
  for (const stranger of [other.ann, other.mia]) expect(await ask(`${at}/customers/${stranger.user_id}`)).toEqual(none);
  expect(none.status).toBe(404);
  // What a person has in another loft is shown to that loft only.
  await db.updateTable('teams').set({ user_id: ann.user_id }).where('id', '=', other.teams[5]!.id).execute();
  expect((await ask(`${at}/customers/${ann.user_id}`)).body).toEqual(view.body);
  expect((await other.ask(`${other.at}/customers/${ann.user_id}`)).body).toMatchObject({
    teams: [{ team: 'Team 6' }],
    elsewhere: [],
    agreed: [],
    fanciers: [],
  });
});

it('staff choose from the teams of the season and the customers of the loft (7.5, 7.6, 3.8, 3.9)', async () => {
  const { ask, teams, ann, bob, loft_id, season_id } = await scene();
  const staff = '/api/custom/v1/staff';
  const teamsShown = (await ask(`${staff}/available-teams/${season_id}`)).body;
  expect(teamsShown).toHaveLength(10);
  expect(teamsShown).toContainEqual({ id: teams[2]!.id, user_id: bob.user_id, name: 'Team 3', fancier: 'Claes' });
  expect(teamsShown).toContainEqual({ id: teams[3]!.id, user_id: null, name: 'Team 4', fancier: 'Dewulf' });
  const users = (await ask(`${staff}/available-users/${loft_id}/${season_id}`)).body;
  const ouser = (name: string) => ({
    first_name: name,
    last_name: null,
    email: `${name}.${loft_id}@example.org`,
    image_src: null,
  });
  expect(users).toEqual([
    { id: ann.user_id, ouser: ouser('Ann') },
    { id: bob.user_id, ouser: ouser('Bob') },
  ]);
  // A season of another loft is not found, although both exist.
  const other = await buildLoft(connection.db);
  expect((await ask(`${staff}/available-users/${loft_id}/${other.season_id}`)).status).toBe(404);
  expect((await ask(`${staff}/available-users/${other.loft.id}/${season_id}`)).status).toBe(404);
  expect((await ask(`${staff}/available-teams/${other.season_id}`)).status).toBe(404);
});
