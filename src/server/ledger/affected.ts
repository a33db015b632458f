/** The facts for matching the entries of some birds again: of thousands of birds, by a few statements. */
import { type RawBuilder, sql } from 'kysely';
import {
  type Arrival,
  type ChipHeld,
  correctedTime,
  declaredFlights,
  type Exchanged,
  type Facts,
  type FlightWindow,
  type LedgerEntry,
  type ManualArrival,
  offsetsBy,
  placeOf,
  type Reading,
} from '#domain/arrivals/project.ts';
import type { Tx } from '#server/db/database.ts';
import { corrections, declaredExchanges, declaredGroups } from './declarations.ts';
import { isOpen, releaseOf } from './facts.ts';

/** Whose entries from an instant on are matched again: birds, and chips of a query with whoever wears them. */
export interface Affected {
  pigeon_ids?: readonly number[];
  chips?: RawBuilder<unknown>;
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
  birds: ReadonlySet<number>;
  from_ms: number;
}

/**
 * An arrival that counts. Its key is not read: one that stays is of another millisecond than all that is matched again.
 */
export interface Counted extends Arrival {
  is_reading: boolean;
  key: null;
}

/**
 * Reads the entries to match again, and the facts about their birds. All who wear or wore one of the chips of these
 * birds, and all who were exchanged with one of them, are taken along, since a reading may count for any of them.
 */
export async function readAffected(
  tx: Tx,
  loft_id: number,
  { from, ...whose }: Affected,
  { entries: assumed = [], flight_id: corrected, disqualified: changed }: Assumed = {},
): Promise<Rematchable> {
  const from_ms = Date.parse(from);
  const exchanges = await declaredExchanges(tx, loft_id);
  const { chips, held, birds } = await readBirds(tx, loft_id, whose, exchanges);
  const read = await readingsOf(tx, loft_id, chips, from);
  const offsets = await corrections(tx, loft_id, new Set(read.map(({ device_id }) => device_id)));
  const group = assumed.find((entry) => entry.kind === 'release' && entry.later !== undefined);
  // Beside a group that is declared next stand the others of its flight.
  const groups = group?.kind === 'release' ? await declaredGroups(tx, { loft_id, flight_id: group.flight_id }) : [];
  const declared = [...offsets, ...exchanges, ...groups, ...assumed];
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
      (readings.length > 0 && (flight_id === last?.flight_id || is_replay || (release_ms ?? 0) >= first_ms)),
  );
  const baskets = await readBaskets(tx, loft_id, [...birds], idsOf(wanted));
  // Who is basketed in a flight that was released before all readings is in an earlier one for nothing.
  const since = baskets.find(
    ({ flight_id, released }) =>
      flight_id === last?.flight_id && isReleased([...(released ?? []), ...(last.released ?? [])], first_ms),
  );
  const known = new Set(since?.pigeons);
  const others = readings.length ? [...birds].filter((pigeon_id) => !known.has(pigeon_id)) : [];
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
      arrivals: await readArrivals(tx, loft_id, { birds, flight_ids: idsOf(open), corrected }),
    },
  };
}

/**
 * The wanted birds with all who wear or wore one of their chips, and those whom one of all these was ever exchanged with:
 * what is read of one may count for the other.
 */
async function readBirds(
  tx: Tx,
  loft_id: number,
  { pigeon_ids = [], chips: wanted = sql`select null where false` }: Omit<Affected, 'from'>,
  exchanges: readonly Exchanged[],
): Promise<{ chips: string[]; held: ChipHeld[]; birds: Set<number> }> {
  const worn = await wornChips(tx, loft_id, pigeon_ids, wanted);
  const chips = [...new Set(worn.map(({ chip }) => chip))];
  const held = worn.filter((one): one is ChipHeld => one.pigeon_id !== null);
  const birds = new Set(pigeon_ids);
  for (const one of held) if (one.loft_id === loft_id) birds.add(one.pigeon_id);
  const others = exchanges.flatMap(({ pigeon_id, other_id }) =>
    birds.has(pigeon_id) === birds.has(other_id) ? [] : birds.has(pigeon_id) ? other_id : pigeon_id,
  );
  if (!others.length) return { chips, held, birds };
  return readBirds(tx, loft_id, { pigeon_ids: [...birds, ...others], chips: wanted }, exchanges);
}

