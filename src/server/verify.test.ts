/**
 * The output of `npm run ledger:verify` for an intact database, and for one that was changed past its triggers and
 * keys.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltRace, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { buildSales, noon_ms } from '#testing/payments.ts';
import { type App, buildApp } from './app.ts';
import { type Connection, connect } from './db/database.ts';
import { markPaid } from './payments/by-hand.ts';
import { verify } from './verify.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
let race: BuiltRace;
/** Writes past every trigger and key, as only the server's superuser can. */
let intruder: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
  race = await buildRace(connection.db, { birds: 10, basketed: 9 });
  // Nine birds arrive, one is on no list, one chip belongs to no bird.
  const readings = race.chips.map((_, i) => readingOf(race, i, 3_600_000 + i * 1000, { sequence: i + 1 }));
  readings.push({ ...readings[0]!, sequence: 11, chip: 'NOBODYS' });
  const { statusCode } = await built.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers: { authorization: `Bearer ${race.key}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ readings }),
  });
  expect(statusCode).toBe(200);
  const sales = await buildSales(connection.db);
  const { id } = await sales.order();
  await connection.db.transaction().execute((tx) =>
    markPaid(tx, id, {
      by: sales.customer.user_id,
      now_ms: noon_ms,
      reason: 'Cash',
      file_id: null,
      is_merchant: true,
    }),
  );
  intruder = new pg.Client({ connectionString: database.superUrl });
  await intruder.connect();
  await intruder.query('set session_replication_role = replica');
});
afterAll(async () => {
  await intruder?.end();
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

async function faults(): Promise<string[]> {
  const all: string[] = [];
  for await (const one of verify(connection.db)) all.push(...one.faults);
  return all;
}

it('finds nothing wrong in an intact database, and reports how much it checked', async () => {
  const seen: string[] = [];
  for await (const { what, faults } of verify(connection.db)) {
    expect(faults, what).toEqual([]);
    seen.push(what);
  }
  expect(seen[0]).toContain('11 readings, 2 declarations, 9 arrivals');
});

it.each([
  [
    'a reading that was altered',
    "update readings set chip = 'FORGED' where number = 6",
    /chain of the ledger breaks at entry 6/,
  ],
  [
    'a reading that was removed',
    'delete from readings where number = 13',
    /the ledger ends at entry 12, its head says 13/,
  ],
  ['a head that was altered', "update ledgers set hash = sha256('x')", /its head says 13 or another hash/],
  [
    'an arrival that was removed',
    'delete from arrivals where seq = 3',
    /the stream of arrivals has 8 rows up to 9, not 9/,
  ],
  [
    'a time that was altered',
    "update arrivals set time = time - interval '1 second' where seq = 2",
    /counts with \d+, the ledger says \d+/,
  ],
  [
    'an arrival by another entry',
    'update arrivals set reading_number = 4 where seq = 3',
    /counts by entry 4, the ledger says \d+/,
  ],
  [
    'a ruling that was altered',
    `update declarations set reason = 'fog' where kind = 'release'`,
    /chain of the ledger breaks at entry 2/,
  ],
  [
    'a release that was moved without a declaration',
    "update flights set release_time = release_time - interval '1 minute' where status = 'released'",
    /flies from \d+ to \d*, the ledger says \d+ to \d*/,
  ],
  [
    'a reading that is no longer unranked',
    'delete from unranked_readings',
    /reading 13 should wait as unknown_chip, it does not wait/,
  ],
  [
    'another reason of an unranked reading',
    "update unranked_readings set reason = 'after_close' where number = 13",
    /it waits as after_close/,
  ],
  [
    'an unbalanced journal entry',
    'update postings set amount_cents = amount_cents + 1 where amount_cents > 0',
    /does not balance/,
  ],
  ['an order whose status was changed', "update orders set status = 'confirmed'", /its history of order ends at paid/],
  [
    'a wrong count of orders',
    'update order_sums set orders = orders + 1',
    /season \d+ counts \d+ orders \w+ or their sum otherwise: there are \d+/,
  ],
  [
    'a step that the machine does not have',
    "update order_history set from_status = 'pending', to_status = 'paid' where to_status = 'confirmed'",
    /is no step of order: pending to paid/,
  ],
  ['an unknown history', 'create table odd_history (from_status text)', /odd_history: nobody checks this history/],
])('finds %s', async (_, statement, said) => {
  // A copy of every changed table is restored afterwards: a transaction of the intruder would not be visible.
  const tables = [
    'readings',
    'declarations',
    'flights',
    'ledgers',
    'arrivals',
    'unranked_readings',
    'postings',
    'orders',
    'order_sums',
    'order_history',
  ];
  for (const table of tables) await intruder.query(`create temporary table kept_${table} as table ${table}`);
  try {
    await intruder.query(statement);
    expect((await faults()).join('\n')).toMatch(said);
  } finally {
    for (const table of tables) {
      const { rows } = await intruder.query(
        `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      );
      await intruder.query(`delete from ${table}`);
      await intruder.query(
        `insert into ${table} (${rows[0].columns}) overriding system value select ${rows[0].columns} from kept_${table}`,
      );
      await intruder.query(`drop table kept_${table}`);
    }
    await intruder.query('drop table if exists odd_history');
  }
  expect(await faults()).toEqual([]);
});
