/** The facts for matching the entries of some birds again: of thousands of birds, by a few statements. */
import { type RawBuilder, sql } from 'kysely';
import {
  type Arrival,
  type ChipHeld,
  correctedTime,
  declaredFlights,
  type Facts,
  type FlightWindow,
  type LedgerEntry,
  type ManualArrival,
  offsetsBy,
  placeOf,
  type Reading,
} from '#domain/arrivals/project.ts';
import type { Tx } from '#server/db/database.ts';
import { corrections } from './declarations.ts';
import { isOpen, releaseOf } from './facts.ts';

/** Whose entries from an instant on are matched again: birds, and chips with whoever wears them. */
export interface Affected {
  pigeon_ids?: readonly number[];
  chips?: readonly string[];
  /** Entries before it, by the corrected time before and now, keep their match. */
  from: string;
}

/** No place depends on it. */
export const nobody: Affected = { from: '9999-12-31T00:00:00Z' };

/** What the ledger does not say yet. */
export interface Assumed {
  entries?: readonly LedgerEntry[];
  /** The flight that is corrected: it takes arrivals also when its result is official, and all its arrivals are read. */
  flight_id?: number | undefined;
  /** The entry by which a bird is disqualified in a flight; null: it is not, or no longer. */
  disqualified?: { flight_id: number; pigeon_id: number; by: number | null } | undefined;
}

/** The entries that are matched again, and the facts that decide them. */
export interface Rematchable {
  entries: LedgerEntry[];
  /** With the arrivals before. */
  facts: Facts & { arrivals: Counted[] };
  /** Whose arrivals from an instant on are decided by the entries. */
  birds: readonly number[];
  from_ms: number;
}

/** An arrival that counts. Its key is known where its reading is matched again: only then another one can precede it. */
export interface Counted extends Arrival {
  is_reading: boolean;
}

/**
 * Reads the entries to match again, and the facts about their birds. All who wear or wore one of the chips of these
 * birds are taken along, since a reading of it may be of any of them.
 */
export async function readAffected(
  tx: Tx,
  loft_id: number,
  { pigeon_ids = [], chips = [], from }: Affected,
  { entries: assumed = [], flight_id: corrected, disqualified: changed }: Assumed = {},
): Promise<Rematchable> {
  const from_ms = Date.parse(from);
  const held = await heldChips(tx, loft_id, pigeon_ids, chips);
  const birds = [
    ...new Set([...pigeon_ids, ...held.filter((one) => one.loft_id === loft_id).map(({ pigeon_id }) => pigeon_id)]),
  ];
  const read = await readingsOf(tx, loft_id, [...new Set([...chips, ...held.map(({ chip }) => chip)])], from);
  const declared = [...(await corrections(tx, loft_id, new Set(read.map(({ device_id }) => device_id)))), ...assumed];
  const offsetOf = offsetsBy(declared);
  let first_ms = Infinity;
  const readings = read.filter((reading) => {
    const time_ms = correctedTime(reading, offsetOf(reading));
    if (time_ms < from_ms) return false;
    first_ms = Math.min(first_ms, time_ms);
    return true;
  });
  const manual = (await manualArrivals(tx, loft_id, birds)).filter(({ time_ms }) => time_ms >= from_ms);

  const windows = await windowsOf(tx, loft_id, corrected);
  const named = new Set([...manual, ...assumed].flatMap((entry) => ('flight_id' in entry ? entry.flight_id : [])));
  if (corrected !== undefined) named.add(corrected);
  const flights = declaredFlights(windows, declared);
  const last = lastReleased(flights, first_ms);
  const wanted = flights.filter(
    ({ flight_id, release_ms, is_replay }) =>
      named.has(flight_id) ||
      (readings.length > 0 && (flight_id === last?.flight_id || is_replay || (release_ms ?? Infinity) >= first_ms)),
  );
  const baskets = await readBaskets(tx, loft_id, birds, idsOf(wanted));
  // Who is basketed in a flight that was released before all readings is in an earlier one for nothing.
  const since = new Set(
    baskets
      .filter(({ flight_id }) => flight_id === last?.flight_id)
      .flatMap(({ pigeons, released }) => {
        const own = new Map(released);
        return pigeons.filter((pigeon_id) => (own.get(pigeon_id) ?? -Infinity) <= first_ms);
      }),
  );
  const others = readings.length ? birds.filter((pigeon_id) => !since.has(pigeon_id)) : [];
  const earlier = flights.filter((flight) => !wanted.includes(flight));
  baskets.push(...(await readBaskets(tx, loft_id, others, idsOf(earlier))));

  const open = windows.filter(
    ({ flight_id, open: takes, closes_ms }) => takes && (named.has(flight_id) || (closes_ms ?? Infinity) >= from_ms),
  );
  const disqualified = new Set(
    baskets.flatMap(({ flight_id, out }) => (out ?? []).map((pigeon_id) => placeOf({ flight_id, pigeon_id }))),
  );
  if (changed && changed.by !== null) disqualified.add(placeOf(changed));
  else if (changed) disqualified.delete(placeOf(changed));
  const releases = Map.groupBy(baskets, ({ flight_id }) => flight_id);
  const inFlights = new Map<number, number[]>();
  for (const { flight_id, pigeons } of baskets)
    for (const pigeon_id of pigeons) {
      const known = inFlights.get(pigeon_id);
      if (known) known.push(flight_id);
      else inFlights.set(pigeon_id, [flight_id]);
    }
  return {
    birds,
    from_ms,
    entries: [...readings, ...manual, ...declared],
    facts: {
      loft_id,
      flights: flights.map((flight) => ({
        ...flight,
        released: new Map((releases.get(flight.flight_id) ?? []).flatMap(({ released }) => released ?? [])),
      })),
      baskets: inFlights,
      chips: held,
      disqualified,
      replays: await replaysOf(tx, loft_id),
      arrivals: await readArrivals(tx, loft_id, { birds, flight_ids: idsOf(open), corrected, readings }),
    },
  };
}

