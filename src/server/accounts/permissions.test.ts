import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { asOwner, buildLoft, buildPerson, entryOf, testConfig } from '#testing/builders.ts';
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

type Person = Awaited<ReturnType<typeof buildPerson>>;

async function ask(by: Person | null, method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await built.app.inject({ method, url, headers: by?.headers ?? {}, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

/** A loft with its merchant, and somebody without rights. */
async function scene() {
  const { loft } = await buildLoft(connection.db);
  const merchant = await buildPerson(connection.db, {
    first_name: 'Maria',
    last_name: 'Maes',
    email: `maria.${loft.id}@example.org`,
    entries: [{ loft_id: loft.id, entry: { is_merchant: true } }],
  });
  const other = await buildPerson(connection.db, {
    first_name: 'Otto',
    last_name: 'Olsen',
    email: `otto.${loft.id}@example.org`,
  });
  const path = `/api/lofts/${loft.id}/permissions`;
  return { loft, merchant, other, path };
}

describe('a merchant', () => {
  it('finds a person by e-mail, gives, changes and takes rights, each with a row in the audit log', async () => {
    const { loft, merchant, other, path } = await scene();
    const found = await ask(merchant, 'GET', `/api/lofts/${loft.id}/people?email=OTTO.${loft.id}@example.org`);
    // Names are shown only of people who have something to do with the loft.
    expect(found.body.people).toMatchObject([{ user_id: other.user_id, first_name: null, last_name: null }]);
    const agent = entryOf({ is_agent: true });
    const asleep = { ...agent, is_active: false };
    expect((await ask(merchant, 'PUT', `${path}/${other.user_id}`, agent)).body).toEqual({ entry: agent });
    await ask(merchant, 'PUT', `${path}/${other.user_id}`, asleep);
    // The same rights again are no change.
    await ask(merchant, 'PUT', `${path}/${other.user_id}`, asleep);
    expect((await ask(merchant, 'GET', path)).body.people.map((one: { entry: object }) => one.entry)).toEqual([
      entryOf({ is_merchant: true }),
      asleep,
    ]);
    expect((await ask(merchant, 'DELETE', `${path}/${other.user_id}`)).status).toBe(200);
    const { body } = await ask(merchant, 'GET', path);
    expect(body.people).toHaveLength(1);
    const by = { user_id: merchant.user_id, first_name: 'Maria' };
    const about = { user_id: other.user_id, email: `otto.${loft.id}@example.org` };
    expect(body.changes).toMatchObject([
      { action: 'permission.take', by, about, before: asleep, after: null },
      { action: 'permission.change', by, about, before: agent, after: asleep },
      { action: 'permission.give', by, about, before: null, after: agent },
      { action: 'permission.give', by: null, about: { user_id: merchant.user_id }, before: null },
    ]);
  });

  it('can neither remove the last active merchant of the loft nor give empty rights (5.4, 8.24)', async () => {
    const { merchant, other, path } = await scene();
    const own = `${path}/${merchant.user_id}`;
    for (const [method, entry] of [
      ['DELETE', undefined],
      ['PUT', entryOf({ is_agent: true })],
      ['PUT', entryOf({ is_merchant: true, is_active: false })],
    ] as const) {
      expect(await ask(merchant, method, own, entry)).toMatchObject({ status: 409, body: { code: 'last_merchant' } });
    }
    expect(await ask(merchant, 'PUT', `${path}/${other.user_id}`, entryOf({}))).toMatchObject({
      status: 409,
      body: { code: 'permission_empty' },
    });
    await ask(merchant, 'PUT', `${path}/${other.user_id}`, entryOf({ is_merchant: true }));
    expect((await ask(merchant, 'DELETE', own)).status).toBe(200);
    // The change applies from the next request.
    expect((await ask(merchant, 'GET', path)).status).toBe(404);
    expect((await ask(other, 'GET', path)).status).toBe(200);
  });

  it('gets 404 for an unknown person and for a person without rights', async () => {
    const { loft, merchant, other, path } = await scene();
    expect((await ask(merchant, 'DELETE', `${path}/${other.user_id}`)).status).toBe(404);
    expect((await ask(merchant, 'PUT', `${path}/99999999`, entryOf({ is_agent: true }))).status).toBe(404);
    expect((await ask(merchant, 'GET', `/api/lofts/${loft.id}/people?email=no@example.org`)).body.people).toEqual([]);
  });

  it('sees only their own lofts in the list, an admin all', async () => {
    const { loft, merchant } = await scene();
    const second = await scene();
    const listed = (await ask(merchant, 'GET', '/api/admin/lofts')).body.lofts;
    expect(listed).toMatchObject([{ id: loft.id, name: loft.name, merchant_count: 1, people_count: 1 }]);
    const admin = await buildPerson(connection.db, { is_admin: true });
    const all = (await ask(admin, 'GET', '/api/admin/lofts')).body.lofts.map(({ id }: { id: number }) => id);
    expect(all).toEqual(expect.arrayContaining([loft.id, second.loft.id]));
    expect((await ask(null, 'GET', '/api/admin/lofts')).status).toBe(401);
    expect((await ask(second.other, 'GET', '/api/admin/lofts')).status).toBe(403);
  });
});

describe('the log', () => {
  it('is read in pages of 50, from the latest to the first', async () => {
    const { merchant, other, path } = await scene();
    for (let i = 0; i < 52; i++)
      await ask(merchant, 'PUT', `${path}/${other.user_id}`, entryOf({ is_agent: true, is_active: i % 2 === 0 }));
    const first = (await ask(merchant, 'GET', path)).body;
    expect(first.changes).toHaveLength(50);
    const rest = (await ask(merchant, 'GET', `${path}?before=${first.older}`)).body;
    expect([rest.changes.length, rest.older, rest.changes.at(-1).action]).toEqual([3, null, 'permission.give']);
  });

  it.each(["update audit_log set action = 'x'", 'delete from audit_log', 'truncate audit_log'])(
    'refuses `%s` by the program and by the database owner',
    async (statement) => {
      await scene();
      for (const url of [database.url, database.ownerUrl]) {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        await expect(client.query(statement)).rejects.toThrow(/append-only|permission denied|only grows/i);
        await client.end();
      }
    },
  );
});

describe('an admin', () => {
  it('gives admin rights and roles without rights; the last admin stays (6.3, 6.9)', async () => {
    await asOwner(connection.db, (tx) => tx.updateTable('users').set({ is_admin: false }).execute());
    const admin = await buildPerson(connection.db, { is_admin: true });
    const other = await buildPerson(connection.db);
    const standing = (person: Person) => `/api/people/${person.user_id}/standing`;
    const roles = ['translator', 'supporter', 'developer'];
    expect((await ask(admin, 'PUT', standing(other), { is_admin: false, roles })).status).toBe(200);
    expect((await ask(other, 'GET', '/api/admin/lofts')).status).toBe(403);
    expect(await ask(admin, 'PUT', standing(admin), { is_admin: false, roles: [] })).toMatchObject({
      status: 409,
      body: { code: 'last_admin' },
    });
    expect((await ask(admin, 'PUT', standing(other), { is_admin: true, roles: [] })).status).toBe(200);
    expect((await ask(other, 'PUT', standing(admin), { is_admin: false, roles: [] })).status).toBe(200);
    expect((await ask(admin, 'PUT', standing(other), { is_admin: false, roles: [] })).status).toBe(404);
    const log = await connection.db
      .selectFrom('audit_log')
      .select(['user_id', 'before', 'after'])
      .where('about_user_id', '=', other.user_id)
      .orderBy('id')
      .execute();
    expect(log).toEqual([
      { user_id: admin.user_id, before: { is_admin: false, roles: [] }, after: { is_admin: false, roles } },
      { user_id: admin.user_id, before: { is_admin: false, roles }, after: { is_admin: true, roles: [] } },
    ]);
  });
});

describe('an admin who sees the site as another person (6.3)', () => {
  it('reads what that person reads and writes nothing, until it ends; both logs say so', async () => {
    const { loft, merchant, other } = await scene();
    const admin = await buildPerson(connection.db, { is_admin: true });
    const cookie = `session=${admin.token}`;
    const browser = async (method: 'GET' | 'POST', url: string) => {
      const answer = await built.app.inject({
        method,
        url,
        headers: { cookie },
        ...(method === 'POST' && { payload: {} }),
      });
      return {
        status: answer.statusCode,
        body: answer.body && answer.headers['content-type']?.includes('json') ? answer.json() : null,
      };
    };
    const me = async () => (await browser('GET', '/api/me/around')).body?.me;
    const see = (user_id: number) => browser('POST', `/api/people/${user_id}/see-as`);
    expect(await me()).toMatchObject({ id: admin.user_id, is_admin: true, is_seen: false });
    expect(await see(admin.user_id)).toMatchObject({ status: 409, body: { code: 'sees_no_admin' } });
    expect((await ask(merchant, 'GET', `/api/people/${other.user_id}/security-log`)).status).toBe(404);
    expect((await see(merchant.user_id)).status).toBe(200);

    expect(await me()).toMatchObject({ id: merchant.user_id, is_admin: false, is_seen: true });
    expect((await browser('GET', `/api/lofts/${loft.id}/permissions`)).status).toBe(200);
    expect((await browser('GET', '/api/admin/people')).status).toBe(404);
    for (const url of [`/api/people/${other.user_id}/see-as`, '/api/favorites'])
      expect((await browser('POST', url)).status).toBe(403);
    // A program with the token itself stays the admin.
    const program = await built.app.inject({
      url: '/api/me/around',
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(program.json().me.id).toBe(admin.user_id);

    expect((await browser('POST', '/see-as/end')).status).toBe(303);
    expect(await me()).toMatchObject({ id: admin.user_id, is_admin: true, is_seen: false });
    const log = await connection.db
      .selectFrom('audit_log')
      .select(['action', 'user_id'])
      .where('about_user_id', '=', merchant.user_id)
      .where('action', 'like', 'person.%')
      .orderBy('id')
      .execute();
    expect(log).toEqual([
      { action: 'person.see', user_id: admin.user_id },
      { action: 'person.see_end', user_id: admin.user_id },
    ]);
    const own = await ask(merchant, 'GET', `/api/people/${merchant.user_id}/security-log`);
    expect(own.body.entries.map(({ event }: { event: string }) => event)).toContain('seen');
  });

  it('ends by itself after half an hour, and when the admin is one no longer', async () => {
    const { merchant } = await scene();
    const admin = await buildPerson(connection.db, { is_admin: true });
    const me = async () => {
      const answer = await built.app.inject({ url: '/api/me/around', headers: { cookie: `session=${admin.token}` } });
      return answer.json().me.id;
    };
    const begin = () =>
      built.app.inject({
        method: 'POST',
        url: `/api/people/${merchant.user_id}/see-as`,
        headers: admin.headers,
        payload: {},
      });
    await begin();
    expect(await me()).toBe(merchant.user_id);
    await connection.db
      .updateTable('user_sessions')
      .set({ sees_until: new Date(Date.now() - 1000).toISOString() })
      .where('sees_user_id', '=', merchant.user_id)
      .execute();
    expect(await me()).toBe(admin.user_id);
    await begin();
    await asOwner(connection.db, (tx) =>
      tx.updateTable('users').set({ is_admin: false }).where('id', '=', admin.user_id).execute(),
    );
    expect(await me()).toBe(admin.user_id);
  });
});

describe('the list of all people (6.3)', () => {
  it('is for admins: searched, filtered by right, with rights, orders and the last use', async () => {
    const { loft, merchant, other } = await scene();
    const admin = await buildPerson(connection.db, { is_admin: true, last_name: 'Zetkin' });
    for (const who of [merchant, other]) expect((await ask(who, 'GET', '/api/admin/people')).status).toBe(404);
    const list = async (search: string) => {
      const { body } = await ask(admin, 'GET', `/api/admin/people?${search}`);
      return body.people as { user_id: number; rights: object[]; standing: object; order_count: number }[];
    };
    const [found, ...others] = await list(`q=maria.${loft.id}`);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      user_id: merchant.user_id,
      standing: { is_admin: false },
      order_count: 0,
      rights: [{ loft_id: loft.id, entry: { is_merchant: true, is_active: true } }],
    });
    const ids = async (search: string) => (await list(search)).map(({ user_id }) => user_id);
    expect(await ids(`kind=is_merchant&q=${loft.id}`)).toEqual([merchant.user_id]);
    expect(await ids(`kind=is_agent&q=${loft.id}`)).toEqual([]);
    expect(await ids('kind=admin')).toContain(admin.user_id);
    expect(await ids(`sort=-name&q=${loft.id}`)).toEqual([other.user_id, merchant.user_id]);
  });
});
