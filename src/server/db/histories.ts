/** Status histories: each step of each state machine is a row, and the subject's row carries the current status. */
import { sql } from 'kysely';
import type { Act } from '#server/act.ts';
import type { Tx } from './database.ts';

/**
 * Every history: the table of its subjects, their key, and the status column of each machine. A pigeon has the first
 * status of its machines from the beginning, without a step.
 */
const histories = {
  season_history: { subjects: 'seasons', id: 'season_id', status: { season: 'status' } },
  flight_history: { subjects: 'flights', id: 'flight_id', status: { flight: 'status' } },
  order_history: { subjects: 'orders', id: 'order_id', status: { order: 'status' } },
  payment_history: { subjects: 'payments', id: 'payment_id', status: { payment: 'status' } },
  refund_history: { subjects: 'refunds', id: 'refund_id', status: { refund: 'status' } },
  transport_history: { subjects: 'transports', id: 'transport_id', status: { transport: 'status' } },
  listing_history: { subjects: 'listings', id: 'listing_id', status: { listing: 'status' } },
  pigeon_history: {
    subjects: 'pigeons',
    id: 'pigeon_id',
    status: { pigeon_health: 'health', pigeon_progress: 'progress', pigeon_location: 'location' },
  },
} as const;

type Histories = typeof histories;
/** The names of the state machines. */
export type Machines = { [Table in keyof Histories]: keyof Histories[Table]['status'] }[keyof Histories];

const tableOf = new Map(
  Object.entries(histories).flatMap(([table, { id, status }]) =>
    Object.keys(status).map((machine) => [machine as Machines, { table, id }] as const),
  ),
);

/** One subject's step from one status to the next; the first one of a new subject is `from: 'new'`. */
export interface Step {
  id: number;
  from: string;
  to: string;
}

/**
 * Appends steps along one machine to the histories of a loft's subjects, which the transaction has locked. Each takes
 * the next number of its history; the subject's row gets the status.
 * @returns the numbers, in the order of the steps
 * @throws a violation of the key or of the edges, when the status of a subject is not `from`
 */
export async function appendHistory(
  tx: Tx,
  machine: Machines,
  loft_id: number,
  steps: readonly Step[],
  { by, now_ms, reason = null }: Act,
): Promise<number[]> {
  if (!steps.length) return [];
  const { table, id } = tableOf.get(machine)!;
  const [history, subject] = [sql.table(table), sql.ref(id)];
  const { rows } = await sql<{ id: number; n: number }>`
    insert into ${history} (loft_id, ${subject}, machine, n, from_status, to_status, at, reason, user_id)
    select ${loft_id}::bigint, step.id, ${machine}::text, coalesce(last.n, 0) + 1, step.from_status, step.to_status,
      ${new Date(now_ms).toISOString()}::timestamptz, ${reason}::text, ${by}::bigint
    from unnest(${steps.map((step) => step.id)}::bigint[], ${steps.map(({ from }) => from)}::text[],
      ${steps.map(({ to }) => to)}::text[]) as step (id, from_status, to_status)
    left join lateral (select max(h.n) as n from ${history} h
      where h.loft_id = ${loft_id} and h.${subject} = step.id and h.machine = ${machine}) last on true
    returning ${subject} as id, n`.execute(tx);
  const numbers = new Map(rows.map((row) => [row.id, row.n]));
  return steps.map((step) => numbers.get(step.id)!);
}

/**
 * Checks all histories of a database. To be called in a transaction that sees one moment.
 * @returns the number of steps, and a sentence for each row that is no valid step, or subject whose status is not that
 * of its last step.
 */
export async function auditHistories(tx: Tx): Promise<{ steps: number; faults: string[] }> {
  const faults: string[] = [];
  const tables = await sql<{ table_name: string }>`
    select c.relname as table_name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'from_status' and c.relname <> 'status_edges'
    order by c.relname`.execute(tx);
  let steps = 0;
  for (const { table_name: table } of tables.rows) {
    const known = histories[table as keyof typeof histories];
    if (!known) {
      faults.push(`${table}: nobody checks this history`);
      continue;
    }
    const [history, id] = [sql.table(table), sql.ref(known.id)];
    const first =
      table === 'pigeon_history'
        ? sql`(select b.to_status from status_edges b where b.machine = h.machine and b.from_status = 'new')`
        : sql`'new'`;
    const wrong = await sql<{ id: number; n: number; machine: string; from_status: string; to_status: string }>`
      select h.${id} as id, h.n, h.machine, h.from_status, h.to_status
      from ${history} h
      left join ${history} p on p.loft_id = h.loft_id and p.${id} = h.${id} and p.machine = h.machine and p.n = h.n - 1
      left join status_edges e
        on e.machine = h.machine and e.from_status = h.from_status and e.to_status = h.to_status
      where e.machine is null or h.from_status is distinct from coalesce(p.to_status, ${first}) or (h.n > 1 and p.n is null)
      order by h.${id}, h.n`.execute(tx);
    for (const row of wrong.rows)
      faults.push(
        `${table}: step ${row.n} of ${row.id} is no step of ${row.machine}: ${row.from_status} to ${row.to_status}`,
      );
    for (const [machine, column] of Object.entries(known.status)) {
      const astray = await sql<{ id: number; status: string; last: string | null }>`
        select s.id, s.${sql.ref(column)} as status, last.to_status as last
        from ${sql.table(known.subjects)} s
        left join lateral (
          select h.to_status from ${history} h
          where h.loft_id = s.loft_id and h.${id} = s.id and h.machine = ${machine} order by h.n desc limit 1) last on true
        where s.${sql.ref(column)} is distinct from coalesce(last.to_status, ${
          table === 'pigeon_history'
            ? sql`(
          select b.to_status from status_edges b where b.machine = ${machine} and b.from_status = 'new')`
            : sql`null`
        }) order by s.id`.execute(tx);
      for (const row of astray.rows)
        faults.push(`${known.subjects}: ${row.id} is ${row.status}, its history of ${machine} ends at ${row.last}`);
    }
    const { rows } = await sql<{ count: number }>`select count(*) from ${history}`.execute(tx);
    steps += rows[0]!.count;
  }
  return { steps, faults };
}
