/** The calls about birds for sale, and about the rights in birds. */

import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { readOrderRights } from '#domain/pigeons/rights-contract.ts';
import { Refusal } from '#domain/refusal.ts';
import {
  acceptOffer,
  buyPigeon,
  changePrice,
  listForSale,
  listSale,
  offerForPigeon,
  readSale,
  withdrawFromSale,
} from '#domain/sales/contract.ts';
import { showsBirdPages } from '#domain/seasons/visibility.ts';
import { actOf, userOf } from '#server/act.ts';
import { recordOf } from '#server/arrivals/records.ts';
import type { Standings } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { findLoft, loadLoft } from '#server/lofts/lofts.ts';
import { findOrder } from '#server/orders/orders.ts';
import { pageOf } from '#server/pagination.ts';
import { rightsOfOrder } from '#server/pigeons/rights.ts';
import { type Route, route } from '#server/route.ts';
import { currencyOf, loadSeason, loadSeasonById, seasonsOf } from '#server/seasons/seasons.ts';
import { viewFor } from '#server/seasons/visibility.ts';
import { accept, buy, offer } from './buying.ts';
import { listBirds, lockListing, priceListing, saleOfSeason, withdrawListings } from './listings.ts';
import { countListings, listingsOf, listOfListings, offeredBirds } from './sale-views.ts';

const zoneOf = async (tx: Tx, loft_id: number) => (await loadLoft(tx, loft_id)).loft.time_zone;

/** Whether birds can be put up for sale and bought on this day in the loft's time zone. */
async function saleOn(tx: Tx, season: SeasonKey, today: string) {
  const found = await saleOfSeason(tx, season, today);
  return found && { state: found.sale.state, from: found.sale.from, to: found.sale.to };
}

export function saleRoutes(standings: Standings): Route[] {
  return [
    route(listSale, {
      load: (tx, { params }) => loadSeasonById(tx, params.season_id),
      act: async (tx, { loft_id, season_id, season }, { query }, { now_ms }) => {
        const { loft } = await loadLoft(tx, loft_id);
        const key = { loft_id, season_id };
        const read = (ids: readonly number[]) => listingsOf(tx, key, ids, season.year);
        const { rows, ...page } = await pageOf(
          tx,
          query,
          listOfListings(key, query.status),
          read,
          (one) => one.listing_id,
        );
        return {
          loft,
          season,
          currency: await currencyOf(tx, key),
          sale: await saleOn(tx, key, dayAt(now_ms, loft.time_zone)),
          counts: await countListings(tx, key),
          ...page,
          listings: rows,
        };
      },
    }),
    route(listForSale, {
      load: (tx, { params }) => loadSeasonById(tx, params.season_id),
      act: async (tx, season, { body }, context) => {
        const act = { ...actOf(context), time_zone: await zoneOf(tx, season.loft_id) };
        return { listed: await listBirds(tx, season, body, act) };
      },
    }),
    route(changePrice, {
      load: (tx, { params }) => loadSeasonById(tx, params.season_id),
      act: async (tx, season, { params, body }, { actor }) => {
        const listing = await lockListing(tx, season, params.listing_id);
        await priceListing(tx, season, listing, body.price_cents, userOf(actor));
        return {};
      },
    }),
    route(withdrawFromSale, {
      load: (tx, { params }) => loadSeasonById(tx, params.season_id),
      act: async (tx, season, { body }, context) => ({
        withdrawn: await withdrawListings(tx, season, body.listing_ids, actOf(context)),
      }),
    }),
    route(acceptOffer, {
      load: (tx, { params }) => loadSeasonById(tx, params.season_id),
      act: async (tx, season, { params: { listing_id }, body }, context) => {
        const act = { ...actOf(context), time_zone: await zoneOf(tx, season.loft_id) };
        return { order_id: await accept(tx, season, { listing_id, n: body.n }, act) };
      },
    }),
    route(readSale, {
      load: (tx, { params }) => loadSeason(tx, params.loft_id, params.season_id),
      act: async (tx, { loft_id, season }, { params }, { actor, now_ms }) => {
        const key = { loft_id, season_id: params.season_id };
        const view = viewFor(actor, season!);
        const loft = (await findLoft(tx, loft_id))!;
        const birds = showsBirdPages(view.hidden)
          ? await offeredBirds(tx, key, {
              view,
              user_id: userOf(actor),
              recordOf: (ids) => recordOf(tx, standings, key, { ids, view }),
            })
          : [];
        if (!birds.length) throw new Refusal('not_found');
        return {
          loft,
          season: season!,
          currency: await currencyOf(tx, key),
          sale: await saleOn(tx, key, dayAt(now_ms, loft.time_zone)),
          hidden: [...view.hidden],
          seasons: await seasonsOf(tx, loft_id),
          birds,
          read_at: new Date(now_ms).toISOString(),
        };
      },
    }),
    route(buyPigeon, {
      load: (tx, { params }) => loadSeason(tx, params.loft_id, params.season_id),
      act: async (tx, { loft_id }, { params: { season_id, listing_id }, body }, { actor, now_ms }) => {
        const buying = { user_id: userOf(actor)!, time_zone: await zoneOf(tx, loft_id), now_ms };
        const wanted = { listing_id, seen_cents: body.price_cents };
        return { order_id: await buy(tx, { loft_id, season_id }, wanted, buying) };
      },
    }),
    route(offerForPigeon, {
      load: (tx, { params }) => loadSeason(tx, params.loft_id, params.season_id),
      act: async (tx, { loft_id }, { params: { season_id, listing_id }, body }, { actor, now_ms }) => {
        const buying = { user_id: userOf(actor)!, time_zone: await zoneOf(tx, loft_id), now_ms };
        return { n: await offer(tx, { loft_id, season_id }, { listing_id, ...body }, buying) };
      },
    }),
    route(readOrderRights, {
      load: (tx, { params }) => findOrder(tx, params.order_id),
      act: async (tx, order, { params }) => ({ birds: await rightsOfOrder(tx, params.order_id, order) }),
    }),
  ];
}
