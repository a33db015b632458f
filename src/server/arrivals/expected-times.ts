/** When the birds of a flight are expected, from the loft's earlier flights, the wind that is forecast and the birds that are home. */

import { sql } from 'kysely';
import { type Ability, leastFlights, placeScore } from '#domain/arrivals/expected-bird.ts';
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import { type EarlierFlight, firstSpeed, type WindHour } from '#domain/arrivals/expected-first.ts';
import { expectedTimes, type FlightToExpect, likelyField } from '#domain/arrivals/expected-times.ts';
import { shapeOf } from '#domain/arrivals/field-shape.ts';
import { closedNights } from '#domain/flights/closed-nights.ts';
import { closingCount, closingTime } from '#domain/flights/closing.ts';
import { isBeforeRelease, raceTime } from '#domain/flights/flight.ts';
import { type ClosedInterval, netTime } from '#domain/flights/night.ts';
import type { WeatherSource } from '#domain/flights/weather-contract.ts';
import { windOnTheWay } from '#domain/flights/wind-on-line.ts';
import type { FlightKey } from '#domain/keys.ts';
import { explainsPlaces, type Switch } from '#domain/seasons/visibility.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { type FlownFlight, findFlight, findFlownFlight, flownQuery } from '#server/flights/flights.ts';
import { weatherOf } from '#server/flights/forecasts.ts';
import { after_original_ms } from '#server/flights/replay-day.ts';
import { homesOf, laterIn } from './arrivals.ts';

/** The maximum of earlier flights that are learned from: those of some seasons. */
const mostEarlier = 24;
/** A flight of fewer birds at home says nothing of a field. */
const leastHome = 10;
/** Birds fly a little before sunrise and after sunset. */
const twilight_min = 30;
/** Birds of groups released within this time of the first ones are taken for one field, each from its own release. */
const latest_group_ms = 30 * 60_000;
/** Nights that a flight may last. */
const nights = 4;
/** An answer is kept for so long where nobody has landed since, and for so long in any case: readers come together. */
const keep_ms = 10_000;
const keep_landing_ms = 1000;
/** A field whose basketing has not begun is taken for one of so many birds. */
const usual_field = 300;
/** Flights of which something is kept. */
const most_kept = 500;

const notSaid: Expectation = { times: null, made_from: null, wind: null, earlier_flights: 0, too_few: false };

/** What decides beside the flight itself. */
interface Facts {
  replay_of: number | null;
  after_original_ms: number;
  estimated_average_speed: number | null;
  latitude: number | null;
  longitude: number | null;
  time_zone: string;
}

export type ReadExpectation = (
  tx: Tx,
  flight: FlownFlight,
  hidden: readonly Switch[],
  now_ms: number,
) => Promise<Expectation>;

/** Reads the expected times of flights; what it has worked out is kept for the next readers. */
export function createExpectedTimes(): ReadExpectation {
  const learned = createLearned();
  const known = new Map<number, { version: string; at_ms: number; answer: Expectation }>();
  return async (tx, flight, hidden, now_ms) => {
    if (!explainsPlaces(hidden)) return notSaid;
    if (!isBeforeRelease(flight.status) && flight.status !== 'released') return notSaid;
    if (flight.release_time === null || flight.distance_m === null || isApart(flight)) return notSaid;
    const version = JSON.stringify([flight.epoch, flight.seq, flight.status, flight.release_time, flight.distance_m]);
    const before = known.get(flight.id);
    const age_ms = before ? now_ms - before.at_ms : Number.POSITIVE_INFINITY;
    if (before && (age_ms < keep_landing_ms || (before.version === version && age_ms < keep_ms))) return before.answer;
    const answer = await expectationOf(tx, flight, learned, now_ms);
    if (known.size >= most_kept) known.clear();
    known.set(flight.id, { version, at_ms: now_ms, answer });
    return answer;
  };
}

/** Whether a group was released so much later than the first birds that they are no longer one field. */
const isApart = ({ release_time, release_groups }: FlownFlight) =>
  release_groups.some((group) => Date.parse(group.release_time) - Date.parse(release_time!) > latest_group_ms);

type Learned = ReturnType<typeof createLearned>;

