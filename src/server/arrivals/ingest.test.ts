/** The ingest of readings: independent of what is only counted, and of table statistics. */

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, connect, servingTimeouts } from '#server/db/database.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { buildRace, readingOf } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { silent } from '#testing/notifications.ts';
import { createIngest } from './ingest.ts';
import { recordReadings } from './readings.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

it('clocks get the reply for what was committed, and later ones too, when the counting fails', async () => {
  const race = await buildRace(connection.db);
  const fails = () => {
    throw new Error('a gauge is broken');
  };
  const counts = { stored: fails, conflict: fails, committed: fails, heard: fails };
  const ingest = createIngest(connection.db, silent, counts);
  const send = (sequence: number) =>
    ingest({
      device: race.device,
      readings: [readingOf(race, sequence - 1, 300, { sequence })],
      received_ms: Date.now(),
    });
  expect((await send(1)).readings).toMatchObject([{ status: 'stored' }]);
  const together = await Promise.all([send(2), send(3)]);
  expect(together.map(({ readings }) => readings[0]!.status)).toEqual(['stored', 'stored']);
  expect((await connection.db.selectFrom('arrivals').select('seq').execute()).length).toBe(3);
});

it('a reading costs no more with thousands home than with none, whatever the table statistics say', async () => {
  const race = await buildRace(connection.db, { birds: 20 });
  const serving = connect(database.url, () => {}, 1, servingTimeouts, 'prepared');
  let sequence = 0;
  /** The number of rows that PostgreSQL fetched for the reading of the next bird. */
  const lookedAt = () =>
    serving.db.transaction().execute(async (tx) => {
      sequence += 1;
      const readings = [readingOf(race, sequence, 300 + sequence, { boot: 'next', sequence })];
      const batch = { device: race.device, readings, received_ms: Date.now() };
      await recordReadings(tx, race.loft.id, [batch], await lockLedger(tx, race.loft.id));
      const { rows } = await sql<{ rows: number }>`
        select sum(idx_tup_fetch) as rows from pg_stat_xact_user_tables`.execute(tx);
      return rows[0]!.rows;
    });
  const [owner, analyst] = [1, 2].map(() => connect(database.superUrl, () => {}, 1)) as [Connection, Connection];
  try {
    const first = await lookedAt();
    // Many other arrivals in the flight, inserted after the statistics were taken, without the birds they refer to.
    await owner.pool.query('set session_replication_role = replica');
    await owner.pool.query('begin');
    await owner.pool.query(
      `insert into arrivals (loft_id, flight_id, seq, pigeon_id, reading_number, time)
       select $1, $2, 100 + n, 1000000 + n, 1, now() from generate_series(1, 40000) as n order by random()`,
      [race.loft.id, race.flight_id],
    );
    await analyst.pool.query('analyze arrivals');
    await owner.pool.query('commit');
    await owner.pool.query('update flight_streams set head = 50000 where flight_id = $1', [race.flight_id]);
    expect(await lookedAt()).toBeLessThan(first + 100);
  } finally {
    await serving.close();
    await owner.close();
    await analyst.close();
  }
});
