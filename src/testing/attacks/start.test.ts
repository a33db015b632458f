/** Attacks on a new site: on the accounts that a demo leaves, and on the appointment of the first admin. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginSession } from '#server/accounts/sessions.ts';
import { migrate } from '#server/db/migrate.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { createStorage } from '#server/files/storage.ts';
import { openLoft } from '#server/lofts/lofts.ts';
import { enterPeople } from '../../../dev/demo-people.ts';
import { home } from '../../../dev/demo-seed.ts';
import { asOwner, buildPerson, testConfig } from '../builders.ts';
import { hasPages } from '../built-pages.ts';
import { testDatabase } from '../database.ts';
import { kill, startProgram } from '../program.ts';
import { stranger, type Target, target } from './target.ts';

let site: Target;
beforeAll(async () => {
  if (hasPages) site = await target();
});
afterAll(() => site?.close());

/** A command-line tool, run as an operator does. */
function tool(name: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL(`../../../dev/${name}.ts`, import.meta.url)), ...args],
    { encoding: 'utf8', env: { PATH: process.env.PATH, DEMO: '0', ...addresses(), ...env } },
  );
  return { status, said: (stdout + stderr).trim() };
}
const addresses = () => ({ DATABASE_URL: site.database.url, DATABASE_OWNER_URL: site.database.ownerUrl });
const admins = async () =>
  (await site.connection.db.selectFrom('users').select('email').where('is_admin', '=', true).execute()).map(
    ({ email }) => email,
  );

describe.runIf(hasPages)('becoming admin', () => {
  it('with the serving database role is refused, by any statement (6.3)', async () => {
    const { user_id } = await buildPerson(site.connection.db);
    const nobody = await buildPerson(site.connection.db);
    const attempts = [
      `update users set is_admin = true where id = ${user_id}`,
      `update users set roles = '{developer}' where id = ${user_id}`,
      `insert into users (issuer, subject, is_admin) values ('https://id.example.org', 'thief', true)`,
      `select change_standing(null, ${user_id}, true, '{}')`,
      `select change_standing(${user_id}, ${user_id}, true, '{}')`,
      `select change_standing(${nobody.user_id}, ${user_id}, true, '{}')`,
      `create or replace function change_standing(bigint, bigint, boolean, text[]) returns void language sql as ''`,
      `alter table users disable trigger all`,
    ];
    for (const attempt of attempts)
      await expect(site.connection.pool.query(attempt), attempt).rejects.toMatchObject({ code: '42501' });
    expect(await admins()).toEqual([]);
  });

  it('leaves a row that names the acting admin, by every method', async () => {
    const admin = await buildPerson(site.connection.db, { is_admin: true });
    const { user_id } = await buildPerson(site.connection.db);
    const make = () =>
      site.connection.pool.query(`select change_standing($1, $2, true, '{}')`, [admin.user_id, user_id]);
    await make();
    const rows = await site.connection.db
      .selectFrom('audit_log')
      .select(['user_id', 'action', 'after'])
      .where('about_user_id', '=', user_id)
      .execute();
    expect(rows).toEqual([{ user_id: admin.user_id, action: 'standing.change', after: { is_admin: true, roles: [] } }]);
    // A former admin cannot appoint one.
    await asOwner(site.connection.db, (tx) => tx.updateTable('users').set({ is_admin: false }).execute());
    await expect(make()).rejects.toMatchObject({ code: '42501' });
  });

  it('by the command requires a confirmed address: a stranger who registered the operator’s gets nothing', async () => {
    const email = 'operator@example.org';
    const thief = stranger(site.app, '198.19.0.1');
    const form = {
      first_name: 'Eve',
      last_name: 'Evers',
      email,
      password: 'Homing-2026',
      password_again: 'Homing-2026',
    };
    await thief.post('/id/register', form);
    const mails = await site.mailsTo(email, /verify-email/);
    expect(tool('admin', ['--email', email])).toEqual({
      status: 1,
      said: expect.stringMatching(/^The address operator@example\.org is not confirmed: .* Set SMTP_URL first/),
    });
    expect(tool('admin', ['--email', 'nobody@example.org'])).toMatchObject({
      status: 1,
      said: expect.stringContaining('Nobody has registered with the address nobody@example.org'),
    });
    expect(await admins()).toEqual([]);

    // The mailbox's owner confirms: they become admin, though they never signed in at the site; then the site knows
    // them as admin.
    const link = /http\S+(\/id\/verify-email\?\S+)/.exec(mails[0]!)![1]!;
    await thief.post(link, Object.fromEntries(new URLSearchParams(link.split('?')[1])));
    expect(tool('admin', ['--email', email.toUpperCase()])).toEqual({
      status: 0,
      said: `${email.toUpperCase()} is admin now.`,
    });
    expect(await admins()).toEqual([email]);
    expect(tool('admin', ['--list']).said).toContain(email);
    const { before, after, user_id } = await site.connection.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'standing.change')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect({ before, after, user_id }).toMatchObject({
      user_id: null,
      before: { is_admin: false },
      after: { is_admin: true },
    });
    expect(tool('admin', ['--email', email, '--remove'])).toMatchObject({ status: 1 });
    const other = await buildPerson(site.connection.db, { is_admin: true });
    expect(tool('admin', ['--email', email, '--remove'])).toEqual({
      status: 0,
      said: `${email} is no admin any more.`,
    });
    await asOwner(site.connection.db, (tx) =>
      tx.updateTable('users').set({ is_admin: false }).where('id', '=', other.user_id).execute(),
    );
  }, 180_000);

  it('by the command requires the owner of the tables', async () => {
    const without = { DATABASE_OWNER_URL: '' };
    // The owner creates the queue's tables.
    expect(tool('migrate').status).toBe(0);
    expect(tool('admin', ['--email', 'operator@example.org'], without)).toEqual({
      status: 1,
      said: 'Only the owner of the tables makes an admin: set DATABASE_OWNER_URL.',
    });
  });
});

