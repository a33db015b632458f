import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flightMachine } from '#domain/flights/flight.ts';
import { edges, type Machine } from '#domain/machine.ts';
import { orderMachine } from '#domain/orders/order.ts';
import { paymentMachine } from '#domain/payments/payment.ts';
import { refundMachine } from '#domain/payments/refund.ts';
import { pigeonMachines } from '#domain/pigeons/status.ts';
import { listingMachine } from '#domain/sales/listing.ts';
import { seasonMachine } from '#domain/seasons/season.ts';
import { transportMachine } from '#domain/transports/transport.ts';
import { type BuiltRace, buildRace } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { type Connection, connect } from './database.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let owner: pg.Client;
let race: BuiltRace;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  owner = new pg.Client({ connectionString: database.ownerUrl });
  owner.on('error', () => {});
  await owner.connect();
  race = await buildRace(connection.db, { birds: 2, until: 'basketing' });
});
afterAll(async () => {
  await owner?.end();
  await connection?.close();
  await database?.drop();
});

const app = (text: string, values: unknown[] = []) => connection.pool.query(text, values);

describe('the steps of a status', () => {
  it('are the same in the database and in the code', async () => {
    const order = (rows: { machine: string; from_status: string; event: string; to_status: string }[]) =>
      rows.map((row) => `${row.machine}: ${row.from_status} -${row.event}-> ${row.to_status}`).sort();
    const stored = await connection.db.selectFrom('status_edges').selectAll().execute();
    const machines = [
      seasonMachine,
      flightMachine,
      orderMachine,
      paymentMachine,
      refundMachine,
      transportMachine,
      listingMachine,
      ...Object.values(pigeonMachines),
    ];
    expect(order(stored)).toEqual(order(machines.flatMap((machine) => edges(machine as Machine<string, string>))));
  });

  const history = (n: number, from: string, to: string) =>
    owner.query(
      'insert into flight_history (loft_id, flight_id, n, from_status, to_status) values ($1, $2, $3, $4, $5)',
      [race.loft.id, race.flight_id, n, from, to],
    );
  it.each([
    ['an edge that the machine does not have', 3, 'basketing', 'official', '23503'],
    ['a step from a status to itself', 3, 'basketing', 'basketing', '23503'],
    ['a gap', 4, 'basketing', 'annulled', '23503'],
    ['a fork', 2, 'planned', 'annulled', '23505'],
    ['a second first step', 3, 'new', 'planned', '23514'],
    ['a step from another status than the current one', 3, 'closed', 'provisional', '23503'],
  ])('%s is refused even to the owner', async (_, n, from, to, code) => {
    await expect(history(n, from, to)).rejects.toMatchObject({ code });
  });

  it('a status cannot be set without its history, not even by the owner', async () => {
    const set = `update flights set status = 'official' where id = ${race.flight_id}`;
    await expect(app(set)).rejects.toMatchObject({ code: '42501' });
    await expect(owner.query(set)).rejects.toMatchObject({ code: '23514' });
  });

  it('a flight without a first history row cannot be created', async () => {
    const born = `insert into flights (loft_id, season_id, name, rules) values (${race.loft.id}, ${race.season_id}, 'Stray', '{}')`;
    await expect(app(born)).rejects.toMatchObject({ code: '23514' });
  });

  it('control: without the trigger the status can be set', async () => {
    await owner.query('begin');
    await owner.query('alter table flights disable trigger guard');
    const { rowCount } = await owner.query(`update flights set status = 'annulled' where id = ${race.flight_id}`);
    await owner.query('rollback');
    expect(rowCount).toBe(1);
  });
});

describe('functions that run as the owner', () => {
  it('find their tables in the schema, never among the temporary ones of a session', async () => {
    const { rows } = await owner.query(
      `select proname, proconfig from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
        and proowner = (select oid from pg_roles where rolname = current_user) order by proname`,
    );
    // The proof of the ledger lists them.
    expect(rows.length).toBeGreaterThan(0);
    for (const { proname, proconfig } of rows) expect(proconfig, proname).toEqual(['search_path=public, pg_temp']);
  });
});

describe('a child cannot point across lofts or seasons', () => {
  it('a bird of another loft is not basketed', async () => {
    const other = await buildRace(connection.db, { birds: 1 });
    await expect(
      app('insert into baskets (loft_id, season_id, flight_id, pigeon_id, position) values ($1, $2, $3, $4, 99)', [
        race.loft.id,
        race.season_id,
        race.flight_id,
        other.pigeon_ids[0],
      ]),
    ).rejects.toMatchObject({ code: '23503' });
  });

  it('a chip is on one bird at any time', async () => {
    await expect(
      app(`insert into pigeon_chips (loft_id, pigeon_id, chip, during) values ($1, $2, $3, tstzrange(now(), null))`, [
        race.loft.id,
        race.pigeon_ids[1],
        race.chips[0],
      ]),
    ).rejects.toMatchObject({ code: '23P01' });
  });
});

describe('a flight in the air', () => {
  it('cannot change its rules, distance or release', async () => {
    const flown = await buildRace(connection.db, { birds: 1 });
    const change = (set: string) => app(`update flights set ${set} where id = ${flown.flight_id}`);
    await expect(change('distance_m = 1')).rejects.toMatchObject({ code: '23514' });
    await expect(change('release_time = now()')).rejects.toMatchObject({ code: '23514' });
    await expect(change("rules = '{}'")).rejects.toMatchObject({ code: '23514' });
    await expect(change("name = 'Another name'")).resolves.toMatchObject({ rowCount: 1 });
  });
});
