/**
 * Proves that the ledger only grows: two hundred statements of the serving role that would change recorded rows are
 * refused and change nothing (A5), and every alteration by a more powerful role is detected by comparison with the
 * published last hash (A6). The controls remove the protections one by one, and verify a rebuilt chain without that
 * hash.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import {
  chainHash,
  contentHash,
  type DeclarationRow,
  declarationHash,
  declarationLink,
  firstBreak,
  type Head,
  type LedgerRow,
  type ReadingRow,
} from '#server/ledger/ledger.ts';
import { type BuiltRace, buildPerson, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { clockOf, readNext } from '#testing/clocks.ts';
import { enterManualArrival, setOffset, voidEntry } from '#testing/corrections.ts';
import { testDatabase } from '#testing/database.ts';
import { proveSize, type Random, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { isReading, ledgerOf } from '#testing/race-checks.ts';
import { origin } from './audit.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let superuser: pg.Client;
let built: App;
let race: BuiltRace;
/** The role of the program; in a database with its own installation it has another name. */
let role: string;

beforeAll(async () => {
  database = await testDatabase();
  role = new URL(database.url).username;
  connection = connect(database.url, () => {}, 4);
  superuser = await open(database.superUrl);
  built = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
  race = await buildRace(connection.db, { birds: 50 });
  const first = readingOf(race, 0, 300, { sequence: 1 });
  await post([first, readingOf(race, 1, 301, { sequence: 2 }), { ...first, sequence: 3, chip: 'NOBODY' }]);
  await post([{ ...first, chip: 'FORGED' }]);
});
afterAll(async () => {
  await built?.app.close();
  await superuser?.end();
  await connection?.close();
  await database?.drop();
});

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function post(readings: readonly object[]): Promise<void> {
  const answer = await built.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers: { authorization: `Bearer ${race.key}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ readings }),
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

const ledger = [
  'readings',
  'declarations',
  'reading_conflicts',
  'arrivals',
  'flight_history',
  'season_history',
] as const;

/**
 * All statements that change the content of a table or its protection; for each table one column is named, and a hashed
 * one.
 */
const perTable: readonly ((table: string, column: string, guard: string) => string)[] = [
  (t, c) => `update ${t} set ${c} = ${c}`,
  (t) => `update ${t} set loft_id = loft_id + 1`,
  (t, c) => `update only ${t} set ${c} = default where true`,
  (t) => `delete from ${t}`,
  (t) => `delete from only ${t} where loft_id > 0`,
  (t) => `truncate ${t}`,
  (t) => `truncate ${t} restart identity cascade`,
  (t, c) => `with gone as (delete from ${t} returning *) select count(${c}) from gone`,
  (t, c) => `with changed as (update ${t} set ${c} = ${c} returning 1) select * from changed`,
  (t, c) => `merge into ${t} using (values (1)) as v on true when matched then update set ${c} = ${c}`,
  (t) => `merge into ${t} using (values (1)) as v on true when matched then delete`,
  (t, c) => `insert into ${t} (loft_id) values (1) on conflict do nothing returning (select ${c} from ${t} for update)`,
  (t) => `explain analyze delete from ${t}`,
  (t) => `do $$ begin execute 'delete from ${t}'; end $$`,
  (t) => `prepare gone as delete from ${t}; execute gone`,
  (t) => `select * from ${t} for update`,
  (t) => `begin; lock table ${t} in access exclusive mode; commit`,
  (t) => `copy ${t} from '/ledger.csv'`,
  (t) => `copy ${t} from program 'echo'`,
  (t) => `copy ${t} to program 'cat'`,
  (t, c) => `alter table ${t} drop column ${c}`,
  (t, c) => `alter table ${t} rename column ${c} to other`,
  (t) => `alter table ${t} add column note text`,
  (t) => `alter table ${t} rename to older`,
  (t) => `alter table ${t} owner to ${role}`,
  (t) => `alter table ${t} set schema pg_temp`,
  (t) => `alter table ${t} disable trigger all`,
  (t, _, g) => `alter table ${t} disable trigger ${g}`,
  (t) => `alter table ${t} enable row level security`,
  (t, _, g) => `drop trigger ${g} on ${t}`,
  (t) => `drop table ${t} cascade`,
  (t) => `create rule gone as on insert to ${t} do instead nothing`,
  (t) => `create trigger mine before insert on ${t} for each row execute function refuse_change()`,
  (t) => `create index mine on ${t} (loft_id)`,
  // PostgreSQL only warns of a grant that grants nothing; the statement tried with it is refused.
  (t) => `grant all on ${t} to ${role}; delete from ${t}`,
];
const columnOf = {
  readings: 'hash',
  declarations: 'content',
  reading_conflicts: 'content_hash',
  arrivals: 'time',
  flight_history: 'to_status',
  season_history: 'reason',
};

/** Attempts around the tables: the heads, the statuses, the machine itself, the roles, the system. */
const around = (): string[] => [
  `update flights set status = 'official'`,
  `update flights set status = 'planned' where status <> 'planned'`,
  `update seasons set status = 'season_complete'`,
  `insert into status_edges values ('flight', 'official', 'undo', 'provisional')`,
  `update status_edges set to_status = 'official'`,
  `delete from status_edges`,
  `delete from ledgers`,
  `update ledgers set epoch = epoch + 1`,
  `delete from flight_streams`,
  `update flight_streams set epoch = epoch + 1`,
  `delete from device_boots`,
  `delete from alarms`,
  `delete from flights`,
  `delete from pigeon_chips`,
  `update devices set loft_id = loft_id`,
  `delete from devices`,
  `delete from migrations`,
  `insert into migrations (name, hash) values ('9999_mine.sql', 'x')`,
  `set session_replication_role = replica; delete from readings`,
  `set local session_replication_role = replica`,
  `set role loftline_owner`,
  `set session authorization loftline_owner`,
  `alter role ${role} superuser`,
  `alter role ${role} bypassrls`,
  `grant loftline_owner to ${role}`,
  `create role mine superuser`,
  `alter database "${new URL(database.url).pathname.slice(1)}" set session_replication_role = replica`,
  `alter role ${role} set session_replication_role = replica`,
  `alter system set fsync = off`,
  `alter function refuse_change() owner to ${role}`,
  `create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$`,
  `create or replace function carry_status() returns trigger language plpgsql as $$ begin return new; end $$`,
  `drop function refuse_change() cascade`,
  `create function mine() returns void language sql as $$ delete from readings $$`,
  `create function pg_temp.mine() returns void language sql security definer as $$ delete from readings $$`,
  `create procedure mine() language sql as $$ delete from readings $$`,
  `create temp table readings (like public.readings)`,
  `create temp table t (loft_id bigint, flight_id bigint, to_status text);
   create trigger t after insert on t for each row execute function carry_status('flights', 'flight_id');
   insert into t select loft_id, id, 'official' from flights`,
  `create table mine (a int)`,
  `create view mine as select * from readings`,
  `create schema mine`,
  `create extension file_fdw`,
  `create event trigger mine on ddl_command_start execute function refuse_change()`,
  `create publication mine for table readings`,
  `reassign owned by loftline_owner to ${role}`,
  `drop owned by loftline_owner cascade`,
  `drop schema public cascade`,
  `drop view reading_gaps`,
  `create or replace view reading_gaps as select 1 as loft_id`,
  `select pg_read_file('PG_VERSION')`,
  `select lo_import('/etc/passwd')`,
  `select pg_switch_wal()`,
  `load 'auto_explain'`,
  `insert into flight_history (loft_id, flight_id, n, from_status, to_status)
   select loft_id, flight_id, max(n) + 1, 'released', 'official' from flight_history group by 1, 2`,
  `insert into readings select * from readings`,
  `insert into reading_conflicts overriding system value select * from reading_conflicts`,
  `insert into arrivals (loft_id, flight_id, seq, pigeon_id, reading_number, time)
   select loft_id, flight_id, seq, pigeon_id, reading_number, time - interval '1 hour' from arrivals`,
  `insert into declarations select * from declarations`,
  `insert into readings select loft_id, number + 1000, device_id, boot, sequence, chip, device_time, resolution_ms, antenna,
   previous_hash, signature, received_at, clock_offset_ms, content_hash, hash from readings`,
];

function attempts(): string[] {
  const own = ledger.flatMap((table) => {
    return perTable.map((statement) => statement(`public.${table}`, columnOf[table], 'append_only'));
  });
  return [...own, ...around()];
}

/** A text of all rows that an attempt could change, and of all that protects them. */
async function standing(of: pg.Client): Promise<string> {
  const tables = [...ledger, 'status_edges', 'ledgers', 'flight_streams', 'device_boots', 'alarms', 'migrations'];
  tables.push('flights', 'seasons', 'devices', 'pigeon_chips', 'unranked_readings', 'baskets');
  const rows = tables.map(
    (table) =>
      `select '${table}' as name, sum(hashtextextended(t::text, 0)::numeric)::text as hash from public.${table} t`,
  );
  const guards = ['pg_class', 'pg_trigger', 'pg_proc', 'pg_rewrite', 'pg_namespace', 'pg_authid', 'pg_auth_members'];
  guards.push('pg_db_role_setting', 'pg_attribute', 'pg_constraint');
  // The database's own maintenance changes sizes and the age of the oldest row; neither counts.
  const upkeep = '{relpages,reltuples,relallvisible,relallfrozen,relfrozenxid,relminmxid,relhasindex}';
  for (const name of guards) {
    rows.push(
      `select '${name}', sum(hashtextextended((to_jsonb(t) - '${upkeep}'::text[])::text, 0)::numeric)::text from pg_catalog.${name} t`,
    );
  }
  const { rows: found } = await of.query(rows.join(' union all '));
  return found.map(({ name, hash }) => `${name} ${hash}`).join('\n');
}

interface Outcome {
  refused: number;
  /** Statements that succeeded, or failed for another reason than the protection. */
  done: string[];
}

/** Try each statement as the given role, on a connection of its own where it could leave something behind. */
async function attempt(url: string, statements: readonly string[]): Promise<Outcome> {
  const outcome: Outcome = { refused: 0, done: [] };
  for (const statement of statements) {
    const client = await open(url);
    try {
      await client.query(statement);
      outcome.done.push(statement);
    } catch (error) {
      // No permission, or a constraint; a misspelt statement would prove nothing.
      const { code = '', message } = error as pg.DatabaseError;
      if (code === '42501' || code.startsWith('23')) outcome.refused += 1;
      else outcome.done.push(`${code} ${message}: ${statement}`);
    } finally {
      await client.end();
    }
  }
  return outcome;
}

/**
 * The functions that run with the owner's rights (security definer), each reviewed: none writes another row of the
 * ledger.
 */
const knownDefinerFunctions = ['carry_pigeon_status', 'carry_status', 'change_standing', 'keep_whole'];

describe('the serving role', () => {
  it('is refused every change of the ledger (A5)', async () => {
    const statements = attempts();
    const before = await standing(superuser);
    const { refused, done } = await attempt(database.url, statements);
    const after = await standing(superuser);
    reportProof('A5', { attempted: statements.length, refused, changed: after === before ? 0 : 1 });
    expect(statements.length).toBeGreaterThanOrEqual(200);
    expect(new Set(statements).size).toBe(statements.length);
    expect(done).toEqual([]);
    expect(after).toBe(before);
  });

  it('owns nothing, is a member of no role and has no special rights (A5)', async () => {
    const { rows: owned } = await superuser.query(
      `select 'relation' as what, oid from pg_class where relowner = $1::text::regrole
       union all select 'function', oid from pg_proc where proowner = $1::text::regrole
       union all select 'schema', oid from pg_namespace where nspowner = $1::text::regrole
       union all select 'type', oid from pg_type where typowner = $1::text::regrole
       union all select 'database', oid from pg_database where datdba = $1::text::regrole`,
      [role],
    );
    const { rows: powers } = await superuser.query(
      `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
         exists (select from pg_auth_members where member = $1::text::regrole) as member,
         has_database_privilege($1::text, current_database(), 'create') as creates,
         has_database_privilege($1::text, current_database(), 'temp') as temporary,
         has_schema_privilege($1::text, 'public', 'create') as creates_in_public
       from pg_roles where rolname = $1::text`,
      [role],
    );
    expect(owned).toEqual([]);
    expect(Object.entries(powers[0]).filter(([, has]) => has)).toEqual([]);
    // A security definer function could be a bypass: these are all, and no table runs another one.
    const { rows: definerFunctions } = await superuser.query(
      `select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
    );
    expect(definerFunctions.map(({ proname }) => proname)).toEqual(knownDefinerFunctions);
  });

  it('control: with the grant the trigger still refuses; without the trigger the checks report it (A5)', async () => {
    const scratch = await testDatabase();
    const owner = await open(scratch.ownerUrl);
    const watcher = await open(scratch.superUrl);
    const own = connect(scratch.url, () => {}, 2);
    try {
      const flown = await buildRace(own.db, { birds: 2 });
      const hash = `decode(repeat('00', 32), 'hex')`;
      await own.pool.query(
        `insert into readings (loft_id, number, device_id, boot, sequence, chip, device_time, resolution_ms, received_at, content_hash, hash)
         values ($1, 1, $2, '1', 1, 'C1', now(), 1, now(), ${hash}, ${hash})`,
        [flown.loft.id, flown.device.device_id],
      );
      const changes = [`update readings set chip = 'C2'`, 'delete from readings', 'truncate readings cascade'];
      await owner.query(`grant update, delete, truncate on all tables in schema public to ${role}`);
      const before = await standing(watcher);
      const granted = await attempt(scratch.url, changes);
      const changedByGrant = (await standing(watcher)) !== before;
      await owner.query('drop trigger append_only on readings; drop trigger append_only_all on readings');
      const bare = await standing(watcher);
      const open_door = await attempt(scratch.url, changes.slice(0, 1));
      const changed = (await standing(watcher)) !== bare;
      reportProof('A5-control', { granted_refused: granted.refused, without_trigger_done: open_door.done.length });
      expect({ refused: granted.refused, changedByGrant }).toEqual({ refused: changes.length, changedByGrant: false });
      expect({ done: open_door.done.length, changed }).toEqual({ done: 1, changed: true });
    } finally {
      await own.close();
      await owner.end();
      await watcher.end();
      await scratch.drop();
    }
  });
});

