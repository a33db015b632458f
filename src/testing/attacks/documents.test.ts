/** Attacks on private documents: receipts, pedigrees and contracts. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { moveDocuments, sweepFiles } from '#server/files/files.ts';
import { createStorage } from '#server/files/storage.ts';
import { givePedigree } from '#server/pigeons/enter-pigeon.ts';
import { enterPigeons } from '#server/pigeons/pigeons.ts';
import { buildLoft, buildPerson, testConfig } from '../builders.ts';
import { testDatabase } from '../database.ts';
import { asDataUrl, pdfOf, pictureOf } from '../files.ts';
import { type BuiltSales, buildSales } from '../payments.ts';

type Who = { headers: Record<string, string>; user_id?: number };
let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
let data_dir: string;
let sales: BuiltSales;
let merchant: Awaited<ReturnType<typeof buildPerson>>;
let agent: Awaited<ReturnType<typeof buildPerson>>;
let other_agent: Awaited<ReturnType<typeof buildPerson>>;
let staff: Awaited<ReturnType<typeof buildPerson>>;
let neighbour: Awaited<ReturnType<typeof buildPerson>>;
const stranger: Who = { headers: {} };

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  data_dir = await mkdtemp(join(tmpdir(), 'loftline-documents-'));
  built = await buildApp({
    config: { ...testConfig, data_dir },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
  });
  sales = await buildSales(connection.db);
  const { loft_id } = sales.key;
  const person = (entry: object, at = loft_id) => buildPerson(connection.db, { entries: [{ loft_id: at, entry }] });
  merchant = await person({ is_merchant: true });
  agent = await person({ is_agent: true });
  other_agent = await person({ is_agent: true });
  staff = await person({ is_staff: true, has_seasons: true });
  neighbour = await person({ is_merchant: true }, (await buildLoft(connection.db)).loft.id);
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
  await rm(data_dir, { recursive: true, force: true });
});

async function upload(who: Who, content: Buffer, type = 'application/pdf') {
  const answer = await built.app.inject({
    method: 'POST',
    url: `/api/lofts/${sales.key.loft_id}/files?as=document&name=Quittung%20M%C3%BCller.pdf`,
    headers: { ...who.headers, 'content-type': 'application/json' },
    payload: JSON.stringify([asDataUrl(type, content)]),
  });
  expect(answer.statusCode).toBe(200);
  return answer.json().data[0] as { id: number; src: string };
}
const ask = (who: Who, url: string) => built.app.inject({ url, headers: who.headers });
const statuses = async (src: string, people: readonly Who[]) => {
  const got: number[] = [];
  for (const who of people) got.push((await ask(who, src)).statusCode);
  return got;
};
const mark = async (who: Who, file_id: number) => {
  const { id } = await sales.order();
  return built.app.inject({
    method: 'POST',
    url: `/api/admin/seasons/${sales.key.season_id}/orders/${id}/payments`,
    headers: who.headers,
    payload: { reason: 'Cash', file_id },
  });
};
const namesThere = async () => (await readdir(join(data_dir, 'files'), { recursive: true })).join(' ');
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const allReaders = () => [stranger, sales.customer, other_agent, staff, neighbour, agent, merchant];

describe('a receipt', () => {
  it('is readable for the loft’s merchants and its sender, and for no other person with its address', async () => {
    const { id, src } = await upload(agent, pdfOf('/Lang (receipt)'));
    expect((await mark(agent, id)).statusCode).toBe(200);
    expect(await statuses(src, allReaders())).toEqual([404, 404, 404, 404, 404, 200, 200]);
    const { headers } = await ask(merchant, src);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': "attachment; filename*=UTF-8''Quittung%20M%C3%BCller.pdf",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  it('that is a picture has no public copy', async () => {
    const { id, src } = await upload(agent, await pictureOf(31, 17), 'image/png');
    expect((await mark(agent, id)).statusCode).toBe(200);
    expect(src).toBe(`/files/${id}`);
    expect(await statuses(src, allReaders())).toEqual([404, 404, 404, 404, 404, 200, 200]);
    expect(await namesThere()).not.toMatch(/\/[0-9a-f]{64}/);
  });

  it('of another agent cannot be read by attaching it to a payment of one’s own', async () => {
    const { id, src } = await upload(agent, pdfOf('/Lang (another)'));
    const answer = await mark(other_agent, id);
    expect([answer.statusCode, answer.json().codes]).toMatchObject([404, { file_id: ['not_found'] }]);
    expect(await statuses(src, [other_agent])).toEqual([404]);
  });

  it('is readable only for its sender before it is attached', async () => {
    const { src } = await upload(agent, pdfOf('/Lang (loose)'));
    expect(await statuses(src, allReaders())).toEqual([404, 404, 404, 404, 404, 200, 404]);
  });
});

it('a person with a copy of a document cannot find out whether it is stored here', async () => {
  const content = pdfOf('/Lang (known)');
  await upload(agent, content);
  const hash = hashOf(content);
  expect(await namesThere()).not.toContain(hash);
  for (const url of [`/media/${hash}.pdf`, `/media/${hash}-full.jpg`, `/media/private-${hash}.pdf`, `/files/${hash}`])
    expect([url, (await ask(merchant, url)).statusCode]).toEqual([url, 404]);
  // Nor by the name in the storage.
  const name = /private-[0-9a-f]{64}\.pdf/.exec(await namesThere())![0];
  expect((await ask(merchant, `/media/${name}`)).statusCode).toBe(404);
  // The same content twice is two files, so that nothing reveals the first.
  const before = (await namesThere()).match(/private-/g)!.length;
  await upload(other_agent, content);
  expect((await namesThere()).match(/private-/g)!.length).toBe(before + 1);
});

it('a pedigree is readable for season managers, and not for other staff of the loft', async () => {
  const { id, src } = await upload(staff, pdfOf('/Lang (pedigree)'));
  const { loft_id, season_id } = sales.key;
  const [pigeon_id] = await enterPigeons(connection.db, { loft_id, season_id }, [{ ring: 'BE 1', team_id: null }]);
  await givePedigree(connection.db, { loft_id, pigeon_id: pigeon_id!, file_id: id });
  expect(await statuses(src, allReaders())).toEqual([404, 404, 404, 200, 404, 404, 200]);
});

it('a contract in draft is readable for the managers of the loft, a published one is public', async () => {
  const { id: file_id, src } = await upload(merchant, pdfOf('/Lang (terms)'));
  const at = `/api/admin/lofts/${sales.key.loft_id}/contracts`;
  const post = (url: string, payload: object) =>
    built.app.inject({ method: 'POST', url, headers: merchant.headers, payload });
  const draft = { language: 'en', title: 'Terms', text: '', file_id, valid_from: '2026-01-01' };
  const { contract_id } = (await post(at, draft)).json();
  expect(await statuses(src, allReaders())).toEqual([404, 404, 404, 404, 404, 404, 200]);
  expect((await post(`${at}/${contract_id}/publication`, {})).statusCode).toBe(200);
  expect(await statuses(src, allReaders())).toEqual([200, 200, 200, 200, 200, 200, 200]);
  expect((await ask(stranger, `/lofts/${sales.key.loft_id}/contracts/${contract_id}/pdf`)).statusCode).toBe(200);
});

it('a document of an earlier version moves away from its public name, which is then invalid', async () => {
  const storage = createStorage({ s3: undefined, data_dir });
  const content = pdfOf('/Lang (before)');
  const { id, src } = await upload(agent, content);
  // The state after the migration of a document that was stored by the hash of its content.
  const hash = hashOf(content);
  await storage.put(`${hash}.pdf`, content, 'application/pdf');
  const { rows } = await sql<{ private_key: string }>`select private_key from files where id = ${id}`.execute(
    connection.db,
  );
  await storage.remove(`private-${rows[0]!.private_key}.pdf`);
  await sql`update files set sha256 = ${hash} where id = ${id}`.execute(connection.db);
  expect((await ask(stranger, `/media/${hash}.pdf`)).statusCode).toBe(404);
  expect((await ask(agent, src)).rawPayload.equals(content)).toBe(true);
  // Several processes may move it at the same moment.
  await Promise.all([
    moveDocuments(connection.db, storage, Date.now()),
    moveDocuments(connection.db, storage, Date.now()),
  ]);
  expect(await namesThere()).not.toContain(hash);
  expect((await ask(agent, src)).rawPayload.equals(content)).toBe(true);
  expect(await moveDocuments(connection.db, storage, Date.now())).toBe(0);
  // The sweep does not remove it.
  await sweepFiles(connection.db, storage, Date.now() + 3_600_000);
  expect((await ask(agent, src)).statusCode).toBe(200);
});
