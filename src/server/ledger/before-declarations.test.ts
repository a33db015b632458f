/**
 * A ledger from before declarations existed stays valid byte for byte: rows written by the program of that time are
 * loaded into a database of that schema, and the later migrations run over them.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { reading } from '#domain/arrivals/contract.ts';
import { recordReadings } from '#server/arrivals/readings.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { knownMigrations, migrate } from '#server/db/migrate.ts';
import { verify } from '#server/verify.ts';
import { declare } from './declarations.ts';
import { lockLedger } from './ledger.ts';

/** The last migration that the stored rows know. */
const then = '0082_triggers_refuse.sql';
type Rows = Record<string, unknown>[];
const stored: Record<string, Rows> = JSON.parse(
  readFileSync(new URL('before-declarations.json', import.meta.url), 'utf8'),
);

const name = `test_${randomBytes(6).toString('hex')}`;
const cluster = inject('cluster');
const on = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
let connection: Connection;

beforeAll(async () => {
  await say(cluster.superUrl, [`create database ${name} owner loftline_owner`]);
  const steps = (await knownMigrations()).filter((file) => file <= then);
  const texts = steps.map((file) => readFileSync(new URL(`../../../migrations/${file}`, import.meta.url), 'utf8'));
  await say(on(cluster.ownerUrl), ["select set_config('loftline.serving_role', 'loftline', false)", ...texts]);
  await fill();
  connection = connect(on(cluster.superUrl), () => {}, 2);
});
afterAll(async () => {
  await connection?.close();
  await say(cluster.superUrl, [`drop database if exists ${name} with (force)`]);
});

async function say(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the error of the running statement reports it
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function fill(): Promise<void> {
  const client = new pg.Client({ connectionString: on(cluster.superUrl) });
  await client.connect();
  await client.query('set session_replication_role = replica');
  for (const [table, rows] of Object.entries(stored)) {
    const { rows: columns } = await client.query(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    await client.query(`delete from ${table}`);
    await client.query(
      `insert into ${table} (${columns[0].names}) overriding system value
       select ${columns[0].names} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
  await client.query(
    `create table migrations (name text primary key, hash text not null, ran_at timestamptz not null default now())`,
  );
  await client.query(`alter table migrations owner to loftline_owner`);
  for (const file of (await knownMigrations()).filter((file) => file <= then)) {
    const text = readFileSync(new URL(`../../../migrations/${file}`, import.meta.url));
    await client.query(`insert into migrations (name, hash) values ($1, encode(sha256($2), 'hex'))`, [file, text]);
  }
  await client.end();
}

it('is migrated without changing a hash, and continues from its head', async () => {
  expect(await migrate(on(cluster.ownerUrl), 'loftline')).toBeGreaterThan(0);
  const { rows: readings } = await connection.pool.query('select to_jsonb(r) as row from readings r order by number');
  const byNumber = (rows: Rows) => rows.toSorted((a, b) => Number(a.number) - Number(b.number));
  expect(readings.map(({ row }) => row)).toEqual(byNumber(stored.readings!));
  const { rows: heads } = await connection.pool.query('select to_jsonb(l) as row from ledgers l');
  expect(heads.map(({ row }) => row)).toEqual(stored.ledgers);
  const { rows: arrivals } = await connection.pool.query(
    `select to_jsonb(a) - 'declaration_number' as row from arrivals a order by flight_id, seq`,
  );
  expect(arrivals.map(({ row }) => row)).toEqual(expect.arrayContaining(stored.arrivals!));
  expect(arrivals).toHaveLength(stored.arrivals!.length);
  await sound();

  const { loft_id, device_id, boot, chip } = stored.readings![0] as {
    loft_id: number;
    device_id: number;
    boot: string;
    chip: string;
  };
  const { head } = stored.ledgers![0] as { head: number };
  await connection.db.transaction().execute(async (tx) => {
    const offset = { kind: 'offset' as const, device_id, boot: null, from_us: null, to_us: null, offset_ms: 0 };
    expect(await declare(tx, loft_id, [offset], { reason: 'none' })).toEqual([head + 1]);
    const more = { boot, sequence: 900, chip, device_time: '2026-06-06T05:00:01.000Z', resolution_ms: 1 };
    const batch = { device: { device_id, loft_id }, readings: [reading.parse(more)], received_ms: 0 };
    await recordReadings(tx, loft_id, [batch], await lockLedger(tx, loft_id));
  });
  await sound();
});

it('control: one flipped bit of one hash is detected', async () => {
  await say(on(cluster.superUrl), [
    'set session_replication_role = replica',
    'update readings set hash = set_bit(hash, 3, 1 - get_bit(hash, 3)) where number = 4',
  ]);
  const faults: string[] = [];
  for await (const one of verify(connection.db)) faults.push(...one.faults);
  expect(faults).toEqual([expect.stringContaining('breaks at entry 4')]);
});

async function sound(): Promise<void> {
  for await (const { what, faults } of verify(connection.db)) expect(faults, what).toEqual([]);
}
