/**
 * Paying by bank transfer, over HTTP: the account is validated when entered, and shown where an order has to be paid.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { renderNotice } from '#server/notifications/render.ts';
import { testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';

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

type Who = { headers: Record<string, string> };
async function ask(who: Who | null, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const answer = await built.app.inject({ method, url, headers: who?.headers ?? {}, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

const account = {
  bank_holder: 'Weser Valley Derby GmbH',
  bank_iban: 'de89 3704 0044 0532 0130 00',
  bank_bic: 'cobadeff370',
  bank_name: 'Commerzbank',
};
const bank = {
  holder: 'Weser Valley Derby GmbH',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFF370',
  name: 'Commerzbank',
};

/** A season whose merchant enters its bank account. */
async function scene() {
  const offer = await buildOffer(connection.db);
  const customer = await buildCustomer(connection.db);
  const season = `/api/admin/seasons/${offer.season.season_id}`;
  const save = async (fields: object) => {
    const { version, name, year, currency, max_pigeons } = (await ask(offer.merchant, 'GET', `${season}/setup`)).body
      .season;
    const places = { max_pigeons, max_active_pigeons: null, max_reserve_pigeons: null };
    return ask(offer.merchant, 'PUT', season, { name, year, currency, ...places, version, ...fields });
  };
  return { ...offer, customer, season_path: season, save };
}

it('the account of a season is validated at its fields, stored without spaces, and copied with the season', async () => {
  const { save, merchant, season_path } = await scene();
  const refusedAt = async (fields: object) => Object.entries((await save({ ...account, ...fields })).body.codes);
  expect(await refusedAt({ bank_iban: 'DE88 3704 0044 0532 0130 00' })).toMatchObject([['bank_iban', ['error_iban']]]);
  expect(await refusedAt({ bank_bic: 'COBADE' })).toMatchObject([['bank_bic', ['error_bic']]]);
  expect(await refusedAt({ bank_holder: ' ' })).toMatchObject([['bank_holder', ['error_required']]]);
  expect(await refusedAt({ bank_iban: '' })).toMatchObject([['bank_iban', ['error_required']]]);
  expect((await save(account)).body.season).toMatchObject({ bank_iban: bank.iban, bank_bic: bank.bic });
  const copy = await ask(merchant, 'POST', `${season_path}/copy`, { name: 'Next', year: 2026 });
  const copied = await ask(merchant, 'GET', `/api/admin/seasons/${copy.body.season.id}/setup`);
  expect(copied.body.season).toMatchObject({ bank_holder: bank.holder, bank_iban: bank.iban });
  expect((await save({ payment_text: 'Cash at the loft' })).body.season).toMatchObject({
    bank_holder: null,
    bank_iban: null,
  });
});

it('is shown with order and payment, and in the mail that asks for payment, with the reference of the order', async () => {
  const made = await scene();
  const { customer, loft, season, save } = made;
  await save({ ...account, payment_text: 'Or in cash on Fridays.' });
  const { id } = await plantOrder(connection.db, made, customer.user_id, ['confirm']);
  const how = { bank, payment_text: 'Or in cash on Fridays.' };
  const own = (await ask(customer, 'GET', `/api/registrations/${id}`)).body;
  expect(own).toMatchObject(how);
  expect((await ask(customer, 'GET', `/api/orders/${id}/payment`)).body).toMatchObject(how);
  const { facts } = await connection.db
    .selectFrom('notifications')
    .select('facts')
    .where('user_id', '=', customer.user_id)
    .where('event', '=', 'order')
    .where('channel', '=', 'mail')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const notice = renderNotice('order', facts as never, { locale: 'en', time_zone: 'Europe/Brussels' });
  expect(notice.more?.split('\n')).toEqual([
    'Pay by bank transfer',
    'Account holder: Weser Valley Derby GmbH',
    'IBAN: DE89 3704 0044 0532 0130 00',
    'BIC: COBADEFF370',
    'Bank: Commerzbank',
    'Amount: €650.00',
    expect.stringMatching(/^Reference: RF\d\d \d\d00 01$/),
    expect.stringContaining('Write the reference exactly'),
    '',
    'Or in cash on Fridays.',
  ]);
  // An SMS and a browser's notification stay short.
  expect(notice.text).not.toContain('IBAN');
  // The account is not on the season's public page.
  const publicReply = await ask(null, 'GET', `/api/lofts/${loft.id}/seasons/${season.season_id}`);
  expect(JSON.stringify(publicReply.body)).not.toContain(bank.iban);
});

it('is not shown once the order is paid, nor for an order that costs nothing', async () => {
  const made = await scene();
  await made.save(account);
  const { id } = await plantOrder(connection.db, made, made.customer.user_id, []);
  const { facts } = await connection.db
    .selectFrom('notifications')
    .select('facts')
    .where('user_id', '=', made.customer.user_id)
    .where('event', '=', 'order')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(renderNotice('order', facts as never, { locale: 'en', time_zone: 'UTC' }).more).toBeUndefined();
  expect((await ask(made.customer, 'GET', `/api/registrations/${id}`)).body.order.to_pay).toBeNull();
});
