// The projection of a loft's ledger to arrivals. The ledger holds readings of clocks and declarations of people; no
// entry is ever altered. The outcome of every entry is a pure function of the ledger: entries may come twice, late and
// in any order.

import type { UnrankedReason } from '#domain/arrivals/contract.ts';
import type { RankFrame } from '#domain/arrivals/rank.ts';
import type { ClosedInterval } from '#domain/flights/night.ts';
import type { PigeonKey } from '#domain/keys.ts';

/** The permanent key of a reading: its clock, the boot of the clock, and the sequence number within it. */
export interface ReadingKey {
  device_id: number;
  boot: string;
  sequence: number;
}

/** A chip seen by an antenna; `time_us` is the clock's own time, epoch microseconds, never corrected in place. */
export interface Reading extends ReadingKey {
  kind: 'reading';
  number: number;
  chip: string;
  time_us: number;
}

/**
 * How far a clock was behind the true time, for its own times in [from, to) (null: without that end): true time = own
 * time + offset. It applies to all boots of the clock, or to the one it names. Of several the last declared applies.
 */
export interface Offset {
  kind: 'offset';
  number: number;
  device_id: number;
  boot: string | null;
  from_us: number | null;
  to_us: number | null;
  offset_ms: number;
}

/** Whether an offset is for one moment of its clock: its reading counts at another time, the clock is not corrected. */
export const isOfMoment = ({ from_us, to_us }: Pick<Offset, 'from_us' | 'to_us'>): boolean =>
  from_us !== null && to_us === from_us + 1;

/** Withdraws an entry; a withdrawal can be withdrawn itself. */
export interface Void {
  kind: 'void';
  number: number;
  /** The number of an earlier entry. */
  voids: number;
}

/** A bird that came home in a flight without a reading. */
export interface ManualArrival {
  kind: 'manual';
  number: number;
  flight_id: number;
  pigeon_id: number;
  time_ms: number;
}

/** A bird has no place in a flight, whatever was read of it; the facts say which ones are disqualified now. */
export interface Disqualified {
  kind: 'disqualified';
  number: number;
  flight_id: number;
  pigeon_id: number;
}

/**
 * Two birds of a flight carried each other's chips: what clocks read of one counts for the other, in this flight alone.
 * A manual arrival names its bird by itself and stays.
 */
export interface Exchanged {
  kind: 'exchanged';
  number: number;
  flight_id: number;
  pigeon_id: number;
  /** The other bird; both are basketed in the flight. */
  other_id: number;
}

/**
 * The birds of a flight were released; with a group, the birds of a later group of it. Of several about the same flight
 * and group the last declared applies; a later group without birds is none.
 */
export interface Release {
  kind: 'release';
  number: number;
  flight_id: number;
  release_ms: number;
  /** `group`: 2 or more, the first one is the release of the flight. */
  later?: { group: number; pigeon_ids: readonly number[] };
}

/** A version of the rules of a flight with the values computed from them. Of several the last declared applies. */
export interface RulesVersion {
  kind: 'rules';
  number: number;
  flight_id: number;
  rules: RankFrame['rules'];
  closed: readonly ClosedInterval[];
  /** Epoch ms; null: the race does not close by itself. */
  closes_ms: number | null;
}

/** `number` is the entry's place in the chain of its loft. */
export type LedgerEntry = Reading | Offset | Void | ManualArrival | Disqualified | Exchanged | Release | RulesVersion;

/** Why a stored entry has no place in a result (A9). */
export type Unranked = UnrankedReason | 'void';

/** A flight as far as the matching of readings needs it. */
export interface FlightWindow {
  flight_id: number;
  /** Epoch ms; null: not yet released. */
  release_ms: number | null;
  /** The releases of the birds of later groups, by pigeon, epoch ms; absent: there are none. */
  released?: ReadonlyMap<number, number>;
  /** Epoch ms of the last moment that counts; null: none. */
  closes_ms: number | null;
  /** Whether it takes arrivals: released, closed or provisional. */
  open: boolean;
  /**
   * The last entry of the ledger when its result became official for the first time; null or absent: it never was. A
   * reading that came later counts only where its bird was entered by hand since then.
   */
  official_head?: number | null;
  is_replay?: boolean;
}

