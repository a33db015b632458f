/** The search over the whole site among a hundred thousand birds, by its indexes; in npm test among thirty thousand. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLofts } from '#testing/big-site.ts';
import { type Plan, planOf, statementsOf } from '#testing/pages-read.ts';
import { proveSize } from '#testing/proof.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { foundBirds, foundTeams } from './search.ts';

/** Of each of the twenty seasons. */
const birds = proveSize(1500, 5000);
/** As people type them: the end of a ring, a whole ring, a name, a ring with a team, and what no bird has. */
const queries = ['4001234', 'BE 27-4000777', 'blauwe 412', '4000123 team 12', 'zzyzx'];

let site: TestSite;
let superuser: pg.Client;

beforeAll(async () => {
  site = await testSite({ keep_ms: 0 });
  superuser = new pg.Client({ connectionString: site.superUrl });
  await superuser.connect();
  await addLofts(superuser, { lofts: 10, seasons: 2, orders: birds / 2, birds });
}, 180_000);
afterAll(async () => {
  await superuser?.end();
  await site?.end();
});

/** The tables that a plan reads from beginning to end. */
const readWhole = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name']!] : []),
  ...(plan.Plans ?? []).flatMap(readWhole),
];

describe('many birds', () => {
  it.each(queries)('are searched for %s by the indexes, never from beginning to end', async (q) => {
    const { statements } = await statementsOf(site.connection.pool, async (tx) => {
      await foundBirds(tx, q, { limit: 6, offset: 0 });
      await foundTeams(tx, q, { limit: 6, offset: 0 });
    });
    expect(statements.filter(({ sql }) => /\bfrom (pigeons|teams)\b/.test(sql)).length).toBeGreaterThanOrEqual(2);
    for (const { sql, parameters } of statements)
      expect(readWhole(await planOf(superuser, sql, parameters))).not.toContain('pigeons');
  });

  it('control: a text that no index knows is looked for in every bird', async () => {
    const plan = await planOf(superuser, `select from pigeons where ring || '' like '%4001234%'`);
    expect(readWhole(plan)).toEqual(['pigeons']);
  });
});
