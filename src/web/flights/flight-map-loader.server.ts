/** Loads the map of a flight: the section of the own map around its line, and its weather. */
import { readResult } from '#domain/arrivals/contract.ts';
import { readExpectedTimes } from '#domain/arrivals/expected-contract.ts';
import { wholeResult } from '#domain/arrivals/result-filter.ts';
import { readFlight, readFlightLog } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { wayInLog } from '#domain/flights/lorry.ts';
import { readFlightWeather } from '#domain/flights/weather-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { heightsAlong } from '#web/map/relief.server.ts';
import { sectionAround } from '#web/map/section.server.ts';
import type { Route } from './+types/FlightMapPage.ts';

export async function loadFlightMap(args: Route.LoaderArgs) {
  const { context, params } = args;
  const call = context.get(callContext);
  const { locale, site } = context.get(pageContext);
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const [{ flight, loft, read_at }, weather, expected, { leader }, { log }] = await answers(() =>
    Promise.all([
      call(readFlight, { params: key }),
      call(readFlightWeather, { params: key }),
      call(readExpectedTimes, { params: key, query: {} }),
      call(readResult, { params: key, query: { ...wholeResult, page: 1, per_page: 25 } }),
      call(readFlightLog, { params: key }),
    ]),
  );
  const points = weather.line?.points;
  const section = points ? await sectionAround(points[0]!, points.at(-1)!, locale) : null;
  const heights = points ? await heightsAlong(points) : null;
  const { t } = speaker(locale);
  return {
    flight,
    loft,
    read_at,
    weather,
    /** Without birds: those of the reader are asked for by the page. */
    expected,
    /** Of the first bird home, in the unit of the flight. */
    first_speed: leader?.speed ?? null,
    /** The way of the lorry; null once the birds are released. */
    lorry: isBeforeRelease(flight.status) ? wayInLog(log) : null,
    section,
    /** Of the land along the line, metres; null where they are not known. */
    heights,
    style_url: site.map_style_url,
    windy_map: site.windy_map,
    head: pageHead(args, [t('map.title'), flight.name, loft.name]),
  };
}

export type MapData = Awaited<ReturnType<typeof loadFlightMap>>;
