/** The calls about prizes. */
import { dayAt } from '#domain/day.ts';
import {
  answerPayout as answerCall,
  beginPayoutAccount,
  enterEarlierPrizes as enterEarlierCall,
  listPayouts,
  payPrizes as payCall,
  publishMoney as publishCall,
  readOwnPrizePapers,
  readOwnPrizes,
  readPayoutAccount,
  readPigeonPrizes,
  readPrizePapers,
  readPrizes,
  takeBackPayout as takeBackCall,
} from '#domain/prizes/contract.ts';
import { isOlderThan } from '#domain/prizes/season-money.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import { personOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { pageOf } from '#server/pagination.ts';
import { agentLimitOf } from '#server/payments/by-hand.ts';
import type { Transfers } from '#server/payments/transfers.ts';
import { pigeonsOf } from '#server/pigeons/pigeons.ts';
import { authorize, type CallContext, outside, type Route, route } from '#server/route.ts';
import { currencyOf, loadSeason, loadSeasonById, seasonsOf } from '#server/seasons/seasons.ts';
import { viewFor } from '#server/seasons/visibility.ts';
import { beginAccount, stateOfAccount } from './accounts.ts';
import { specialsOfSeason } from './awards.ts';
import { earlierFlights, enterEarlierPrizes } from './claims.ts';
import { ownPayouts, prizePapers } from './papers.ts';
import { answerPayout, payPrizes, takeBackPayout } from './payouts.ts';
import { prizedFlights } from './prized-flights.ts';
import { prizedRankings, prizedRankingView, prizesOfFrozen } from './ranking-views.ts';
import { moneyOfSeason, publishedMoney, publishedMoneySince, publishMoney } from './season-money.ts';
import {
  flightView,
  heldPrizes,
  inKindWithPeople,
  listOfWinners,
  payoutsOfSeason,
  prizesOfPerson,
  prizesOfPigeon,
  prizesOfResult,
  winnersById,
} from './views.ts';

/** The act of a person in a loft, whose days are the loft's. */
async function actAt(tx: Tx, { loft_id }: { loft_id: number }, { actor, now_ms }: CallContext) {
  const { loft } = await loadLoft(tx, loft_id);
  return { by: personOf(actor).user_id, now_ms, time_zone: loft.time_zone };
}

export interface PrizesOptions {
  /** Null: this site has no provider that transfers. */
  transfers: Transfers | null;
  /** The public address of the site; without one, the address at which the reader found it. */
  address: (from: string | undefined) => string;
}

