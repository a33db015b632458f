/** The schema of a product in a reply (3.5), and the calls about products. */
import { z } from 'zod';
import { contract, id, perPage, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { orderBy } from '#domain/sorted.ts';
import { boundedInteger, maxSalesQuantity, nullableDay, requiredText, text } from '#domain/validation.ts';
import { season } from './contract.ts';
import { productCategoryCodes, saleStates } from './product.ts';

const categoryId = z.literal([1, 2, 3, 4, 5]);

/** The highest price, in cents (5.14). */
export const highestPrice = 100_000_000;
/** Maximum number of pigeons of one product. */
export const mostPigeons = 1000;

/** The input of an operator. */
export const productFields = z.strictObject({
  product_category_id: z.coerce.number().pipe(categoryId),
  name: requiredText({ max: 128 }),
  description: text({ max: 4000 }).default(''),
  amount_cents: boundedInteger({ max: highestPrice }),
  pigeons_active: boundedInteger({ max: mostPigeons }),
  pigeons_reserve: boundedInteger({ max: mostPigeons }),
  max_quantity: maxSalesQuantity(),
  starts_at: nullableDay(),
  ends_at: nullableDay(),
});
export type ProductFields = z.output<typeof productFields>;

/** Whether it can be bought, and on which days (5.6). */
const sale = z.object({
  state: z.enum(saleStates),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  remaining: z.int().nullable().meta({ description: 'Null: any number' }),
});

/** A product for the public. */
export const product = z.object({
  id: replyId,
  product_category_id: categoryId,
  name: z.string(),
  description: z.string(),
  amount_cents: z.int(),
  pigeons_active: z.int(),
  pigeons_reserve: z.int(),
  sale,
});
export type Product = z.output<typeof product>;

/** A product for its editors. */
export const editedProduct = product.extend({
  max_quantity: z.int().nullable(),
  starts_at: z.iso.date().nullable(),
  ends_at: z.iso.date().nullable(),
  sold: z.int(),
  in_use: z.boolean().meta({ description: 'It was ordered once: only its days and quantity change (5.5)' }),
  version: z.int().meta({ description: 'How often it was saved' }),
});
export type EditedProduct = z.output<typeof editedProduct>;

/** The places of a season and those taken. */
const takenCapacity = z.object({
  max_pigeons: z.int().nullable(),
  max_active_pigeons: z.int().nullable(),
  max_reserve_pigeons: z.int().nullable(),
  taken_active_pigeons: z.int(),
  taken_reserve_pigeons: z.int(),
  activated_reserve_pigeons: z.int(),
  outside_order_pigeons: z.int(),
});

const ofSeason = z.object({ season_id: id });
const ofProduct = z.object({ season_id: id, product_id: id });
const seen = { version: boundedInteger({ min: 1 }) };

export const listProducts = contract({
  name: 'listProducts',
  summary: 'The products of a season for those who set them up, with the due dates within which they are sold',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/products',
  access: 'season.manage',
  params: ofSeason,
  query: z.object({
    q: z.string().max(100).default(''),
    category: z.enum(productCategoryCodes).optional(),
    sort: orderBy('category', 'name', 'amount', 'max_quantity', 'sold', 'availability'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    per_page: perPage,
  }),
  reply: z.object({
    loft,
    season,
    currency: z.string(),
    products: z.array(
      editedProduct.extend({ due_date: z.object({ starts_at: z.iso.date(), ends_at: z.iso.date() }).nullable() }),
    ),
    /** The places of the season and those taken, which limit what can be sold. */
    places: takenCapacity,
    /** The present day at the loft. */
    today: z.iso.date(),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
  }),
});

export const readProduct = contract({
  name: 'readProduct',
  summary: 'A product for those who set it up',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/products/{product_id}',
  access: 'season.manage',
  params: ofProduct,
  reply: z.object({ product: editedProduct }),
});

export const addProduct = contract({
  name: 'addProduct',
  summary: 'Gives a season a product',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/products',
  access: 'season.manage',
  params: ofSeason,
  body: productFields,
  reply: z.object({ product: editedProduct }),
});

export const changeProduct = contract({
  name: 'changeProduct',
  summary:
    'Changes a product that nobody changed since it was seen; once it was sold, its period and quantity only (5.5)',
  method: 'PUT',
  path: '/api/admin/seasons/{season_id}/products/{product_id}',
  access: 'season.manage',
  params: ofProduct,
  body: productFields.extend(seen),
  reply: z.object({ product: editedProduct }),
});

export const removeProduct = contract({
  name: 'removeProduct',
  summary: 'Takes a product that was never sold off a season; one with the entry fee must remain (5.4)',
  method: 'DELETE',
  path: '/api/admin/seasons/{season_id}/products/{product_id}',
  access: 'season.manage',
  params: ofProduct,
  body: z.strictObject(seen),
  reply: z.object({}),
});

export const readPackages = contract({
  name: 'readPackages',
  summary: 'What a season sells, with its prices, the days of its sale and how many are left',
  method: 'GET',
  path: '/api/lofts/{loft_id}/seasons/{season_id}/products',
  access: 'season.read',
  params: z.object({ loft_id: id, season_id: id }),
  reply: z.object({ currency: z.string(), products: z.array(product) }),
});

/** A product in the field names of part 7.4. */
const wireProduct = z.object({
  id: replyId,
  season_id: replyId,
  product_category_id: categoryId,
  name: z.string(),
  description: z.string(),
  amount: z.number().meta({ description: 'In units of the currency' }),
  currency: z.string(),
  pigeons_active: z.int(),
  pigeons_reserve: z.int(),
  max_quantity: z.int().nullable(),
  starts_at: z.iso.date().nullable(),
  ends_at: z.iso.date().nullable(),
});

export const listMerchantProducts = contract({
  name: 'listMerchantProducts',
  summary:
    'The products of a season, or of all seasons of a loft (7.4). An id that both have is that of the season; `of` says which is meant',
  method: 'GET',
  path: '/api/custom/v1/merchant/products/{season_id}',
  access: 'season.manage',
  params: z.object({ season_id: id.meta({ description: 'Of a season, or of a loft' }) }),
  query: z.object({ of: z.enum(['season', 'loft']).optional() }),
  reply: z.array(wireProduct),
});
