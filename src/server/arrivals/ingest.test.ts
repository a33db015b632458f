/** The door of the clocks stays open whatever becomes of what is only counted. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, connect } from '#server/db/database.ts';
import { testDatabase } from '#server/db/test-database.ts';
import { silent } from '#server/notifications/testing.ts';
import { buildRace, readingOf } from '#server/testing.ts';
import { createIngest } from './ingest.ts';

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

it('clocks are answered for what was committed, and go on, when counting it fails', async () => {
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
