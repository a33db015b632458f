/** Due dates through HTTP: permissions, the refusal at each field, and the same refusals by the database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { buildLoft, buildPerson, testConfig } from '#testing/builders.ts';
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

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A season in progress and its merchant. */
async function scene() {
  const { loft, season_id } = await buildLoft(connection.db);
  const merchant = await buildPerson(connection.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  const path = `/api/admin/seasons/${season_id}/due-dates`;
  const ask = async (method: Method, more = '', payload?: object) => {
    const url = path + more;
    const answer = await built.app.inject({ method, url, headers: merchant.headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  return { loft_id: loft.id, season_id, ask };
}

const fields = (
  due_date_category_id: number,
  starts_at: string,
  ends_at: string,
  max_duration: number | null = null,
) => ({
  due_date_category_id,
  name: `Due date ${due_date_category_id}`,
  description: '',
  starts_at,
  ends_at,
  max_duration,
});
const registration = fields(1, '2026-12-01', '2027-02-28');
const payment = fields(2, '2026-12-01', '2027-03-02', 5);

describe('the due dates of a season', () => {
  it('are added, changed and removed, each change with its row in the audit log (3.4)', async () => {
    const { loft_id, season_id, ask } = await scene();
    const added = await ask('POST', '', { ...payment, description: 'By card' });
    expect(added).toMatchObject({
      status: 200,
      body: { due_date: { ...payment, description: 'By card', version: 1 } },
    });
    const { id } = added.body.due_date;
    await ask('POST', '', registration);
    const moved = { ...payment, ends_at: '2027-03-31' };
    expect(await ask('PUT', `/${id}`, { ...moved, version: 1 })).toMatchObject({
      body: { due_date: { ...moved, description: null, version: 2 } },
    });
    const { body } = await ask('GET');
    expect(body).toMatchObject({ season: { id: season_id }, due_dates: [{ due_date_category_id: 1 }, { id }] });
    expect(await ask('DELETE', `/${id}`, { version: 2 })).toEqual({ status: 200, body: {} });
    expect((await ask('GET')).body.due_dates).toHaveLength(1);
    const log = await connection.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('loft_id', '=', loft_id)
      .where('action', 'like', 'due_date.%')
      .orderBy('id')
      .execute();
    expect(log).toMatchObject([
      { action: 'due_date.add', before: null, after: { id, season_id } },
      { action: 'due_date.add' },
      { action: 'due_date.change', before: { ends_at: payment.ends_at }, after: { ends_at: moved.ends_at } },
      { action: 'due_date.remove', before: { id }, after: null },
    ]);
  });

  it.each([
    [
      'a payment before the registration (5.1)',
      { ...payment, starts_at: '2026-11-30' },
      'starts_at',
      'payment_before_registration',
    ],
    ['a payment that ends too early (5.1)', { ...payment, ends_at: '2027-03-01' }, 'ends_at', 'payment_ends_too_early'],
    [
      'shipping before the registration (5.2)',
      fields(3, '2026-11-30', '2027-04-01'),
      'starts_at',
      'shipping_before_registration',
    ],
    ['an end before the start (5.2)', fields(5, '2027-09-20', '2027-09-19'), 'ends_at', 'due_date_range_invalid'],
    ['a second registration', registration, 'due_date_category_id', 'due_date_twice'],
    [
      'a longest duration of shipping (3.4)',
      fields(3, '2027-03-01', '2027-04-01', 5),
      'max_duration',
      'max_duration_for_payment_only',
    ],
  ])('%s is refused at its field, and by the database with the same code', async (_name, wrong, field, code) => {
    const { loft_id, season_id, ask } = await scene();
    await ask('POST', '', registration);
    const { status, body } = await ask('POST', '', wrong);
    expect({ status, errors: body.codes }).toEqual({ status: 409, errors: { [field]: [code] } });
    const error = await connection.db
      .insertInto('due_dates')
      .values({
        loft_id,
        season_id,
        ...wrong,
        description: null,
        due_date_category_id: wrong.due_date_category_id as 1,
      })
      .execute()
      .catch((thrown: unknown) => thrown);
    expect(refusalOfDatabase(error)).toMatchObject({ code, errors: { [field]: [{ code }] } });
  });

  it('a moved registration is checked against the existing payment (5.1)', async () => {
    const { ask } = await scene();
    const { due_date } = (await ask('POST', '', registration)).body;
    await ask('POST', '', payment);
    const { body } = await ask('PUT', `/${due_date.id}`, { ...registration, ends_at: '2027-03-01', version: 1 });
    expect(body.codes).toEqual({ ends_at: ['payment_ends_too_early'] });
  });

  it.each([
    ['20.12.2026', 'error_day'],
    ['2027-02-29', 'error_day'],
    ['0027-02-01', 'error_day'],
    ['', 'error_required'],
  ])('a day written %j is refused at its field (5.2)', async (starts_at, code) => {
    const { ask } = await scene();
    expect(await ask('POST', '', { ...registration, starts_at })).toMatchObject({
      status: 422,
      body: { codes: { starts_at: [code] } },
    });
  });

  it('a concurrent change is not overwritten, and another season’s due date is not found', async () => {
    const [mine, other] = [await scene(), await scene()];
    const { due_date } = (await mine.ask('POST', '', registration)).body;
    const at = `/${due_date.id}`;
    await mine.ask('PUT', at, { ...registration, name: 'First', version: 1 });
    const late = { status: 409, body: { code: 'changed_meanwhile' } };
    expect(await mine.ask('PUT', at, { ...registration, name: 'Second', version: 1 })).toMatchObject(late);
    expect(await mine.ask('DELETE', at, { version: 1 })).toMatchObject(late);
    expect((await mine.ask('GET')).body.due_dates).toMatchObject([{ name: 'First', version: 2 }]);
    expect((await other.ask('PUT', at, { ...registration, version: 2 })).status).toBe(404);
    expect((await other.ask('DELETE', at, { version: 2 })).status).toBe(404);
  });
});