/** Ids, or chips, as an array of PostgreSQL: its driver takes ten times as long to quote thousands. */
const list = (ids: Iterable<number>) => sql`${`{${[...ids].join(',')}}`}::bigint[]`;
const texts = (chips: readonly string[]) => {
  // No text of PostgreSQL holds the character zero.
  const quoted = chips.join('\0').replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\0', '","');
  return sql`${chips.length ? `{"${quoted}"}` : '{}'}::text[]`;
};

/** An instant of the database in so many parts of a second, as the nearest double: its own numeric takes ten times as long. */
const epoch = (instant: RawBuilder<unknown>, parts: number) =>
  sql`round(date_part('epoch', ${instant}) * 1000000) / ${sql.lit(1_000_000 / parts)}`;

const idsOf = (flights: readonly FlightWindow[]) => flights.map(({ flight_id }) => flight_id);

/** The flight that was released last before an instant; no replay, which only takes readings of its own clocks. */
function lastReleased(flights: readonly FlightWindow[], before_ms: number): FlightWindow | undefined {
  return flights
    .filter(({ release_ms, is_replay }) => release_ms !== null && !is_replay && release_ms <= before_ms)
    .sort((a, b) => a.release_ms! - b.release_ms! || a.flight_id - b.flight_id)
    .at(-1);
}

/** A chip with one who wears or wore it; null where nobody did. */
type Worn = ChipHeld | { [Field in keyof ChipHeld]: Field extends 'chip' ? string : null };

/**
 * The chips that these birds wear or wore, and others, with everybody who wears or wore one of them. For a list of
 * thousands in a new loft the table statistics are stale, so the query leaves PostgreSQL only the index of the chips.
 * Who wears one in another loft is among them: a reading of it does not count here.
 */
async function wornChips(
  tx: Tx,
  loft_id: number,
  pigeon_ids: readonly number[],
  chips: RawBuilder<unknown>,
): Promise<Worn[]> {
  return columns<Worn, Worn>(
    tx,
    ['chip', 'loft_id', 'pigeon_id', 'from_ms', 'to_ms'],
    sql`
    with worn (chip) as materialized (
      select chip from pigeon_chips where loft_id = ${loft_id} and pigeon_id = any(${list(pigeon_ids)})
      union ${chips})
    select worn.chip, c.loft_id, c.pigeon_id, ${epoch(sql`lower(c.during)`, 1000)} as from_ms,
      ${epoch(sql`upper(c.during)`, 1000)} as to_ms
    from worn left join lateral (select * from pigeon_chips where chip = worn.chip) c on true`,
    (of, at) =>
      ({
        chip: of.chip[at]!,
        loft_id: of.loft_id[at]!,
        pigeon_id: of.pigeon_id[at]!,
        from_ms: of.from_ms[at]!,
        to_ms: of.to_ms[at]!,
      }) as Worn,
  );
}

/** The readings of chips from an instant on; a clock that was behind stamped them with earlier times than the true ones. */
async function readingsOf(tx: Tx, loft_id: number, chips: readonly string[], from: string): Promise<Reading[]> {
  return columns<Omit<Reading, 'kind'>, Reading>(
    tx,
    ['number', 'device_id', 'boot', 'sequence', 'chip', 'time_us'],
    sql`
    select r.number, r.device_id, r.boot, r.sequence, worn.chip,
      ${epoch(sql`r.device_time`, 1_000_000)} as time_us
    from unnest(${texts(chips)}) as worn (chip)
    join readings r on upper(r.chip) = worn.chip and r.loft_id = ${loft_id} and r.device_time >= ${from}::timestamptz - (
      select greatest(max((content ->> 'offset_ms')::float8), 0) * interval '1 ms' from declarations
      where loft_id = ${loft_id} and kind = 'offset')`,
    (of, at) => ({
      kind: 'reading',
      number: of.number[at]!,
      device_id: of.device_id[at]!,
      boot: of.boot[at]!,
      sequence: of.sequence[at]!,
      chip: of.chip[at]!,
      time_us: of.time_us[at]!,
    }),
  );
}

