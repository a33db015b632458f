/** The search over the whole site among a hundred thousand birds: by its indexes, and within a tenth of a second. */
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { addLofts } from '#testing/big-site.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { foundBirds, foundTeams } from './search.ts';

const most_ms = 100;
/** As people type them: the end of a ring, a whole ring, a name, a ring with a team, and what no bird has. */
const queries = ['4001234', 'BE 27-4000777', 'blauwe 412', '4000123 team 12', 'zzyzx'];

let site: TestSite;
let superuser: pg.Client;

beforeAll(async () => {
  site = await testSite({ keep_ms: 0 });
  superuser = new pg.Client({ connectionString: site.superUrl });
  await superuser.connect();
  await addLofts(superuser, { lofts: 10, seasons: 2, orders: 2500, birds: 5000 });
}, 180_000);
afterAll(async () => {
  await superuser?.end();
  await site?.end();
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}
/** The tables that a plan reads from beginning to end. */
const readWhole = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name']!] : []),
  ...(plan.Plans ?? []).flatMap(readWhole),
];
async function planOf(sql: string, parameters: readonly unknown[] = []): Promise<string[]> {
  const { rows } = await superuser.query(`explain (format json) ${sql}`, [...parameters]);
  return readWhole(rows[0]['QUERY PLAN'][0].Plan);
}

describe('a hundred thousand birds', () => {
  it('are searched by the indexes, never from beginning to end', async () => {
    expect(Number((await superuser.query('select count(*) from pigeons')).rows[0].count)).toBeGreaterThanOrEqual(
      100_000,
    );
    const asked: CompiledQuery[] = [];
    const dialect = new PostgresDialect({ pool: site.connection.pool });
    const db: Database = new Kysely({ dialect, log: ({ query }) => void asked.push(query) });
    for (const q of queries)
      await db.transaction().execute(async (tx) => {
        await foundBirds(tx, q, { limit: 6, offset: 0 });
        await foundTeams(tx, q, { limit: 6, offset: 0 });
      });
    const selects = asked.filter(({ sql }) => /\bfrom (pigeons|teams)\b/.test(sql));
    expect(selects.length).toBeGreaterThanOrEqual(2 * queries.length);
    for (const { sql, parameters } of selects) {
      const whole = await planOf(sql, parameters);
      expect({ parameters, whole: whole.filter((name) => name === 'pigeons') }).toEqual({ parameters, whole: [] });
    }
    // The control: a text that no index knows is looked for in every bird.
    expect(await planOf(`select from pigeons where ring || '' like '%4001234%'`)).toEqual(['pigeons']);
  });

  it(`are searched within ${most_ms} ms, 19 of 20 times`, async () => {
    const took: number[] = [];
    for (let n = 0; n < 100; n++) {
      const q = encodeURIComponent(n % 2 ? `400${1000 + n}` : queries[(n / 2) % queries.length]!);
      const begun = performance.now();
      const { statusCode } = await site.app.inject(`/api/search?q=${q}`);
      took.push(performance.now() - begun);
      expect(statusCode).toBe(200);
    }
    took.sort((a, b) => a - b);
    expect(took[94]!).toBeLessThanOrEqual(most_ms);
  });
});
