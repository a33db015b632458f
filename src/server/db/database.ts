/**
 * The connection to PostgreSQL. Values come off the wire as the contracts want them: instants as ISO text with
 * milliseconds, ids and decimals as numbers.
 */
import type { Socket } from 'node:net';
import { type ControlledTransaction, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** What verbs and loaders take: an open transaction, or the database for a single reading statement. */
export type Tx = Transaction<Tables> | ControlledTransaction<Tables> | Kysely<Tables>;

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(isoOf(text)).toISOString());

/** PostgreSQL writes `2026-11-21 02:26:02.123+00`; every session runs in UTC. */
function isoOf(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11).replace(/[+-]00$/, 'Z')}`;
}

/** How long things may take before the caller is told that the database is away. */
export interface Patience {
  /** Until a connection is free. */
  connect_ms: number;
  /** Until PostgreSQL itself gives a statement up … */
  statement_ms: number;
  /** … and until one that PostgreSQL does not answer at all is given up here. */
  answer_ms: number;
}

const servingPatience: Patience = { connect_ms: 10_000, statement_ms: 15_000, answer_ms: 20_000 };

/** Connection lost, refused or shutting down: the answer to a commit may be lost with it, so the caller tries again. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    // Connections, ends, too many clients, given up, or a server that only reads: it was replaced by another.
    /^(08|57P0|53300|57014|25006)/.test(code) ||
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(code) ||
    /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout/.test(
      message,
    )
  );
}

/** Close a connection without a word to PostgreSQL, which may not be listening. */
export function hangUp(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

/**
 * A connection on which PostgreSQL did not answer in time is closed: what was begun on it would otherwise go on under
 * the next one to use it.
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

/** What a lost connection looks like from a client's side; the query that was running tells it too. */
export type OnLost = (error: Error) => void;

export interface Connection {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * A pool of connections and the query builder on it, patient as the program that serves, or without end (`null`). Connections carry an error listener even while checked out:
 * without one the program dies with PostgreSQL (node-postgres #2439).
 */
export function connect(
  url: string,
  onLost: OnLost,
  max = 20,
  patience: Patience | null = servingPatience,
): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    options: `-c timezone=UTC${patience ? ` -c statement_timeout=${patience.statement_ms}` : ''}`,
    application_name: 'loftline',
    ...(patience && { connectionTimeoutMillis: patience.connect_ms, query_timeout: patience.answer_ms }),
  });
  let closing = false;
  // What is being closed may be lost: PostgreSQL is often the next one to end.
  const lost = (error: Error) => {
    if (!closing) onLost(error);
  };
  pool.on('error', lost);
  pool.on('connect', (client) => {
    client.on('error', lost);
    hangUpOnSilence(client);
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    close() {
      closing = true;
      return db.destroy();
    },
  };
}

/** A client of its own, for LISTEN and for locks that live as long as the connection. */
export async function openClient(url: string, onLost: OnLost): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    types,
    options: '-c timezone=UTC',
    keepAlive: true,
    connectionTimeoutMillis: servingPatience.connect_ms,
  });
  client.on('error', onLost);
  await client.connect();
  return client;
}
