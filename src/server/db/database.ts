/**
 * The connection to PostgreSQL. Values come off the wire as the contracts want them: instants as ISO text with
 * milliseconds, ids and decimals as numbers.
 */
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

/** What a lost connection looks like from a client's side; the query that was running tells it too. */
export type OnLost = (error: Error) => void;

export interface Connection {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * A pool of connections and the query builder on it. Connections carry an error listener even while checked out:
 * without one the program dies with PostgreSQL (node-postgres #2439).
 */
export function connect(url: string, onLost: OnLost, max = 20): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    options: '-c timezone=UTC',
    application_name: 'loftline',
  });
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

/** A client of its own, for LISTEN and for locks that live as long as the connection. */
export async function openClient(url: string, onLost: OnLost): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, types, options: '-c timezone=UTC', keepAlive: true });
  client.on('error', onLost);
  await client.connect();
  return client;
}
