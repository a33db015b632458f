/** The query plan of the basketing list. */
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, connect, type Database } from '#server/db/database.ts';
import { buildRace } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { basketedPigeons, basketingVersion } from './basketing.ts';

const birds = 500;

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {}, 1);
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

/** The index conditions of the plan that PostgreSQL chooses. */
async function lookedForBy(text: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await connection.pool.query(`explain ${text}`, [...values]);
  const lines = rows.map((row: Record<string, string>) => row['QUERY PLAN']!);
  return lines.flatMap((line, at) => (/ on pigeons\b/.test(line) ? lines[at + 1]!.trim() : []));
}

it('looks each bird up by its key, whatever the table statistics say', async () => {
  await buildRace(connection.db, { birds });
  const analyst = connect(database.superUrl, () => {}, 1);
  // The statistics are taken before the birds of the second loft are inserted, and after its baskets.
  await analyst.pool.query('analyze pigeons, teams');
  const race = await buildRace(connection.db, { birds });
  await analyst.pool.query('analyze baskets');
  await analyst.close();
  const key = { loft_id: race.loft.id, flight_id: race.flight_id };

  const queries: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool: connection.pool });
  const db: Database = new Kysely({ dialect, log: ({ query }) => void queries.push(query) });
  expect((await basketedPigeons(db, key)).length).toBe(birds);
  expect(await basketingVersion(db, key)).toMatch(new RegExp(`^${birds}-\\d+$`));
  expect(queries.length).toBe(2);
  for (const { sql, parameters } of queries)
    expect(await lookedForBy(sql, parameters)).toEqual([expect.stringMatching(/^Index Cond: .*\bid = b\.pigeon_id\)/)]);

  // The control: for a join, PostgreSQL prefers to scan all birds of the loft.
  const joined = `select from baskets b join pigeons p on p.loft_id = b.loft_id and p.id = b.pigeon_id
    where b.loft_id = $1 and b.flight_id = $2`;
  expect(await lookedForBy(joined, [key.loft_id, key.flight_id])).toEqual([expect.not.stringContaining('pigeon_id')]);
});
