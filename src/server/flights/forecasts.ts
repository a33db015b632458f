/**
 * Forecasts of the weather along flights. A job asks for those of flights that are in the air or near, each place once
 * an hour; readers are answered from what it stored, however many and however late they come. What was foretold at a
 * release is kept with its flight.
 */
import type { FastifyBaseLogger } from 'fastify';
import geodesic from 'geographiclib-geodesic';
import { sql } from 'kysely';
import type { ReplyOf } from '#domain/contract.ts';
import { sunOn } from '#domain/flights/closed-nights.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Point } from '#domain/flights/distance.ts';
import { raceTime } from '#domain/flights/flight.ts';
import {
  type ForecastGrid,
  gridOf,
  hoursOfDay,
  joinedAt,
  latticeAround,
  placesOf,
  type Series,
  saysAnything,
} from '#domain/flights/forecast.ts';
import {
  type FlightForecast,
  readFlightWeather,
  type StraightLine,
  type WeatherSource,
} from '#domain/flights/weather-contract.ts';
import type { FlightKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Config, WeatherService } from '#server/config.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import type { Service } from '#server/outside/service.ts';
import { type Route, route } from '#server/route.ts';
import { findFlight } from './flights.ts';
import { after_original_ms } from './replay-day.ts';
import { askForecasts } from './weather-services.ts';

const hour_ms = 3_600_000;
/** Before a release nearer than this, and in the air, a forecast is asked for every hour, further away every third. */
const near_ms = 6 * hour_ms;
/** Flights before their release have a forecast from here on … */
const ahead_ms = 36 * hour_ms;
/** … and those in the air for so long. */
const behind_ms = 24 * hour_ms;
/** An older forecast is none any more. */
const good_ms = 6 * hour_ms;
/** A flight without a sunset on its day has hours until then. */
const longestDay_ms = 14 * hour_ms;

const hourOf = (at_ms: number) => Math.floor(at_ms / hour_ms) * hour_ms;
const instantOf = (at_ms: number) => new Date(at_ms).toISOString();

/** The way of a flight and its day, as far as forecasts need them. */
interface Way {
  from: Point;
  to: Point;
  release_ms: number;
  time_zone: string;
  /** How much later than the race itself a replay is flown, ms: it has the sun of the race's own day. */
  after_original_ms: number;
}

const darkOf = ({ release_ms, to, time_zone, after_original_ms: later_ms }: Way) => {
  const { set_ms } = sunOn(release_ms - later_ms, { ...to, time_zone });
  return set_ms !== null && set_ms + later_ms > release_ms ? set_ms + later_ms : null;
};
/** Until dark; of birds that are still in the air then, until now. */
const hoursOf = (way: Way, race_ms = 0) =>
  hoursOfDay(way.release_ms, Math.max(race_ms, darkOf(way) ?? way.release_ms + longestDay_ms));

interface DueFlight extends Way, FlightKey {
  flown: boolean;
  is_kept: boolean;
}

async function dueFlights(db: Database, now_ms: number): Promise<DueFlight[]> {
  const { rows } = await sql<{
    loft_id: number;
    flight_id: number;
    release_latitude: number;
    release_longitude: number;
    latitude: number;
    longitude: number;
    time_zone: string;
    release_ms: number;
    after_original_ms: number;
    flown: boolean;
    is_kept: boolean;
  }>`
    select f.loft_id, f.id as flight_id, f.release_latitude, f.release_longitude, l.latitude, l.longitude, l.time_zone,
      (extract(epoch from f.release_time) * 1000)::float8 as release_ms, ${after_original_ms} as after_original_ms,
      f.status = 'released' as flown,
      exists (select from flight_forecasts k where k.loft_id = f.loft_id and k.flight_id = f.id) as is_kept
    from flights f join lofts l on l.id = f.loft_id
    where f.release_time between ${instantOf(now_ms - behind_ms)} and ${instantOf(now_ms + ahead_ms)}
      and f.status in ('planned', 'basketing', 'sealed', 'released') and not f.is_draft
      and f.release_latitude is not null and f.release_longitude is not null
      and l.latitude is not null and l.longitude is not null`.execute(db);
  return rows.map(({ release_latitude, release_longitude, latitude, longitude, ...row }) => ({
    ...row,
    from: { latitude: release_latitude, longitude: release_longitude },
    to: { latitude, longitude },
  }));
}

const keyOf = ({ latitude, longitude }: Point) => `${latitude} ${longitude}`;

interface StoredForecast extends Point {
  asked_ms: number;
  source: WeatherSource;
  series: Series;
}

