/** Reading arrivals: the one query of the live results, and the ranked result made from it. */
import { sql } from 'kysely';
import type { ArrivalRow } from '#domain/arrivals/contract.ts';
import { type Ranked, rank } from '#domain/arrivals/rank.ts';
import { goesLive, type Switch } from '#domain/seasons/shown.ts';
import type { Tx } from '#server/db/database.ts';
import type { FlightKey, RankedFlight } from '#server/flights/flights.ts';

export interface Arrivals {
  epoch: number;
  /** The live number of the last row that exists, also when `rows` is empty. */
  seq: number;
  rows: ArrivalRow[];
}

/**
 * The arrivals after a live number: first load (0), catch-up and broadcast are this one query. With what their season
 * hides, as of the same moment.
 */
export async function arrivalsAfter(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  after: number,
): Promise<Arrivals & { hidden: readonly Switch[] }> {
  const { rows } = await sql<{ epoch: number; head: number; hidden: Switch[]; rows: ArrivalRow[] | null }>`
    select s.epoch, s.head, season.hidden, (
      select json_agg(json_build_array(a.seq, a.pigeon_id, floor(extract(epoch from a.time) * 1000)) order by a.seq)
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
 * The same as everybody is told it: without rows where the season shows too little for them. What is hidden changes the
 * epoch, so whoever knows rows from before forgets them.
 */
export async function arrivalsTold(tx: Tx, key: FlightKey, after: number): Promise<Arrivals & { goes_live: boolean }> {
  const { hidden, ...told } = await arrivalsAfter(tx, key, after);
  const goes_live = goesLive(hidden);
  return { ...told, goes_live, rows: goes_live ? told.rows : [] };
}

/** What changes with every new row of a flight's arrivals. */
export async function arrivalsVersion(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<string> {
  const stream = await tx
    .selectFrom('flight_streams')
    .select(['epoch', 'head'])
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .executeTakeFirst();
  return `${stream?.epoch ?? 1}-${stream?.head ?? 0}`;
}

/** A flight's ranking as of a live number. */
export interface Standing {
  epoch: number;
  seq: number;
  ranked: Ranked[];
}

interface Kept extends Standing {
  homes: Map<number, number>;
  frame: string;
}

/** Rankings are kept per process; the one that was asked for longest ago goes first. */
const mostKept = 64;

/** `head`: where the flight's stream stands, for who knows it already; what is kept up to there is not asked for again. */
export type Standings = (tx: Tx, flight: RankedFlight, head?: { epoch: number; seq: number }) => Promise<Standing>;

/** The ranking of flights, kept and brought up to date by the rows that are new since. */
export function createStandings(): Standings {
  const kept = new Map<number, Kept>();

  return async function standing(tx, flight, head) {
    const frame = JSON.stringify([flight.release_time, flight.distance_m, flight.rules, flight.closed_intervals]);
    const before = kept.get(flight.id);
    const known = before?.frame === frame ? before : undefined;
    if (known && head && known.epoch === head.epoch && known.seq === head.seq) return known;
    const news = await arrivalsAfter(tx, { loft_id: flight.loft_id, flight_id: flight.id }, known?.seq ?? 0);
    if (known && news.epoch !== known.epoch) {
      kept.delete(flight.id);
      return standing(tx, flight, undefined);
    }
    if (known && !news.rows.length) return known;
    const homes = new Map(known?.homes);
    for (const [, pigeon_id, time_ms] of news.rows) {
      if (time_ms === null) homes.delete(pigeon_id);
      else homes.set(pigeon_id, time_ms);
    }
    const now: Kept = { epoch: news.epoch, seq: news.seq, frame, homes, ranked: ranking(flight, homes) };
    kept.delete(flight.id);
    kept.set(flight.id, now);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
    return now;
  };
}

function ranking(flight: RankedFlight, homes: ReadonlyMap<number, number>): Ranked[] {
  if (flight.release_time === null || flight.distance_m === null) return [];
  return rank(
    [...homes].map(([pigeon_id, time_ms]) => ({ pigeon_id, time_ms })),
    {
      release_ms: Date.parse(flight.release_time),
      distance_m: flight.distance_m,
      closed: flight.closed_intervals,
      day_starts: flight.day_starts,
      rules: flight.rules,
    },
  );
}
