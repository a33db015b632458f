/** The contract of a loft over HTTP: written, published, never changed, accepted only while it is in force. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { buildLoft, buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { insertFile } from '#testing/files.ts';
import { acceptContract } from './contracts.ts';

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

const fields = { language: 'en', title: 'Terms', text: 'The birds fly.', file_id: null, valid_from: '2026-01-01' };

async function scene() {
  const { loft } = await buildLoft(connection.db);
  const { user_id, headers } = await buildPerson(connection.db, {
    entries: [{ loft_id: loft.id, entry: { is_merchant: true } }],
  });
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', more = '', payload?: object) => {
    const url = `/api/admin/lofts/${loft.id}/contracts${more}`;
    const answer = await built.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const write = async (more: object = {}) => (await ask('POST', '', { ...fields, ...more })).body.contract_id as number;
  const publish = (id: number) => ask('POST', `/${id}/publication`, {});
  const published = async (more: object = {}) => {
    const id = await write(more);
    await publish(id);
    return id;
  };
  const accept = (contract_id: number) =>
    connection.db
      .transaction()
      .execute((tx) =>
        acceptContract(
          tx,
          { loft_id: loft.id, contract_id },
          { user_id, time_zone: loft.time_zone, now_ms: Date.now() },
        ),
      );
  const shown = async () => (await built.app.inject(`/api/lofts/${loft.id}/contracts`)).json().contracts;
  return { loft_id: loft.id, user_id, ask, write, publish, published, accept, shown };
}

/** The refusal of the database itself. */
const saidBy = (work: Promise<unknown>) => work.catch((error: unknown) => refusalOfDatabase(error));

describe('a version of the contract', () => {
  it('is a draft until it is published under the next number of its language', async () => {
    const { ask, write, publish, shown } = await scene();
    const id = await write();
    expect(await shown()).toEqual([]);
    expect((await ask('PUT', `/${id}`, { ...fields, title: 'New terms' })).status).toBe(200);
    expect(await publish(id)).toEqual({ status: 200, body: { version: 1 } });
    expect(await shown()).toMatchObject([{ id, title: 'New terms', version: 1, language: 'en' }]);
    expect((await publish(await write({ language: 'de' }))).body).toEqual({ version: 1 });
    expect((await publish(await write({ title: 'Newer terms' }))).body).toEqual({ version: 2 });
    expect((await shown()).map(({ title }: { title: string }) => title)).toEqual(['Newer terms', 'Terms']);
    const { contracts } = (await ask('GET')).body;
    expect(contracts.map(({ state }: { state: string }) => state)).toEqual(['in_force', 'in_force', 'replaced']);
  });

  it('never changes once it is published, for the call and for the database', async () => {
    const { loft_id, ask, published, publish } = await scene();
    const id = await published();
    const no = { status: 409, body: { code: 'contract_published' } };
    expect(await ask('PUT', `/${id}`, fields)).toMatchObject(no);
    expect(await ask('DELETE', `/${id}`, {})).toMatchObject(no);
    expect(await publish(id)).toMatchObject(no);
    const row = connection.db.updateTable('contracts').set({ title: 'x' }).where('loft_id', '=', loft_id);
    expect(await saidBy(row.execute())).toMatchObject({ code: 'contract_published' });
  });

  it('is a text or a PDF, and not both, for the call and for the database', async () => {
    const { loft_id, user_id, ask } = await scene();
    const file_id = await insertFile(connection.db, { loft_id, user_id }, 'pdf');
    for (const wrong of [{ text: ' ' }, { file_id }])
      expect(await ask('POST', '', { ...fields, ...wrong })).toMatchObject({
        status: 409,
        body: { codes: { text: ['contract_empty'] } },
      });
    expect((await ask('POST', '', { ...fields, text: '', file_id })).status).toBe(200);
    const picture = await insertFile(connection.db, { loft_id, user_id });
    expect(await ask('POST', '', { ...fields, text: '', file_id: picture })).toMatchObject({ status: 404 });
    const row = connection.db.insertInto('contracts').values({ ...fields, text: null, loft_id, created_by: user_id });
    expect(await saidBy(row.execute())).toMatchObject({ errors: { text: [{ code: 'contract_empty' }] } });
  });
});

describe('an acceptance', () => {
  it('is stored once with person, time and version, only for a version in force', async () => {
    const { loft_id, user_id, ask, write, published, accept } = await scene();
    const old = await published();
    const now = await published();
    const coming = await published({ valid_from: '2199-01-01' });
    await accept(now);
    await accept(now);
    for (const id of [old, coming, await write()])
      await expect(accept(id)).rejects.toMatchObject({ code: 'contract_not_in_force' });
    await expect(accept(99_999_999)).rejects.toMatchObject({ code: 'not_found' });
    const rows = await connection.db
      .selectFrom('contract_acceptances')
      .selectAll()
      .where('loft_id', '=', loft_id)
      .execute();
    expect(rows).toEqual([{ loft_id, contract_id: now, user_id, accepted_at: expect.any(String) }]);
    const { contracts } = (await ask('GET')).body;
    expect(contracts.find(({ id }: { id: number }) => id === now)).toMatchObject({ accepted_count: 1 });
    const row = connection.db.insertInto('contract_acceptances').values({ loft_id, contract_id: old, user_id });
    expect(await saidBy(row.execute())).toMatchObject({ code: 'contract_not_in_force' });
  });
});
