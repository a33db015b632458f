/**
 * The audit: the records of all kinds as one list, the latest first. Nothing is recorded for it: every kind keeps its
 * own append-only table, and this reads them side by side.
 */
import { type RawBuilder, sql } from 'kysely';
import type { AuditEntry, AuditKind } from '#domain/accounts/audit-contract.ts';
import type { Tx } from '#server/db/database.ts';
import { whereFound } from '#server/pagination.ts';

interface Source {
  kind: AuditKind;
  /**
   * A query of the columns that {@link entriesOfAudit} reads: source, key, at, loft_id, user_id, what, about_user_id,
   * season_id, thing_id, label, number, year, reason.
   */
  rows: string;
}

/** Key columns are padded, so that they are in order as texts. */
const padded = (...columns: string[]) => columns.map((column) => `lpad((${column})::text, 12, '0')`).join(` || `);

interface Columns {
  from: string;
  key: string;
  at?: string;
  loft?: string;
  by?: string;
  what: string;
  about?: string;
  season?: string;
  thing?: string;
  label?: string;
  number?: string;
  year?: string;
  reason?: string;
}

const source = (kind: AuditKind, table: string, c: Columns): Source => ({
  kind,
  rows: `select '${table}' || ${c.key} as key, ${c.at ?? 'h.at'} as at, ${c.loft ?? 'h.loft_id'} as loft_id,
    ${c.by ?? 'h.user_id'} as user_id, ${c.what} as what, ${c.about ?? 'null::bigint'} as about_user_id,
    ${c.season ?? 'null::bigint'} as season_id, ${c.thing ?? 'null::bigint'} as thing_id,
    ${c.label ?? 'null::text'} as label, ${c.number ?? 'null::int'} as number, ${c.year ?? 'null::int'} as year,
    ${c.reason ?? 'h.reason'} as reason ${c.from}`,
});

/** The rows of `audit_log` of one kind. */
const logged = (kind: AuditKind, which: string) =>
  source(kind, kind, {
    from: `from audit_log h where ${which}`,
    key: padded('h.id'),
    what: `case when h.action <> 'standing.change' or h.before -> 'is_admin' = h.after -> 'is_admin' then h.action
      when (h.after ->> 'is_admin')::boolean then 'standing.give' else 'standing.take' end`,
    about: 'h.about_user_id',
    season: `case when h.action like 'season.%' then (coalesce(h.after, h.before) ->> 'season_id')::bigint end`,
    label: `coalesce(h.after, h.before) ->> 'name'`,
    reason: `h.after ->> 'reason'`,
  });

const isPermission = `(h.action like 'permission.%' or h.action like 'standing.%' or h.action like 'person.%')`;
const orderOf = (one: string) => `join orders o on o.loft_id = ${one}.loft_id and o.id = ${one}.order_id
  left join seasons s on s.loft_id = o.loft_id and s.id = o.season_id`;
const orderColumns = { about: 'o.user_id', season: 'o.season_id', thing: 'o.id', number: 'o.number', year: 's.year' };
/** The history of what belongs to orders, as their payments. */
const inOrders = (kind: AuditKind, one: 'payment' | 'refund' | 'transport', more: Partial<Columns> = {}) =>
  source(kind, one, {
    from: `from ${one}_history h join ${one}s m on m.loft_id = h.loft_id and m.id = h.${one}_id ${orderOf('m')}`,
    key: padded('h.loft_id', `h.${one}_id`, 'h.n'),
    what: 'h.to_status',
    ...orderColumns,
    ...more,
  });
/** Which birds an agent took, and gave back: their rings, and the number of those that nobody has entered. */
const pickUps = source('transport', 'pick_up', {
  from: `from audit_log h join transports m on m.loft_id = h.loft_id and m.id = (h.after ->> 'transport_id')::bigint
    ${orderOf('m')} where h.action like 'transport.%'`,
  key: padded('h.id'),
  what: 'h.action',
  ...orderColumns,
  thing: 'm.id',
  reason: `nullif(concat_ws(', ',
    (select string_agg(ring, ', ') from jsonb_array_elements_text(h.after -> 'rings') ring),
    '+' || nullif(h.after ->> 'not_entered', '0')), '')`,
});
const ofFlight = 'join flights f on f.loft_id = h.loft_id and f.id = h.flight_id';
const flightColumns = { season: 'f.season_id', thing: 'f.id', label: 'f.name' };
const inFlight = padded('h.loft_id', 'h.flight_id', 'h.n');
const ofPigeon = 'join pigeons p on p.loft_id = h.loft_id and p.id = h.pigeon_id';
const pigeonColumns = { season: 'p.season_id', thing: 'p.id', label: 'p.ring' };

