/**
 * No file delays another person's (R2): the process is stopped by a signal, so that the tests do not depend on time.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { limitConcurrency } from '#server/concurrency.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { type BuiltLoft, buildLoft, buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { asDataUrl, pdfOf, pictureOf } from '#testing/files.ts';
import { heavy } from '#testing/hostile-files.ts';
import { createMaker, type Maker } from './maker.ts';

type Person = Awaited<ReturnType<typeof buildPerson>>;
let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let data_dir: string;
let at: BuiltLoft;
let [one, other]: Person[] = [];
let maker: Maker;
/** The persons whose files were requested, and made. */
let asked: unknown[];
let made: unknown[];
let built: App | undefined;
let picture: string;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  data_dir = await mkdtemp(join(tmpdir(), 'loftline-uploads-'));
  at = await buildLoft(connection.db);
  const merchant = { entries: [{ loft_id: at.loft.id, entry: { is_merchant: true } }] };
  [one, other] = [await buildPerson(connection.db, merchant), await buildPerson(connection.db, merchant)];
  picture = asDataUrl('image/png', await pictureOf(1, 1));
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
  await rm(data_dir, { recursive: true, force: true });
});
beforeEach(() => {
  const own = createMaker();
  asked = [];
  made = [];
  const file: Maker['file'] = async (person, ...of) => {
    asked.push(person);
    const file = await own.file(person, ...of);
    made.push(person);
    return file;
  };
  maker = { ...own, file };
});
afterEach(async () => {
  for (const pid of maker.pids()) process.kill(pid, 'SIGKILL');
  await built?.app.close();
});

async function start(using: Maker): Promise<void> {
  const config = { ...testConfig, data_dir };
  built = await buildApp({ config, db: connection.db, databaseUrl: database.url, version: 'test', maker: using });
}

async function upload(person: Person, file: string) {
  const answer = await built!.app.inject({
    method: 'POST',
    url: `/api/lofts/${at.loft.id}/files?as=document`,
    headers: { ...person.headers, 'content-type': 'application/json' },
    payload: JSON.stringify([file]),
  });
  return { status: answer.statusCode, code: answer.json().code, retry: answer.headers['retry-after'] };
}

/** Uploads a PDF and stops the process that reads it. */
async function stopped(person: Person, file = asDataUrl('application/pdf', pdfOf())) {
  const before = new Set(maker.pids());
  const answers: string[] = [];
  const sent = upload(person, file).then((answer) => {
    answers.push('PDF');
    return answer;
  });
  const pid = await vi.waitFor(() => {
    const found = maker.pids().find((pid) => !before.has(pid));
    expect(found).toBeDefined();
    return found!;
  }, 30_000);
  process.kill(pid, 'SIGSTOP');
  return { sent, answers, goOn: () => process.kill(pid, 'SIGCONT'), kill: () => process.kill(pid, 'SIGKILL') };
}

it("a person's picture is stored while another's PDF is being processed", async () => {
  await start(maker);
  expect((await upload(other!, picture)).status).toBe(200);
  const { sent, answers, goOn } = await stopped(one!);
  expect((await upload(other!, picture)).status).toBe(200);
  expect(answers).toEqual([]);
  goOn();
  expect((await sent).status).toBe(200);
});

it('control: with one queue for all, the picture waits for the PDF', async () => {
  const oneAtATime = limitConcurrency(1);
  let inQueue = 0;
  const file: Maker['file'] = (...of) => {
    inQueue += 1;
    return oneAtATime(() => maker.file(...of));
  };
  await start({ ...maker, file });
  expect((await upload(other!, picture)).status).toBe(200);
  const { sent, goOn } = await stopped(one!);
  const second = upload(other!, picture);
  await vi.waitFor(() => expect(inQueue).toBe(3), 30_000);
  goOn();
  await Promise.all([sent, second]);
  expect(made).toEqual([other!.user_id, one!.user_id, other!.user_id]);
});

it("a person's PDF is read next, before further ones of the person whose PDF is being read", async () => {
  await start(maker);
  const { sent, goOn } = await stopped(one!);
  const pdf = asDataUrl('application/pdf', pdfOf());
  const further = upload(one!, pdf);
  const others = upload(other!, pdf);
  await vi.waitFor(() => expect(asked).toHaveLength(2), 30_000);
  goOn();
  await Promise.all([sent, further, others]);
  expect(made).toEqual([one!.user_id, other!.user_id, one!.user_id]);
});

it('too many files of one person are refused with the seconds to wait, those of others are not', async () => {
  await start(maker);
  const { sent, goOn } = await stopped(one!);
  const many = Array.from({ length: 10 }, () => upload(one!, picture));
  const refused = await Promise.race(many);
  expect(refused).toMatchObject({ status: 429, code: 'uploads_waiting' });
  expect((await upload(other!, picture)).status).toBe(200);
  goOn();
  const statuses = (await Promise.all([sent, ...many])).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

it('a file that exceeds the limits is refused with a code, and the next one is read', {
  timeout: 120_000,
}, async () => {
  await start(maker);
  const hostile = heavy().find(({ name }) => name.includes('without end'));
  expect(await upload(one!, hostile!.sent)).toMatchObject({ status: 409, code: 'file_too_complex' });
  expect((await upload(one!, asDataUrl('application/pdf', pdfOf()))).status).toBe(200);
});

it('a process that ends within a file affects no other file', async () => {
  await start(maker);
  const { sent, kill } = await stopped(one!);
  const next = upload(other!, asDataUrl('application/pdf', pdfOf()));
  kill();
  expect(await sent).toMatchObject({ status: expect.any(Number) });
  expect((await next).status).toBe(200);
});
