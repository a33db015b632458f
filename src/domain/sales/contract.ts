/** The calls about birds for sale, for admins of the season and for buyers. */
import { z } from 'zod';
import { name } from '#domain/accounts/contract.ts';
import { contract, id, instant, pageQuery, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { pigeon_ids } from '#domain/pigeons/admin-contract.ts';
import { bird, wholeBird } from '#domain/pigeons/contract.ts';
import { season } from '#domain/seasons/contract.ts';
import { saleStates } from '#domain/seasons/product.ts';
import { hiddenSwitches } from '#domain/seasons/visibility-contract.ts';
import { orderBy } from '#domain/sorted.ts';
import { salesAmount } from '#domain/validation.ts';
import { listingStatuses } from './listing.ts';

const ofSeason = z.object({ season_id: id });
const ofListing = z.object({ season_id: id, listing_id: id });
const status = z.enum(listingStatuses);
const price_cents = z.int().nullable().meta({ description: 'Null: it goes to the best offer' });

/** Whether birds can be listed and bought, and on which days; null while the season has no product for it. */
const sale = z
  .object({ state: z.enum(saleStates), from: z.iso.date().nullable(), to: z.iso.date().nullable() })
  .nullable();

/** A listing for the admins of its loft. */
const listing = z.object({
  listing_id: replyId,
  status,
  bird: wholeBird,
  price_cents,
  offers: z.int().meta({ description: 'How many there are' }),
  best: z
    .object({ n: z.int(), amount_cents: z.int(), by: name })
    .nullable()
    .meta({ description: 'The offer that stands' }),
  /** The order of its buyer. */
  order: z.object({ order_id: replyId, number: z.string(), amount_cents: z.int(), by: name }).nullable(),
  listed_at: instant,
});
export type Listing = z.output<typeof listing>;

export const listSale = contract({
  name: 'listSale',
  summary: 'The birds of a season that are or were for sale, found by ring, name, team, fancier or country',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/sale',
  access: 'season.manage',
  params: ofSeason,
  query: z.object({
    ...pageQuery,
    status: status.optional(),
    sort: orderBy('listed', 'ring', 'team', 'state', 'price'),
  }),
  reply: z.object({
    loft,
    season,
    currency: z.string(),
    sale,
    counts: z.record(status, z.int()),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
    listings: z.array(listing),
  }),
});

export const listForSale = contract({
  name: 'listForSale',
  summary: 'Puts birds of a season up for sale, all or none: at a price, or for the best offer',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/sale',
  access: 'season.manage',
  params: ofSeason,
  body: z.strictObject({ pigeon_ids, price_cents: salesAmount().nullable() }),
  reply: z.object({ listed: z.int() }),
});

export const changePrice = contract({
  name: 'changePrice',
  summary: 'Changes the price of a bird that nobody has ordered',
  method: 'PUT',
  path: '/api/admin/seasons/{season_id}/sale/{listing_id}',
  access: 'season.manage',
  params: ofListing,
  body: z.strictObject({ price_cents: salesAmount() }),
  reply: z.object({}),
});

export const withdrawFromSale = contract({
  name: 'withdrawFromSale',
  summary: 'Takes birds that nobody has ordered off the sale, all or none; each is again what it was before',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/sale/withdrawal',
  access: 'season.manage',
  params: ofSeason,
  body: z.strictObject({ listing_ids: z.array(z.int().min(1)).max(1000) }),
  reply: z.object({ withdrawn: z.int() }),
});

export const acceptOffer = contract({
  name: 'acceptOffer',
  summary: 'Accepts the offer that stands: it becomes an order with days to pay',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/sale/{listing_id}/acceptance',
  access: 'season.manage',
  params: ofListing,
  body: z.strictObject({ n: z.int().min(1) }),
  reply: z.object({ order_id: replyId }),
});

/** A bird for sale as the public sees it; bidders are never shown. */
const offered = z.object({
  listing_id: replyId,
  status,
  bird,
  price_cents,
  best_cents: z.int().nullable().meta({ description: 'The offer that stands' }),
  /** The actor's own offer, and own order. */
  own_cents: z.int().nullable(),
  own_order_id: replyId.nullable(),
  flown: z.int().meta({ description: 'In how many flights it was released' }),
  home: z.int().meta({ description: 'From how many of them it came home' }),
  best_rank: z.int().nullable().meta({ description: 'Its best place in one of them' }),
});
export type OfferedBird = z.output<typeof offered>;

const ofEverybody = z.object({ loft_id: id, season_id: id });
const wanted = z.object({ loft_id: id, season_id: id, listing_id: id });

export const readSale = contract({
  name: 'readSale',
  summary: 'The birds of a season that are for sale, and those that are sold; while the season shows its birds',
  method: 'GET',
  path: '/api/lofts/{loft_id}/seasons/{season_id}/sale',
  access: 'season.read',
  params: ofEverybody,
  reply: z.object({
    loft,
    season,
    currency: z.string(),
    sale,
    hidden: hiddenSwitches,
    seasons: z.array(season),
    birds: z.array(offered),
    read_at: instant,
  }),
});

export const buyPigeon = contract({
  name: 'buyPigeon',
  summary: 'Orders a bird at the price that was seen; the program confirms it, and there are days to pay',
  method: 'POST',
  path: '/api/lofts/{loft_id}/seasons/{season_id}/sale/{listing_id}/order',
  access: 'order.place',
  params: wanted,
  body: z.strictObject({ price_cents: salesAmount() }),
  reply: z.object({ order_id: replyId }),
});

export const offerForPigeon = contract({
  name: 'offerForPigeon',
  summary: 'Offers an amount for a bird; it binds until the listing ends',
  method: 'POST',
  path: '/api/lofts/{loft_id}/seasons/{season_id}/sale/{listing_id}/offers',
  access: 'order.place',
  params: wanted,
  body: z.strictObject({ amount_cents: salesAmount() }),
  reply: z.object({ n: z.int() }),
});
