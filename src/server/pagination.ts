/**
 * Paginated lists (9.4). PostgreSQL filters, searches, sorts, counts and cuts them in one statement; the rows of the
 * page are then loaded by id.
 */
import { type RawBuilder, sql } from 'kysely';
import { countriesCalled } from '#domain/countries.ts';
import { latinDigits, ringKey } from '#domain/pigeons/ring.ts';
import { plainText } from '#domain/plain-text.ts';
import type { Tx } from './db/database.ts';

export interface Part {
  limit: number;
  offset: number;
}

/** The definition of a list in SQL. */
export interface ListOf<Column extends string> {
  /** `from … where …`: the rows that the actor may see, with the chosen filters. */
  from: RawBuilder<unknown>;
  /** The id of a row; the last sort key. */
  id: RawBuilder<unknown>;
  /** The sort columns. Text is sorted `alphabetically`; null comes last in both directions. */
  columns: Readonly<Record<Column, RawBuilder<unknown>>>;
  /** Further sort keys for equal values, ascending or as each says. */
  ties?: readonly RawBuilder<unknown>[];
  /** The search, by {@link whereFound}. */
  search: Search;
}

/** The searched expressions. Texts are folded by the function `plain_text`, rings by `ringKey`. */
export interface Search {
  texts: readonly RawBuilder<unknown>[];
  /**
   * Whether a row has one of these country codes, `bpchar[]`. A word matches the start, or a part, of a country's name.
   */
  country?: (codes: RawBuilder<unknown>) => RawBuilder<unknown>;
  countryBy?: 'start' | 'part';
  /** Whether a text of a related row matches this pattern. */
  within?: (pattern: string) => RawBuilder<unknown>;
  /** Whether the ring of a row, or one of its rings, matches this pattern. */
  ring?: (pattern: string) => RawBuilder<unknown>;
  /** Whether a row matches the search text as a whole. */
  whole?: (wanted: string) => RawBuilder<unknown>;
}

export interface PageOfIds {
  total: number;
  page: number;
  page_count: number;
  ids: number[];
}

export interface PageOfRows<Row> extends Omit<PageOfIds, 'ids'> {
  rows: Row[];
}

interface PageQuery<Column extends string> {
  q: string;
  page: number;
  per_page: number | 'all';
  sort: Column | `-${Column}`;
}

/** The number of rows that are loaded at once for an export of the whole list. */
const atOnce = 500;

/** Sorts text as `inOrder` does: numbers by value, without regard to case and accents. */
export const alphabetically = (text: RawBuilder<unknown>) => sql`(${text}) collate list_order`;

/** The sort name of the person of this alias: the name, or else the address. */
export const nameOf = (u: string) => {
  const of = (column: string) => sql.ref(`${u}.${column}`);
  return sql`coalesce(nullif(concat_ws(' ', ${of('last_name')}, ${of('first_name')}), ''), ${of('email')})`;
};

/** The ids of a page of a list in its order, and the total. A page beyond the end is the last one. */
export async function idsOfPage<Column extends string>(
  tx: Tx,
  { q, page, per_page, sort }: PageQuery<Column>,
  { from, id, columns, ties = [], search }: ListOf<Column>,
): Promise<PageOfIds> {
  const isDown = sort.startsWith('-');
  const column = columns[(isDown ? sort.slice(1) : sort) as Column];
  const order = sql`order by ${column} ${sql.raw(isDown ? 'desc' : 'asc')} nulls last, ${sql.join([...ties, id])}`;
  const found = whereFound(q, search);
  const size = per_page === 'all' ? null : per_page;
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with counted as (select count(*)::int as total ${from} and ${found})
    select total, array_to_json(array(select ${id} ${from} and ${found} ${order} limit ${size}::int
      offset (select greatest(least(${page}::int, ceil(total::numeric / ${size}::int)::int) - 1, 0) * ${size}::int from counted)
    )) as ids from counted`.execute(tx);
  const { total, ids } = rows[0]!;
  const page_count = Math.max(1, Math.ceil(total / (size ?? Math.max(1, total))));
  return { total, page: Math.min(page, page_count), page_count, ids };
}

/**
 * The rows of a page of a list in its order, with the total. A whole list is loaded in pieces.
 * @param load loads the rows with these ids, in any order
 */
export async function pageOf<Column extends string, Row>(
  tx: Tx,
  query: PageQuery<Column>,
  list: ListOf<Column>,
  load: (ids: readonly number[]) => Promise<readonly Row[]>,
  idOf: (row: Row) => number,
): Promise<PageOfRows<Row>> {
  const { ids, ...page } = await idsOfPage(tx, query, list);
  const byId = new Map<number, Row>();
  for (let at = 0; at < ids.length; at += atOnce)
    for (const row of await load(ids.slice(at, at + atOnce))) byId.set(idOf(row), row);
  return { ...page, rows: ids.flatMap((id) => byId.get(id) ?? []) };
}

/** The condition that a row matches every search word; blanks separate words. An empty search matches everything. */
export function whereFound(
  wanted: string,
  { texts, within, country, countryBy = 'start', ring, whole }: Search,
): RawBuilder<unknown> {
  const words = wanted
    .split(/\s+/u)
    .map((word) => ({ plain: plainText(word), key: ringKey(latinDigits(word)) }))
    .filter(({ plain, key }) => plain !== '' || key !== '');
  const all = words.map(({ plain, key }) => {
    const codes = country && plain !== '' ? countriesCalled(plain, countryBy) : [];
    const either = [
      ...(plain === '' ? [] : texts.map((text) => sql`${text} like ${containing(plain)}`)),
      ...(within && plain !== '' ? [within(containing(plain))] : []),
      ...(codes.length ? [country!(sql`${codes}::bpchar[]`)] : []),
      ...(ring && key !== '' ? [ring(containing(key))] : []),
    ];
    // PostgreSQL accepts no text with a zero byte.
    if (!either.length || plain.includes('\0')) return sql`false`;
    return sql`(${sql.join(either, sql` or `)})`;
  });
  if (!all.length) return sql`true`;
  const found = sql.join(all, sql` and `);
  return whole && !wanted.includes('\0') ? sql`(${found} or ${whole(wanted)})` : found;
}

/** A page of a list that is always short: the products of a season, failed jobs. */
export function pageOfArray<Row>(
  { q, page: wanted, per_page }: Omit<PageQuery<never>, 'sort'>,
  rows: readonly Row[],
  finder: (wanted: string) => (row: Row) => boolean,
): PageOfRows<Row> {
  const found = q.trim() === '' ? rows : rows.filter(finder(q));
  const total = found.length;
  const size = per_page === 'all' ? Math.max(1, total) : per_page;
  const page_count = Math.max(1, Math.ceil(total / size));
  const page = Math.min(wanted, page_count);
  return { total, page, page_count, rows: found.slice((page - 1) * size, page * size) };
}

/** A `like` pattern that matches texts containing this one. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