/** Ids as an array of PostgreSQL: its driver would quote each of thousands. */
const list = (ids: readonly number[]) => sql`${`{${ids.join(',')}}`}::bigint[]`;

const idsOf = (flights: readonly FlightWindow[]) => flights.map(({ flight_id }) => flight_id);

/** The flight that was released last before an instant; no replay, which only takes readings of its own clocks. */
function lastReleased(flights: readonly FlightWindow[], before_ms: number): FlightWindow | undefined {
  return flights
    .filter(({ release_ms, is_replay }) => release_ms !== null && !is_replay && release_ms <= before_ms)
    .sort((a, b) => a.release_ms! - b.release_ms! || a.flight_id - b.flight_id)
    .at(-1);
}

/**
 * The chips that these birds wear or wore, and others, with everybody who wears or wore one of them. For a list of
 * thousands in a new loft the table statistics are stale, so the query leaves PostgreSQL only the index of the chips.
 */
async function heldChips(
  tx: Tx,
  loft_id: number,
  pigeon_ids: readonly number[],
  chips: readonly string[],
): Promise<ChipHeld[]> {
  return columns<ChipHeld>(
    tx,
    ['chip', 'loft_id', 'pigeon_id', 'from_ms', 'to_ms'],
    sql`
    with worn as materialized (
      select chip from pigeon_chips where loft_id = ${loft_id} and pigeon_id = any(${list(pigeon_ids)})
      union select unnest(${chips}::text[]))
    select c.chip, c.loft_id, c.pigeon_id, extract(epoch from lower(c.during)) * 1000 as from_ms,
      extract(epoch from upper(c.during)) * 1000 as to_ms
    from worn join pigeon_chips c on c.chip = worn.chip`,
  );
}

/** The readings of chips from an instant on; a clock that was behind stamped them with earlier times than the true ones. */
async function readingsOf(tx: Tx, loft_id: number, chips: readonly string[], from: string): Promise<Reading[]> {
  return columns<Reading>(
    tx,
    ['number', 'device_id', 'boot', 'sequence', 'chip', 'time_us'],
    sql`
    select r.number, r.device_id, r.boot, r.sequence, worn.chip,
      (extract(epoch from r.device_time) * 1000000)::bigint as time_us
    from unnest(${chips}::text[]) as worn (chip)
    join readings r on upper(r.chip) = worn.chip and r.loft_id = ${loft_id} and r.device_time >= ${from}::timestamptz - (
      select greatest(max((content ->> 'offset_ms')::float8), 0) * interval '1 ms' from declarations
      where loft_id = ${loft_id} and kind = 'offset')`,
    { kind: 'reading' },
  );
}

async function manualArrivals(tx: Tx, loft_id: number, birds: readonly number[]): Promise<ManualArrival[]> {
  const { rows } = await sql<ManualArrival>`
    select 'manual' as kind, number, flight_id, pigeon_id, (content ->> 'time_ms')::float8 as time_ms from declarations
    where loft_id = ${loft_id} and kind = 'manual' and pigeon_id = any(${list(birds)})`.execute(tx);
  return rows;
}