const sources: readonly Source[] = [
  logged('permission', isPermission),
  logged('work', `h.action like 'job.%'`),
  logged('settings', `not ${isPermission} and h.action not like 'job.%' and h.action not like 'transport.%'`),
  source('security', 'security', {
    // That an admin sees the site as somebody is an entry of `audit_log`, by that admin.
    from: `from security_log h where h.event <> 'seen'`,
    key: padded('h.id'),
    loft: 'null::bigint',
    what: 'h.event',
    reason: 'null::text',
  }),
  source('season', 'season', {
    from: 'from season_history h join seasons s on s.loft_id = h.loft_id and s.id = h.season_id',
    key: padded('h.loft_id', 'h.season_id', 'h.n'),
    by: 'null::bigint',
    what: 'h.to_status',
    season: 'h.season_id',
    label: 's.name',
  }),
  source('flight', 'flight', {
    from: `from flight_history h ${ofFlight}`,
    key: inFlight,
    what: 'h.to_status',
    ...flightColumns,
  }),
  source('flight', 'plan', {
    from: `from flight_decisions h ${ofFlight}`,
    key: inFlight,
    what: 'h.kind',
    ...flightColumns,
  }),
  source('ruling', 'ruling', {
    from: `from rulings h ${ofFlight}`,
    key: inFlight,
    at: 'h.prepared_at',
    what: `'prepared'`,
    ...flightColumns,
  }),
  source('ruling', 'decision', {
    from: `from ruling_decisions h ${ofFlight}`,
    key: inFlight,
    what: 'h.decision',
    ...flightColumns,
  }),
  source('dispute', 'dispute', {
    from: `from disputes h ${ofFlight}`,
    key: inFlight,
    at: 'h.opened_at',
    what: `'open'`,
    ...flightColumns,
    reason: 'h.text',
  }),
  source('dispute', 'answer', {
    from: `from dispute_answers h ${ofFlight}`,
    key: inFlight,
    what: 'h.decision',
    ...flightColumns,
    reason: 'h.text',
  }),
  source('declaration', 'declaration', {
    // What a release or a closing declares to the ledger with it is no action of its own.
    from: `from declarations h left join flights f on f.loft_id = h.loft_id and f.id = h.flight_id
      where not (h.kind in ('release', 'rules') and exists (select from flight_history s where s.loft_id = h.loft_id
        and s.flight_id = h.flight_id and s.to_status in ('released', 'closed') and s.at = h.declared_at))`,
    key: padded('h.loft_id', 'h.number'),
    at: 'h.declared_at',
    what: 'h.kind',
    ...flightColumns,
  }),
  source('order', 'order', {
    from: `from order_history h ${orderOf('h')}`,
    key: padded('h.loft_id', 'h.order_id', 'h.n'),
    what: 'h.to_status',
    ...orderColumns,
  }),
  inOrders('payment', 'payment'),
  inOrders('payment', 'refund', { what: `'refund_' || h.to_status` }),
  inOrders('transport', 'transport', { thing: 'm.id' }),
  pickUps,
  source('pigeon', 'pigeon', {
    from: `from pigeon_history h ${ofPigeon}`,
    key: `${padded('h.loft_id', 'h.pigeon_id')} || h.machine || ${padded('h.n')}`,
    what: 'h.to_status',
    ...pigeonColumns,
  }),
  source('sale', 'sale', {
    from: `from listing_history h join listings m on m.loft_id = h.loft_id and m.id = h.listing_id
      join pigeons p on p.loft_id = m.loft_id and p.id = m.pigeon_id`,
    key: padded('h.loft_id', 'h.listing_id', 'h.n'),
    what: 'h.to_status',
    ...pigeonColumns,
  }),
];

