/** The query plan for the chip of a reading. */
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { connect, servingTimeouts } from '#server/db/database.ts';
import { buildRace } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { leadsOf } from './facts.ts';

test('a chip is looked up by its own index; the exclusion constraint’s index cannot be used', async () => {
  const database = await testDatabase();
  const serving = connect(database.url, () => {}, 1, servingTimeouts, 'prepared');
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  try {
    const { loft, chips } = await buildRace(serving.db, { birds: 500 });
    await owner.connect();
    await owner.query('analyze');
    const plan = async () => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select lead.* from jsonb_to_recordset(${JSON.stringify([{ device_id: 1, chip: chips[0] }])}::jsonb) as r
          (device_id bigint, chip text, device_time timestamptz)
        ${leadsOf(loft.id)}`.execute(serving.db);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    expect(await plan()).toContain('pigeon_chips_by_chip');
    // In a large table PostgreSQL estimates the same cost for both indexes.
    await owner.query('drop index pigeon_chips_by_chip');
    expect(await plan()).not.toContain('chip_on_another_bird');
  } finally {
    await owner.end();
    await serving.close();
    await database.drop();
  }
});