/** A reading that counts for a flight. */
export interface Match {
  flight_id: number;
  pigeon_id: number;
  time_ms: number;
}

/**
 * Matches one reading. Of the flights the pigeon is basketed in, it belongs to the one released last before it.
 *
 * @param reading its corrected time, epoch ms
 * @param chip the chip's pigeon at that time; null: none
 * @param loft_id the loft of the clock
 * @param flights the flights of this loft that the pigeon is basketed in, in any order, each with the release of its
 * own group
 * @returns the match, or why there is none
 */
export function matchReading(
  reading: { time_ms: number },
  chip: PigeonKey | null,
  loft_id: number,
  flights: readonly FlightWindow[],
): Match | UnrankedReason {
  if (!chip) return 'unknown_chip';
  if (chip.loft_id !== loft_id) return 'wrong_loft';
  if (flights.length === 0) return 'not_basketed';
  const last = releasedLast(reading.time_ms, flights);
  if (!last) return 'before_release';
  if (!takes(last, reading.time_ms)) return 'after_close';
  return { flight_id: last.flight_id, pigeon_id: chip.pigeon_id, time_ms: reading.time_ms };
}

function releasedLast(time_ms: number, flights: readonly FlightWindow[]): FlightWindow | undefined {
  let last: FlightWindow | undefined;
  for (const flight of flights) {
    const { release_ms, flight_id } = flight;
    if (release_ms === null || release_ms > time_ms) continue;
    const before_ms = last?.release_ms ?? -Infinity;
    if (release_ms > before_ms || (release_ms === before_ms && flight_id > last!.flight_id)) last = flight;
  }
  return last;
}

/** A flight with the release that counts for a bird: that of its own group. */
const forBird = (flight: FlightWindow, pigeon_id: number): FlightWindow => {
  const release_ms = flight.released?.get(pigeon_id);
  return release_ms === undefined ? flight : { ...flight, release_ms };
};

/** Whether an entry of the ledger came after the result of a flight was official. */
export const isAfterOfficial = (
  { official_head = null }: Pick<FlightWindow, 'official_head'>,
  number: number,
): boolean => official_head !== null && number > official_head;

const takes = ({ open, closes_ms }: FlightWindow, time_ms: number) =>
  open && (closes_ms === null || time_ms <= closes_ms);

/** A pigeon wearing a chip, from an instant on (null: ever since) up to but not including another (null: still). */
export interface ChipHeld {
  chip: string;
  loft_id: number;
  pigeon_id: number;
  from_ms: number | null;
  to_ms: number | null;
}

/** The facts about birds, flights and clocks that the entries are judged by. */
export interface Facts {
  loft_id: number;
  flights: readonly FlightWindow[];
  /** The flights that each pigeon is basketed in. */
  baskets: ReadonlyMap<number, readonly number[]>;
  chips: readonly ChipHeld[];
  /** The birds that are disqualified in a flight, by {@link placeOf}. */
  disqualified?: ReadonlySet<string>;
  /** Clocks of a replay, with its flight: they record for that flight only, and no other clock records for it. */
  replays?: ReadonlyMap<number, number>;
  /** Arrivals by earlier entries whose facts have not changed, so that they need not be projected again. */
  arrivals?: readonly Arrival[];
}

/** A bird home in a flight, with the entry behind it; `key` is that of a reading. */
export interface Arrival extends Match {
  number: number;
  key: ReadingKey | null;
}

/**
 * The outcome of readings and manual arrivals: each is in exactly one of the three lists, which are in order of time.
 */
export interface Projection {
  /** The arrival that counts for each bird and flight, including those known before. */
  arrivals: Arrival[];
  /** Further arrivals of a bird already home. */
  repeated: Arrival[];
  /**
   * `is_settled`: refused only because its flight takes no more arrivals; the flight may have an arrival by this entry.
   */
  unranked: {
    number: number;
    key: ReadingKey | null;
    reason: Unranked;
    pigeon_id: number | null;
    is_settled: boolean;
  }[];
}

