/** Loads the page of a race. */

import { readCloseBirds } from '#domain/arrivals/close-times-contract.ts';
import { readResult } from '#domain/arrivals/contract.ts';
import { readExpectedTimes } from '#domain/arrivals/expected-contract.ts';
import { readLateBirds } from '#domain/arrivals/late-contract.ts';
import { readOfficialResult } from '#domain/arrivals/official-contract.ts';
import { readPodium } from '#domain/arrivals/podium-contract.ts';
import { wholeResult } from '#domain/arrivals/result-filter.ts';
import { searchBasketing } from '#domain/basketing/contract.ts';
import { readFlight, readFlightLog } from '#domain/flights/contract.ts';
import { isBeforeRelease, isResult } from '#domain/flights/flight.ts';
import { readFlightWeather } from '#domain/flights/weather-contract.ts';
import type { FlightKey } from '#domain/keys.ts';
import { readFlightRankings } from '#domain/rankings/contract.ts';
import { showsHome } from '#domain/seasons/visibility.ts';
import { type Call, callContext, pageContext } from '#web/lib/context.ts';
import { answers, foundOr, idFrom, oneOf, pageFrom } from '#web/lib/loader.ts';
import { flightHead } from '#web/share/heads.server.ts';
import type { Route } from './+types/FlightPage.ts';
import { basketingFrom } from './basketing-loader.server.ts';
import { packLanded, packLines, pageLine } from './board-line.ts';
import { choiceFrom, tabs } from './choice.ts';
import { sunOfFlight } from './sun.server.ts';
import { windOnWay } from './wind.server.ts';

/** The signed result; null: imported, from before results were signed, or a part of it is hidden. */
export const officialOf = (call: Call, params: FlightKey) =>
  foundOr(null, () => call(readOfficialResult, { params, query: {} }));

export async function loadFlight({ context, params, request }: Route.LoaderArgs) {
  const call = context.get(callContext);
  const { locale, public_url } = context.get(pageContext);
  const search = new URL(request.url).searchParams;
  const tab = oneOf(tabs, search.get('tab'));
  const asked = pageFrom(search);
  const choice = choiceFrom(search);
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const { result, weather, ...found } = await answers(async () => {
    const asked_for = tab === 'arrivals' ? { ...choice, ...asked } : { ...wholeResult, page: 1, per_page: 25 as const };
    const [{ flight, loft, read_at }, result] = await Promise.all([
      call(readFlight, { params: key }),
      call(readResult, { params: key, query: asked_for }),
    ]);
    const isBefore = isBeforeRelease(flight.status);
    const [basketing, course] = await Promise.all([
      tab === 'basketing' || (tab === 'arrivals' && isBefore) ? basketingFrom(call, key, search) : null,
      isBefore || flight.status === 'annulled' || tab === 'info' ? call(readFlightLog, { params: key }) : null,
    ]);
    const { q, country } = choice;
    // Who looks for a bird that is not home is told so.
    const searched_out =
      tab === 'arrivals' && q.trim() !== '' && !isBefore && flight.status !== 'annulled' && showsHome(flight.hidden)
        ? await call(searchBasketing, { params: key, query: { q, country, state: 'out', page: 1, per_page: 25 } })
        : null;
    const official = tab === 'info' && flight.status === 'official' ? await officialOf(call, key) : null;
    const mayLack = (tab === 'arrivals' || isResult(flight.status)) && !isBefore && flight.status !== 'annulled';
    const without = await (mayLack ? call(readLateBirds, { params: key }) : { birds: [], disqualified: [] });
    const { birds: close } = await (tab === 'arrivals' && !isBefore
      ? call(readCloseBirds, { params: key })
      : { birds: [] });
    const isAwaited = isBefore || flight.status === 'released';
    const expected = isAwaited ? await call(readExpectedTimes, { params: key, query: {} }) : null;
    const weather = isBefore ? await call(readFlightWeather, { params: key }) : null;
    const podium = isResult(flight.status) ? await call(readPodium, { params: key }) : null;
    const { rankings: aces } = await (tab === 'arrivals' && isResult(flight.status)
      ? call(readFlightRankings, { params: key, query: {} })
      : { rankings: [] });
    const rows = new Set(result.rows.map(({ pigeon_id }) => pigeon_id));
    return {
      flight,
      read_at,
      loft,
      result,
      weather,
      basketing,
      /** The birds that are looked for and not home. */
      searched_out,
      /** What was done and decided about the flight; null where the tab does not show it. */
      course,
      official,
      without,
      /** Null before the result is published. */
      podium,
      /** The rankings with this result, where the tab shows them. */
      aces,
      /** Null where nobody is awaited: the race is over. */
      expected,
      /** Of the rows of this page; the live board fetches those of all. */
      close: close.filter(([id]) => rows.has(id)),
    };
  });
  const { flight, loft } = found;
  const isComing = isBeforeRelease(flight.status);
  const sun = isComing ? sunOfFlight(flight, loft) : null;
  const wind = isComing && tab === 'arrivals' ? windOnWay(flight, weather) : null;
  const { leader } = result;
  const shown = tab === 'arrivals' ? result : { ...result, rows: [], latest: [], countries: [] };
  return {
    tab,
    choice,
    ...found,
    result: {
      ...shown,
      per_page: asked.per_page,
      rows: packLines(shown.rows),
      latest: packLanded(flight.status === 'released' ? shown.latest : []),
      leader: leader && pageLine(leader),
    },
    sun,
    /** The wind where the birds will be; null where it is not foretold, or no speed is expected. */
    wind,
    stale: false,
    head: flightHead({ locale, public_url, url: request.url }, { flight, loft, result }),
  };
}