describe('a demo of a version without a demo mark', () => {
  it('is recognised by its accounts during the migration', async () => {
    const database = await testDatabase();
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query('drop table demo; drop function change_standing');
    await owner.query(`delete from migrations where name like '0055%'`);
    await owner.query(`insert into users (issuer, subject) values ('http://localhost:3000/id', 'demo-admin')`);
    expect(await migrate(database.ownerUrl, 'loftline')).toBe(1);
    const { rows } = await owner.query('select ended_at from demo');
    expect(rows).toEqual([{ ended_at: null }]);
    await owner.end();
    await database.drop();
  });
});

describe.runIf(hasPages)('the published password of the demo', () => {
  const published = 'Loftline-2026';
  const email = 'admin@loftline.example';

  it('is invalid after the demo: the start refuses until its accounts are ended, and then they are', async () => {
    const { db } = site.connection;
    const loft = await db.transaction().execute((tx) => openLoft(tx, home));
    const entering = {
      connection: site.connection,
      databaseUrl: site.database.url,
      ownerUrl: site.database.ownerUrl,
      log: site.app.log,
      address: 'http://localhost:3000',
      speed: 1,
      storage: createStorage(testConfig),
      provider: site.provider,
      say: () => {},
    };
    await enterPeople(entering);
    // In the demo everyone can sign in as its admin with the password.
    const before = stranger(site.app, '198.19.0.2');
    expect((await before.post('/id/sign-in', { email, password: published })).statusCode).toBe(302);
    expect(await admins()).toEqual([email]);
    const { id: user_id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const { token } = await db.transaction().execute((tx) => beginSession(tx, { user_id, expires_at }));
    const asAdmin = () => site.app.inject({ url: '/api/admin/lofts', headers: { authorization: `Bearer ${token}` } });
    expect((await asAdmin()).statusCode).toBe(200);

    // A visitor who was made admin and merchant by the demo's admin, an invited person, and a clock.
    const visitor = await buildPerson(db, { is_admin: true });
    await db
      .insertInto('loft_permissions')
      .values({
        loft_id: loft.id,
        user_id: visitor.user_id,
        is_merchant: true,
        is_agent: false,
        is_staff: false,
        has_seasons: false,
        is_active: true,
      })
      .execute();
    const lasting = { sent_at: new Date().toISOString(), expires_at };
    const invited = { loft_id: loft.id, email: 'eve@example.org', language: 'en', season_id: null, team_id: null };
    await db
      .insertInto('invitations')
      .values({ ...invited, invited_by: null, is_agent: true, is_staff: false, has_seasons: false, ...lasting })
      .execute();
    await db.transaction().execute((tx) => registerDevice(tx, { loft_id: loft.id, name: 'a clock of the demo' }));
    const asVisitor = () =>
      site.app.inject({ url: '/api/admin/lofts', headers: { authorization: `Bearer ${visitor.token}` } });
    expect((await asVisitor()).statusCode).toBe(200);

    // The serving role cannot remove the mark.
    for (const attempt of ['delete from demo', 'update demo set ended_at = now()', 'truncate demo'])
      await expect(site.connection.pool.query(attempt)).rejects.toMatchObject({ code: '42501' });
    const refused = startProgram(addresses());
    expect(await refused.ended).toBe(78);
    expect(refused.output()).toMatch(
      /^A demo ran in this database, .* run "npm run demo:end", .* or start with DEMO=1\.$/m,
    );
    expect(refused.output()).not.toMatch(/^ +at /m);

    const ended = tool('demo-end');
    expect(ended.status).toBe(0);
    expect(ended.said).toMatch(
      /^\d+ accounts of the demo are gone.*\n2 admins, \d+ rights in lofts, 1 invitations and the keys of 1 devices were taken/,
    );

    expect((await sql`select id from idp."user"`.execute(db)).rows).toEqual([]);
    const after = stranger(site.app, '198.19.0.3');
    expect((await after.post('/id/sign-in', { email, password: published })).statusCode).toBe(409);
    // The provider's own earlier session, and the site's.
    expect((await before.get('/id/account')).headers.location).toBe('/login?to=%2Fid%2Faccount');
    expect((await asAdmin()).statusCode).toBe(401);
    expect((await asVisitor()).statusCode).toBe(401);
    expect(await admins()).toEqual([]);
    const rights = db.selectFrom('loft_permissions').select('user_id').where('loft_id', '=', loft.id);
    expect(await rights.execute()).toEqual([]);
    const log = await db
      .selectFrom('audit_log')
      .select('action')
      .where('about_user_id', '=', user_id)
      .where('user_id', 'is', null)
      .orderBy('id')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(['standing.change', 'standing.change']);
    // The data stay.
    expect(await db.selectFrom('lofts').select('name').where('id', '=', loft.id).execute()).toEqual([
      { name: home.name },
    ]);

    const program = startProgram(addresses());
    await program.up;
    kill(program.pid, 'SIGTERM');
    expect(await program.ended).toBe(0);
    // It is not recreated either.
    const again = startProgram({ ...addresses(), DEMO: '1' });
    expect(await again.ended).toBe(78);
    expect(again.output()).toContain('The demo of this database was ended: start with DEMO=0.');
  }, 180_000);
});
