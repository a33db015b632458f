/** The pictures of a loft over HTTP: ordered, captioned, of their own loft only. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mostPictures } from '#domain/media/place.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { buildLoft, buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { insertFile } from '#testing/files.ts';

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

async function scene() {
  const { loft } = await buildLoft(connection.db);
  const merchant = await buildPerson(connection.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', more = '', payload?: object) => {
    const url = `/api/admin/lofts/${loft.id}/media${more}`;
    const answer = await built.app.inject({ method, url, headers: merchant.headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const add = async () => {
    const file_id = await insertFile(connection.db, { loft_id: loft.id, user_id: merchant.user_id });
    return ask('POST', '', { file_id });
  };
  const shown = async (): Promise<number[]> => {
    const { media } = (await built.app.inject(`/api/lofts/${loft.id}/media`)).json();
    expect(media.map(({ place }: { place: number }) => place)).toEqual(media.map((_: unknown, i: number) => i + 1));
    return media.map(({ id }: { id: number }) => id);
  };
  return { loft_id: loft.id, user_id: merchant.user_id, ask, add, shown };
}

it('pictures are added at the end, moved, renumbered after a removal, and logged', async () => {
  const { loft_id, ask, add, shown } = await scene();
  const ids: number[] = [];
  for (let n = 0; n < 4; n++) ids.push((await add()).body.picture.id);
  const [a, b, c, d] = ids as [number, number, number, number];
  expect(await shown()).toEqual([a, b, c, d]);
  expect((await ask('PUT', `/${d}/place`, { place: 1 })).status).toBe(200);
  expect((await ask('PUT', `/${a}/place`, { place: 60 })).status).toBe(200);
  expect(await shown()).toEqual([d, b, c, a]);
  expect((await ask('DELETE', `/${b}`, {})).status).toBe(200);
  expect(await shown()).toEqual([d, c, a]);
  expect(await ask('DELETE', `/${b}`, {})).toMatchObject({ status: 404 });
  const log = await connection.db.selectFrom('audit_log').select('action').where('loft_id', '=', loft_id).execute();
  const actions = log.map(({ action }) => action).filter((action) => action.startsWith('media'));
  expect(actions).toEqual([...Array<string>(4).fill('media.add'), 'media.remove']);
});

it('two moves at the same moment leave an order without gaps', async () => {
  const { ask, add, shown } = await scene();
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) ids.push((await add()).body.picture.id);
  await Promise.all([ask('PUT', `/${ids[4]}/place`, { place: 1 }), ask('DELETE', `/${ids[0]}`, {}), add()]);
  expect(await shown()).toHaveLength(5);
});

it('a picture has a caption per language', async () => {
  const { loft_id, ask, add } = await scene();
  const { id } = (await add()).body.picture;
  const put = (captions: object) => ask('PUT', `/${id}/captions`, { captions });
  expect((await put({ en: ' The loft ', de: 'Das Loft', fr: '' })).status).toBe(200);
  await put({ de: '', ar: 'اللوفت' });
  const { media } = (await built.app.inject(`/api/lofts/${loft_id}/media`)).json();
  expect(media[0].captions).toEqual({ en: 'The loft', ar: 'اللوفت' });
  expect(await put({ en: 'x'.repeat(201) })).toMatchObject({ status: 422 });
  expect(await put({ xx: 'Klingon' })).toMatchObject({ status: 422 });
});

it('the picture or the file of another loft is not found', async () => {
  const one = await scene();
  const other = await scene();
  const { id } = (await other.add()).body.picture;
  const file_id = await insertFile(connection.db, other);
  expect(await one.ask('POST', '', { file_id })).toMatchObject({ status: 404 });
  expect(await one.ask('PUT', `/${id}/place`, { place: 1 })).toMatchObject({ status: 404 });
  expect(await one.ask('DELETE', `/${id}`, {})).toMatchObject({ status: 404 });
  const pdf = await insertFile(connection.db, one, 'pdf');
  expect(await one.ask('POST', '', { file_id: pdf })).toMatchObject({ status: 404 });
});

it('one picture more than the limit is refused with the same code by the call and the database', async () => {
  const { loft_id, user_id, add, shown } = await scene();
  const file_id = await insertFile(connection.db, { loft_id, user_id });
  const places = Array.from({ length: mostPictures }, (_, i) => ({ loft_id, file_id, place: i + 1 }));
  await connection.db.insertInto('media').values(places).execute();
  expect(await add()).toMatchObject({ status: 409, body: { code: 'media_full', params: { max: 60 } } });
  const error = await connection.db
    .insertInto('media')
    .values({ loft_id, file_id, place: mostPictures + 1 })
    .execute()
    .catch((caught: unknown) => caught);
  expect(refusalOfDatabase(error)).toMatchObject({ code: 'media_full' });
  expect(await shown()).toHaveLength(mostPictures);
});