/**
 * The corrected time of a reading, epoch ms, cut to the whole millisecond. Without an offset the clock's own time
 * stands.
 */
export function correctedTime(reading: { time_us: number }, offset: { offset_ms: number } | undefined): number {
  return Math.floor((reading.time_us + Math.round((offset?.offset_ms ?? 0) * 1000)) / 1000);
}

/** A predicate by the number of an entry: whether an entry that is not withdrawn itself withdraws it. */
export function withdrawals(entries: Iterable<LedgerEntry>): (number: number) => boolean {
  const voids = new Map<number, number[]>();
  for (const entry of entries) {
    if (entry.kind !== 'void') continue;
    const known = voids.get(entry.voids);
    if (known) known.push(entry.number);
    else voids.set(entry.voids, [entry.number]);
  }
  const isVoid = (number: number): boolean => voids.get(number)?.some((by) => !isVoid(by)) ?? false;
  return isVoid;
}

/** The last declared entry of each subject. */
function lastOf<Entry extends LedgerEntry>(entries: readonly Entry[], subject: (entry: Entry) => unknown): Entry[] {
  const last = new Map<unknown, Entry>();
  for (const entry of entries) {
    const known = last.get(subject(entry));
    if (!known || entry.number > known.number) last.set(subject(entry), entry);
  }
  return [...last.values()];
}

/**
 * The flights with the releases and rules that the ledger declares for them.
 * @param entries without those that are withdrawn
 */
export function declaredFlights<Flight extends FlightWindow>(
  flights: readonly Flight[],
  entries: readonly LedgerEntry[],
): Flight[] {
  const releases = lastOf(
    entries.filter((entry) => entry.kind === 'release'),
    ({ flight_id, later }) => `${flight_id} ${later?.group ?? 1}`,
  );
  const groups = Map.groupBy(
    releases.filter(({ later }) => later),
    ({ flight_id }) => flight_id,
  );
  const rules = lastOf(
    entries.filter((entry) => entry.kind === 'rules'),
    ({ flight_id }) => flight_id,
  );
  const released = new Map(
    releases.filter(({ later }) => !later).map(({ flight_id, release_ms }) => [flight_id, release_ms]),
  );
  const closes = new Map(rules.map(({ flight_id, closes_ms }) => [flight_id, closes_ms]));
  return flights.map((flight) => ({
    ...flight,
    release_ms: released.get(flight.flight_id) ?? flight.release_ms,
    ...(groups.has(flight.flight_id) && { released: releasesOf(groups.get(flight.flight_id)!) }),
    closes_ms: closes.has(flight.flight_id) ? closes.get(flight.flight_id)! : flight.closes_ms,
  }));
}

/** The releases of the birds of later groups, by pigeon. */
function releasesOf(groups: readonly Release[]): Map<number, number> {
  const inOrder = groups.toSorted((a, b) => a.later!.group - b.later!.group);
  return new Map(
    inOrder.flatMap(({ release_ms, later }) => later!.pigeon_ids.map((pigeon_id) => [pigeon_id, release_ms] as const)),
  );
}

/**
 * The exchanges that apply: a bird is exchanged with one other in a flight, by the entry that was declared last.
 * @param entries without those that are withdrawn
 */
export function exchangesThatApply(entries: readonly LedgerEntry[]): Exchanged[] {
  const taken = new Set<string>();
  const latest = entries.filter((entry) => entry.kind === 'exchanged').sort((a, b) => b.number - a.number);
  return latest.filter(({ flight_id, pigeon_id, other_id }) => {
    const both = [pigeon_id, other_id].map((one) => placeOf({ flight_id, pigeon_id: one }));
    if (both.some((place) => taken.has(place))) return false;
    for (const place of both) taken.add(place);
    return true;
  });
}

/** The bird that the readings of one count for in a flight: itself, or the one that it is exchanged with. */
function creditsBy(entries: readonly LedgerEntry[]): (flight_id: number, pigeon_id: number) => number {
  const inFlights = Map.groupBy(exchangesThatApply(entries), ({ flight_id }) => flight_id);
  return (flight_id, pigeon_id) => {
    for (const one of inFlights.get(flight_id) ?? []) {
      if (one.pigeon_id === pigeon_id) return one.other_id;
      if (one.other_id === pigeon_id) return one.pigeon_id;
    }
    return pigeon_id;
  };
}

