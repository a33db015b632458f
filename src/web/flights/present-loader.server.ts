/** Loads the presentation of a flight: what its slides show before the live board takes over, and where that is hidden. */
import { readResult } from '#domain/arrivals/contract.ts';
import { readExpectedTimes } from '#domain/arrivals/expected-contract.ts';
import { wholeResult } from '#domain/arrivals/result-filter.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { type Flight, readFlight, readFlightLog, readLoft } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { wayInLog } from '#domain/flights/lorry.ts';
import { firstRows } from '#domain/flights/presentation.ts';
import { readFlightWeather } from '#domain/flights/weather-contract.ts';
import { windAtMoment } from '#domain/flights/wind-on-line.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { readFlightRankings } from '#domain/rankings/contract.ts';
import { shows } from '#domain/seasons/visibility.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { pageHead } from '#web/lib/head.ts';
import { answers, foundOr, idFrom } from '#web/lib/loader.ts';
import { raceTime } from '#web/lib/now.ts';
import { sectionAround } from '#web/map/section.server.ts';
import type { Route } from './+types/PresentPage.ts';
import { pageLine } from './board-line.ts';

export async function loadPresentation(args: Route.LoaderArgs) {
  const { context, params, request } = args;
  const call = context.get(callContext);
  const { locale } = context.get(pageContext);
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const isOverlay = new URL(request.url).searchParams.has('overlay');
  const loaded = await answers(async () => {
    const [{ flight, loft, read_at }, result] = await Promise.all([
      call(readFlight, { params: key }),
      call(readResult, { params: key, query: { ...wholeResult, page: 1, per_page: 25 } }),
    ]);
    const { rows, latest, epoch, seq, home_count, countries } = result;
    const board = {
      epoch,
      seq,
      home_count,
      countries: countries.length,
      first: shows(flight.hidden, 'results.rank') ? rows.slice(0, firstRows).map(pageLine) : [],
      latest: latest.map(pageLine),
    };
    if (isOverlay)
      return { flight, loft, read_at, board, aces: [], expected: null, weather: null, next: null, lorry: null };
    const isAwaited = isBeforeRelease(flight.status) || flight.status === 'released';
    const [expected, weather, { flights }, told, { rankings }] = await Promise.all([
      isAwaited ? call(readExpectedTimes, { params: key, query: {} }) : null,
      call(readFlightWeather, { params: key }),
      seasonFlights({ loft_id: key.loft_id, season_id: flight.season_id }),
      isBeforeRelease(flight.status) ? call(readFlightLog, { params: key }) : null,
      isBeforeRelease(flight.status) ? { rankings: [] } : call(readFlightRankings, { params: key, query: {} }),
    ]);
    // Where places are hidden nobody leads.
    const aces = rankings.filter(({ lines }) => lines[0]!.place !== null);
    const ahead = flights.filter(
      ({ id, status, release_time }) =>
        id !== flight.id && isBeforeRelease(status) && release_time !== null && release_time > read_at,
    );
    const next = ahead.reduce<(typeof ahead)[number] | null>(
      (first, one) => (first && first.release_time! < one.release_time! ? first : one),
      null,
    );
    return { flight, loft, read_at, board, aces, expected, weather, next, lorry: told && wayInLog(told.log) };
  });
  /** The flights of the season; none where it is in draft, because the page of its loft shows it to nobody. */
  function seasonFlights({ loft_id, season_id }: SeasonKey) {
    return foundOr({ flights: [] }, () => call(readLoft, { params: { loft_id }, query: { season_id } }));
  }
  const { flight, loft, read_at, weather } = loaded;
  const points = weather?.line?.points;
  const { t } = speaker(locale);
  return {
    ...loaded,
    isOverlay,
    weather: weather && weatherNow(weather, flight, raceTime(flight, Date.parse(read_at))),
    map: points ? { line: weather!.line!, section: await sectionAround(points[0]!, points.at(-1)!, locale) } : null,
    shows_ranks: shows(flight.hidden, 'results.rank'),
    head: pageHead(args, [t('present.title'), flight.name, loft.name]),
  };
}

export type PresentData = Awaited<ReturnType<typeof loadPresentation>>;

/** The weather where the birds are now: before the release, and once the race is over, at its release. */
function weatherNow({ forecast, line }: ReplyOf<typeof readFlightWeather>, flight: Flight, now_ms: number) {
  if (!forecast || !line || flight.release_time === null) return null;
  const release_ms = Date.parse(flight.release_time);
  const at_ms = flight.status === 'released' ? now_ms : release_ms;
  // What the forecast does not reach is as at its end.
  const foretold_ms = Math.min(Math.max(at_ms, forecast.hours[0]!), forecast.hours.at(-1)!);
  const { wind } = windAtMoment(line, forecast, { release_ms, average: flight.estimated_average_speed }, foretold_ms);
  return wind && { wind, is_invented: forecast.source === 'invented' };
}
