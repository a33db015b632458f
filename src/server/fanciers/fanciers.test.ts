import { afterAll, beforeAll, expect, it } from 'vitest';
import { day_ms, mostAtOnce, mostInADay } from '#domain/fanciers/message.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { givePackage } from '#server/lofts/packages.ts';
import { buildPerson, buildRace, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { countingSenders, sendAll } from '#testing/notifications.ts';

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

/** A loft whose ten teams have a fancier each, and its merchant. */
async function scene() {
  const { loft } = await buildRace(connection.db, { birds: 10 });
  const entries = [{ loft_id: loft.id, entry: { is_merchant: true } }];
  const { headers } = await buildPerson(connection.db, { entries, first_name: 'Mia' });
  const at = `/api/admin/lofts/${loft.id}/fanciers`;
  const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await built.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  return { loft, at, ask };
}

/** A loft with these addresses among its fanciers. */
async function withAddresses(...emails: (string | null)[]) {
  const about = await scene();
  const fanciers = emails.map((email, i) => ({ loft_id: about.loft.id, name: `Fancier ${i}`, email }));
  const rows = await connection.db.insertInto('fanciers').values(fanciers).returning('id').execute();
  return { ...about, ids: rows.map(({ id }) => id) };
}

const words = { subject: 'Basketing', text: 'On Friday at six.', language: 'nl' };

const fields = { name: 'Zita', email: '', phone: '', street: '', zipcode: '', city: '', country: 'BE', note: '' };

it('fanciers are added from the teams once each, searched by team and country, and changed by version', async () => {
  const { at, ask } = await scene();
  expect((await ask('GET', at)).body).toMatchObject({ total: 0, not_imported: 10 });
  await Promise.all([ask('POST', `${at}/take`, {}), ask('POST', `${at}/take`, {})]);
  expect((await ask('GET', `${at}?per_page=25`)).body).toMatchObject({ total: 10, not_imported: 0 });
  const { body } = await ask('GET', `${at}?q=belgien%20team%2010`);
  expect(body.fanciers).toMatchObject([{ name: 'Janssens', teams: ['Team 10'] }]);
  const one = `${at}/${body.fanciers[0].id}`;
  const change = { ...fields, name: 'Jan Janssens', phone: '+32 52 12 34 56', version: 1 };
  const both = await Promise.all([ask('PUT', one, change), ask('PUT', one, change)]);
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  expect((await ask('GET', one)).body).toMatchObject({
    fancier: { name: 'Jan Janssens', phone: '+3252123456', version: 2 },
    teams: [{ name: 'Team 10', season: '2026' }],
  });
});

it('two fanciers are merged with the teams and notes of both; without a choice it is refused (8.34)', async () => {
  const { at, ask } = await scene();
  await ask('POST', `${at}/take`, {});
  const { id } = (await ask('POST', at, { ...fields, note: 'Pays late' })).body;
  const { fanciers } = (await ask('GET', `${at}?q=aerts`)).body;
  for (const other_id of [null, '', id])
    expect((await ask('POST', `${at}/${id}/merge`, { other_id })).body.code).toBe('no_fancier_selected');
  expect((await ask('POST', `${at}/${id}/merge`, { other_id: fanciers[0].id })).status).toBe(200);
  const { body } = await ask('GET', `${at}/${id}`);
  expect(body).toMatchObject({ fancier: { name: 'Zita', note: 'Pays late' }, teams: [{ name: 'Team 1' }] });
  expect((await ask('GET', `${at}/${fanciers[0].id}`)).status).toBe(404);
});

it('the package legacy has no list: call and database refuse with the same code (4.12, 6.11, T4)', async () => {
  const { loft, at, ask } = await scene();
  const { id } = (await ask('POST', at, fields)).body;
  await connection.db.transaction().execute((tx) => givePackage(tx, loft.id, 'legacy', null));
  const refused = await Promise.all([
    ask('GET', at),
    ask('POST', at, fields),
    ask('POST', `${at}/take`, {}),
    ask('GET', `${at}/${id}`),
    ask('PUT', `${at}/${id}`, { ...fields, version: 1 }),
    ask('POST', `${at}/${id}/merge`, { other_id: null }),
    ask('GET', `${at}/messages`),
    ask('POST', `${at}/messages`, { ...words, fancier_ids: [id] }),
  ]);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['fanciers_need_package']));
  const write = connection.db.updateTable('fanciers').set({ name: 'Zora' }).where('loft_id', '=', loft.id);
  expect(await write.execute().catch(refusalOfDatabase)).toMatchObject({ code: 'fanciers_need_package' });
});