/** The smallest change of one fact of a reading. */
const flips: readonly ((row: ReadingRow) => ReadingRow)[] = [
  (row) => ({ ...row, chip: `${row.chip.slice(0, -1)}${row.chip.endsWith('X') ? 'Y' : 'X'}` }),
  (row) => ({ ...row, boot: `${row.boot}0` }),
  (row) => ({ ...row, sequence: row.sequence + 1 }),
  (row) => ({ ...row, number: row.number + 1 }),
  (row) => ({ ...row, device_id: row.device_id + 1 }),
  (row) => ({ ...row, resolution_ms: row.resolution_ms * 10 }),
  (row) => ({ ...row, antenna: row.antenna === null ? '' : null }),
  (row) => ({ ...row, signature: row.signature === null ? 'mine' : null }),
  (row) => ({ ...row, previous_hash: row.previous_hash === null ? '00' : null }),
  (row) => ({ ...row, clock_offset_ms: row.clock_offset_ms === null ? 0 : null }),
];

/** The same for a declaration: its subject, content, reason and author. */
const redeclared: readonly ((row: DeclarationRow) => DeclarationRow)[] = [
  (row) => ({ ...row, number: row.number + 1 }),
  (row) => ({ ...row, kind: row.kind === 'void' ? 'offset' : 'void' }),
  (row) => ({ ...row, device_id: (row.device_id ?? 0) + 1 }),
  (row) => ({ ...row, boot: `${row.boot}0` }),
  (row) => ({ ...row, flight_id: (row.flight_id ?? 0) + 1 }),
  (row) => ({ ...row, pigeon_id: (row.pigeon_id ?? 0) + 1 }),
  (row) => ({ ...row, reading_number: (row.reading_number ?? 0) + 1 }),
  (row) => ({ ...row, declaration_number: (row.declaration_number ?? 0) + 1 }),
  (row) => ({ ...row, content: { ...row.content, offset_ms: 1 } }),
  (row) => ({ ...row, content: { ...row.content, more: null } }),
  (row) => ({ ...row, reason: `${row.reason ?? ''} ` }),
  (row) => ({ ...row, user_id: (row.user_id ?? 0) + 1 }),
];