async function windowsOf(tx: Tx, loft_id: number, corrected: number | undefined): Promise<FlightWindow[]> {
  const { rows } = await sql<FlightWindow>`
    select f.id as flight_id, (${isOpen} or f.id = ${corrected ?? 0}) as open, (${releaseOf})::float8 as release_ms,
      (extract(epoch from f.closes_at) * 1000)::float8 as closes_ms, f.replay_of is not null as is_replay
    from flights f where f.loft_id = ${loft_id}`.execute(tx);
  return rows;
}

/** The clocks of replays, each with its flight. */
async function replaysOf(tx: Tx, loft_id: number): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('devices')
    .select(['id', 'replay_id'])
    .where('loft_id', '=', loft_id)
    .where('replay_id', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, replay_id }) => [id, replay_id!]));
}

interface Basketed {
  flight_id: number;
  pigeons: number[];
  /** Those that are disqualified. */
  out: number[] | null;
  /** The releases of those in later groups, epoch ms. */
  released: [pigeon_id: number, at_ms: number][] | null;
}

/** Who of some birds is basketed in some flights. */
async function readBaskets(
  tx: Tx,
  loft_id: number,
  birds: readonly number[],
  flight_ids: readonly number[],
): Promise<Basketed[]> {
  if (!birds.length || !flight_ids.length) return [];
  const { rows } = await sql<Basketed>`
    select flight_id, json_agg(pigeon_id) as pigeons,
      json_agg(pigeon_id) filter (where disqualified_by is not null) as out,
      json_agg(json_build_array(pigeon_id, (extract(epoch from released_at) * 1000)::float8))
        filter (where released_at is not null) as released
    from baskets
    where loft_id = ${loft_id} and flight_id = any(${flight_ids}::bigint[]) and pigeon_id = any(${list(birds)})
    group by flight_id`.execute(tx);
  return rows;
}

/**
 * The counted arrivals in some flights, the last row of each bird in its stream: of some birds, and of all in the flight
 * that is corrected.
 */
async function readArrivals(
  tx: Tx,
  loft_id: number,
  of: {
    birds: readonly number[];
    flight_ids: readonly number[];
    corrected: number | undefined;
    readings: readonly Reading[];
  },
): Promise<Counted[]> {
  const rows = await columns<Omit<Counted, 'time_ms' | 'key'> & { time_ms: number | null }>(
    tx,
    ['flight_id', 'pigeon_id', 'time_ms', 'number', 'is_reading'],
    sql`
    select flight_id, pigeon_id, extract(epoch from time) * 1000 as time_ms,
      coalesce(reading_number, declaration_number) as number, reading_number is not null as is_reading
    from arrivals
    where loft_id = ${loft_id} and flight_id = any(${of.flight_ids}::bigint[])
      and (flight_id = ${of.corrected ?? 0} or pigeon_id = any(${list(of.birds)}))
    order by flight_id, seq`,
  );
  const keys = new Map(of.readings.map((reading) => [reading.number, reading]));
  const last = new Map<string, Counted>();
  for (const { flight_id, pigeon_id, time_ms, number, is_reading } of rows) {
    const place = placeOf({ flight_id, pigeon_id });
    const key = (is_reading && keys.get(number)) || null;
    if (time_ms === null) last.delete(place);
    else last.set(place, { flight_id, pigeon_id, time_ms, number, is_reading, key });
  }
  return [...last.values()];
}

/**
 * The rows of a query, which come as one JSON list for each column: of thousands of rows that takes the program a third
 * of the time.
 */
async function columns<Row extends object>(
  tx: Tx,
  names: readonly (string & keyof Row)[],
  query: RawBuilder<unknown>,
  shared: Partial<Row> = {},
): Promise<Row[]> {
  const lists = sql.join(names.map((name) => sql`json_agg(${sql.ref(name)}) as ${sql.ref(name)}`));
  const { rows } = await sql<Record<string, unknown[] | null>>`select ${lists} from (${query}) rows`.execute(tx);
  const [answer] = rows;
  return (answer![names[0]!] ?? []).map((_, at) => {
    const row: Partial<Row> = { ...shared };
    for (const name of names) row[name] = answer![name]![at] as Row[typeof name];
    return row as Row;
  });
}
