/** The lofts that somebody looks after. */
import type { PackageType } from '#domain/lofts/package.ts';
import type { Tx } from '#server/db/database.ts';

/** The lofts of these ids by name, or all, with their package and how many people have rights there. */
export async function administeredLofts(tx: Tx, loft_ids: readonly number[] | 'all') {
  let lofts = tx
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
    .groupBy('lofts.id')
    .orderBy('lofts.name');
  if (loft_ids !== 'all') lofts = lofts.where('lofts.id', 'in', [...loft_ids]);
  const rows = await lofts.execute();
  return rows.map(({ type, ...loft }) => ({
    ...loft,
    latest_loft_type: { package: { type: type ?? ('legacy' satisfies PackageType) } },
  }));
}