function flip(row: LedgerRow, random: Random): LedgerRow {
  if (random(6) === 0) return { ...row, hash: flipBit(row.hash, random) };
  if (random(6) === 0) return { ...row, content_hash: flipBit(row.content_hash, random) };
  return row.kind === 'reading' ? flips[random(flips.length)]!(row) : redeclared[random(redeclared.length)]!(row);
}

/** Another time: the clock's by a microsecond or an hour, or the server's. */
const retimings: readonly ((row: ReadingRow) => ReadingRow)[] = [
  (row) => ({ ...row, device_time_us: row.device_time_us - 1 }),
  (row) => ({ ...row, device_time_us: row.device_time_us + 3_600_000_000 }),
  (row) => ({ ...row, received_ms: row.received_ms + 1 }),
];

const retime = (row: LedgerRow, random: Random): LedgerRow =>
  row.kind === 'reading' ? retimings[random(retimings.length)]!(row) : { ...row, declared_ms: row.declared_ms + 1 };

/** Another entry that has content of its own. */
const forge = (row: LedgerRow): LedgerRow =>
  row.kind === 'reading' ? { ...row, sequence: 900_000, chip: 'FORGED' } : { ...row, reason: 'FORGED' };

function flipBit(bytes: Buffer, random: Random): Buffer {
  const flipped = Buffer.from(bytes);
  const bit = random(bytes.length * 8);
  flipped[bit >> 3]! ^= 1 << (bit & 7);
  return flipped;
}

