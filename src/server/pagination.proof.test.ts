/**
 * Frequent reads cost in proportion to their own season, however many rows other lofts have, and an overview costs the
 * same for many orders as for a hundred. Measured by PostgreSQL's plans and the rows they read: time says more about
 * the machine.
 */

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SeasonKey } from '#domain/keys.ts';
import { type App, buildApp } from '#server/app.ts';
import { addLofts, addPeople } from '#testing/big-site.ts';
import { buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { type Connection, connect } from './db/database.ts';
import type { Tables } from './db/tables.ts';

/** Tables that grow with every season: none of them is scanned sequentially. */
const grown = new Set(
  `pigeons orders order_history order_positions entries payments refunds journal_entries postings teams users transports
  activations pigeon_history pigeon_chips listings sale_orders sale_offers extra_places arrivals baskets readings`.split(
    /\s+/,
  ),
);

const size = {
  /** Of the requested season, and of the other seasons of its loft. */
  birds: proveSize(600, 10_000),
  own: proveSize(3, 20),
  people: proveSize(20_000, 100_000),
  /** Orders of two more seasons. */
  few: 100,
  many: proveSize(2000, 10_000),
  others: {
    lofts: proveSize(20, 49),
    seasons: proveSize(4, 20),
    orders: proveSize(60, 250),
    birds: proveSize(120, 500),
  },
};

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let superuser: pg.Client;
let built: App;
let admin: { headers: Record<string, string> };
let logged: Statement[] | undefined;
let season: SeasonKey;
let few: SeasonKey;
let many: SeasonKey;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  superuser = new pg.Client({ connectionString: database.superUrl });
  await superuser.connect();
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: connection.pool }),
    log: ({ query: { sql, parameters } }) => void logged?.push({ sql, parameters }),
  });
  built = await buildApp({ config: testConfig, db, databaseUrl: database.url, version: 'test' });
  admin = await buildPerson(connection.db, { is_admin: true });
  await addPeople(superuser, size.people);
  const add = (of: { seasons: number; orders: number; birds: number }) => addLofts(superuser, { lofts: 1, ...of });
  [season] = (await add({ seasons: size.own, orders: size.birds / 2, birds: size.birds })) as [SeasonKey];
  [few] = (await add({ seasons: 1, orders: size.few, birds: 2 * size.few })) as [SeasonKey];
  [many] = (await add({ seasons: 1, orders: size.many, birds: 2 * size.many })) as [SeasonKey];
  await addLofts(superuser, size.others);
}, 3_600_000);

afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await superuser?.end();
  await database?.drop();
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

interface Cost {
  /** Rows of growing tables that were read. */
  rows: number;
  /** Buffer pages. */
  pages: number;
  /** Growing tables that were scanned sequentially. */
  scanned: string[];
}

/** The statements of a call, and their cost. */
async function costOf(url: string): Promise<Cost> {
  logged = [];
  const answer = await built.app.inject({ url, headers: admin.headers });
  const statements = logged.filter(({ sql }) => /^\s*(?:select|with)\b/i.test(sql));
  logged = undefined;
  expect(answer.statusCode, `${url} ${answer.body.slice(0, 300)}`).toBe(200);
  expect(statements.length).toBeGreaterThan(0);
  let rows = 0;
  let pages = 0;
  const scanned = new Set<string>();
  const walk = (node: Plan) => {
    const table = node['Relation Name'];
    if (table && grown.has(table)) {
      const looked_at =
        node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      rows += looked_at * node['Actual Loops'];
      // A sequential scan of a table with a handful of rows costs nothing.
      if (node['Node Type'] === 'Seq Scan' && looked_at > 50) scanned.add(table);
    }
    node.Plans?.forEach(walk);
  };
  for (const { sql, parameters } of statements) {
    const explained = await connection.pool.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters]);
    const [{ Plan: plan }] = explained.rows[0]['QUERY PLAN'] as [{ Plan: Plan }];
    pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    walk(plan);
  }
  return { rows: Math.round(rows), pages, scanned: [...scanned] };
}