/** What earlier flights say, each worked out once. */
function createLearned() {
  const shapes = new Map<number, { version: string; earlier: EarlierFlight | null }>();
  /** By the flights it comes from. */
  const fields = new Map<string, Float64Array>();
  return { earlierFlights, likely };

  /** The flights of a loft before a moment whose results are public, the latest ones; not the one that this one repeats. */
  async function earlierFlights(tx: Tx, flight: FlownFlight, { replay_of }: Facts): Promise<EarlierFlight[]> {
    const rows = await flownQuery(tx)
      .where('f.loft_id', '=', flight.loft_id)
      .where('f.status', 'in', ['provisional', 'official'])
      .where('f.replay_of', 'is', null)
      .where('f.is_draft', '=', false)
      .where('s.status', '<>', 'draft')
      .where('f.distance_m', 'is not', null)
      .where('f.release_time', '<', flight.release_time)
      .where('f.id', '<>', replay_of ?? 0)
      .orderBy('f.release_time', 'desc')
      .limit(mostEarlier)
      .execute();
    const found: EarlierFlight[] = [];
    for (const row of rows) {
      if (!explainsPlaces(row.hidden) || row.release_groups.length > 0 || row.home_count < leastHome) continue;
      const version = JSON.stringify([row.epoch, row.seq, row.release_time, row.distance_m]);
      const before = shapes.get(row.id);
      const earlier = before?.version === version ? before.earlier : await earlierOf(tx, row);
      if (shapes.size >= most_kept) shapes.clear();
      shapes.set(row.id, { version, earlier });
      if (earlier) found.push(earlier);
    }
    return found;
  }

  function likely(earlier: readonly EarlierFlight[]): Float64Array {
    const key = earlier.map(({ release_ms, first_speed }) => `${release_ms} ${first_speed}`).join();
    const field = fields.get(key) ?? likelyField(earlier);
    if (fields.size >= most_kept) fields.clear();
    fields.set(key, field);
    return field;
  }
}

type EarlierRow = Pick<
  FlownFlight,
  'loft_id' | 'id' | 'kind' | 'release_time' | 'distance_m' | 'closed_intervals' | 'basketed_count'
>;

async function earlierOf(tx: Tx, flight: EarlierRow): Promise<EarlierFlight | null> {
  const release_ms = Date.parse(flight.release_time!);
  const homes = await homesOf(tx, { loft_id: flight.loft_id, flight_id: flight.id });
  const minutes = Array.from(homes.values(), (at_ms) => netTime(release_ms, at_ms, flight.closed_intervals) / 60_000)
    .filter((one) => one > 0)
    .sort((a, b) => a - b);
  const basketed = Math.max(flight.basketed_count, minutes.length);
  if (minutes.length < leastHome) return null;
  const distance_m = flight.distance_m!;
  return {
    kind: flight.kind,
    release_ms,
    distance_m,
    first_speed: distance_m / minutes[0]!,
    shape: shapeOf(minutes, basketed),
  };
}

async function expectationOf(tx: Tx, flight: FlownFlight, learned: Learned, now_ms: number): Promise<Expectation> {
  const facts = await factsOf(tx, { loft_id: flight.loft_id, flight_id: flight.id });
  const { time_zone, estimated_average_speed: estimated_speed } = facts;
  const release_ms = Date.parse(flight.release_time!);
  const earlier = await learned.earlierFlights(tx, flight, facts);
  const { rules } = flight;
  const closes_ms =
    flight.closes_at === null ? closingTime(rules.closing, { release_ms, time_zone }) : Date.parse(flight.closes_at);
  // In a replay the clocks of the race run faster than ours.
  const race_ms = now_ms > release_ms ? raceTime(release_ms, now_ms, flight.replay_factor ?? 1) : now_ms;
  const homes = await homesOf(tx, { loft_id: flight.loft_id, flight_id: flight.id });
  const later = await laterIn(tx, flight);
  // As if all had been released with the first ones.
  const times_ms = Array.from(homes, ([pigeon_id, at_ms]) => at_ms - (later.get(pigeon_id) ?? 0)).sort((a, b) => a - b);
  const basketed = Math.max(flight.basketed_count || usual_field, times_ms.length);
  const toExpect: FlightToExpect = {
    kind: flight.kind,
    release_ms,
    distance_m: flight.distance_m!,
    earlier,
    estimated_speed,
    basketed,
    rests: flight.closed_intervals.length ? flight.closed_intervals : darkHours(facts, release_ms),
    closes_ms,
    closing_count: closingCount(rules.closing, basketed),
  };
  // Once a bird is home, the field says itself what the wind does.
  const speed = times_ms.length ? null : firstSpeed(toExpect);
  const wind = speed && (await windOf(tx, flight, facts, Math.exp(speed.middle), now_ms));
  const times = expectedTimes(
    { ...toExpect, wind: wind?.hours ?? [] },
    { times_ms, now_ms: race_ms },
    learned.likely(earlier),
  );
  const isLearned = earlier.length >= leastFlights;
  const source = times_ms.length ? 'birds' : isLearned ? 'earlier' : 'estimate';
  return {
    times,
    made_from: times && source,
    wind: times && (wind?.source ?? null),
    earlier_flights: earlier.length,
    too_few: times === null && times_ms.length === 0 && !isLearned && !estimated_speed,
  };
}

