/** Personal data: the export is complete, and after the erasure no name is left. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultChoices } from '#domain/notifications/notification.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { addNote } from '#server/lofts/notes.ts';
import { choose } from '#server/notifications/settings.ts';
import { keepDraft } from '#server/orders/drafts.ts';
import { type BuiltLoft, buildLoft, buildPerson } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { dataOf, forgetPerson } from './privacy.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let loft: BuiltLoft;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  loft = await buildLoft(connection.db);
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

const work = <T>(of: Parameters<ReturnType<Connection['db']['transaction']>['execute']>[0]) =>
  connection.db.transaction().execute(of) as Promise<T>;
const rowOf = (user_id: number) =>
  connection.db.selectFrom('users').selectAll().where('id', '=', user_id).executeTakeFirstOrThrow();

/** A merchant of the loft with a favorite, a message to the operator and quiet hours. */
async function known(name: string) {
  const entries = [{ loft_id: loft.loft.id, entry: { is_merchant: true } }];
  const { user_id } = await buildPerson(connection.db, {
    email: `${name}@example.org`,
    first_name: name,
    last_name: 'Zmail',
    city: 'Zmailville',
    entries,
  });
  const { issuer, subject } = await rowOf(user_id);
  await work(async (tx) => {
    await tx.insertInto('favorites').values({ user_id, loft_id: loft.loft.id }).execute();
    const quiet = { from: '22:00', to: '07:00', time_zone: 'Europe/Brussels' };
    await addNote(tx, loft.loft.id, { text: `The gate sticks, says ${name}`, is_pinned: false }, user_id);
    await keepDraft(
      tx,
      { loft_id: loft.loft.id, season_id: loft.season_id },
      { user_id, now_ms: Date.now() },
      { team: 'Zmail Racing' },
    );
    await choose(tx, user_id, { choices: defaultChoices, quiet, language: 'nl' });
  });
  return { user_id, who: { issuer, subject } };
}

it('is exported completely, and erased except for what others rely on', async () => {
  await known('stays');
  const { user_id, who } = await known('goes');
  expect(await work((tx) => dataOf(tx, who))).toMatchObject({
    email: 'goes@example.org',
    city: 'Zmailville',
    rights: [{ loft: loft.loft.name, is_merchant: true }],
    favorites: [{ loft_id: loft.loft.id }],
    notifications: { quiet: { from: '22:00' }, language: 'nl' },
    signed_in: [{ ended_at: null }],
    notes: [{ loft: loft.loft.name, text: 'The gate sticks, says goes' }],
    drafts: [{ loft: loft.loft.name, choice: { team: 'Zmail Racing' } }],
  });

  await work((tx) => forgetPerson(tx, who));
  const left = JSON.stringify([await work((tx) => dataOf(tx, who)), await rowOf(user_id)]);
  expect(left).not.toMatch(/goes@|Zmail/);
  expect(await work((tx) => dataOf(tx, who))).toMatchObject({
    rights: [],
    favorites: [],
    drafts: [],
    notifications: { quiet: null },
  });
  const log = await connection.db
    .selectFrom('audit_log')
    .select('action')
    .where('about_user_id', '=', user_id)
    .execute();
  expect(log.map(({ action }) => action)).toEqual(['permission.give', 'permission.take']);
  const open = connection.db.selectFrom('user_sessions').select('id').where('user_id', '=', user_id);
  expect(await open.where('ended_at', 'is', null).execute()).toEqual([]);
});

it('keeps the last merchant of a loft until there is another one (5.4)', async () => {
  const alone = await buildLoft(connection.db);
  const entries = [{ loft_id: alone.loft.id, entry: { is_merchant: true } }];
  const { user_id } = await buildPerson(connection.db, { email: 'last@example.org', entries });
  const { issuer, subject } = await rowOf(user_id);
  await expect(work((tx) => forgetPerson(tx, { issuer, subject }))).rejects.toMatchObject({ code: 'last_merchant' });
  expect(await rowOf(user_id)).toMatchObject({ email: 'last@example.org' });
});

it('is empty for an unknown person', async () => {
  const who = { issuer: 'https://id.example.org', subject: 'never-here' };
  expect(await work((tx) => dataOf(tx, who))).toBeNull();
  await work((tx) => forgetPerson(tx, who));
});
