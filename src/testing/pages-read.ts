/** What a call costs the database: the statements it takes, and the pages that PostgreSQL reads for them. */
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Tx } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

/** Runs a call, and says what it gave and which reading statements it took. */
export async function statementsOf<Given>(
  pool: pg.Pool,
  call: (tx: Tx) => Promise<Given>,
): Promise<{ given: Given; statements: CompiledQuery[] }> {
  const all: CompiledQuery[] = [];
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void all.push(query) });
  const given = await db.transaction().execute(call);
  return { given, statements: all.filter(({ sql }) => /^\s*(select|with)\b/i.test(sql)) };
}

export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** Runs a statement once more, for its plan with the pages that were read. */
export async function planOf(client: pg.Client, sql: string, parameters: readonly unknown[] = []): Promise<Plan> {
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters]);
  return rows[0]['QUERY PLAN'][0].Plan;
}

/** The pages of tables and indexes that PostgreSQL reads for all of them. */
export async function pagesReadFor(client: pg.Client, statements: readonly CompiledQuery[]): Promise<number> {
  let pages = 0;
  for (const { sql, parameters } of statements) {
    const plan = await planOf(client, sql, parameters);
    pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return pages;
}
