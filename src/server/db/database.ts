/**
 * The connection to PostgreSQL. Values are converted to the types of the contracts: instants as ISO text with
 * milliseconds, days as `YYYY-MM-DD`, ids and decimals as numbers.
 */
import type { Socket } from 'node:net';
import { type ControlledTransaction, type Dialect, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { connectionName } from './connections.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** An open transaction, or the database for a single reading statement; the parameter of verbs and loaders. */
export type Tx = Transaction<Tables> | ControlledTransaction<Tables> | Kysely<Tables>;

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// A day stays text: `2026-06-06`.
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(isoOf(text)).toISOString());

/** PostgreSQL writes `2026-11-21 02:26:02.123+00`; every session runs in UTC. */
function isoOf(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11).replace(/[+-]00$/, 'Z')}`;
}

/** Timeouts after which the database counts as unavailable. */
export interface Timeouts {
  /** For a free connection. */
  connect_ms: number;
  /** For PostgreSQL to cancel a statement … */
  statement_ms: number;
  /** … and for a statement that PostgreSQL does not answer at all. */
  answer_ms: number;
}

export const servingTimeouts: Timeouts = { connect_ms: 10_000, statement_ms: 15_000, answer_ms: 20_000 };

/** Errors of connections to PostgreSQL. */
const ofDatabase = new WeakSet<object>();

function noteOwn(error: unknown): void {
  if (typeof error === 'object' && error !== null) ofDatabase.add(error);
}

/** Marks the errors of this pool as the database's: a network error of the bucket looks the same. */
export function knowErrors(pool: pg.Pool): void {
  const [connectTo, query] = [pool.connect.bind(pool), pool.query.bind(pool)] as unknown as ((
    ...args: unknown[]
  ) => unknown)[];
  const noted =
    (act: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      const done = args.at(-1);
      if (typeof done === 'function')
        args[args.length - 1] = (error: unknown, ...rest: unknown[]) => {
          noteOwn(error);
          done(error, ...rest);
        };
      const answer = act(...args);
      if (answer instanceof Promise) answer.catch(noteOwn);
      return answer;
    };
  pool.connect = noted(connectTo!) as typeof pool.connect;
  pool.query = noted(query!) as typeof pool.query;
  pool.on('connect', (client) => {
    client.query = noted(client.query.bind(client) as (...args: unknown[]) => unknown) as typeof client.query;
  });
}

/** Connection lost, refused or shutting down: the result of a commit may be lost with it, so the caller tries again. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    // Connection errors, shutdowns, too many clients, cancelled statements, and a read-only server, which was replaced
    // by another.
    /^(08|57P0|53300|57014|25006)/.test(code) ||
    (/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(code) &&
      ofDatabase.has(error as object)) ||
    /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout/.test(
      message,
    )
  );
}

/** Closes a connection without the protocol's goodbye: PostgreSQL may not be responding. */
export function hangUp(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

/** The most prepared statements of a connection: PostgreSQL keeps the plan of each. */
const mostPrepared = 100;

/**
 * Prepares the statements of a client, so that PostgreSQL keeps their plans: planning those of a reading costs as much
 * as running them. For connections that run the same few statements all day, and by key: a plan from a race's first
 * minute must be good for its last one too, so sequential scans are off, even for small tables.
 */
function prepareStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const names = new Map<string, string>();
  const prepared = (text: unknown, values?: unknown, ...others: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values) || !values.length) return query(text, values, ...others);
    const name = names.get(text) ?? (names.size < mostPrepared ? `s${names.size}` : undefined);
    if (name === undefined) return query(text, values, ...others);
    names.set(text, name);
    return query({ name, text, values }, ...others);
  };
  client.query = prepared as typeof client.query;
}

/**
 * Sends `begin` along with a transaction's first statement, without waiting for the reply; if it fails, that statement
 * fails too.
 */
function pipelined(dialect: PostgresDialect): Dialect {
  const createDriver = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => {
    const driver = createDriver();
    const begin = driver.beginTransaction.bind(driver);
    driver.beginTransaction = async (connection, settings) => {
      begin(connection, settings).catch(() => {});
    };
    return driver;
  };
  return dialect;
}

/**
 * Closes a connection on which PostgreSQL did not answer in time: its open transaction would otherwise continue under
 * the next user.
 */
function hangUpOnSilence(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]) => {
    const answer = query(...args);
    if (answer instanceof Promise)
      answer.catch((error: Error) => {
        if (error.message === 'Query read timeout') hangUp(client);
      });
    return answer;
  };
  client.query = watched as typeof client.query;
}

/** The error of a lost connection on the client's side; the running query reports it too. */
export type OnLost = (error: Error) => void;

export interface Connection {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * A pool of connections and its query builder, with the timeouts of serving, or none (`null`), and with statements
 * planned each time or once for each connection. Connections have an error listener even while checked out: without one
 * the program crashes when PostgreSQL ends (node-postgres #2439).
 */
export function connect(
  url: string,
  onLost: OnLost,
  max = 20,
  timeouts: Timeouts | null = servingTimeouts,
  plans: 'unprepared' | 'prepared' = 'unprepared',
): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    options: [
      '-c timezone=UTC',
      // PostgreSQL's default of 4 is for spinning disks: with it whole tables are read where an index leads to a
      // season's rows.
      '-c random_page_cost=1.1',
      ...(timeouts ? [`-c statement_timeout=${timeouts.statement_ms}`] : []),
      ...(plans === 'prepared' ? ['-c enable_seqscan=off'] : []),
    ].join(' '),
    application_name: connectionName('site'),
    pipeline: plans === 'prepared',
    ...(timeouts && { connectionTimeoutMillis: timeouts.connect_ms, query_timeout: timeouts.answer_ms }),
  });
  knowErrors(pool);
  let closing = false;
  // Connections may be lost while closing: PostgreSQL is often the next one to end.
  const lost = (error: Error) => {
    if (!closing) onLost(error);
  };
  pool.on('error', lost);
  pool.on('connect', (client) => {
    client.on('error', lost);
    if (plans === 'prepared') prepareStatements(client);
    hangUpOnSilence(client);
  });
  const dialect = new PostgresDialect({ pool });
  const db = new Kysely<Tables>({ dialect: plans === 'prepared' ? pipelined(dialect) : dialect });
  return {
    db,
    pool,
    async close() {
      closing = true;
      await db.destroy();
      // Kysely does not end a pool that it has never used itself.
      if (!pool.ending) await pool.end();
    },
  };
}

/** A single client, for LISTEN and for locks that live as long as the connection. */
export async function openClient(
  url: string,
  onLost: OnLost,
  application_name: string = connectionName('site'),
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    types,
    application_name,
    options: '-c timezone=UTC',
    keepAlive: true,
    connectionTimeoutMillis: servingTimeouts.connect_ms,
  });
  client.on('error', onLost);
  await client.connect().catch((error: Error) => {
    noteOwn(error);
    throw error;
  });
  return client;
}
