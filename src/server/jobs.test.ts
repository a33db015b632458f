import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { areJobsPrepared, prepareJobs } from './jobs.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

it('schedules of an earlier version are removed', async () => {
  const serving = new URL(database.url).username;
  await prepareJobs(database.ownerUrl, serving);
  expect(await areJobsPrepared(database.url)).toBe(true);
  const boss = new PgBoss({ connectionString: database.ownerUrl, schedule: false, supervise: false, max: 2 });
  boss.on('error', () => {}); // the failing call reports it
  await boss.start();
  try {
    for (const name of ['forget-telemetry', 'remove-old']) {
      if (!(await boss.getQueue(name))) await boss.createQueue(name);
      await boss.schedule(name, '17 * * * *');
    }
    await prepareJobs(database.ownerUrl, serving);
    expect((await boss.getSchedules()).map(({ name }) => name)).toEqual(['remove-old']);
  } finally {
    await boss.stop({ graceful: false });
  }
});