/** Of each place the forecast that was asked for last before an instant, else the first one after it. */
async function storedFor(tx: Tx, places: readonly Point[], before_ms: number, since_ms: number) {
  const { rows } = await sql<StoredForecast>`
    select distinct on (latitude, longitude) latitude::float8 as latitude, longitude::float8 as longitude, source, series,
      (extract(epoch from asked_at) * 1000)::float8 as asked_ms
    from forecasts
    where asked_at >= ${instantOf(since_ms)} and (latitude, longitude) in (
      select * from unnest(${places.map(({ latitude }) => latitude)}::numeric[], ${places.map(({ longitude }) => longitude)}::numeric[]))
    order by latitude, longitude, asked_at <= ${instantOf(before_ms)} desc,
      abs(extract(epoch from asked_at - ${instantOf(before_ms)}))`.execute(tx);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/**
 * The forecast of a way from what is stored, null where nothing is.
 * @param race_ms now by the clocks of a race whose birds are in the air
 */
async function forecastOf(tx: Tx, way: Way, before_ms: number, since_ms: number, race_ms?: number) {
  const lattice = latticeAround(way.from, way.to);
  const places = placesOf(lattice);
  const stored = await storedFor(tx, places, before_ms, since_ms);
  const grid = gridOf(
    lattice,
    hoursOf(way, race_ms),
    places.map((place) => stored.get(keyOf(place))?.series ?? null),
  );
  const newest = [...stored.values()].sort((a, b) => b.asked_ms - a.asked_ms)[0];
  return newest && saysAnything(grid) ? { grid, source: newest.source, asked_ms: newest.asked_ms } : null;
}

export interface WeatherJob {
  db: Database;
  /** Undefined: nobody foretells. */
  weather: WeatherService | undefined;
  service: Pick<Service, 'fetch'>;
  log: Pick<FastifyBaseLogger, 'error'>;
  now_ms?: number;
}

/**
 * Asks for the forecasts of flights in the air and near, and keeps those of flights that were released. A service that
 * fails is reported to the operator and to nobody else (8.4).
 */
export async function refreshForecasts({ db, weather, service, log, now_ms = Date.now() }: WeatherJob): Promise<void> {
  if (!weather) return;
  const flights = await dueFlights(db, now_ms);
  const asked_ms = hourOf(now_ms);
  /** Since when a forecast of each place is good enough. */
  const wanted = new Map<string, { place: Point; since_ms: number }>();
  for (const way of flights) {
    const since_ms = way.release_ms - now_ms > near_ms ? asked_ms - 2 * hour_ms : asked_ms;
    for (const place of placesOf(latticeAround(way.from, way.to))) {
      const known = wanted.get(keyOf(place));
      wanted.set(keyOf(place), { place, since_ms: Math.max(since_ms, known?.since_ms ?? 0) });
    }
  }
  const all = [...wanted.values()].map(({ place }) => place);
  const stored = await storedFor(db, all, now_ms, asked_ms - 2 * hour_ms);
  const lacking = [...wanted].flatMap(([key, { place, since_ms }]) =>
    (stored.get(key)?.asked_ms ?? 0) >= since_ms ? [] : place,
  );
  if (lacking.length > 0) {
    const answers = await askForecasts(weather, lacking, service.fetch);
    const failed = answers.find((answer) => answer instanceof Error);
    if (failed) log.error({ err: failed }, 'the weather could not be foretold');
    const rows = answers.flatMap((answer, index) =>
      answer instanceof Error
        ? []
        : {
            ...lacking[index]!,
            asked_at: instantOf(asked_ms),
            source: weather.source,
            series: JSON.stringify(answer),
          },
    );
    if (rows.length > 0)
      await transact(db, (tx) =>
        tx
          .insertInto('forecasts')
          .values(rows)
          .onConflict((known) => known.doNothing())
          .execute(),
      );
  }
  for (const way of flights) if (way.flown && !way.is_kept) await keepForecast(db, way, now_ms);
}

/** Keeps the forecast of a flight that was released, once. */
async function keepForecast(db: Database, way: DueFlight, now_ms: number): Promise<void> {
  await transact(db, async (tx) => {
    const found = await forecastOf(tx, way, hourOf(way.release_ms), way.release_ms - good_ms);
    if (!found) return;
    await tx
      .insertInto('flight_forecasts')
      .values({
        loft_id: way.loft_id,
        flight_id: way.flight_id,
        source: found.source,
        asked_at: instantOf(found.asked_ms),
        kept_at: instantOf(now_ms),
        forecast: JSON.stringify(found.grid),
      })
      .onConflict((kept) => kept.doNothing())
      .execute();
  });
}

async function keptForecast(tx: Tx, { loft_id, flight_id }: FlightKey) {
  return tx
    .selectFrom('flight_forecasts')
    .select(['source', 'asked_at', 'kept_at', 'forecast'])
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .executeTakeFirst();
}

const isSameShape = (a: ForecastGrid, b: ForecastGrid) =>
  a.south === b.south && a.west === b.west && a.step === b.step && a.rows === b.rows && a.columns === b.columns;

/** Until now as it was foretold at the release, from now on as it is foretold now. */
function together(
  kept: Awaited<ReturnType<typeof keptForecast>>,
  fresh: Awaited<ReturnType<typeof forecastOf>>,
  race_ms: number,
): FlightForecast | null {
  if (!kept)
    return fresh && { ...fresh.grid, source: fresh.source, asked_at: instantOf(fresh.asked_ms), kept_at: null };
  const { forecast, source, asked_at, kept_at } = kept;
  if (!fresh || !isSameShape(forecast, fresh.grid)) return { ...forecast, source, asked_at, kept_at };
  const joined = joinedAt(forecast, fresh.grid, hourOf(race_ms));
  return { ...joined, source: fresh.source, asked_at: instantOf(fresh.asked_ms), kept_at };
}

/** Parts of the line of which the wind is told. */
const parts = 20;

function straightLine(from: Point, to: Point): StraightLine {
  const line = geodesic.Geodesic.WGS84.InverseLine(from.latitude, from.longitude, to.latitude, to.longitude);
  return {
    distance_m: Math.round(line.s13),
    points: Array.from({ length: parts + 1 }, (_, index) => {
      const { lat2, lon2, azi2 } = line.Position((line.s13 * index) / parts);
      return { latitude: fine(lat2!), longitude: fine(lon2!), bearing_deg: fine((azi2! + 360) % 360) };
    }),
  };
}

const fine = (degrees: number) => Math.round(degrees * 1e4) / 1e4;

const dayOf = (tx: Tx, { loft_id, flight_id }: FlightKey) =>
  tx
    .selectFrom('flights as f')
    .select(after_original_ms.as('after_original_ms'))
    .where('f.loft_id', '=', loft_id)
    .where('f.id', '=', flight_id)
    .executeTakeFirstOrThrow();

/** The weather of a flight, as it was foretold at its release and as it is foretold now. */
export async function weatherOf(
  tx: Tx,
  flight: Flight,
  now_ms: number,
): Promise<Omit<ReplyOf<typeof readFlightWeather>, 'has_source'>> {
  const loft = (await findLoft(tx, flight.loft_id))!;
  const { release_latitude, release_longitude, release_time, replay_factor, status } = flight;
  const isKnown =
    release_latitude !== null && release_longitude !== null && loft.latitude !== null && loft.longitude !== null;
  const nothing = { dark_ms: null, after_original_ms: 0, forecast: null };
  if (!isKnown) return { line: null, ...nothing };
  const from = { latitude: release_latitude, longitude: release_longitude };
  const to = { latitude: loft.latitude!, longitude: loft.longitude! };
  const line = straightLine(from, to);
  if (release_time === null) return { line, ...nothing };
  const key = { loft_id: flight.loft_id, flight_id: flight.id };
  const day = await dayOf(tx, key);
  const way = { from, to, release_ms: Date.parse(release_time), time_zone: loft.time_zone, ...day };
  const isComing = ['planned', 'basketing', 'sealed', 'released'].includes(status);
  const kept = await keptForecast(tx, key);
  const race_ms = status === 'released' ? raceTime(way.release_ms, now_ms, replay_factor ?? 1) : way.release_ms;
  const fresh = isComing ? await forecastOf(tx, way, now_ms, now_ms - good_ms, race_ms) : null;
  return { line, dark_ms: darkOf(way), ...day, forecast: together(kept, fresh, race_ms) };
}

/** The call for the weather of a flight. */
export const weatherRoute = ({ weather, demo }: Pick<Config, 'weather' | 'demo'>): Route =>
  route(readFlightWeather, {
    load: async (tx, { params }) => {
      const flight = await findFlight(tx, params);
      if (!flight) throw new Refusal('not_found');
      return flight;
    },
    // The forecasts of the demo come from a service of its own.
    act: async (tx, flight, _input, { now_ms }) => ({
      ...(await weatherOf(tx, flight, now_ms)),
      has_source: weather !== undefined || demo,
    }),
  });
