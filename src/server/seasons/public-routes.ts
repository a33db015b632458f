/** The public calls about seasons. */
import { dayAt } from '#domain/day.ts';
import { plainText } from '#domain/plain-text.ts';
import { listSeasons, readSeason } from '#domain/seasons/public-contract.ts';
import { registrationState } from '#domain/seasons/registration.ts';
import { showsBirdPages } from '#domain/seasons/visibility.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { pageOfArray } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';
import { dueDatesOf } from './due-dates.ts';
import { flightDaysOf, hasSale, listedSeasons, openOffer } from './public.ts';
import { loadSeason, seasonsOf } from './seasons.ts';
import { plannedFlights, settingsOf } from './setup.ts';
import { viewFor } from './visibility.ts';

export const publicSeasonRoutes: Route[] = [
  route(listSeasons, {
    load: async () => null,
    act: async (tx, _site, { query }, { now_ms }) => {
      const all = await listedSeasons(tx, now_ms);
      const { country, loft_id, show } = query;
      const chosen = all.filter(
        ({ loft, registration, status }) =>
          (country === undefined || loft.country === country) &&
          (loft_id === undefined || loft.id === loft_id) &&
          (show === undefined || (show === 'registration' ? registration === 'open' : status === show)),
      );
      const { rows, ...page } = pageOfArray(query, chosen, (wanted) => {
        const words = wanted.split(/\s+/u).map(plainText);
        return ({ name, year, loft }) => {
          const text = plainText(`${name} ${year} ${loft.name}`);
          return words.every((word) => text.includes(word));
        };
      });
      const days = await flightDaysOf(tx, rows);
      // One after the other: a transaction has one connection.
      const seasons = [];
      for (const season of rows) {
        const offer = await openOffer(tx, season);
        seasons.push({ ...season, offer, flight_days: days.get(season.id) ?? null });
      }
      return {
        ...page,
        seasons,
        countries: [...Map.groupBy(all, ({ loft }) => loft.country)]
          .flatMap(([code, { length: count }]) => (code === null ? [] : { code, count }))
          .sort((a, b) => a.code.localeCompare(b.code)),
        lofts: [...Map.groupBy(all, ({ loft }) => loft.id).values()]
          .map(({ 0: first, length: count }) => ({ id: first!.loft.id, name: first!.loft.name, count }))
          .sort((a, b) => a.name.localeCompare(b.name)),
        read_at: new Date(now_ms).toISOString(),
      };
    },
  }),
  route(readSeason, {
    load: (tx, { params }) => loadSeason(tx, params.loft_id, params.season_id),
    act: async (tx, { loft_id, season: loaded }, { params: { season_id } }, { actor, now_ms }) => {
      const key = { loft_id, season_id };
      const { loft } = await loadLoft(tx, loft_id);
      const season = await settingsOf(tx, key);
      const due_dates = await dueDatesOf(tx, key);
      return {
        loft,
        season,
        seasons: await seasonsOf(tx, loft_id),
        due_dates,
        flights: await plannedFlights(tx, key, loft.time_zone),
        has_sale: showsBirdPages(viewFor(actor, loaded!).hidden) && (await hasSale(tx, key)),
        registration: registrationState(season.status === 'in_progress' ? due_dates : [], now_ms, loft.time_zone),
        today: dayAt(now_ms, loft.time_zone),
        read_at: new Date(now_ms).toISOString(),
      };
    },
  }),
];