/** Recomputes the hashes of one row after a change, as far as the row alone allows. */
function rehash(rows: readonly LedgerRow[], at: number): LedgerRow {
  const row = rows[at]!;
  const before = at ? rows[at - 1]!.hash : origin.hash;
  if (row.kind === 'reading') {
    const content_hash = contentHash(row);
    return { ...row, content_hash, hash: chainHash(before, content_hash, row) };
  }
  const content_hash = declarationHash(row);
  return { ...row, content_hash, hash: declarationLink(before, content_hash, row) };
}

/** Renumbers and rehashes everything from a row on: a chain that is sound in itself. */
function rebuilt(rows: LedgerRow[], from: number): LedgerRow[] {
  const chain = rows.slice(0, from);
  for (const row of rows.slice(from)) {
    chain.push({ ...row, number: chain.length + 1 });
    chain[chain.length - 1] = rehash(chain, chain.length - 1);
  }
  return chain;
}

/** The alterations that a powerful role could make to a ledger; each takes rows and returns altered ones. */
const mutations: Record<string, (rows: LedgerRow[], random: Random) => LedgerRow[]> = {
  flip: (rows, random) => {
    const at = random(rows.length);
    return rows.with(at, flip(rows[at]!, random));
  },
  retime: (rows, random) => {
    const at = random(rows.length);
    return rows.with(at, retime(rows[at]!, random));
  },
  retime_and_rehash: (rows, random) => {
    const at = random(rows.length);
    const altered = rows.with(at, retime(rows[at]!, random));
    return altered.with(at, rehash(altered, at));
  },
  delete: (rows, random) => rows.toSpliced(random(rows.length), 1 + random(3)),
  delete_the_end: (rows, random) => rows.slice(0, rows.length - 1 - random(20)),
  insert: (rows, random) => {
    const at = random(rows.length + 1);
    const forged = { ...forge(rows[random(rows.length)]!), number: at + 1 };
    const longer = rows.toSpliced(at, 0, forged);
    return longer.with(at, rehash(longer, at));
  },
  append: (rows) => {
    const longer = [...rows, { ...forge(rows.at(-1)!), number: rows.length + 1 }];
    return longer.with(-1, rehash(longer, rows.length));
  },
  swap: (rows, random) => {
    const one = random(rows.length - 1);
    const other = one + 1 + random(rows.length - 1 - one);
    return rows.with(one, rows[other]!).with(other, rows[one]!);
  },
  swap_contents: (rows, random) => {
    const a = random(rows.length - 1);
    const [one, two] = [rows[a]!, rows[a + 1]!];
    return rows
      .with(a, { ...two, number: one.number, hash: one.hash })
      .with(a + 1, { ...one, number: two.number, hash: two.hash });
  },
  rebuild: (rows, random) => {
    const at = random(rows.length);
    return rebuilt(rows.with(at, retime(rows[at]!, random)), at);
  },
  rebuild_without_one: (rows, random) => {
    const at = random(rows.length);
    return rebuilt(rows.toSpliced(at, 1), at);
  },
  rebuild_with_one_more: (rows, random) => {
    const at = random(rows.length);
    return rebuilt(rows.toSpliced(at, 0, forge(rows[at]!)), at);
  },
};

