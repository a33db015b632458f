/** Reads that belong together see one moment: the parts of one reply, and those of one page. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '#domain/contract.ts';
import { anonymous } from '#domain/policy.ts';
import { testDatabase } from '#testing/database.ts';
import { type Connection, connect, type Tx } from './db/database.ts';
import { caller, callsOfPage, route, tableOf } from './route.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
/** The reader has one connection: a connection that is not released blocks the next read. */
let reader: Connection;
let writer: Connection;

beforeAll(async () => {
  database = await testDatabase();
  reader = connect(database.url, () => {}, 1, { connect_ms: 2000, statement_ms: 5000, answer_ms: 6000 });
  writer = connect(database.url, () => {}, 1);
});
afterAll(async () => {
  await reader?.close();
  await writer?.close();
  await database?.drop();
});

let names = 0;
const addLoft = (tx: Tx) => sql`insert into lofts (name, time_zone) values (${`Loft ${++names}`}, 'UTC')`.execute(tx);

async function countLofts(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from lofts`.execute(tx);
  return rows[0]!.count;
}

/** Counts, lets another connection commit, and counts again. */
async function twice(tx: Tx): Promise<number[]> {
  const before = await countLofts(tx);
  await addLoft(writer.db);
  return [before, await countLofts(tx)];
}

const counts = z.object({ counts: z.array(z.int()) });
const named = { summary: 'Lofts', access: 'site.read' } as const;
const readTwice = contract({ ...named, name: 'readTwice', method: 'GET', path: '/api/twice', reply: counts });
const readOne = contract({ ...named, name: 'readOne', method: 'GET', path: '/api/one', reply: counts });
const readBroken = contract({ ...named, name: 'readBroken', method: 'GET', path: '/api/broken', reply: counts });
const readAndWrite = contract({ ...named, name: 'readAndWrite', method: 'GET', path: '/api/write', reply: counts });
const add = contract({ ...named, name: 'addLoft', method: 'POST', path: '/api/lofts', reply: counts });

const load = async () => null;
const calls = tableOf([
  route(readTwice, { load, act: async (tx) => ({ counts: await twice(tx) }) }),
  route(readOne, { load, act: async (tx) => ({ counts: [await countLofts(tx)] }) }),
  route(readBroken, { load, act: async (tx) => ({ counts: [(await sql`select 1 / 0`.execute(tx)).rows.length] }) }),
  route(readAndWrite, { load, act: async (tx) => ({ counts: [(await addLoft(tx)).rows.length] }) }),
  route(add, {
    load,
    act: async (tx) => {
      await addLoft(tx);
      return { counts: [await countLofts(tx)] };
    },
  }),
]);

describe('a reading call', () => {
  it('reads one snapshot, despite commits meanwhile', async () => {
    const { counts } = await caller(calls, reader.db, anonymous)(readTwice, {});
    expect(counts[1]).toBe(counts[0]);
    // Control: without it the two counts differ.
    const [before, after] = await twice(reader.db);
    expect(after).toBe(before! + 1);
  });

  it('cannot write', async () => {
    const call = caller(calls, reader.db, anonymous);
    const before = await countLofts(writer.db);
    await expect(call(readAndWrite, {})).rejects.toThrow();
    expect(await countLofts(writer.db)).toBe(before);
    expect((await call(readOne, {})).counts).toEqual([before]);
  });
});

describe('the calls of a page', () => {
  const page = () => callsOfPage(calls, reader.db, anonymous, null);

  it('read one snapshot, also when made at once, and release their connection', async () => {
    const { call, end } = page();
    const first = await call(readOne, {});
    await addLoft(writer.db);
    const more = await Promise.all([call(readOne, {}), call(readTwice, {}), call(readOne, {})]);
    expect(more.flatMap(({ counts }) => counts)).toEqual(Array.from({ length: 4 }, () => first.counts[0]));
    await end();
    await end();
    expect(await countLofts(reader.db)).toBe(first.counts[0]! + 2);
    // Control: separate calls see different states.
    const alone = caller(calls, reader.db, anonymous);
    const before = await alone(readOne, {});
    await addLoft(writer.db);
    expect(await alone(readOne, {})).not.toEqual(before);
  });

  it('that read nothing take no connection', async () => {
    const { end } = page();
    await end();
    expect(reader.pool.idleCount).toBe(reader.pool.totalCount);
  });

  it('read what the page itself has written', async () => {
    const { call, end } = page();
    const { counts } = await call(readOne, {});
    expect(await call(add, { body: {} })).toEqual({ counts: [counts[0]! + 1] });
    expect(await call(readOne, {})).toEqual({ counts: [counts[0]! + 1] });
    await end();
  });

  it('continue in another snapshot after one that PostgreSQL aborted', async () => {
    const { call, end } = page();
    const { counts } = await call(readOne, {});
    await expect(call(readBroken, {})).rejects.toMatchObject({ code: '22012' });
    await addLoft(writer.db);
    expect(await call(readOne, {})).toEqual({ counts: [counts[0]! + 1] });
    await end();
    expect(reader.pool.idleCount).toBe(1);
  });
});