/**
 * Projects entries of a loft's ledger. Each bird counts in a flight with its earliest corrected reading or manual
 * arrival; readings of the same millisecond go by device, boot and sequence, and before a manual arrival.
 *
 * Some entries can be projected at a time, with the outcome of the others as `facts.arrivals`: as long as no fact
 * behind the others has changed, the result is the same as for all entries at once.
 */
export function project(facts: Facts, ledger: Iterable<LedgerEntry>): Projection {
  const anew = new Map<number, LedgerEntry>();
  for (const entry of ledger) anew.set(entry.number, entry);
  const entries = [...anew.values()];
  const isVoid = withdrawals(entries);
  const valid = entries.filter(({ number }) => !isVoid(number));
  const offsetOf = offsetsBy(entries);
  const flights = new Map(declaredFlights(facts.flights, valid).map((flight) => [flight.flight_id, flight]));
  const chips = Map.groupBy(facts.chips, ({ chip }) => chip);
  const creditedTo = creditsBy(valid);
  const disqualified = facts.disqualified?.size ? facts.disqualified : null;
  const entered = new Map<string, number>();
  for (const entry of valid)
    if (entry.kind === 'manual') entered.set(placeOf(entry), Math.max(entry.number, entered.get(placeOf(entry)) ?? 0));

  const judged: Judged[] = [];
  for (const entry of entries) {
    if (entry.kind === 'reading') judged.push(judgeReading(entry));
    else if (entry.kind === 'manual') judged.push(judgeManual(entry));
  }
  judged.sort((a, b) => compareArrivals(a.home, b.home));

  const first = knownByPlace<Arrival>();
  for (const home of facts.arrivals ?? []) if (!anew.has(home.number)) first.set(home, home);
  const projection: Projection = { arrivals: [], repeated: [], unranked: [] };
  for (const { home, reason, pigeon_id, is_settled } of judged) {
    if (reason !== null) {
      projection.unranked.push({ number: home.number, key: home.key, reason, pigeon_id, is_settled });
      continue;
    }
    const known = first.get(home);
    if (!known || compareArrivals(home, known) < 0) {
      first.set(home, home);
      if (known) projection.repeated.push(known);
    } else projection.repeated.push(home);
  }
  projection.arrivals = first.all().sort(compareArrivals);
  projection.repeated.sort(compareArrivals);
  return projection;

  function judgeReading(reading: Reading): Judged {
    const { number, device_id, boot, sequence, chip, time_us } = reading;
    const time_ms = correctedTime({ time_us }, offsetOf(reading));
    const held = chips
      .get(chip)
      ?.find(({ from_ms, to_ms }) => (from_ms ?? time_ms) <= time_ms && time_ms < (to_ms ?? Infinity));
    const replay = facts.replays?.get(device_id);
    const basketed: FlightWindow[] = [];
    for (const flight_id of (held && facts.baskets.get(held.pigeon_id)) ?? []) {
      const flight = flights.get(flight_id);
      if (flight && (flight.is_replay ? flight_id === replay : replay === undefined))
        basketed.push(forBird(flight, creditedTo(flight_id, held!.pigeon_id)));
    }
    const last = releasedLast(time_ms, basketed);
    const worn = held && {
      loft_id: held.loft_id,
      pigeon_id: last ? creditedTo(last.flight_id, held.pigeon_id) : held.pigeon_id,
    };
    const match = matchReading({ time_ms }, worn ?? null, facts.loft_id, basketed);
    const { flight_id, pigeon_id } = typeof match === 'string' ? nowhere : match;
    let reason: Unranked | null = null;
    if (isVoid(number)) reason = 'void';
    else if (typeof match === 'string') reason = match;
    else if (disqualified?.has(placeOf(match))) reason = 'disqualified';
    else if (isAfterOfficial(last!, number) && (entered.get(placeOf(match)) ?? 0) < number) reason = 'after_close';
    return {
      home: { flight_id, pigeon_id, time_ms, number, key: { device_id, boot, sequence } },
      reason,
      pigeon_id: worn?.pigeon_id ?? null,
      is_settled: reason === 'after_close' && !last!.open,
    };
  }

  function judgeManual({ number, flight_id, pigeon_id, time_ms }: ManualArrival): Judged {
    const known = flights.get(flight_id);
    const flight = known && forBird(known, pigeon_id);
    let reason: Unranked | null = null;
    if (isVoid(number)) reason = 'void';
    else if (!flight || !facts.baskets.get(pigeon_id)?.includes(flight_id)) reason = 'not_basketed';
    else if (flight.release_ms === null || time_ms < flight.release_ms) reason = 'before_release';
    else if (!takes(flight, time_ms)) reason = 'after_close';
    else if (disqualified?.has(placeOf({ flight_id, pigeon_id }))) reason = 'disqualified';
    return {
      home: { flight_id, pigeon_id, time_ms, number, key: null },
      reason,
      pigeon_id,
      is_settled: reason === 'after_close' && !flight!.open,
    };
  }
}

