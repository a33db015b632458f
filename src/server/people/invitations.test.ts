import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { readOutbox } from '#server/notifications/outbox.ts';
import { forgetPerson } from '#server/privacy.ts';
import { buildLoft, buildPerson, buildRace, entryOf, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { proveSize, reportProof } from '#testing/proof.ts';

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

async function ask(by: Person | null, method: 'GET' | 'POST' | 'DELETE' | 'PUT', url: string, payload?: object) {
  const answer = await built.app.inject({ method, url, headers: by?.headers ?? {}, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

let scenes = 0;
const nothing = { is_merchant: false, is_agent: false, is_staff: false, has_seasons: false };

/** A loft with its merchant, and an address that nobody has signed in with. */
async function scene() {
  const at = await buildLoft(connection.db);
  const loft_id = at.loft.id;
  const merchant = await buildPerson(connection.db, { entries: [{ loft_id, entry: { is_merchant: true } }] });
  const email = `new.${++scenes}@example.org`;
  const path = `/api/admin/lofts/${loft_id}/invitations`;
  const invite = (body: object = {}) =>
    ask(merchant, 'POST', path, { email, language: 'en', ...nothing, is_agent: true, ...body });
  const listed = async () => (await ask(merchant, 'GET', path)).body.invitations as { id: number; state: string }[];
  return { ...at, loft_id, merchant, email, path, invite, listed };
}

/** The e-mails to an address, the newest first, after all have been sent. */
async function mailsTo(email: string) {
  await built.send();
  return (await readOutbox(connection.db)).filter(({ recipient }) => recipient === email);
}

const tokenIn = (text: string) => /invitation\?token=(\S+)/.exec(text)![1]!;

async function entryIn(loft_id: number, { user_id }: Person) {
  const rights = ['is_merchant', 'is_agent', 'is_staff', 'has_seasons', 'is_active'] as const;
  const rows = connection.db.selectFrom('loft_permissions').select(rights).where('loft_id', '=', loft_id);
  return (await rows.where('user_id', '=', user_id).executeTakeFirst()) ?? null;
}

describe('an invitation to work for a loft', () => {
  it('is sent in its language, is accepted with its address, and gives its rights', async () => {
    const { loft, loft_id, email, invite, listed } = await scene();
    expect((await invite({ language: 'de', has_seasons: true, email: email.toUpperCase() })).status).toBe(200);
    const [mail] = await mailsTo(email);
    expect(mail!.subject).toBe(`${loft.name} lädt Sie ein`);
    expect(mail!.text).toContain('Agent und Saisons');
    const token = tokenIn(mail!.text);
    const read = async (by: Person | null) => (await ask(by, 'GET', `/api/invitation?token=${token}`)).body;
    expect(await read(null)).toEqual({
      loft: { id: loft_id, name: loft.name },
      ...nothing,
      is_agent: true,
      has_seasons: true,
      team: null,
      email: 'n…@example.org',
      state: 'open',
      is_mine: false,
    });
    // Neither another person nor a visitor without a session can accept it.
    const other = await buildPerson(connection.db, { email: `other.${email}` });
    expect((await ask(null, 'POST', '/api/invitation', { token })).status).toBe(401);
    expect(await ask(other, 'POST', '/api/invitation', { token })).toMatchObject({
      status: 409,
      body: { code: 'invitation_for_another' },
    });
    const person = await buildPerson(connection.db, { email });
    expect((await read(person)).is_mine).toBe(true);
    expect(await ask(person, 'POST', '/api/invitation', { token })).toEqual({ status: 200, body: { loft_id } });
    expect(await entryIn(loft_id, person)).toEqual(entryOf({ is_agent: true, has_seasons: true }));
    expect([(await read(null)).state, await listed()]).toEqual(['accepted', []]);
    // Accepting again does not reactivate rights that were switched off.
    await connection.db
      .updateTable('loft_permissions')
      .set({ is_active: false })
      .where('user_id', '=', person.user_id)
      .execute();
    await ask(person, 'POST', '/api/invitation', { token });
    expect(await entryIn(loft_id, person)).toMatchObject({ is_active: false });
  });

  it('is valid by its last link only, and by none after it is withdrawn (8.30)', async () => {
    const { email, path, invite, merchant, listed } = await scene();
    const { invitation_id } = (await invite()).body;
    const person = await buildPerson(connection.db, { email });
    const mail = (await mailsTo(email))[0]!;
    expect((await ask(merchant, 'POST', `${path}/${invitation_id}/letter`)).status).toBe(429);
    await connection.db
      .updateTable('invitations')
      .set({ sent_at: '2026-01-01T00:00:00.000Z', expires_at: '2026-01-08T00:00:00.000Z' })
      .where('id', '=', invitation_id)
      .execute();
    expect(await listed()).toMatchObject([{ id: invitation_id, state: 'expired' }]);
    const late = { status: 409, body: { code: 'token_invalid' } };
    expect(await ask(person, 'POST', '/api/invitation', { token: tokenIn(mail.text) })).toMatchObject(late);
    expect((await ask(merchant, 'POST', `${path}/${invitation_id}/letter`)).status).toBe(200);
    const [again] = await mailsTo(email);
    expect(tokenIn(again!.text)).not.toBe(tokenIn(mail.text));
    expect(await ask(person, 'POST', '/api/invitation', { token: tokenIn(mail.text) })).toMatchObject(late);
    expect((await ask(merchant, 'DELETE', `${path}/${invitation_id}`)).status).toBe(200);
    expect(await ask(person, 'POST', '/api/invitation', { token: tokenIn(again!.text) })).toMatchObject(late);
    expect(await ask(merchant, 'POST', `${path}/${invitation_id}/letter`)).toMatchObject(late);
    // The database keeps an answered invitation unchanged.
    const reopened = connection.db
      .updateTable('invitations')
      .set({ withdrawn_at: null })
      .where('id', '=', invitation_id);
    await expect(reopened.execute()).rejects.toMatchObject({ constraint: 'token_invalid' });
    const forged = `${invitation_id}.1.${'A'.repeat(43)}`;
    expect(await ask(person, 'POST', '/api/invitation', { token: forged })).toMatchObject(late);
  });

  it('is refused without rights, for a person who has them, and while one is open (8.17)', async () => {
    const { loft_id, invite } = await scene();
    expect((await invite({ is_agent: false })).body).toMatchObject({ code: 'permission_empty' });
    expect((await invite({ email: 'no address' })).body).toMatchObject({ codes: { email: ['error_email'] } });
    expect((await invite()).status).toBe(200);
    expect(await invite()).toMatchObject({ status: 409, body: { codes: { email: ['entry_exists'] } } });
    const email = `agent.${loft_id}@example.org`;
    await buildPerson(connection.db, { email, entries: [{ loft_id, entry: { is_agent: true } }] });
    expect(await invite({ email })).toMatchObject({ status: 409, body: { code: 'entry_exists' } });
    expect((await invite({ email, is_staff: true })).status).toBe(200);
  });

  it('is limited to a hundred open ones, also with two at once; control: without the database trigger', async () => {
    const { loft_id, email, invite, listed, path, merchant } = await scene();
    const fill = (to: number) =>
      sql`insert into invitations (loft_id, email, is_agent, language, sent_at, expires_at)
        select ${loft_id}, 'w' || n || '@example.org', true, 'en', now(), now() + interval '7 days'
        from generate_series((select count(*) + 1 from invitations where loft_id = ${loft_id} and withdrawn_at is null),
          ${to}::int) n`.execute(connection.db);
    const two = () => Promise.all([1, 2].map((n) => invite({ email: `${n}.${scenes++}.${email}` })));
    await fill(97);
    expect((await two()).map(({ status }) => status)).toEqual([200, 200]);
    const rounds = proveSize(3, 100);
    for (let round = 0; round < rounds; round++) {
      const ends = (await two()).sort((a, b) => a.status - b.status);
      const full = { status: 409, body: { code: 'invitations_full', params: { max: 100 } } };
      expect(ends).toMatchObject([{ status: 200 }, full]);
      expect(await listed()).toHaveLength(100);
      expect((await ask(merchant, 'DELETE', `${path}/${ends[0]!.body.invitation_id}`)).status).toBe(200);
    }
    reportProof('T3 room for invitations', { rounds });
    await fill(100);
    const refused: unknown = await fill(101).catch((error: unknown) => error);
    expect(refusalOfDatabase(refused)).toMatchObject({ code: 'invitations_full' });
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query('alter table invitations disable trigger keep_invitations_few');
    await fill(101);
    await owner.query('alter table invitations enable trigger keep_invitations_few');
    await owner.end();
    expect(await listed()).toHaveLength(101);
  });

  it('is sent to an address five times a day, new or again', async () => {
    const { loft_id, email, invite, path, merchant } = await scene();
    for (let sent = 0; sent < 4; sent++) {
      const { invitation_id } = (await invite()).body;
      await ask(merchant, 'DELETE', `${path}/${invitation_id}`);
    }
    const { invitation_id } = (await invite()).body;
    await sql`update invitations set sent_at = sent_at - interval '1 hour' where loft_id = ${loft_id}
      and withdrawn_at is null`.execute(connection.db);
    const again = () => ask(merchant, 'POST', `${path}/${invitation_id}/letter`);
    const full = { status: 409, body: { codes: { email: ['letters_full'] } } };
    expect(await again()).toMatchObject(full);
    await ask(merchant, 'DELETE', `${path}/${invitation_id}`);
    expect(await invite()).toMatchObject(full);
    const refused: unknown = await connection.db
      .updateTable('invitation_letters')
      .set({ letters: 6 })
      .where('email', '=', email)
      .execute()
      .catch((error: unknown) => error);
    expect(refusalOfDatabase(refused)).toMatchObject({ code: 'letters_full' });
    // The count is per loft and day.
    const other = await scene();
    expect((await other.invite({ email })).status).toBe(200);
    const mails = connection.db
      .selectFrom('invitation_letters')
      .select(['day', 'letters'])
      .where('loft_id', '=', loft_id);
    const [today] = await mails.execute();
    await connection.db.deleteFrom('invitation_letters').where('loft_id', '=', loft_id).execute();
    await connection.db
      .insertInto('invitation_letters')
      .values({ loft_id, email, day: '2026-01-01', letters: 5 })
      .execute();
    expect((await invite()).status).toBe(200);
    expect(await mails.execute()).toEqual([{ ...today, letters: 1 }]);
  });

  it('is not sent when it was withdrawn before', async () => {
    const { email, path, invite, merchant } = await scene();
    const { invitation_id } = (await invite()).body;
    await ask(merchant, 'DELETE', `${path}/${invitation_id}`);
    expect(await mailsTo(email)).toEqual([]);
  });

  it('gives one permission when it is accepted twice at the same moment', async () => {
    const rounds = proveSize(5, 100);
    for (let round = 0; round < rounds; round++) {
      const { loft_id, email, invite } = await scene();
      await invite();
      const person = await buildPerson(connection.db, { email });
      const token = tokenIn((await mailsTo(email))[0]!.text);
      const ends = await Promise.all([1, 2].map(() => ask(person, 'POST', '/api/invitation', { token })));
      expect(ends.map(({ status }) => status)).toEqual([200, 200]);
      const log = connection.db.selectFrom('audit_log').select('action').where('loft_id', '=', loft_id);
      const logged = await log.where('about_user_id', '=', person.user_id).orderBy('id').execute();
      expect(logged).toEqual([{ action: 'permission.give' }, { action: 'invitation.accept' }]);
    }
    reportProof('T3 invitations', { rounds });
  });
});

describe('an invitation to look after a team', () => {
  it('makes its person the customer of the team; staff of the loft are refused (8.35)', async () => {
    const { loft_id, email, merchant, ...at } = await scene();
    const { season_id } = await buildRace(connection.db, { birds: 1, until: 'basketing' }, at);
    const season = `/api/admin/seasons/${season_id}`;
    const [team] = (await ask(merchant, 'GET', `${season}/teams`)).body.teams;
    const invite = (to: string) =>
      ask(merchant, 'POST', `${season}/teams/${team.team_id}/invitation`, { email: to, language: 'en' });
    const works = `works.${loft_id}@example.org`;
    await buildPerson(connection.db, { email: works, entries: [{ loft_id, entry: { is_staff: true } }] });
    expect(await invite(works)).toMatchObject({ status: 409, body: { code: 'email_not_assignable' } });
    expect((await invite(email)).status).toBe(200);
    const person = await buildPerson(connection.db, { first_name: 'Nele', email });
    const token = tokenIn((await mailsTo(email))[0]!.text);
    expect((await ask(person, 'POST', '/api/invitation', { token })).status).toBe(200);
    const { people } = (await ask(merchant, 'GET', `${season}/customers`)).body;
    expect(people).toMatchObject([{ user_id: person.user_id, teams: [{ team_id: team.team_id }], pigeon_count: 1 }]);
    expect(await entryIn(loft_id, person)).toBeNull();
  });
});

it('deleting a person deletes their invitations, also in the rows of the outbox', async () => {
  const { email, invite, loft_id } = await scene();
  await invite();
  const { user_id } = await buildPerson(connection.db, { email });
  const { issuer, subject } = await connection.db
    .selectFrom('users')
    .select(['issuer', 'subject'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  await connection.db.transaction().execute((tx) => forgetPerson(tx, { issuer, subject }));
  const left = await connection.db.selectFrom('invitations').select('id').where('loft_id', '=', loft_id).execute();
  const mails = await connection.db.selectFrom('notifications').select(['recipient', 'facts']).execute();
  expect([left, JSON.stringify(mails).includes(email)]).toEqual([[], false]);
});

describe('an invitation to be a loft’s merchant', () => {
  const opening = (body: object = {}) => ({
    name: `Loft ${crypto.randomUUID()}`,
    unit: 'km',
    time_zone: 'Europe/Brussels',
    currency: 'EUR',
    country: 'BE',
    ...body,
  });
  const open = (by: Person, body: object) => ask(by, 'POST', '/api/admin/lofts', body);
  const admin = () => buildPerson(connection.db, { is_admin: true });

  it('is sent when an admin opens the loft for an unknown address, and makes its owner the merchant (2.15)', async () => {
    const email = `founder.${++scenes}@example.org`;
    const by = await admin();
    const { status, body } = await open(by, opening({ merchant_email: email.toUpperCase(), language: 'fr' }));
    expect([status, body.is_invited]).toEqual([200, true]);
    const loft_id = body.loft.id as number;
    const path = `/api/admin/lofts/${loft_id}/invitations`;
    expect((await ask(by, 'GET', path)).body.invitations).toMatchObject([{ email, is_merchant: true, state: 'open' }]);
    const [mail] = await mailsTo(email);
    expect(mail!.subject).toContain('invite');
    expect(mail!.text).toContain('Marchand');
    const token = tokenIn(mail!.text);
    const other = await buildPerson(connection.db, { email: `other.${email}` });
    expect((await ask(other, 'POST', '/api/invitation', { token })).body.code).toBe('invitation_for_another');
    const person = await buildPerson(connection.db, { email });
    expect(await ask(person, 'POST', '/api/invitation', { token })).toEqual({ status: 200, body: { loft_id } });
    expect(await entryIn(loft_id, person)).toEqual(entryOf({ is_merchant: true }));
    expect((await ask(person, 'GET', `/api/admin/lofts/${loft_id}/settings`)).status).toBe(200);
  });

  it('is sent again and withdrawn like any other; a known person gets the rights at once', async () => {
    const email = `known.${++scenes}@example.org`;
    const by = await admin();
    const { body } = await open(by, opening({ merchant_email: email }));
    const path = `/api/admin/lofts/${body.loft.id}/invitations`;
    const [{ id }] = (await ask(by, 'GET', path)).body.invitations;
    await sql`update invitations set sent_at = sent_at - interval '1 hour' where id = ${id}`.execute(connection.db);
    expect((await ask(by, 'POST', `${path}/${id}/letter`)).status).toBe(200);
    expect((await ask(by, 'DELETE', `${path}/${id}`)).status).toBe(200);
    const person = await buildPerson(connection.db, { email });
    const again = await open(by, opening({ merchant_email: email }));
    expect(again.body.is_invited).toBe(false);
    expect(await entryIn(again.body.loft.id, person)).toEqual(entryOf({ is_merchant: true }));
  });

  it('is sent by a merchant too, and is invalid once the sender is no merchant', async () => {
    const { loft_id, merchant, email, invite } = await scene();
    expect((await invite({ is_agent: false, is_merchant: true })).status).toBe(200);
    const token = tokenIn((await mailsTo(email))[0]!.text);
    const person = await buildPerson(connection.db, { email });
    // The loft keeps another merchant.
    await buildPerson(connection.db, { entries: [{ loft_id, entry: { is_merchant: true } }] });
    const switched = (is_active: boolean) =>
      connection.db
        .updateTable('loft_permissions')
        .set({ is_active })
        .where('user_id', '=', merchant.user_id)
        .where('loft_id', '=', loft_id)
        .execute();
    await switched(false);
    expect((await ask(person, 'POST', '/api/invitation', { token })).body.code).toBe('token_invalid');
    expect(await entryIn(loft_id, person)).toBeNull();
    // Control: with the sender as a merchant again it is valid.
    await switched(true);
    expect((await ask(person, 'POST', '/api/invitation', { token })).status).toBe(200);
    expect(await entryIn(loft_id, person)).toEqual(entryOf({ is_merchant: true }));
  });

  it('cannot be sent by an agent or by staff of the loft', async () => {
    const { loft_id, path } = await scene();
    for (const entry of [{ is_agent: true }, { is_staff: true, has_seasons: true }]) {
      const by = await buildPerson(connection.db, { entries: [{ loft_id, entry }] });
      const body = { email: 'me.too@example.org', language: 'en', ...nothing, is_merchant: true };
      expect((await ask(by, 'POST', path, body)).status).toBe(404);
    }
  });

  it('is sent once, and one loft opened, however often the form is sent; control: without a request key', async () => {
    const by = await admin();
    const email = `twice.${++scenes}@example.org`;
    const request_key = crypto.randomUUID();
    const form = opening({ merchant_email: email });
    const sent = { ...form, request_key };
    const answers = await Promise.all([open(by, sent), open(by, sent), open(by, sent)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.loft.id)).size).toBe(1);
    expect(await mailsTo(email)).toHaveLength(1);
    // The same form with another name is another loft.
    expect((await open(by, { ...sent, name: `${form.name} B` })).body.loft.id).not.toBe(answers[0]!.body.loft.id);
    const without = { ...form, name: `${form.name} C` };
    const two = await Promise.all([open(by, without), open(by, without)]);
    expect(two.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });
});
