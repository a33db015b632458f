/**
 * The standings of official flights: their rankings as rows. They are written once, in the transaction that makes a
 * result official, and read instead of being computed again; other flights are ranked from their arrivals.
 */

import { sql } from 'kysely';
import { exactTime, type Ranked } from '#domain/arrivals/rank.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import type { FlightStep } from '#server/flights/consequences.ts';
import { type FlownFlight, findFlownFlight, type RankedFlight } from '#server/flights/flights.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { arrivalsAfter, homesAfter, homesOf, ranking } from './arrivals.ts';

/** A flight's ranking as of a live number. */
export interface Standing {
  epoch: number;
  seq: number;
  ranked: Ranked[];
}

interface CachedStanding extends Standing {
  homes: Map<number, number>;
  frame: string;
}

/** Rankings are cached per process; the least recently used one is evicted first. */
const mostCached = 64;

/** The facts that a ranking is made from, and whether it is stored as rows. */
type ToRank = RankedFlight & Partial<Pick<FlownFlight, 'has_standings'>>;

/** `head`: the head of the flight's stream, if the caller knows it; a ranking cached up to it needs no query. */
export type Standings = (tx: Tx, flight: ToRank, head?: { epoch: number; seq: number }) => Promise<Standing>;

/**
 * The whole ranking of flights: of official ones from their rows, of others from the cache, updated with new arrivals.
 */
export function createStandings(): Standings {
  const cache = new Map<number, CachedStanding>();
  const put = (id: number, now: CachedStanding) => {
    cache.delete(id);
    cache.set(id, now);
    if (cache.size > mostCached) cache.delete(cache.keys().next().value!);
    return now;
  };

  return async function standing(tx, flight, head) {
    const groups = flight.release_groups.map(({ number }) => number);
    const made = [flight.release_time, groups, flight.distance_m, flight.rules, flight.closed_intervals];
    const frame = JSON.stringify([...made, flight.has_standings ?? false]);
    const before = cache.get(flight.id);
    const known = before?.frame === frame ? before : undefined;
    if (known && head && known.epoch === head.epoch && known.seq === head.seq) return known;
    if (head && flight.has_standings) {
      const ranked = (await readStandings(tx, [flight])).get(flight.id)!;
      return put(flight.id, { ...head, frame, homes: new Map(), ranked });
    }
    const latest = await arrivalsAfter(tx, { loft_id: flight.loft_id, flight_id: flight.id }, known?.seq ?? 0);
    if (known && latest.epoch !== known.epoch) {
      cache.delete(flight.id);
      return standing(tx, flight, undefined);
    }
    if (known && !latest.rows.length) return known;
    const homes = homesAfter(known?.homes, latest.rows);
    const ranked = await ranking(tx, flight, homes);
    return put(flight.id, { epoch: latest.epoch, seq: latest.seq, frame, homes, ranked });
  };
}

/**
 * Store the ranking of a flight in the step that makes its result official, and remove it in the one that corrects it.
 * The ledger is locked: no reading comes in.
 */
export async function keepStandings(tx: Tx, { flight, status }: FlightStep): Promise<void> {
  const key = { loft_id: flight.loft_id, flight_id: flight.id };
  if (status === 'official') await writeStandings(tx, key);
  // It was official and is corrected: it has others when it is official again.
  else if (status === 'provisional') await removeStandings(tx, key);
}