async function manualArrivals(tx: Tx, loft_id: number, birds: ReadonlySet<number>): Promise<ManualArrival[]> {
  const { rows } = await sql<ManualArrival>`
    select 'manual' as kind, number, flight_id, pigeon_id, (content ->> 'time_ms')::float8 as time_ms
    from unnest(${list(birds)}) as bird (id)
    join declarations on loft_id = ${loft_id} and pigeon_id = bird.id
    where kind = 'manual'`.execute(tx);
  return rows;
}

async function windowsOf(tx: Tx, loft_id: number, corrected: number | undefined): Promise<FlightWindow[]> {
  const { rows } = await sql<FlightWindow>`
    select f.id as flight_id, (${isOpen} or f.id = ${corrected ?? 0}) as open, (${releaseOf})::float8 as release_ms,
      (extract(epoch from f.closes_at) * 1000)::float8 as closes_ms, f.official_head, f.replay_of is not null as is_replay
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

/** Whether all birds of later groups are released at an instant. */
const isReleased = (released: NonNullable<Basketed['released']>, at_ms: number): boolean =>
  released.every(([, released_ms]) => released_ms <= at_ms);

interface Basketed {
  flight_id: number;
  pigeons: number[];
  /** Those that are disqualified. */
  out: number[] | null;
  /** The releases of those in later groups, epoch ms. */
  released: [pigeon_id: number, at_ms: number][] | null;
}

/**
 * Who of some birds is basketed in some flights. The birds are joined: of a list in a condition PostgreSQL weighs every
 * single one when it plans, which for thousands takes longer than the reading.
 */
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
    from unnest(${list(birds)}) as bird (id)
    join baskets on loft_id = ${loft_id} and pigeon_id = bird.id
    where flight_id = any(${flight_ids}::bigint[])
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
  of: { birds: ReadonlySet<number>; flight_ids: readonly number[]; corrected: number | undefined },
): Promise<Counted[]> {
  // Planning weighs each bird of a list: thousands are named only where the whole flight is not read anyway.
  const isWhole = of.flight_ids.every((flight_id) => flight_id === of.corrected);
  const arrivals: Counted[] = [];
  let last = new Map<number, Counted>();
  let flight = 0;
  await columns<Omit<Counted, 'time_ms' | 'key'> & { time_ms: number | null }, void>(
    tx,
    ['flight_id', 'pigeon_id', 'time_ms', 'number', 'is_reading'],
    sql`
    select flight_id, pigeon_id, ${epoch(sql`time`, 1000)} as time_ms,
      coalesce(reading_number, declaration_number) as number, reading_number is not null as is_reading
    from arrivals
    where loft_id = ${loft_id} and flight_id = any(${of.flight_ids}::bigint[])
      and (flight_id = ${of.corrected ?? 0} or pigeon_id = any(${list(isWhole ? [] : of.birds)}))
    order by flight_id, seq`,
    (row, at) => {
      const [flight_id, pigeon_id, number] = [row.flight_id[at]!, row.pigeon_id[at]!, row.number[at]!];
      const time_ms = row.time_ms[at]!;
      if (flight_id !== flight) {
        for (const home of last.values()) arrivals.push(home);
        [flight, last] = [flight_id, new Map()];
      }
      if (time_ms === null) last.delete(pigeon_id);
      else last.set(pigeon_id, { flight_id, pigeon_id, time_ms, number, is_reading: row.is_reading[at]!, key: null });
    },
  );
  for (const home of last.values()) arrivals.push(home);
  return arrivals;
}

/**
 * The rows of a query, which come as one JSON list for each column: of thousands of rows that takes the program a third
 * of the time.
 */
async function columns<Row extends object, Made>(
  tx: Tx,
  names: readonly (string & keyof Row)[],
  query: RawBuilder<unknown>,
  make: (lists: { [Name in keyof Row]: Row[Name][] }, at: number) => Made,
): Promise<Made[]> {
  const lists = sql.join(names.map((name) => sql`json_agg(${sql.ref(name)}) as ${sql.ref(name)}`));
  const { rows } = await sql<{ [Name in keyof Row]: Row[Name][] }>`select ${lists} from (${query}) rows`.execute(tx);
  const [answer] = rows;
  const first: unknown[] | null = answer![names[0]!];
  return (first ?? []).map((_, at) => make(answer!, at));
}