/** The readings that are altered in the table itself; no declaration has their numbers. */
const alteredInSql = new Set([5, 9, 20, 50, 60, 77, 123, 250, 400]);

describe(`the chain, seed ${seed}`, () => {
  const random = seededRandom(seed);
  let rows: LedgerRow[];
  /** The head as published; the one in the database can be altered together with the rows. */
  let head: Head;

  beforeAll(async () => {
    const clock = clockOf(race, { ...race.device, key: race.key });
    clock.boot = 100;
    const size = proveSize(500, 2_000);
    const { user_id } = await buildPerson(connection.db);
    for (;;) {
      const { head: now } = await ledgerOf(connection.db, race.loft.id);
      if (now.number >= size) break;
      if (!alteredInSql.has(now.number + 1)) await rule(now.number, user_id, random);
      const batch = Array.from({ length: 1 + random(50) }, () => readNext(clock, random).reading);
      await post(
        batch.map((reading) => ({
          ...reading,
          device_time: reading.device_time.replace('Z', `${100 + random(900)}Z`),
          antenna: random(2) ? `A${random(4)}` : null,
          signature: random(2) ? randomBytes(8).toString('hex') : null,
        })),
      );
    }
    const found = await ledgerOf(connection.db, race.loft.id);
    rows = found.rows.slice(0, size);
    head = { number: size, hash: rows.at(-1)!.hash };
    expect(firstBreak(found.rows, origin, found.head)).toBeNull();
    expect(rows.filter(({ kind }) => kind !== 'reading').length).toBeGreaterThan(10);
    await superuser.query('create temp table kept as table declarations');
  });

  /** Appends one more declaration about the existing entries. */
  async function rule(last: number, by: number, random: Random): Promise<void> {
    const { loft, flight_id, device, pigeon_ids, release_ms } = race;
    const ruling = { by, now_ms: Date.now(), reason: `as seen ${last}` };
    const key = { loft_id: loft.id, flight_id };
    const seen = { pigeon_id: pigeon_ids[random(50)]!, time_ms: release_ms + last * 60_000 };
    await connection.db.transaction().execute(async (tx) => {
      const what = random(3);
      if (what === 0) await setOffset(tx, device, { offset_ms: random(100) }, ruling);
      else if (what === 1)
        await enterManualArrival(tx, await lockFlight(tx, key), { ...seen, evidence: 'by eye' }, ruling);
      else await voidEntry(tx, { loft_id: loft.id, number: last }, ruling);
    });
  }

  it('reveals every alteration by its published last hash; without it a rebuilt chain looks sound (A6)', () => {
    const count = proveSize(200, 5_000);
    const names = Object.keys(mutations);
    const missed: string[] = [];
    let rebuildings = 0;
    let unseenWithoutHead = 0;
    expect(firstBreak(rows, origin, head)).toBeNull();
    for (let i = 0; i < count; i++) {
      const name = names[i % names.length]!;
      const altered = mutations[name]!(rows, random);
      if (firstBreak(altered, origin, head) === null) missed.push(`${name} (${i})`);
      if (!name.startsWith('rebuild')) continue;
      rebuildings += 1;
      // The control: the head beside the altered rows was altered with them.
      const own = { number: altered.length, hash: altered.at(-1)!.hash };
      if (firstBreak(altered, origin, own) === null) unseenWithoutHead += 1;
    }
    reportProof('A6', {
      rows: rows.length,
      alterations: count,
      detected: count - missed.length,
      control_rebuilt: rebuildings,
      control_unseen_without_head: unseenWithoutHead,
    });
    expect(missed, `seed ${seed}`).toEqual([]);
    expect(unseenWithoutHead).toBe(rebuildings);
  });

  const inSql: [string, string][] = [
    ['flip', `update readings set chip = 'X' || substr(chip, 2) where number = 250 and loft_id = $1`],
    [
      'retime',
      `update readings set device_time = device_time - interval '1 microsecond' where number = 9 and loft_id = $1`,
    ],
    ['receive', `update readings set received_at = received_at + interval '1 ms' where number = 77 and loft_id = $1`],
    ['hash', `update readings set hash = set_bit(hash, 3, 1 - get_bit(hash, 3)) where number = 400 and loft_id = $1`],
    ['delete', `delete from readings where number = 123 and loft_id = $1`],
    ['delete the last', `delete from readings where number = (select max(number) from readings) and loft_id = $1`],
    [
      'swap',
      `update readings r set chip = o.chip, device_time = o.device_time from readings o
       where r.loft_id = $1 and o.loft_id = $1 and (r.number, o.number) in ((50, 60), (60, 50))`,
    ],
    [
      'insert',
      `insert into readings select loft_id, (select max(number) + 1 from readings), device_id, boot, 900000, chip, device_time,
       resolution_ms, antenna, previous_hash, signature, received_at, clock_offset_ms, content_hash, hash
       from readings where number = 5 and loft_id = $1`,
    ],
    [
      'rule otherwise',
      `update declarations set content = content || '{"offset_ms": 7}' where kind = 'offset' and loft_id = $1`,
    ],
    ['give another reason', `update declarations set reason = 'fog' where kind = 'void' and loft_id = $1`],
    ['take a ruling out', `delete from declarations where kind = 'manual' and loft_id = $1`],
    ['release later', `update declarations set content = '{"release_ms": 7}' where kind = 'release' and loft_id = $1`],
    ['move to another loft', `update readings set loft_id = $1 + 1 where number = 20 and loft_id = $1`],
  ];

  it.each(inSql)('reveals a superuser’s change in the table itself: %s (A6)', async (_, change) => {
    const before = await ledgerOf(connection.db, race.loft.id);
    await superuser.query('begin');
    try {
      await superuser.query('set local session_replication_role = replica');
      const { rowCount } = await superuser.query(change, [race.loft.id]);
      expect(rowCount).toBeGreaterThan(0);
      await superuser.query('commit');
      const { rows: altered } = await ledgerOf(connection.db, race.loft.id);
      expect(firstBreak(altered, origin, before.head)).not.toBeNull();
    } finally {
      await superuser.query('rollback');
      await restore(before.rows);
    }
    const after = await ledgerOf(connection.db, race.loft.id);
    expect(firstBreak(after.rows, origin, after.head)).toBeNull();
  });

  /** Restores the table. */
  async function restore(to: readonly LedgerRow[]): Promise<void> {
    const rows = to.filter(isReading).map((row) => ({
      ...row,
      content_hash: `\\x${row.content_hash.toString('hex')}`,
      hash: `\\x${row.hash.toString('hex')}`,
    }));
    await superuser.query('begin');
    await superuser.query('set local session_replication_role = replica');
    await superuser.query('delete from readings; delete from declarations; insert into declarations table kept');
    await superuser.query(
      `insert into readings (loft_id, number, device_id, boot, sequence, chip, device_time, resolution_ms, antenna, previous_hash,
         signature, received_at, clock_offset_ms, content_hash, hash)
       select $1, number, device_id, boot, sequence, chip, to_timestamp(0) + device_time_us * interval '1 microsecond', resolution_ms,
         antenna, previous_hash, signature, to_timestamp(0) + received_ms * interval '1 millisecond', clock_offset_ms, content_hash, hash
       from jsonb_to_recordset($2::jsonb) as r (number bigint, device_id bigint, boot text, sequence bigint, chip text,
         device_time_us bigint, resolution_ms numeric, antenna text, previous_hash text, signature text, received_ms bigint,
         clock_offset_ms bigint, content_hash bytea, hash bytea)`,
      [race.loft.id, JSON.stringify(rows)],
    );
    await superuser.query('commit');
  }
});
