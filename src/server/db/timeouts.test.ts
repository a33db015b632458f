/** A PostgreSQL that receives data and does not answer, as with a full disk, a frozen machine or a firewall. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startBus } from '#server/live/bus.ts';
import { testDatabase } from '#testing/database.ts';
import { type Connection, connect, isDatabaseAway } from './database.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
const frozen: number[] = [];

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {}, 4, { connect_ms: 500, statement_ms: 300, answer_ms: 600 });
});
afterEach(() => {
  for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT');
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

function freeze(pid: number): void {
  frozen.push(pid);
  process.kill(pid, 'SIGSTOP');
}

describe('a database that hangs', () => {
  it('counts as unavailable, and the next caller gets another connection without the open transaction', async () => {
    const { pool, db } = connection;
    const begun = db.transaction().execute(async (tx) => {
      const { pid } = await tx
        .selectNoFrom(({ fn }) => fn<number>('pg_backend_pid').as('pid'))
        .executeTakeFirstOrThrow();
      freeze(pid);
      await tx
        .insertInto('lofts')
        .values({ name: 'Half done', time_zone: 'UTC', country: null, latitude: null, longitude: null })
        .execute();
    });
    const error = await begun.catch((caught) => caught);
    expect(isDatabaseAway(error), String(error)).toBe(true);
    await db.transaction().execute((tx) => tx.selectFrom('lofts').select('id').execute());
    for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT');
    const { rows } = await pool.query(`select from lofts where name = 'Half done'`);
    expect(rows).toHaveLength(0);
  });

  it('that is only slow cancels the statement itself', async () => {
    const error = await connection.pool.query('select pg_sleep(5)').catch((caught) => caught);
    expect([error.code, isDatabaseAway(error)]).toEqual(['57014', true]);
  });

  it('without a free connection says so', async () => {
    const taken = await Promise.all(Array.from({ length: 4 }, () => connection.pool.connect()));
    const error = await connection.pool.query('select 1').catch((caught) => caught);
    for (const client of taken) client.release();
    expect(isDatabaseAway(error), String(error)).toBe(true);
  });

  it('is noticed by the live bus after two missing echoes, which opens another connection', async () => {
    const heard: string[] = [];
    let connected = 0;
    const log = { warn: () => {} } as never;
    const options = { databaseUrl: database.url, log, heard: (channel: string) => heard.push(channel) };
    const bus = startBus({
      name: 'loftline bus',
      ...options,
      connected: async () => {
        connected += 1;
      },
    });
    await expect.poll(() => bus.lastRoundTrip()).not.toBeNull();
    const { rows } = await connection.pool.query(
      `select pid from pg_stat_activity where datname = current_database() and query like '%pg_notify(''echo''%' and pid <> pg_backend_pid()`,
    );
    freeze(rows[0].pid);
    for (let beat = 0; beat < 3; beat++) bus.echo();
    await expect.poll(() => connected).toBe(2);
    await connection.pool.query(`select pg_notify('flights', '1:1')`);
    await expect.poll(() => heard).toEqual(['flights']);
    await bus.stop();
  });
});

it('a connection is closed also where only its pool was used', async () => {
  const { pool, close } = connect(database.url, () => {});
  await pool.query('select 1');
  await close();
  expect([pool.ended, pool.totalCount]).toEqual([true, 0]);
  // Closed twice it is no error.
  await close();
});
