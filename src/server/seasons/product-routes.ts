/** The calls about products. */

import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { plainText } from '#domain/plain-text.ts';
import { Refusal } from '#domain/refusal.ts';
import { type ParentDueDate, parentOf, productCategoryOf, saleOf } from '#domain/seasons/product.ts';
import {
  addProduct as addCall,
  changeProduct as changeCall,
  listMerchantProducts,
  listProducts,
  readPackages,
  readProduct,
  removeProduct as removeCall,
} from '#domain/seasons/product-contract.ts';
import { inOrder } from '#domain/sorted.ts';
import { userOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { findLoft, loadLoft } from '#server/lofts/lofts.ts';
import { pageOfArray } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';
import { dueDatesOf } from './due-dates.ts';
import {
  addProduct,
  changeProduct,
  productsOf,
  productsOfLoft,
  removeProduct,
  type StoredProduct,
} from './products.ts';
import { currencyOf, loadSeason, loadSeasonById } from './seasons.ts';
import { placesOf } from './setup.ts';

export const productRoutes: Route[] = [
  route(listProducts, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { season, ...key }, { query }, { now_ms }) => {
      const { loft } = await loadLoft(tx, key.loft_id);
      const today = dayAt(now_ms, loft.time_zone);
      const due_dates = await dueDatesOf(tx, key);
      const all = (await productsOf(tx, key)).filter(
        (one) => query.category === undefined || productCategoryOf(one) === query.category,
      );
      const rows = inOrder(
        all.map((one) => productView(one, due_dates, today)),
        query.sort,
        {
          category: ({ product_category_id }) => product_category_id,
          name: ({ name }) => name,
          amount: ({ amount_cents }) => amount_cents,
          max_quantity: ({ max_quantity }) => max_quantity,
          sold: ({ sold }) => sold,
          availability: ({ sale }) => sale.from,
        },
      );
      const { rows: products, ...page } = pageOfArray(query, rows, (wanted) => {
        const words = wanted.split(/\s+/u).map(plainText);
        return ({ name, description }) => {
          const text = plainText(`${name} ${description}`);
          return words.every((word) => text.includes(word));
        };
      });
      const { currency, ...places } = await placesOf(tx, key);
      return { loft, season, currency, places, products, today, ...page };
    },
  }),
  route(readProduct, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, key, { params }, { now_ms }) => {
      const found = (await productsOf(tx, key)).find(({ id }) => id === params.product_id);
      if (!found) throw new Refusal('not_found');
      return { product: await loadProductView(tx, key, found, now_ms) };
    },
  }),
  route(addCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id, { lock: true }),
    act: async (tx, season, { body }, { actor, now_ms }) => ({
      product: await loadProductView(tx, season, await addProduct(tx, userOf(actor), season, body), now_ms),
    }),
  }),
  route(changeCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id, { lock: true }),
    act: async (tx, season, { params, body }, { actor, now_ms }) => {
      const changed = await changeProduct(tx, userOf(actor), season, { id: params.product_id, ...body });
      return { product: await loadProductView(tx, season, changed, now_ms) };
    },
  }),
  route(removeCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id, { lock: true }),
    act: async (tx, season, { params, body }, { actor }) => {
      await removeProduct(tx, userOf(actor), season, { id: params.product_id, ...body });
      return {};
    },
  }),
  route(readPackages, {
    load: (tx, { params }) => loadSeason(tx, params.loft_id, params.season_id),
    act: async (tx, { loft_id, season }, _input, { now_ms }) => {
      const key = { loft_id, season_id: season!.id };
      const { loft } = await loadLoft(tx, loft_id);
      const [products, due_dates] = [await productsOf(tx, key), await dueDatesOf(tx, key)];
      const today = dayAt(now_ms, loft.time_zone);
      return {
        currency: await currencyOf(tx, key),
        products: products.map((one) => productView(one, due_dates, today)),
      };
    },
  }),
  route(listMerchantProducts, {
    load: (tx, { params, query }) => seasonOrLoft(tx, params.season_id, query.of),
    act: async (tx, { loft_id, season_id }) =>
      (await productsOfLoft(tx, loft_id))
        .filter((one) => season_id === null || one.season_id === season_id)
        .map(({ amount_cents, sold: _sold, in_use: _in_use, version: _version, ...one }) => ({
          ...one,
          amount: amount_cents / 100,
        })),
  }),
];

/** The season, or else the loft, with this id (7.4, decision 15). @throws Refusal `not_found`. */
async function seasonOrLoft(
  tx: Tx,
  id: number,
  of: 'season' | 'loft' | undefined,
): Promise<{ loft_id: number; season_id: number | null }> {
  if (of !== 'loft') {
    const season = await tx
      .selectFrom('seasons')
      .select(['loft_id', 'id as season_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (season) return season;
  }
  const loft = of === 'season' ? undefined : await findLoft(tx, id);
  if (!loft) throw new Refusal('not_found');
  return { loft_id: loft.id, season_id: null };
}

async function loadProductView(tx: Tx, key: SeasonKey, product: StoredProduct, now_ms: number) {
  const { loft } = await loadLoft(tx, key.loft_id);
  return productView(product, await dueDatesOf(tx, key), dayAt(now_ms, loft.time_zone));
}

/** A product with its sale state, and the due date that limits its sale. */
function productView(product: StoredProduct, due_dates: readonly ParentDueDate[], today: string) {
  const due_date = parentOf(product, due_dates) ?? null;
  return { ...product, sale: saleOf(product, due_dates, today), due_date };
}