async function removeStandings(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<void> {
  await tx.deleteFrom('standings').where('loft_id', '=', loft_id).where('flight_id', '=', flight_id).execute();
}

/** Write the rows of a locked official flight; existing ones stay. */
async function writeStandings(tx: Tx, key: FlightKey): Promise<void> {
  const rows = (await rankedAnew(tx, (await findFlownFlight(tx, key))!)).map(({ time_ms, ...line }, index) => ({
    ...line,
    place: index + 1,
    time: exactTime(time_ms),
  }));
  await sql`
    insert into standings (loft_id, flight_id, place, pigeon_id, time, rank, net_ms, speed, gap_ms, day)
    select ${key.loft_id}::bigint, ${key.flight_id}::bigint, place, pigeon_id, time, rank, net_ms, speed, gap_ms, day
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (place int, pigeon_id bigint, time timestamptz, rank int,
      net_ms bigint, speed float8, gap_ms bigint, day int)
    on conflict (loft_id, flight_id, place) do nothing`.execute(tx);
}

/** The ranking of a flight from all its arrivals, without the cache. */
export async function rankedAnew(tx: Tx, flight: RankedFlight): Promise<Ranked[]> {
  return ranking(tx, flight, await homesOf(tx, { loft_id: flight.loft_id, flight_id: flight.id }));
}

/**
 * Write the standings of flights that became official before standings existed, each in a transaction of its own.
 * @returns how many flights were handled
 */
export async function keepMissingStandings(db: Database): Promise<number> {
  const { rows } = await sql<FlightKey>`
    select f.loft_id, f.id as flight_id
    from flights f join flight_streams stream on stream.loft_id = f.loft_id and stream.flight_id = f.id
    where f.status = 'official' and stream.home_count > 0
      and not exists (select from standings k where k.loft_id = f.loft_id and k.flight_id = f.id)
    order by f.loft_id, f.id`.execute(db);
  for (const key of rows) {
    await transact(db, async (tx) => {
      await lockFlight(tx, key);
      await writeStandings(tx, key);
    });
  }
  return rows.length;
}

/** The wanted lines of a ranking: the first few, or those of some birds; all of them by default. */
export interface WantedLines {
  first?: number;
  pigeon_ids?: readonly number[];
}

type Line = [
  flight_id: number,
  pigeon_id: number,
  time_ms: number,
  rank: number,
  net_ms: number,
  speed: number | null,
  gap_ms: number,
  day: number,
];

/** Read stored lines of official flights, by flight and in their order. */
export async function readStandings(
  tx: Tx,
  flights: readonly { loft_id: number; id: number }[],
  { first, pigeon_ids }: WantedLines = {},
): Promise<Map<number, Ranked[]>> {
  const lines = new Map<number, Ranked[]>(flights.map(({ id }) => [id, []]));
  if (!flights.length) return lines;
  const keys = flights.map(({ loft_id, id }) => ({ loft_id, flight_id: id }));
  const { rows } = await sql<{ lines: Line[] | null }>`
    select json_agg(json_build_array(s.flight_id, s.pigeon_id, floor(extract(epoch from s.time) * 2000)::float8 / 2, s.rank, s.net_ms,
      s.speed, s.gap_ms, s.day) order by s.flight_id, s.place) as lines
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (loft_id bigint, flight_id bigint)
    join standings s on s.loft_id = k.loft_id and s.flight_id = k.flight_id
    where (${first ?? null}::int is null or s.place <= ${first ?? null})
      and (${pigeon_ids ?? null}::bigint[] is null or s.pigeon_id = any(${pigeon_ids ?? null}::bigint[]))`.execute(tx);
  for (const [flight_id, pigeon_id, time_ms, rank, net_ms, speed, gap_ms, day] of rows[0]?.lines ?? [])
    lines.get(flight_id)!.push({ pigeon_id, time_ms, rank, net_ms, speed, gap_ms, day });
  return lines;
}

/**
 * Some lines of the rankings of some flights, by flight and in their order: stored ones are read, the others computed.
 */
export async function linesOf(
  tx: Tx,
  standings: Standings,
  flights: readonly FlownFlight[],
  wanted: WantedLines,
): Promise<Map<number, Ranked[]>> {
  const lines = await readStandings(
    tx,
    flights.filter(({ has_standings }) => has_standings),
    wanted,
  );
  const birds = wanted.pigeon_ids && new Set(wanted.pigeon_ids);
  for (const flight of flights) {
    if (flight.has_standings) continue;
    const { ranked } = await standings(tx, flight, flight);
    const own = birds ? ranked.filter(({ pigeon_id }) => birds.has(pigeon_id)) : ranked;
    lines.set(flight.id, own.slice(0, wanted.first));
  }
  return lines;
}

/** The speeds that a bird is compared with. */
export interface SpeedsOfField {
  winner_speed: number | null;
  middle_speed: number | null;
}

/**
 * The speeds of the first bird of each flight and of the middle one of those that are home, by flight; a flight without
 * a bird home is left out. Stored rankings are read, the others computed.
 */
export async function speedsOfField(
  tx: Tx,
  standings: Standings,
  flights: readonly FlownFlight[],
): Promise<Map<number, SpeedsOfField>> {
  const speeds = new Map<number, SpeedsOfField>();
  const stored = flights.filter(({ has_standings }) => has_standings);
  const { rows } = await sql<{ flight_id: number } & SpeedsOfField>`
    select k.flight_id, winner.speed as winner_speed, middle.speed as middle_speed
    from jsonb_to_recordset(${JSON.stringify(stored.map(({ loft_id, id, home_count }) => ({ loft_id, flight_id: id, middle: middleOf(home_count) })))}::jsonb)
      as k (loft_id bigint, flight_id bigint, middle int)
    join standings winner on winner.loft_id = k.loft_id and winner.flight_id = k.flight_id and winner.place = 1
    join standings middle on middle.loft_id = k.loft_id and middle.flight_id = k.flight_id and middle.place = k.middle`.execute(
    tx,
  );
  for (const { flight_id, ...found } of rows) speeds.set(flight_id, found);
  for (const flight of flights) {
    if (flight.has_standings || flight.home_count === 0) continue;
    const { ranked } = await standings(tx, flight, flight);
    const [winner, middle] = [ranked[0], ranked[middleOf(ranked.length) - 1]];
    // While birds fly, the middle of those that are home is not that of the field.
    const middle_speed = flight.status === 'released' ? null : middle?.speed;
    if (winner && middle_speed !== undefined) speeds.set(flight.id, { winner_speed: winner.speed, middle_speed });
  }
  return speeds;
}

/** The place in the middle of a number of birds, from 1. */
const middleOf = (birds: number) => Math.max(1, Math.ceil(birds / 2));
