/** Loads the page of a race. */

import { readCloseBirds } from '#domain/arrivals/close-times-contract.ts';
import { readResult } from '#domain/arrivals/contract.ts';
import { readLateBirds } from '#domain/arrivals/late-contract.ts';
import { readOfficialResult } from '#domain/arrivals/official-contract.ts';
import { readPodium } from '#domain/arrivals/podium-contract.ts';
import { wholeResult } from '#domain/arrivals/result-filter.ts';
import { readFlight, readFlightLog } from '#domain/flights/contract.ts';
import { isBeforeRelease, isResult } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import { isRefusal } from '#domain/refusal.ts';
import { type Call, callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom, oneOf, pageFrom } from '#web/lib/loader.ts';
import { flightHead } from '#web/share/heads.server.ts';
import type { Route } from './+types/FlightPage.ts';
import { basketingFrom } from './basketing-loader.server.ts';
import { packLanded, packLines, pageLine } from './board-line.ts';
import { choiceFrom, tabs } from './choice.ts';
import { sunOfFlight } from './sun.server.ts';

/** Null: imported, from before results were signed, or a part of it is hidden. */
async function officialOf(call: Call, params: FlightKey) {
  try {
    return await call(readOfficialResult, { params, query: {} });
  } catch (error) {
    if (isRefusal(error) && error.code === 'not_found') return null;
    throw error;
  }
}

export async function loadFlight({ context, params, request }: Route.LoaderArgs) {
  const call = context.get(callContext);
  const { locale, public_url } = context.get(pageContext);
  const search = new URL(request.url).searchParams;
  const tab = oneOf(tabs, search.get('tab'));
  const asked = pageFrom(search);
  const choice = choiceFrom(search);
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const { flight, read_at, loft, result, basketing, course, official, without, close, podium } = await answers(
    async () => {
      const asked_for =
        tab === 'arrivals' ? { ...choice, ...asked } : { ...wholeResult, page: 1, per_page: 25 as const };
      const [{ flight, loft, read_at }, result] = await Promise.all([
        call(readFlight, { params: key }),
        call(readResult, { params: key, query: asked_for }),
      ]);
      const isBefore = isBeforeRelease(flight.status);
      const [basketing, course] = await Promise.all([
        tab === 'basketing' || (tab === 'arrivals' && isBefore) ? basketingFrom(call, key, search) : null,
        isBefore || flight.status === 'annulled' || tab === 'info' ? call(readFlightLog, { params: key }) : null,
      ]);
      const official = tab === 'info' && flight.status === 'official' ? await officialOf(call, key) : null;
      const mayLack = tab === 'arrivals' && !isBefore && flight.status !== 'annulled';
      const without = await (mayLack ? call(readLateBirds, { params: key }) : { birds: [], disqualified: [] });
      const { birds: close } = await (tab === 'arrivals' && !isBefore
        ? call(readCloseBirds, { params: key })
        : { birds: [] });
      const podium = isResult(flight.status) ? await call(readPodium, { params: key }) : null;
      const rows = new Set(result.rows.map(({ pigeon_id }) => pigeon_id));
      return {
        flight,
        read_at,
        loft,
        result,
        basketing,
        course,
        official,
        without,
        podium,
        close: close.filter(([id]) => rows.has(id)),
      };
    },
  );
  const sun = isBeforeRelease(flight.status) ? sunOfFlight(flight, loft) : null;
  const { leader } = result;
  const shown = tab === 'arrivals' ? result : { ...result, rows: [], latest: [], countries: [] };
  return {
    tab,
    choice,
    flight,
    loft,
    read_at,
    result: {
      ...shown,
      per_page: asked.per_page,
      rows: packLines(shown.rows),
      latest: packLanded(flight.status === 'released' ? shown.latest : []),
      leader: leader && pageLine(leader),
    },
    basketing,
    /** What was done and decided about the flight; null where the tab does not show it. */
    course,
    official,
    without,
    /** Null before the result is published. */
    podium,
    /** Of the rows of this page; the live board fetches those of all. */
    close,
    sun,
    stale: false,
    head: flightHead({ locale, public_url, url: request.url }, { flight, loft, result }),
  };
}