export interface AuditFilter {
  q: string;
  /** All by default. */
  kinds?: readonly AuditKind[] | undefined;
  loft_id?: number | undefined;
  day?: string | undefined;
  /** The zone of the day; the world's clock by default. */
  time_zone?: string;
  before?: string | undefined;
  most: number;
}

/** Of so few people each one's entries are read by the index of the person, of more by that of the time. */
const few_people = 20;

/**
 * The entries that match, the latest first, with the cursor of the next ones. Each source gives a page at most, which
 * the keys then put in one order. The people are found before, and each of a few is looked up for themselves:
 * PostgreSQL would guess how much they did, and read every entry of the site for somebody who did nothing.
 */
export async function entriesOfAudit(
  tx: Tx,
  { q, kinds, loft_id, day, time_zone = 'UTC', before, most }: AuditFilter,
): Promise<{ entries: AuditEntry[]; older: string | null }> {
  const [at, key] = before === undefined ? [] : cursorIn(before);
  const people = q.trim() === '' ? null : await peopleFound(tx, q);
  if (people?.length === 0) return { entries: [], older: null };
  const isFew = people !== null && people.length <= few_people;
  const conditions = [
    isFew ? sql`r.user_id = p.id` : people === null ? sql`true` : sql`r.user_id = any(${people}::bigint[])`,
    loft_id === undefined ? sql`true` : sql`r.loft_id = ${loft_id}`,
    day
      ? sql`r.at >= ${day}::date::timestamp at time zone ${time_zone}
      and r.at < (${day}::date + 1)::timestamp at time zone ${time_zone}`
      : sql`true`,
    // The first comparison is what an index of the time knows.
    key === undefined
      ? sql`true`
      : sql`r.at <= ${at}::timestamptz and (r.at, r.key collate "C") < (${at}::timestamptz, ${key})`,
  ];
  const matching = sql.join(conditions, sql` and `);
  const newest = sql`order by r.at desc, r.key collate "C" desc limit ${most + 1}`;
  const parts = sources
    .filter((one) => kinds === undefined || kinds.includes(one.kind))
    .map(({ kind, rows }): RawBuilder<unknown> => {
      const page = sql`(select ${kind} as kind, r.* from (${sql.raw(rows)}) r where ${matching} ${newest})`;
      return isFew
        ? sql`(select r.* from unnest(${people}::bigint[]) p(id) cross join lateral ${page} r ${newest})`
        : page;
    });
  const { rows } = await sql<AuditEntry>`
    select to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || r.key as key, r.kind, r.at,
      ${nameOf('u')} as by, r.what, ${nameOf('a')} as about,
      case when l.id is not null then json_build_object('id', l.id, 'name', l.name) end as loft,
      r.season_id, r.thing_id, r.label, r.number, r.year, r.reason
    from (${sql.join(parts, sql` union all `)}) r
    left join users u on u.id = r.user_id left join users a on a.id = r.about_user_id
    left join lofts l on l.id = r.loft_id
    ${newest}`.execute(tx);
  const entries = rows.slice(0, most);
  return { entries, older: rows.length > most ? (entries.at(-1)?.key ?? null) : null };
}

/** The people with every word of a search in their name or address. */
async function peopleFound(tx: Tx, q: string): Promise<number[]> {
  const found = whereFound(q, { texts: [sql`u.plain_name`, sql`u.plain_email`] });
  const { rows } = await sql<{ id: number }>`select u.id from users u where ${found}`.execute(tx);
  return rows.map(({ id }) => id);
}

const nameOf = (u: string) => sql`case when ${sql.ref(`${u}.id`)} is not null then json_build_object(
  'user_id', ${sql.ref(`${u}.id`)}, 'email', ${sql.ref(`${u}.email`)}, 'first_name', ${sql.ref(`${u}.first_name`)},
  'last_name', ${sql.ref(`${u}.last_name`)}) end`;

/** The time and the key in a cursor; one that names no entry has none before it. */
function cursorIn(before: string): [at: string, key: string] {
  const [at = '', key = ''] = before.split(' ');
  return Number.isNaN(Date.parse(at)) ? ['-infinity', ''] : [new Date(at).toISOString(), key];
}
