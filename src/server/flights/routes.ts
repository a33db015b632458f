/** The calls about flights, and about lofts with their flights. */

import { countryNames } from '#domain/countries.ts';
import { listLofts, readFlight, readFlightLog, readSealedList } from '#domain/flights/contract.ts';
import { giveUpReadings as giveUpCall } from '#domain/flights/gaps-contract.ts';
import { readReleases } from '#domain/flights/releases-contract.ts';
import type { FlightKey } from '#domain/keys.ts';
import { changeLoftAddress, type Loft } from '#domain/lofts/contract.ts';
import { finder } from '#domain/pigeons/search.ts';
import { Refusal } from '#domain/refusal.ts';
import { shows } from '#domain/seasons/visibility.ts';
import { personOf, userOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { allLofts, changeAddress, describeLoft, findLoft } from '#server/lofts/lofts.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { viewFor } from '#server/seasons/visibility.ts';
import { decisionLog, withoutSubjects } from './decisions.ts';
import { findFlight, flightCounts, latestFlights } from './flights.ts';
import { givenUpOf, giveUpReadings } from './gaps.ts';
import { lockSeasonFlight } from './locked-flight.ts';
import { measureAgain } from './planning.ts';
import { releasesOf } from './releases.ts';
import { sealedList, sealOf } from './seals.ts';

const readAt = ({ now_ms }: CallContext) => new Date(now_ms).toISOString();

/** Lofts on one page of the list. */
const perPage = 24;

async function loadFlight(tx: Tx, { params }: { params: FlightKey }) {
  const flight = await findFlight(tx, params);
  if (!flight) throw new Refusal('not_found');
  return flight;
}

export const flightRoutes: Route[] = [
  route(listLofts, {
    load: (tx) => allLofts(tx),
    act: async (tx, lofts, { query }, context) => {
      const live = await latestFlights(tx, ['released']);
      const last = await latestFlights(tx, ['closed', 'provisional', 'official']);
      const counts = await flightCounts(tx);
      const finds = finder(query.q, countryNames);
      const found = lofts.filter(
        ({ id, name, country }) =>
          finds({ team: name, fancier: null, country }) &&
          (query.country === undefined || country === query.country) &&
          (query.live === undefined || live.has(id)),
      );
      // Lofts with birds in the air first; within each group by name.
      found.sort((a, b) => Number(live.has(b.id)) - Number(live.has(a.id)));
      const page_count = Math.max(1, Math.ceil(found.length / perPage));
      const page = Math.min(query.page, page_count);
      return {
        lofts: found.slice((page - 1) * perPage, page * perPage).map((loft) => ({
          ...loft,
          live_flight: live.get(loft.id) ?? null,
          last_flight: last.get(loft.id) ?? null,
          flight_count: counts.get(loft.id) ?? 0,
        })),
        total: found.length,
        page,
        page_count,
        countries: countriesOf(lofts),
        read_at: readAt(context),
      };
    },
  }),
  route(readReleases, {
    load: async (tx, { params }) => {
      const loft = await findLoft(tx, params.loft_id);
      if (!loft) throw new Refusal('not_found');
      return loft;
    },
    act: async (tx, loft, { query }) => ({ loft, ...(await releasesOf(tx, loft, query)) }),
  }),
  route(readFlight, {
    load: loadFlight,
    act: async (tx, flight, _input, context) => {
      const loft = (await findLoft(tx, flight.loft_id))!;
      const season = await tx
        .selectFrom('seasons')
        .select(['id', 'name', 'year', 'status'])
        .where('loft_id', '=', flight.loft_id)
        .where('id', '=', flight.season_id)
        .executeTakeFirstOrThrow();
      const hidden = [...viewFor(context.actor, flight).hidden];
      return { flight: { ...flight, hidden, season: { ...season, loft } }, loft, read_at: readAt(context) };
    },
  }),
  route(readFlightLog, {
    load: loadFlight,
    act: async (tx, flight, { params }, { actor }) => {
      const { basketing_at, seal } = await sealOf(tx, params);
      const is_open = shows(viewFor(actor, flight).hidden, 'baskets.ringDescriptor');
      const log = await decisionLog(tx, params);
      return { log: is_open ? log : withoutSubjects(log), basketing_at, seal: seal && { ...seal, is_open } };
    },
  }),
  route(readSealedList, {
    load: loadFlight,
    act: async (tx, flight, { params }, { actor }) => {
      if (!shows(viewFor(actor, flight).hidden, 'baskets.ringDescriptor')) throw new Refusal('not_found');
      return sealedList(tx, params);
    },
  }),
  route(giveUpCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params: { flight_id }, body: { gaps, reason } }, { actor, now_ms }) => {
      const key = { loft_id, flight_id };
      const flight = await lockSeasonFlight(tx, { season_id, ...key });
      await giveUpReadings(tx, flight, gaps, { by: personOf(actor).user_id, now_ms, reason });
      return { given_up: await givenUpOf(tx, key) };
    },
  }),
  route(changeLoftAddress, {
    load: (tx, { params }) => describeLoft(tx, params.loft_id, { lock: true }),
    act: async (tx, known, { body }, { actor }) => {
      const moved = await changeAddress(tx, known, body, userOf(actor));
      const { latitude, longitude } = known.loft;
      if (moved.loft.latitude !== latitude || moved.loft.longitude !== longitude) await measureAgain(tx, moved.loft);
      return moved;
    },
  }),
];

function countriesOf(lofts: readonly Loft[]): { code: string; count: number }[] {
  const inCountry = Map.groupBy(
    lofts.flatMap(({ country }) => country ?? []),
    (country) => country,
  );
  return [...inCountry].map(([code, all]) => ({ code, count: all.length })).sort((a, b) => (a.code < b.code ? -1 : 1));
}
