/** The calls of the search over the whole site. */
import { searchSite } from '#domain/search/contract.ts';
import { searchOrders } from '#domain/search/orders-contract.ts';
import { type SearchKind, searchText } from '#domain/search/query.ts';
import { personOf } from '#server/act.ts';
import { flood } from '#server/limits.ts';
import type { Part } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';
import { foundOrders } from './orders.ts';
import { foundBirds, foundFlights, foundLofts, foundNewsItems, foundSeasons, foundTeams } from './search.ts';

const first = 5;
const per_page = 25;

export const searchRoutes: Route[] = [
  // A call of its own: what is found of the site is the same for everybody.
  route(searchOrders, {
    load: async () => null,
    limit: flood('site_search'),
    act: async (tx, _own, { query: { q } }, { actor }) => ({ orders: await foundOrders(tx, q, personOf(actor)) }),
  }),
  route(searchSite, {
    load: async () => null,
    limit: flood('site_search'),
    act: async (tx, _site, { query: { q, kind, page, locale } }, { now_ms }) => {
      const text = searchText(q);
      const size = kind ? per_page : first;
      // One more than is shown says whether there are more.
      const part = { limit: size + 1, offset: kind ? (page - 1) * size : 0 };
      const ask = async <Row>(of: SearchKind, read: (part: Part) => Promise<Row[]>) => {
        const rows = text === '' || (kind && kind !== of) ? [] : await read(part);
        return { rows: rows.slice(0, size), has_more: rows.length > size };
      };
      // One after the other: a transaction has one connection.
      return {
        birds: await ask('birds', (some) => foundBirds(tx, text, some)),
        teams: await ask('teams', (some) => foundTeams(tx, text, some)),
        flights: await ask('flights', (some) => foundFlights(tx, text, { ...some, locale })),
        lofts: await ask('lofts', (some) => foundLofts(tx, text, some)),
        seasons: await ask('seasons', (some) => foundSeasons(tx, text, some)),
        news: await ask('news', (some) => foundNewsItems(tx, text, { ...some, locale, now_ms })),
      };
    },
  }),
];