/**
 * The wind that is forecast along the line, in each hour where the first birds may be; null where none is. A replay has
 * the forecast that was kept with the race itself, on the day of the replay.
 */
async function windOf(
  tx: Tx,
  { loft_id, id }: FlownFlight,
  { replay_of, after_original_ms: later_ms }: Facts,
  average: number,
  now_ms: number,
): Promise<{ source: WeatherSource; hours: WindHour[] } | null> {
  const flown = (await findFlight(tx, { loft_id, flight_id: replay_of ?? id }))!;
  const { line, forecast } = await weatherOf(tx, flown, now_ms);
  if (!line || !forecast) return null;
  const release_ms = Date.parse(flown.release_time!);
  const hours = windOnTheWay(line, forecast, { release_ms, average }).flatMap(({ hour_ms, wind }) =>
    wind ? { from_ms: hour_ms + later_ms, tail: wind.tail, cross: wind.cross } : [],
  );
  return hours.length ? { source: forecast.source, hours } : null;
}

async function factsOf(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<Facts> {
  return tx
    .selectFrom('flights as f')
    .innerJoin('lofts as l', 'l.id', 'f.loft_id')
    .select(['f.replay_of', 'f.estimated_average_speed', 'l.latitude', 'l.longitude', 'l.time_zone'])
    .select(after_original_ms.as('after_original_ms'))
    .where('f.loft_id', '=', loft_id)
    .where('f.id', '=', flight_id)
    .executeTakeFirstOrThrow();
}

/** The hours in which no bird flies, where the rules of a race have no closed nights. */
function darkHours(facts: Facts, flown_ms: number): ClosedInterval[] {
  const { latitude, longitude, time_zone, after_original_ms: later_ms } = facts;
  if (latitude === null || longitude === null) return [];
  const twilight = { before_sunrise_min: twilight_min, after_sunset_min: twilight_min };
  const release_ms = flown_ms - later_ms;
  return closedNights({ kind: 'sun', ...twilight }, { release_ms, latitude, longitude, time_zone, nights }).map(
    ({ from, to }) => ({ from: from + later_ms, to: to + later_ms }),
  );
}

/** The expected times for the followers of a flight, as everybody may see them. */
export function createLiveExpectation(): (db: Database, key: FlightKey) => Promise<Expectation> {
  const read = createExpectedTimes();
  return async (db, key) => {
    const flight = await findFlownFlight(db, key);
    return flight ? read(db, flight, flight.hidden, Date.now()) : notSaid;
  };
}

/** What the official results of some birds of a loft say of them; only where their season shows places. */
export async function abilitiesOf(
  tx: Tx,
  { loft_id, release_time }: FlownFlight,
  pigeon_ids: readonly number[],
): Promise<[pigeon_id: number, flights: number, score: number][]> {
  if (!pigeon_ids.length) return [];
  const { rows } = await sql<{ pigeon_id: number; rank: number; home: number; hidden: Switch[] }>`
    select asked.id as pigeon_id, k.rank, stream.home_count as home, s.hidden
    from pigeons asked
    join pigeons flown on flown.loft_id = asked.loft_id and flown.bird_id = asked.bird_id
    join standings k on k.loft_id = flown.loft_id and k.pigeon_id = flown.id
    join flights f on f.loft_id = k.loft_id and f.id = k.flight_id
    join seasons s on s.loft_id = f.loft_id and s.id = f.season_id
    join flight_streams stream on stream.loft_id = f.loft_id and stream.flight_id = f.id
    where asked.loft_id = ${loft_id} and asked.id = any(${pigeon_ids}::bigint[])
      and f.status = 'official' and f.replay_of is null and not f.is_draft and s.status <> 'draft'
      and (${release_time}::timestamptz is null or f.release_time < ${release_time}::timestamptz)`.execute(tx);
  const scores = new Map<number, number[]>();
  for (const { pigeon_id, rank, home, hidden } of rows)
    if (explainsPlaces(hidden) && home >= leastHome)
      scores.set(pigeon_id, [...(scores.get(pigeon_id) ?? []), placeScore(Math.min(rank, home), home)]);
  return Array.from(scores, ([pigeon_id, all]) => {
    const { flights, score }: Ability = { flights: all.length, score: all.reduce((a, b) => a + b, 0) / all.length };
    return [pigeon_id, flights, Math.round(score * 1000) / 1000];
  });
}