/** An entry with its time, and why it does not count; null when it does. */
interface Judged {
  home: Arrival;
  reason: Unranked | null;
  pigeon_id: number | null;
  is_settled: boolean;
}

const nowhere = { flight_id: 0, pigeon_id: 0 };

/** What is known of birds in flights: of thousands it is found by two numbers faster than by a text of both. */
export function knownByPlace<Known>() {
  const flights = new Map<number, Map<number, Known>>();
  return {
    get: ({ flight_id, pigeon_id }: Place): Known | undefined => flights.get(flight_id)?.get(pigeon_id),
    set({ flight_id, pigeon_id }: Place, known: Known): void {
      const birds = flights.get(flight_id);
      if (birds) birds.set(pigeon_id, known);
      else flights.set(flight_id, new Map([[pigeon_id, known]]));
    },
    delete({ flight_id, pigeon_id }: Place): void {
      flights.get(flight_id)?.delete(pigeon_id);
    },
    all: (): Known[] => [...flights.values()].flatMap((birds) => [...birds.values()]),
  };
}

type Place = Pick<Match, 'flight_id' | 'pigeon_id'>;

/** The key of a bird in a flight. */
export const placeOf = ({ flight_id, pigeon_id }: Place) => `${flight_id} ${pigeon_id}`;

/** The offset that applies to a reading, by its clock and its own time, of those that are not withdrawn. */
export function offsetsBy(
  entries: readonly LedgerEntry[],
): (reading: Omit<Reading, 'kind' | 'number' | 'chip'>) => Offset | undefined {
  const isVoid = withdrawals(entries);
  const valid = entries.filter((entry) => entry.kind === 'offset').filter(({ number }) => !isVoid(number));
  const offsets = Map.groupBy(
    valid.sort((a, b) => b.number - a.number),
    ({ device_id }) => device_id,
  );
  return (reading) => offsets.get(reading.device_id)?.find((offset) => corrects(offset, reading));
}

function corrects({ boot, from_us, to_us }: Offset, reading: Pick<Reading, 'boot' | 'time_us'>): boolean {
  return (
    (boot === null || boot === reading.boot) &&
    (from_us === null || from_us <= reading.time_us) &&
    (to_us === null || reading.time_us < to_us)
  );
}

/** Orders arrivals by time; those of the same millisecond by the keys of their readings, manual arrivals last. */
export function compareArrivals(a: Omit<Arrival, keyof Match> & Pick<Match, 'time_ms'>, b: typeof a): number {
  if (a.time_ms !== b.time_ms) return a.time_ms - b.time_ms;
  if (a.key && b.key) return compareKeys(a.key, b.key);
  if (a.key || b.key) return a.key ? -1 : 1;
  return a.number - b.number;
}

/** Orders readings by clock, boot and sequence; the same on every machine. */
export function compareKeys(a: ReadingKey, b: ReadingKey): number {
  if (a.device_id !== b.device_id) return a.device_id - b.device_id;
  if (a.boot !== b.boot) return a.boot < b.boot ? -1 : 1;
  return a.sequence - b.sequence;
}
