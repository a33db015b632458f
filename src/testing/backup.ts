/** For tests of backups: the rows of a database that are missing in its copy without a reason. */
import pg from 'pg';

/** The contents of a database, by table: the number of each row, and the transaction that wrote it. */
type Rows = Map<string, { table: string; count: number; xmin: string }>;

async function rowsOf(client: pg.Client): Promise<Rows> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('public', 'idp', 'pgboss') order by 1`,
  );
  const all: Rows = new Map();
  for (const { name } of tables) {
    const { rows } = await client.query<{ xmin: string; hash: string }>(
      `select t.xmin::text as xmin, md5(t::text) as hash from ${name} t`,
    );
    for (const { xmin, hash } of rows) {
      const key = `${name} ${hash}`;
      const same = all.get(key);
      if (same) same.count += 1;
      else all.set(key, { table: name, count: 1, xmin });
    }
  }
  return all;
}

export interface Comparison {
  rows: number;
  /** Not in the copy, because written after its moment. */
  later: number;
  /** Not in the copy, though written before its moment; by table. */
  unexplained: Record<string, number>;
  /** In the copy of a table that only grows, and not in the database. */
  invented: Record<string, number>;
}

const growing = /^public\.(readings|arrivals|journal_entries|postings|audit_log|\w+_history)$/;

/** Compares an idle database with its copy. @param snapshot what was visible at its moment */
export async function compare(url: string, copyUrl: string, snapshot: string): Promise<Comparison> {
  const [source, copy] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: copyUrl })];
  for (const client of [source, copy]) client.on('error', () => {}); // the running query reports it
  await source.connect();
  await copy.connect();
  try {
    const [here, there] = [await rowsOf(source), await rowsOf(copy)];
    const found: Comparison = { rows: 0, later: 0, unexplained: {}, invented: {} };
    const missing: { table: string; xmin: string }[] = [];
    for (const [key, { table, count, xmin }] of here) {
      found.rows += count;
      for (let n = there.get(key)?.count ?? 0; n < count; n += 1) missing.push({ table, xmin });
    }
    const { rows } = await source.query<{ seen: boolean }>(
      'select pg_visible_in_snapshot(xmin::xid8, $2::pg_snapshot) as seen from unnest($1::text[]) with ordinality as m (xmin, n) order by n',
      [missing.map(({ xmin }) => xmin), snapshot],
    );
    for (const [i, { table }] of missing.entries()) {
      if (rows[i]!.seen) found.unexplained[table] = (found.unexplained[table] ?? 0) + 1;
      else found.later += 1;
    }
    for (const [key, { table, count }] of there)
      if (growing.test(table) && count > (here.get(key)?.count ?? 0))
        found.invented[table] = (found.invented[table] ?? 0) + 1;
    return found;
  } finally {
    await source.end();
    await copy.end();
  }
}
