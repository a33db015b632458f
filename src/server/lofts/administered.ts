/** The list of lofts that a person administers. */
import { sql } from 'kysely';
import type { PackageType } from '#domain/lofts/package.ts';
import type { Tx } from '#server/db/database.ts';
import type { ListOf } from '#server/pagination.ts';

interface Wanted {
  loft_ids: readonly number[] | 'all';
  country?: string | undefined;
  package?: PackageType | undefined;
}

const areOf = (loft_ids: readonly number[] | 'all') =>
  loft_ids === 'all' ? sql`true` : sql`l.id = any(${loft_ids}::bigint[])`;

/** The lofts of these ids, or all, as a list; searched by name or country. */
export function listOfLofts({ loft_ids, country, package: type }: Wanted): ListOf<'name'> {
  const types = sql`coalesce((select t.package from loft_types t where t.loft_id = l.id order by t.n desc limit 1), 'legacy')`;
  return {
    from: sql`from lofts l where ${areOf(loft_ids)}
      and ${country === undefined ? sql`true` : sql`l.country = ${country}`}
      and ${type === undefined ? sql`true` : sql`${types} = ${type}`}`,
    id: sql`l.id`,
    columns: { name: sql`l.name` },
    search: {
      texts: [sql`plain_text(l.name)`],
      country: (codes) => sql`l.country = any(${codes})`,
      countryBy: 'part',
    },
  };
}

/** The countries of the lofts of these ids, or of all. */
export async function countriesOfLofts(tx: Tx, loft_ids: readonly number[] | 'all'): Promise<string[]> {
  const { rows } = await sql<{ country: string }>`
    select distinct l.country from lofts l where ${areOf(loft_ids)} and l.country is not null order by l.country`.execute(
    tx,
  );
  return rows.map(({ country }) => country);
}

/** The lofts of these ids by name, with their package and how many people have rights there. */
export async function administeredLofts(tx: Tx, loft_ids: readonly number[]) {
  const rows = await tx
    .selectFrom('lofts')
    .leftJoin('loft_permissions as p', 'p.loft_id', 'lofts.id')
    .select(({ fn, and, ref, selectFrom }) => [
      'lofts.id',
      'lofts.name',
      'lofts.country',
      selectFrom('loft_types as t')
        .select('t.package')
        .whereRef('t.loft_id', '=', 'lofts.id')
        .orderBy('t.n', 'desc')
        .limit(1)
        .as('type'),
      fn.count<number>('p.user_id').as('people_count'),
      fn
        .count<number>('p.user_id')
        .filterWhere(and([ref('p.is_merchant').$castTo<boolean>(), ref('p.is_active').$castTo<boolean>()]))
        .as('merchant_count'),
    ])
    .where('lofts.id', '=', sql<number>`any(${loft_ids}::bigint[])`)
    .groupBy('lofts.id')
    .orderBy('lofts.name')
    .execute();
  return rows.map(({ type, ...loft }) => ({
    ...loft,
    latest_loft_type: { package: { type: type ?? ('legacy' satisfies PackageType) } },
  }));
}
