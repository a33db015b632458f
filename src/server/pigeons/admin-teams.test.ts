import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnedTeam } from '#domain/pigeons/team-contract.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { buildLoft, buildPerson, buildRace, testConfig } from '#testing/builders.ts';
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

/** A season of ten teams with twelve birds, ten of them basketed, its manager, and a customer. */
async function scene() {
  const race = await buildRace(connection.db, { birds: 12, basketed: 10 });
  const loft_id = race.loft.id;
  const manager = await buildPerson(connection.db, { entries: [{ loft_id, entry: { has_seasons: true } }] });
  const customer = await buildPerson(connection.db, {
    first_name: 'Cato',
    last_name: 'Crab',
    email: `cato.${loft_id}@example.org`,
  });
  const path = `/api/admin/seasons/${race.season_id}`;
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', to: string, payload?: object) => {
    const url = path + to;
    const answer = await built.app.inject({ method, url, headers: manager.headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const listed = async (query = '') =>
    (await ask('GET', `/teams?${query}`)).body as { total: number; teams: OwnedTeam[] };
  const { teams } = await listed();
  const idOf = (name: string) => teams.find(({ team }) => team === name)!.team_id;
  return { ...race, loft_id, manager, customer, ask, listed, idOf, email: `cato.${loft_id}@example.org` };
}

const actionsOf = async (loft_id: number) =>
  (
    await connection.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after', 'about_user_id'])
      .where('loft_id', '=', loft_id)
      .where('action', 'like', 'team.%')
      .orderBy('id')
      .execute()
  ).map(({ before, after, ...row }) => ({ ...row, before: before as { name?: string } | null, after }));

describe('the teams of a season', () => {
  it('are searched by name, fancier, ring and mail, filtered by country and account, sorted and paged', async () => {
    const { ask, listed, idOf, email, customer, pigeon_ids } = await scene();
    await ask('PUT', '/teams/account', { team_ids: [idOf('Team 2')], email });
    const { ring } = await connection.db
      .selectFrom('pigeons')
      .select('ring')
      .where('id', '=', pigeon_ids[4]!)
      .executeTakeFirstOrThrow();
    const found = async (query: string) => (await listed(query)).teams.map(({ team }) => team);
    expect(await found(`q=${encodeURIComponent(ring)}`)).toEqual(['Team 5']);
    expect(await found('q=goossens')).toEqual(['Team 7']);
    expect(await found(`q=${email}`)).toEqual(['Team 2']);
    expect(await found('account=with')).toEqual(['Team 2']);
    expect((await listed('account=without')).total).toBe(9);
    expect(await found('country=NL')).toEqual([]);
    expect((await found('sort=-team')).slice(0, 2)).toEqual(['Team 10', 'Team 9']);
    expect((await found('sort=-pigeon_count')).slice(0, 3)).toEqual(['Team 1', 'Team 2', 'Team 10']);
    expect(await listed('sort=account&per_page=25')).toMatchObject({
      total: 10,
      teams: [{ team: 'Team 2', account: { user_id: customer.user_id, last_name: 'Crab' } }, ...Array(9).fill({})],
    });
    expect((await ask('GET', '/teams?sort=id')).status).toBe(422);
  });

  it('are created, renamed and shown with their birds; a name is unique', async () => {
    const { ask, idOf, loft_id } = await scene();
    const fields = { team: 'Zwin', fancier: 'Zora', country: 'BE' };
    const { team_id } = (await ask('POST', '/teams', fields)).body;
    expect(await ask('POST', '/teams', { ...fields, team: 'zwin' })).toMatchObject({
      status: 409,
      body: { codes: { team: ['error_unique'] } },
    });
    expect(await ask('PUT', `/teams/${idOf('Team 1')}`, fields)).toMatchObject({
      status: 409,
      body: { codes: { team: ['error_unique'] } },
    });
    expect((await ask('PUT', `/teams/${team_id}`, { ...fields, team: ' Zwin II ', fancier: '' })).status).toBe(200);
    expect((await ask('PUT', `/teams/${team_id}`, { ...fields, country: 'Belgium' })).status).toBe(422);
    expect((await ask('GET', `/teams/${team_id}`)).body.team).toMatchObject({ team: 'Zwin II', fancier: null });
    const { pigeons } = (await ask('GET', `/teams/${idOf('Team 1')}`)).body;
    expect(pigeons.map((bird: { flight_count: number }) => bird.flight_count).sort()).toEqual([0, 1]);
    expect(await actionsOf(loft_id)).toMatchObject([
      { action: 'team.create', before: null, after: { name: 'Zwin' } },
      { action: 'team.change', before: { fancier: 'Zora' }, after: { name: 'Zwin II', fancier: null } },
    ]);
  });

  it('are assigned to one fancier together, with one name and the account that one has; two accounts are not mixed', async () => {
    const { ask, listed, idOf, email, customer, loft_id } = await scene();
    const team_ids = [idOf('Team 1'), idOf('Team 2'), idOf('Team 3')];
    await ask('PUT', '/teams/account', { team_ids: [team_ids[1]], email });
    expect((await ask('PUT', '/teams/fancier', { team_ids, fancier: 'C. Crab' })).body).toEqual({ changed: 3 });
    const same = { fancier: 'C. Crab', account: { user_id: customer.user_id } };
    expect((await listed('account=with')).teams).toMatchObject([same, same, same]);
    // An equal value is no change.
    expect((await ask('PUT', '/teams/fancier', { team_ids, fancier: 'C. Crab' })).body).toEqual({ changed: 0 });
    await buildPerson(connection.db, { email: `other.${loft_id}@example.org` });
    await ask('PUT', '/teams/account', { team_ids: [team_ids[0]], email: `other.${loft_id}@example.org` });
    expect(await ask('PUT', '/teams/fancier', { team_ids, fancier: 'C' })).toMatchObject({
      status: 409,
      body: { code: 'fanciers_differ' },
    });
    expect((await ask('PUT', '/teams/account', { team_ids, email: null })).body).toEqual({ changed: 3 });
    expect((await listed('account=with')).total).toBe(0);
  });

  it.each([
    ['PUT', '/teams/account', { email: null }],
    ['PUT', '/teams/fancier', { fancier: 'Aerts' }],
    ['DELETE', '/teams', {}],
  ] as const)('%s %s needs a selected team of this season (8.34)', async (method, to, body) => {
    const { ask } = await scene();
    const other = await scene();
    expect(await ask(method, to, { ...body, team_ids: [] })).toMatchObject({
      status: 409,
      body: { code: 'no_fancier_selected' },
    });
    expect((await ask(method, to, { ...body, team_ids: [other.idOf('Team 1')] })).status).toBe(404);
    expect((await ask('GET', `/teams/${other.idOf('Team 1')}`)).status).toBe(404);
  });
});

describe('a team and an e-mail address', () => {
  it.each([
    ['an agent', { is_agent: true }],
    ['staff', { is_staff: true }],
    ['a merchant', { is_merchant: true }],
  ])('of %s of the loft are not connected, neither by the call nor by the database (8.35)', async (name, entry) => {
    const { ask, idOf, loft_id } = await scene();
    const email = `works.${loft_id}@example.org`;
    const { user_id } = await buildPerson(connection.db, { email, entries: [{ loft_id, entry }] });
    const team_ids = [idOf('Team 1')];
    const refused = { status: 409, body: { code: 'email_not_assignable' } };
    expect(await ask('PUT', '/teams/account', { team_ids, email }), name).toMatchObject(refused);
    const set = connection.db.updateTable('teams').set({ user_id }).where('id', '=', team_ids[0]!).execute();
    await expect(set).rejects.toMatchObject({ constraint: 'email_not_assignable' });
  });

  it('without a signed-in account are refused; an agent of another loft is a customer here', async () => {
    const { ask, idOf, loft_id } = await scene();
    const team_ids = [idOf('Team 1')];
    expect(await ask('PUT', '/teams/account', { team_ids, email: 'nobody@example.org' })).toMatchObject({
      status: 409,
      body: { code: 'email_not_assignable' },
    });
    expect((await ask('PUT', '/teams/account', { team_ids, email: 'nobody' })).status).toBe(422);
    const elsewhere = (await buildLoft(connection.db)).loft.id;
    const email = `agent.${loft_id}@example.org`;
    await buildPerson(connection.db, { email, entries: [{ loft_id: elsewhere, entry: { is_agent: true } }] });
    expect((await ask('PUT', '/teams/account', { team_ids, email: email.toUpperCase() })).body).toEqual({ changed: 1 });
  });
});

describe('removal', () => {
  it('of teams is possible without pigeons, all or none (5.7, 8.23)', async () => {
    const { ask, idOf, loft_id } = await scene();
    const { team_id } = (await ask('POST', '/teams', { team: 'Empty', fancier: '', country: '' })).body;
    const refused = { status: 409, body: { code: 'team_holds_pigeons' } };
    expect(await ask('DELETE', '/teams', { team_ids: [team_id, idOf('Team 3')] })).toMatchObject(refused);
    expect((await ask('DELETE', '/teams', { team_ids: [team_id] })).body).toEqual({ removed: 1 });
    expect((await ask('DELETE', '/teams', { team_ids: [team_id] })).status).toBe(404);
    expect((await actionsOf(loft_id)).at(-1)).toMatchObject({ action: 'team.remove', before: { name: 'Empty' } });
  });

  it('of a pigeon is possible if it was in no flight, and removes its chip (5.7, 8.22)', async () => {
    const { ask, loft_id, pigeon_ids, chips } = await scene();
    const refused = { status: 409, body: { code: 'pigeon_flown' } };
    expect(await ask('DELETE', `/pigeons/${pigeon_ids[9]}`, {})).toMatchObject(refused);
    expect((await ask('DELETE', `/pigeons/${pigeon_ids[10]}`, {})).status).toBe(200);
    expect((await ask('DELETE', `/pigeons/${pigeon_ids[10]}`, {})).status).toBe(404);
    const worn = await connection.db.selectFrom('pigeon_chips').selectAll().where('chip', '=', chips[10]!).execute();
    expect(worn).toEqual([]);
    const other = await scene();
    expect((await ask('DELETE', `/pigeons/${other.pigeon_ids[11]}`, {})).status).toBe(404);
    const log = connection.db
      .selectFrom('audit_log')
      .select('action')
      .where('loft_id', '=', loft_id)
      .orderBy('id', 'desc');
    expect(await log.executeTakeFirst()).toEqual({ action: 'pigeon.remove' });
  });
});
