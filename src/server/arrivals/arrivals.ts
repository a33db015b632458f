/** Reading arrivals: the single query behind the live results, and the ranking made from it. */

import { sql } from 'kysely';
import type { ArrivalRow } from '#domain/arrivals/contract.ts';
import { type Ranked, type RankFrame, rerank } from '#domain/arrivals/rank.ts';
import type { FlightKey } from '#domain/keys.ts';
import { goesLive, type Switch } from '#domain/seasons/visibility.ts';
import type { Tx } from '#server/db/database.ts';
import type { RankedFlight } from '#server/flights/flights.ts';

export interface Arrivals {
  epoch: number;
  /** The live number of the last row that exists, also when `rows` is empty. */
  seq: number;
  rows: ArrivalRow[];
}

/**
 * The arrivals after a live number: first load (0), catch-up and broadcast all use this query. Includes the fields that
 * the season hides, as of the same moment.
 */
export async function arrivalsAfter(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  after: number,
): Promise<Arrivals & { hidden: readonly Switch[] }> {
  const { rows } = await sql<{ epoch: number; head: number; hidden: Switch[]; rows: ArrivalRow[] | null }>`
    select s.epoch, s.head, season.hidden, (
      select json_agg(json_build_array(a.seq, a.pigeon_id, floor(extract(epoch from a.time) * 2000)::float8 / 2) order by a.seq)
      from arrivals a where a.loft_id = s.loft_id and a.flight_id = s.flight_id and a.seq > ${after} and a.seq <= s.head) as rows
    from flight_streams s
    join flights f on f.loft_id = s.loft_id and f.id = s.flight_id
    join seasons season on season.loft_id = f.loft_id and season.id = f.season_id
    where s.loft_id = ${loft_id} and s.flight_id = ${flight_id}`.execute(tx);
  const stream = rows[0];
  return {
    epoch: stream?.epoch ?? 1,
    seq: stream?.head ?? 0,
    rows: stream?.rows ?? [],
    hidden: stream?.hidden ?? [],
  };
}

/**
 * The public view of the arrivals: without rows where the season hides too much of them. A change of the hidden fields
 * begins a new epoch, so clients drop the rows that they have.
 */
export async function arrivalsView(tx: Tx, key: FlightKey, after: number): Promise<Arrivals & { goes_live: boolean }> {
  const { hidden, ...view } = await arrivalsAfter(tx, key, after);
  const goes_live = goesLive(hidden);
  return { ...view, goes_live, rows: goes_live ? view.rows : [] };
}

/** A version that changes with every new row of a flight's arrivals. */
export async function arrivalsVersion(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<string> {
  const stream = await tx
    .selectFrom('flight_streams')
    .select(['epoch', 'head'])
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .executeTakeFirst();
  return `${stream?.epoch ?? 1}-${stream?.head ?? 0}`;
}

/** The counted time of each bird that is home, after more rows of its flight's stream. */
export function homesAfter(
  before: ReadonlyMap<number, number> | undefined,
  rows: readonly ArrivalRow[],
): Map<number, number> {
  const homes = new Map(before);
  for (const [, pigeon_id, time_ms] of rows) {
    if (time_ms === null) homes.delete(pigeon_id);
    else homes.set(pigeon_id, time_ms);
  }
  return homes;
}

/** The counted time of each bird that is home in a flight, epoch ms. */
export async function homesOf(tx: Tx, key: FlightKey): Promise<Map<number, number>> {
  const { rows } = await sql<{ birds: number[] | null; times: (number | null)[] | null }>`
    select json_agg(pigeon_id) as birds, json_agg(floor(round(date_part('epoch', time) * 1000000) / 500) / 2) as times
    from (select pigeon_id, time from arrivals
      where loft_id = ${key.loft_id} and flight_id = ${key.flight_id} order by seq) rows`.execute(tx);
  const { birds, times } = rows[0]!;
  const homes = new Map<number, number>();
  (birds ?? []).forEach((pigeon_id, at) => {
    const time_ms = times![at]!;
    if (time_ms === null) homes.delete(pigeon_id);
    else homes.set(pigeon_id, time_ms);
  });
  return homes;
}

/** The ranking of a flight from the counted times of its birds, in epoch ms. */
export async function ranking(tx: Tx, flight: RankedFlight, homes: ReadonlyMap<number, number>): Promise<Ranked[]> {
  const frame = await frameOf(tx, flight);
  if (!frame) return [];
  return rerank([], homes, frame);
}

/** The facts of the ranking of a flight; null before its release, or where it has no distance. */
export async function frameOf(tx: Tx, flight: RankedFlight): Promise<RankFrame | null> {
  if (flight.release_time === null || flight.distance_m === null) return null;
  const later = await laterIn(tx, flight);
  return {
    release_ms: Date.parse(flight.release_time),
    distance_m: flight.distance_m,
    closed: flight.closed_intervals,
    day_starts: flight.day_starts,
    rules: flight.rules,
    ...(later.size > 0 && { later }),
  };
}

/** How much later than the flight the birds of later groups were released, ms. */
export async function laterIn(
  tx: Tx,
  {
    loft_id,
    id,
    release_time,
    release_groups,
    releases,
  }: Pick<RankedFlight, 'loft_id' | 'id' | 'release_time' | 'release_groups' | 'releases'>,
): Promise<Map<number, number>> {
  if (releases && release_time !== null)
    return new Map(Array.from(releases, ([pigeon_id, at_ms]) => [pigeon_id, at_ms - Date.parse(release_time)]));
  if (!release_groups.length || release_time === null) return new Map();
  const { rows } = await sql<{ pigeon_id: number; later_ms: number }>`
    select pigeon_id, (extract(epoch from released_at - ${release_time}::timestamptz) * 1000)::float8 as later_ms
    from baskets where loft_id = ${loft_id} and flight_id = ${id} and released_at is not null
    order by position`.execute(tx);
  return new Map(rows.map(({ pigeon_id, later_ms }) => [pigeon_id, later_ms]));
}