it('writes one e-mail to each address, in its language, and logs who wrote how many', async () => {
  const mail = `zora-${process.pid}@example.org`;
  const { loft, at, ask, ids } = await withAddresses(mail, null, `Jan@example.org`, 'jan@example.org');
  const [other] = (await withAddresses('other@example.org')).ids;
  await connection.db.updateTable('lofts').set({ email: 'loft@example.org' }).where('id', '=', loft.id).execute();
  const reader = await buildPerson(connection.db, { email: mail });
  await connection.db.updateTable('users').set({ language: 'de' }).where('id', '=', reader.user_id).execute();
  const written = await ask('POST', `${at}/messages`, { ...words, fancier_ids: [...ids, other, ids[0]] });
  expect(written).toMatchObject({ status: 200, body: { letters: 2 } });

  const { sent, senders } = countingSenders();
  await sendAll({ db: connection.db, senders });
  const mails = sent
    .filter(({ event }) => event === 'fancier_message')
    .sort((a, b) => (a.to.email! < b.to.email! ? -1 : 1));
  expect(mails.map(({ to, reply_to, notice }) => [to.email, to.locale, reply_to, notice.title])).toEqual([
    ['jan@example.org', 'nl', 'loft@example.org', `${loft.name}: Basketing`],
    [mail, 'de', 'loft@example.org', `${loft.name}: Basketing`],
  ]);
  expect(mails[1]!.notice.text).toMatch(/^On Friday at six\.\n\n-- \n.*Züchter.*loft@example\.org/);

  const { body } = await ask('GET', `${at}/messages`);
  expect(body).toMatchObject({
    messages: [{ subject: 'Basketing', text: words.text, letters: 2, by: { first_name: 'Mia' } }],
    letters_left: mostInADay - 2,
  });
  const log = await connection.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('loft_id', '=', loft.id)
    .where('action', '=', 'fancier.write')
    .execute();
  expect(log).toEqual([{ action: 'fancier.write', after: { message_id: body.messages[0].id, letters: 2 } }]);
});

it('refuses a message without recipients (8.34), without an address among them, without text, and to too many', async () => {
  const { at, ask, ids } = await withAddresses(null, 'a@example.org');
  const said = async (change: object) => (await ask('POST', `${at}/messages`, { ...words, ...change })).body;
  expect((await said({ fancier_ids: [] })).code).toBe('no_fancier_selected');
  expect((await said({ fancier_ids: [999_999_999] })).code).toBe('no_fancier_selected');
  expect((await said({ fancier_ids: [ids[0]] })).code).toBe('nobody_reached');
  expect(Object.keys((await said({ fancier_ids: [ids[1]], subject: ' ', text: '' })).errors)).toEqual([
    'subject',
    'text',
  ]);
  const many = Array.from({ length: mostAtOnce + 1 }, (_, i) => i + 1);
  expect(Object.keys((await said({ fancier_ids: many })).errors)).toEqual(['fancier_ids']);
});

it('limits the e-mails of a loft per day, also when two use up the limit at once, in the database too', async () => {
  const { loft, at, ask, ids } = await withAddresses('a@example.org', 'b@example.org');
  const before = { loft_id: loft.id, subject: 'x', text: 'x', language: 'en', written_by: null };
  const now = new Date().toISOString();
  const insertSent = (letters: number, written_at = now) =>
    connection.db
      .insertInto('fancier_messages')
      .values({ ...before, letters, written_at })
      .execute();
  for (let sent = mostAtOnce; sent < mostInADay; sent += mostAtOnce) await insertSent(mostAtOnce);
  await insertSent(mostAtOnce - 3);
  const write = () => ask('POST', `${at}/messages`, { ...words, fancier_ids: ids });
  const both = await Promise.all([write(), write()]);
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'letters_spent' });
  expect(await insertSent(2).catch(refusalOfDatabase)).toMatchObject({ code: 'letters_spent' });
  // Control: one more is allowed, and those of a day ago do not count.
  await insertSent(1);
  await connection.db.transaction().execute(async (tx) => {
    const next = new Date(Date.parse(now) + day_ms + 60_000).toISOString();
    await tx
      .insertInto('fancier_messages')
      .values({ ...before, letters: mostAtOnce, written_at: next })
      .execute();
  });
});