const adminPath = ({ season_id }: SeasonKey) => `/api/admin/seasons/${season_id}`;
const overview = (of: SeasonKey) => `${adminPath(of)}/overview`;

const questions: [string, (of: SeasonKey) => string][] = [
  ['orders', (of) => `${adminPath(of)}/orders`],
  ['orders by name', (of) => `${adminPath(of)}/orders?q=ortuno&sort=-customer`],
  ['payments', (of) => `${adminPath(of)}/payments`],
  ['statement', (of) => `${adminPath(of)}/statement`],
  ['overview', overview],
  ['counts', (of) => `${adminPath(of)}/counts`],
  ['customers', (of) => `${adminPath(of)}/customers`],
  ['teams by ring', (of) => `${adminPath(of)}/teams?q=4000012`],
  ['birds', (of) => `${adminPath(of)}/pigeons`],
  ['birds by ring and country', (of) => `${adminPath(of)}/pigeons?q=40000+belgium&sort=-team`],
  ['activations', (of) => `${adminPath(of)}/activations?kind=reserve`],
  ['transports', (of) => `${adminPath(of)}/transports`],
  ['public birds', (of) => `/api/lofts/${of.loft_id}/pigeons?season_id=${of.season_id}&q=muller`],
  ['public teams', (of) => `/api/lofts/${of.loft_id}/teams?season_id=${of.season_id}`],
  ['overview of a loft', (of) => `/api/lofts/${of.loft_id}/overview`],
];

async function costs(): Promise<Map<string, Cost>> {
  const all = new Map<string, Cost>();
  for (const [name, url] of questions) all.set(name, await costOf(url(season)));
  return all;
}

/** A season's orders and birds with their related rows, read a few times; never those of other seasons. */
const most_rows = 20 * size.birds;

function faultsOf(found: ReadonlyMap<string, Cost>): string[] {
  return [...found].flatMap(([name, { rows, scanned }]) => [
    ...scanned.map((table) => `${name} reads ${table} from end to end`),
    ...(rows > most_rows ? [`${name} looks at ${rows} rows`] : []),
  ]);
}

/** Another plan may read the season's own rows once more. */
const most_after = (rows: number) => 2 * rows + 200;

it('costs the same whatever other lofts have; without an index it would cost more', {
  timeout: 3_600_000,
}, async () => {
  const before = await costs();
  expect(faultsOf(before)).toEqual([]);
  await addLofts(superuser, size.others);
  const after = await costs();
  expect(faultsOf(after)).toEqual([]);
  const dearer = [...after].flatMap(([name, { rows }]) => {
    const had = before.get(name)!.rows;
    return rows > most_after(had) ? `${name} looks at ${rows} rows, and at ${had} before` : [];
  });
  expect(dearer).toEqual([]);
  // Control: without its index the birds of a team are searched among those of the loft.
  const { rows: index } = await superuser.query(`select pg_get_indexdef('pigeons_by_team'::regclass) as def`);
  await superuser.query('drop index pigeons_by_team');
  const [, url] = questions.find(([name]) => name === 'public teams')!;
  const without = await costOf(url(season));
  await superuser.query(index[0].def);
  expect(without.rows).toBeGreaterThan(most_after(after.get('public teams')!.rows));
  for (const [name, { rows, pages }] of after) reportProof(name, { rows, pages });
  if (process.env.TELL) console.log(JSON.stringify({ before: [...before], after: [...after] }));
});

it('an overview of many orders costs as much as one of a hundred', async () => {
  const small = await costOf(overview(few));
  const large = await costOf(overview(many));
  reportProof('overview', { orders: size.few, rows: small.rows, pages: small.pages });
  reportProof('overview', { orders: size.many, rows: large.rows, pages: large.pages });
  if (process.env.TELL) console.log(JSON.stringify({ small, large }));
  expect(large.pages).toBeLessThan(1.5 * small.pages + 100);
});
