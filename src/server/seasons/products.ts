/** The products of a season: read, added, changed, removed, each change with a row in the audit log. */
import type { SeasonKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import {
  productCategories,
  type SoldProduct,
  whyNotChangeProduct,
  whyNotProduct,
  whyNotRemoveProduct,
} from '#domain/seasons/product.ts';
import type { ProductFields } from '#domain/seasons/product-contract.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { dueDatesOf } from './due-dates.ts';

/** A product as stored. */
export type StoredProduct = SoldProduct & { id: number; version: number };

const columns = [
  'id',
  'product_category_id',
  'name',
  'description',
  'amount_cents',
  'pigeons_active',
  'pigeons_reserve',
  'max_quantity',
  'starts_at',
  'ends_at',
  'sold',
  'in_use',
  'version',
] as const;

/** The products of a season by category, then in the order of creation. */
export function productsOf(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<StoredProduct[]> {
  return tx
    .selectFrom('products')
    .select(columns)
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .orderBy('product_category_id')
    .orderBy('id')
    .execute();
}

/** The products of all seasons of a loft with the currency of each. */
export function productsOfLoft(tx: Tx, loft_id: number) {
  return tx
    .selectFrom('products as p')
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'p.loft_id').onRef('s.id', '=', 'p.season_id'))
    .select(columns.map((column) => `p.${column}` as const))
    .select(['p.season_id', 's.currency'])
    .where('p.loft_id', '=', loft_id)
    .orderBy('p.season_id', 'desc')
    .orderBy('p.product_category_id')
    .orderBy('p.id')
    .execute();
}

/**
 * Add a product to a locked season.
 * @param by the actor; null: the program itself
 * @throws Refusal by {@link whyNotProduct}
 */
export async function addProduct(
  tx: Tx,
  by: number | null,
  season: SeasonKey,
  fields: ProductFields,
): Promise<StoredProduct> {
  const no = whyNotProduct(fields, await dueDatesOf(tx, season));
  if (no) throw no;
  const added = await tx
    .insertInto('products')
    .values({ ...keyOf(season), ...fields })
    .returning(columns)
    .executeTakeFirstOrThrow();
  await write(tx, by, season, 'product.add', null, added);
  return added;
}

/**
 * Change a product of a locked season. `version` is the one that the editor saw.
 * @throws Refusal `not_found`; `changed_meanwhile`; by {@link whyNotChangeProduct} and {@link whyNotProduct}
 */
export async function changeProduct(
  tx: Tx,
  by: number | null,
  season: SeasonKey,
  { id, version, ...fields }: ProductFields & { id: number; version: number },
): Promise<StoredProduct> {
  const { before, entry_fees } = await seenProduct(tx, season, { id, version });
  const no = whyNotChangeProduct(before, fields, entry_fees) ?? whyNotProduct(fields, await dueDatesOf(tx, season));
  if (no) throw no;
  const changed = await tx
    .updateTable('products')
    .set({ ...fields, version: version + 1 })
    .where('loft_id', '=', season.loft_id)
    .where('season_id', '=', season.season_id)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  await write(tx, by, season, 'product.change', before, changed);
  return changed;
}

/**
 * Remove a product of a locked season.
 * @throws Refusal `not_found`; `changed_meanwhile`; by {@link whyNotRemoveProduct}
 */
export async function removeProduct(
  tx: Tx,
  by: number | null,
  season: SeasonKey,
  seen: { id: number; version: number },
): Promise<void> {
  const { before, entry_fees } = await seenProduct(tx, season, seen);
  const no = whyNotRemoveProduct(before, entry_fees);
  if (no) throw no;
  await tx
    .deleteFrom('products')
    .where('loft_id', '=', season.loft_id)
    .where('season_id', '=', season.season_id)
    .where('id', '=', seen.id)
    .execute();
  await write(tx, by, season, 'product.remove', before, null);
}

/** A product in the version that the editor saw, and the number of its season's products with the entry fee. */
async function seenProduct(tx: Tx, season: SeasonKey, { id, version }: { id: number; version: number }) {
  const all = await productsOf(tx, season);
  const before = all.find((one) => one.id === id);
  if (!before) throw new Refusal('not_found');
  if (before.version !== version) throw new Refusal('changed_meanwhile');
  const isEntryFee = (one: StoredProduct) => one.product_category_id === productCategories.entry_fee;
  return { before, entry_fees: all.filter(isEntryFee).length };
}

const keyOf = ({ loft_id, season_id }: SeasonKey) => ({ loft_id, season_id });

async function write(
  tx: Tx,
  by: number | null,
  { loft_id, season_id }: SeasonKey,
  action: 'product.add' | 'product.change' | 'product.remove',
  before: StoredProduct | null,
  after: StoredProduct | null,
): Promise<void> {
  const forAudit = (one: StoredProduct | null) => one && { season_id, ...one };
  await writeAudit(tx, { loft_id, user_id: by, action, before: forAudit(before), after: forAudit(after) });
}