export const prizeRoutes = ({ transfers, address }: PrizesOptions): Route[] => [
  route(readPrizes, {
    load: (tx, { params }) => loadSeason(tx, params.loft_id, params.season_id),
    act: async (tx, { loft_id, season }, { query }, { actor, now_ms }) => {
      const key = { loft_id, season_id: season!.id };
      const flights = await prizedFlights(tx, key);
      const rankings = await prizedRankings(tx, key);
      // A season whose flights have no prizes begins with its first ranking.
      const first = flights.length === 0 && query.flight_id === undefined ? (rankings[0] ?? null) : null;
      const ranking = query.ranking_id === undefined ? first : rankings.find(({ id }) => id === query.ranking_id);
      if (ranking === undefined) throw new Refusal('not_found');
      const asked = query.flight_id;
      const shown =
        asked === undefined
          ? (flights.findLast(({ flight }) => flight.status === 'official') ?? flights[0])
          : flights.find(({ flight }) => flight.id === asked);
      if (asked !== undefined && !shown) throw new Refusal('not_found');
      const { id, name, year, status } = season!;
      return {
        loft: (await loadLoft(tx, loft_id)).loft,
        season: { id, name, year, status },
        seasons: await seasonsOf(tx, loft_id),
        currency: await currencyOf(tx, key),
        read_at: new Date(now_ms).toISOString(),
        flights: flights.map(({ flight }) => flightView(flight)),
        rankings: rankings.map(prizedRankingView),
        ranking: ranking && (await prizesOfFrozen(tx, key, ranking, viewFor(actor, season!))),
        shown: shown && !ranking ? await prizesOfResult(tx, key, shown, viewFor(actor, season!)) : null,
        money: await publishedMoneySince(tx, key),
      };
    },
  }),
  route(readPigeonPrizes, {
    load: (tx, { params }) => loadSeason(tx, params.loft_id, params.season_id),
    act: async (tx, { season }, { params: { pigeon_id, ...key } }, { actor }) => {
      if ((await pigeonsOf(tx, key, { pigeon_id })).length === 0) throw new Refusal('not_found');
      return { prizes: await prizesOfPigeon(tx, { ...key, pigeon_id }, viewFor(actor, season!)) };
    },
  }),
  route(readOwnPrizes, {
    load: async (_tx, { params }) => params,
    act: async (tx, key, _input, { actor }) => {
      const { user_id } = personOf(actor);
      return { ...(await prizesOfPerson(tx, key, user_id)), payouts: await ownPayouts(tx, key, user_id) };
    },
  }),
  route(readPayoutAccount, {
    load: async () => null,
    act: async (tx, _own, _input, { actor }) => ({
      is_offered: transfers !== null,
      state: await stateOfAccount(tx, personOf(actor).user_id),
    }),
  }),
  outside(beginPayoutAccount, async (db, { body }, { actor, now_ms }) => {
    authorize(actor, beginPayoutAccount.access, null);
    if (!transfers) throw new Refusal('not_found');
    const page = `${address(body.from)}/payout-account`;
    const urls = { done_url: `${page}?back=1`, again_url: page };
    return { url: await beginAccount(db, transfers, personOf(actor).user_id, { now_ms, ...urls }) };
  }),
  route(readOwnPrizePapers, {
    load: async (_tx, { params }) => params,
    act: (tx, key, _input, { actor, now_ms }) =>
      prizePapers(tx, key, { user_id: personOf(actor).user_id, isOwn: true, now_ms }),
  }),
  route(readPrizePapers, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: (tx, { season: _season, ...key }, { params: { user_id } }, { now_ms }) =>
      prizePapers(tx, key, { user_id, isOwn: false, now_ms }),
  }),
  route(listPayouts, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { season, ...key }, { query }, { actor, now_ms }) => {
      const { loft } = await loadLoft(tx, key.loft_id);
      const specials = await specialsOfSeason(tx, key);
      const read = (ids: readonly number[]) => winnersById(tx, key, ids, specials);
      const page = await pageOf(tx, query, listOfWinners(key), read, ({ person }) => person.user_id);
      const published = await publishedMoney(tx, key);
      const { sponsors_cents = 0, tax_cents = 0, fees_cents = 0, loft_cents = 0 } = published ?? {};
      const money = await moneyOfSeason(tx, key, { sponsors_cents, tax_cents, fees_cents, loft_cents });
      return {
        loft,
        season,
        currency: await currencyOf(tx, key),
        today: dayAt(now_ms, loft.time_zone),
        limit_cents: await agentLimitOf(tx, key.loft_id),
        by_provider: transfers !== null,
        held: await heldPrizes(tx, key, specials),
        in_kind: await inKindWithPeople(tx, key, specials),
        earlier: await earlierFlights(tx, key),
        payouts: await payoutsOfSeason(tx, key, personOf(actor).user_id),
        money,
        published_at: published?.published_at ?? null,
        is_older: published !== null && isOlderThan(published, money),
        ...page,
      };
    },
  }),
  route(payCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { season: _season, ...key }, { body }, context) => {
      if (body.method === 'stripe' && !transfers) throw refusalAt('method', 'payout_not_by_stripe');
      return payPrizes(tx, key, body, await actAt(tx, key, context));
    },
  }),
  route(answerCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { season: _season, ...key }, { params: { payout_id }, body }, context) => {
      await answerPayout(tx, key, { payout_id, ...body }, await actAt(tx, key, context));
      return {};
    },
  }),
  route(takeBackCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { season: _season, ...key }, { params: { payout_id }, body }, context) =>
      takeBackPayout(tx, key, { payout_id, ...body }, await actAt(tx, key, context)),
  }),
  route(enterEarlierCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { season: _season, ...key }, _input, { now_ms }) => ({
      flight_count: await enterEarlierPrizes(tx, key, { now_ms }),
    }),
  }),
  route(publishCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: (tx, { season: _season, ...key }, { body }, { actor, now_ms }) =>
      publishMoney(tx, key, body, { by: personOf(actor).user_id, now_ms }),
  }),
];
