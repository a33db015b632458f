import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { type BuiltLoft, buildLoft, buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { asDataUrl, pdfOf, pictureOf } from '#testing/files.ts';
import { sweepFiles } from './files.ts';
import { createStorage } from './storage.ts';
import type { Storage } from './stored-content.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
let storage: Storage;
let data_dir: string;
let at: BuiltLoft;
let merchant: Awaited<ReturnType<typeof buildPerson>>;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  data_dir = await mkdtemp(join(tmpdir(), 'loftline-files-'));
  const config = { ...testConfig, data_dir };
  storage = createStorage(config);
  built = await buildApp({ config, db: connection.db, databaseUrl: database.url, version: 'test' });
  at = await buildLoft(connection.db);
  merchant = await buildPerson(connection.db, { entries: [{ loft_id: at.loft.id, entry: { is_merchant: true } }] });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
  await rm(data_dir, { recursive: true, force: true });
});

async function upload(body: unknown, query = '', headers = merchant.headers) {
  const answer = await built.app.inject({
    method: 'POST',
    url: `/api/lofts/${at.loft.id}/files${query}`,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const read = (url: string, headers = {}) => built.app.inject({ url, headers });
const namesThere = async () =>
  (await readdir(join(data_dir, 'files'), { recursive: true })).filter((n) => /\./.test(n));

it('a picture is stored in three sizes, under names with a size marker (2.38, 3.14, 7.13)', async () => {
  const { status, body } = await upload([asDataUrl('image/png', await pictureOf(3000, 1500))], '?name=..%2Floft.png');
  expect(status).toBe(200);
  const [file] = body.data;
  expect(file).toMatchObject({ kind: 'image', type: 'image/jpeg', name: 'loft.png', width: 2048, height: 1024 });
  expect(file.src).toMatch(/^\/media\/[0-9a-f]{64}-full\.jpg$/);
  for (const [size, width] of Object.entries({ full: 2048, medium: 1024, low: 480 })) {
    const answer = await read(file.src.replace('-full.', `-${size}.`));
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width, height: width / 2 });
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const again = await read(file.src.replace('-full.', `-${size}.`), { 'if-none-match': answer.headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
});

it('transparency is preserved, and a rotated picture is set upright', async () => {
  const [clear] = (await upload([asDataUrl('image/png', await pictureOf(40, 20, { alpha: true }))])).body.data;
  expect(clear).toMatchObject({ type: 'image/webp', width: 40, height: 20 });
  const lying = await sharp(await pictureOf(40, 20))
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const [upright] = (await upload([asDataUrl('image/jpeg', lying)])).body.data;
  expect(upright).toMatchObject({ type: 'image/jpeg', width: 20, height: 40 });
});

it('a PDF is accepted as a document only, and served as a download (5.16)', async () => {
  const pdf = asDataUrl('application/pdf', pdfOf());
  expect(await upload([pdf])).toMatchObject({ status: 409, body: { code: 'pedigree.import_invalid_file' } });
  const [file] = (await upload([pdf], '?as=document&name=terms.pdf')).body.data;
  expect(file).toMatchObject({ kind: 'pdf', name: 'terms.pdf', width: null });
  expect(file.src).toBe(`/files/${file.id}`);
  const answer = await read(file.src, merchant.headers);
  expect(answer.rawPayload.subarray(0, 8).toString()).toBe('%PDF-1.7');
  expect(answer.rawPayload.equals(pdfOf())).toBe(false);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': "attachment; filename*=UTF-8''terms.pdf",
    'cache-control': 'private, no-store',
  });
});

it.each([
  ['text called a picture', [asDataUrl('image/png', Buffer.from('hello'))], 409, 'pedigree.import_invalid_file'],
  ['a picture called text', [`data:text/html;base64,${'aGVsbG8='}`], 409, 'pedigree.import_invalid_file'],
  ['no data URL', ['data:,'], 409, 'pedigree.import_invalid_file'],
  ['two at once', ['data:,', 'data:,'], 422, undefined],
  ['nothing', [], 422, undefined],
  ['another thing than news', { fileable_type: 'team', fileable_id: 1, file: 'data:,' }, 422, undefined],
  ['more than ten megabytes', [asDataUrl('image/png', Buffer.alloc(10_500_000))], 413, 'file_too_large'],
  ['more than a body may hold', ['x'.repeat(16 << 20)], 413, 'file_too_large'],
])('%s is refused (8.7)', async (_name, body, status, error) => {
  const before = await namesThere();
  const answer = await upload(body);
  expect([answer.status, answer.body.code]).toEqual([status, error]);
  expect(await namesThere()).toEqual(before);
});

it('only names of stored files are found', async () => {
  const hash = 'a'.repeat(64);
  for (const name of [`${hash}-full.jpg`, `${hash}-huge.jpg`, `${hash}.html`, '..%2Fauth-secret', `${hash}.pdf%00`])
    expect((await read(`/media/${name}`)).statusCode).toBe(404);
});

it('an unreferenced file is removed after a day, with its bytes unless another file has the same', async () => {
  const keep = (await upload([asDataUrl('image/png', await pictureOf(31, 30))])).body.data[0];
  const twin = (await upload([asDataUrl('image/png', await pictureOf(31, 30))])).body.data[0];
  expect([twin.src, twin.id === keep.id]).toEqual([keep.src, false]);
  // A new table with a reference to files is found in the catalogue.
  const { default: pg } = await import('pg');
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    await owner.query(`create table shows (loft_id bigint, file_id bigint, foreign key (loft_id, file_id) references files (loft_id, id));
      grant select on shows to public; insert into shows values (${at.loft.id}, ${keep.id})`);
    expect(await sweepFiles(connection.db, storage, Date.now())).toEqual({ files: 0, names: 0 });
    const tomorrow = Date.now() + 25 * 3_600_000;
    const { files } = await sweepFiles(connection.db, storage, tomorrow);
    expect(files).toBeGreaterThan(0);
    expect((await read(keep.src)).statusCode).toBe(200);
    expect(await namesThere()).toHaveLength(3);
    await owner.query('drop table shows');
    expect(await sweepFiles(connection.db, storage, tomorrow)).toEqual({ files: 1, names: 3 });
    expect((await read(keep.src)).statusCode).toBe(404);
  } finally {
    await owner.end();
  }
});
