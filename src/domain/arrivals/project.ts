// From the ledger of a loft to the result of a race. The ledger holds what clocks read and what people later ruled;
// nothing in it is ever altered. The result is a pure function of it: entries may come twice, late and in any order.

import { type Ranked, type RankFrame, rank } from '#domain/arrivals/rank.ts';
import type { ClosedInterval } from '#domain/flights/night.ts';

/** What names a reading for ever: the clock, its start-up, its running number there. */
export interface ReadingKey {
  device_id: number;
  boot: string;
  sequence: number;
}

/** A chip seen by an antenna; `time_us` is the clock's own time, epoch microseconds, never corrected in place. */
export interface Reading extends ReadingKey {
  kind: 'reading';
  chip: string;
  time_us: number;
  /** The step of the clock: its true time lies within [time, time + resolution). */
  resolution_ms: number;
  antenna?: string | null;
}

/** How far a clock was from the true time since it started: true time = time_us + offset. The greatest n holds. */
export interface ClockOffset {
  kind: 'clock-offset';
  device_id: number;
  boot: string;
  offset_ms: number;
  uncertainty_ms: number;
  n: number;
}

/** A ruling that a reading does not count. */
export interface Void extends ReadingKey {
  kind: 'void';
  n: number;
}

/** A version of the rules of the race with what was worked out from them. The greatest n holds. */
export interface RulesVersion {
  kind: 'rules';
  n: number;
  rules: RankFrame['rules'];
  closed: readonly ClosedInterval[];
  /** Epoch ms; null: the race does not close by itself. */
  closes_ms: number | null;
}

export type LedgerEntry = Reading | ClockOffset | Void | RulesVersion;

/** Why a reading that is kept has no place in a result (A9). */
export type Unranked = 'unknown_chip' | 'not_basketed' | 'before_release' | 'after_close' | 'wrong_loft' | 'void';

/** A flight as the matching of readings sees it. */
export interface FlightWindow {
  flight_id: number;
  /** Epoch ms; null: not yet released. */
  release_ms: number | null;
  /** Epoch ms of the last moment that counts; null: none. */
  closes_ms: number | null;
  /** Whether it may still take arrivals: released, closed or provisional. */
  open: boolean;
}

/** A reading that counts for a flight. */
export interface Match {
  flight_id: number;
  pigeon_id: number;
  time_ms: number;
}

/**
 * Decides on one reading. Of the flights the pigeon is basketed in, it belongs to the one released last before it.
 * @param reading its corrected time, epoch ms
 * @param chip whose chip it was at that time; null: nobody's
 * @param loft_id the loft of the clock
 * @param flights the flights of this loft that the pigeon is basketed in, in any order
 * @returns the match, or why there is none
 */
export function matchReading(
  reading: { time_ms: number },
  chip: { loft_id: number; pigeon_id: number } | null,
  loft_id: number,
  flights: readonly FlightWindow[],
): Match | Exclude<Unranked, 'void'> {
  if (!chip) return 'unknown_chip';
  if (chip.loft_id !== loft_id) return 'wrong_loft';
  if (flights.length === 0) return 'not_basketed';
  let last: (FlightWindow & { release_ms: number }) | undefined;
  for (const flight of flights) {
    const { release_ms } = flight;
    if (release_ms === null || release_ms > reading.time_ms) continue;
    const later = !last || release_ms > last.release_ms;
    if (later || (release_ms === last?.release_ms && flight.flight_id > last.flight_id))
      last = { ...flight, release_ms };
  }
  if (!last) return 'before_release';
  if (!last.open || (last.closes_ms !== null && reading.time_ms > last.closes_ms)) return 'after_close';
  return { flight_id: last.flight_id, pigeon_id: chip.pigeon_id, time_ms: reading.time_ms };
}

/** A pigeon wearing a chip, from an instant on (null: ever since) up to but not including another (null: still). */
export interface ChipHeld {
  chip: string;
  loft_id: number;
  pigeon_id: number;
  from_ms: number | null;
  to_ms: number | null;
}

/** What the projection of a race needs besides the ledger. */
export interface ProjectFrame extends Omit<RankFrame, 'release_ms'> {
  loft_id: number;
  /** The race whose result is wanted; it is one of `flights`. */
  flight_id: number;
  /** The flights of the loft with the pigeons basketed for each. */
  flights: readonly (FlightWindow & { pigeon_ids: ReadonlySet<number> })[];
  chips: readonly ChipHeld[];
}

/** A line of the result with the reading it stands on. */
export interface RankedReading extends Ranked, ReadingKey {}

/** Where every reading of the ledger went: each one is in exactly one of the four. */
export interface Projection {
  ranked: RankedReading[];
  /** Further readings of a bird already home. */
  repeated: ReadingKey[];
  /** Readings that belong to another flight. */
  elsewhere: ReadingKey[];
  unranked: (ReadingKey & { reason: Unranked })[];
}

/** What of a ledger bears on results, kept between deliveries. */
export interface Ledger {
  readings: Map<string, Reading>;
  offsets: Map<string, ClockOffset>;
  voids: Set<string>;
  rules: RulesVersion | null;
}

/** A ledger nothing was delivered to yet. */
export function emptyLedger(): Ledger {
  return { readings: new Map(), offsets: new Map(), voids: new Set(), rules: null };
}

/** Adds entries to a ledger, in place. One that is there already changes nothing. */
export function addEntries(ledger: Ledger, entries: Iterable<LedgerEntry>): void {
  for (const entry of entries) {
    if (entry.kind === 'reading') {
      ledger.readings.set(nameOf(entry), entry);
    } else if (entry.kind === 'void') {
      ledger.voids.add(nameOf(entry));
    } else if (entry.kind === 'rules') {
      if (!ledger.rules || entry.n > ledger.rules.n) ledger.rules = entry;
    } else {
      const clock = `${entry.device_id} ${entry.boot}`;
      const known = ledger.offsets.get(clock);
      if (!known || entry.n > known.n) ledger.offsets.set(clock, entry);
    }
  }
}

/**
 * The corrected time of a reading, epoch ms, cut to the whole millisecond. Without an offset the clock is taken at its
 * word.
 */
export function correctedTime(reading: { time_us: number }, offset: { offset_ms: number } | undefined): number {
  return Math.floor((reading.time_us + Math.round((offset?.offset_ms ?? 0) * 1000)) / 1000);
}

/**
 * The result of a race as the ledger stands. Each bird counts with its earliest corrected reading; readings of the same
 * millisecond go by device, boot and sequence.
 */
export function projectLedger(ledger: Ledger, frame: ProjectFrame): Projection {
  const { rules, closed } = ledger.rules ?? frame;
  const flights = frame.flights.map((flight) =>
    ledger.rules && flight.flight_id === frame.flight_id ? { ...flight, closes_ms: ledger.rules.closes_ms } : flight,
  );
  const chips = Map.groupBy(frame.chips, (held) => held.chip);
  const projection: Projection = { ranked: [], repeated: [], elsewhere: [], unranked: [] };
  const counted = new Map<number, { key: ReadingKey; time_ms: number }>();

  const timed = [...ledger.readings].map(([name, reading]) => {
    const time_ms = correctedTime(reading, ledger.offsets.get(`${reading.device_id} ${reading.boot}`));
    return { name, chip: reading.chip, key: keyOf(reading), time_ms };
  });
  timed.sort((a, b) => a.time_ms - b.time_ms || compareKeys(a.key, b.key));

  for (const { name, chip, key, time_ms } of timed) {
    const held = chips
      .get(chip)
      ?.find((span) => (span.from_ms ?? time_ms) <= time_ms && time_ms < (span.to_ms ?? Infinity));
    const basketed = flights.filter((flight) => held && flight.pigeon_ids.has(held.pigeon_id));
    const match = ledger.voids.has(name) ? 'void' : matchReading({ time_ms }, held ?? null, frame.loft_id, basketed);
    if (typeof match === 'string') projection.unranked.push({ ...key, reason: match });
    else if (match.flight_id !== frame.flight_id) projection.elsewhere.push(key);
    else if (counted.has(match.pigeon_id)) projection.repeated.push(key);
    else counted.set(match.pigeon_id, { key, time_ms });
  }

  const release_ms = flights.find((flight) => flight.flight_id === frame.flight_id)?.release_ms;
  if (typeof release_ms === 'number') {
    const homes = [...counted].map(([pigeon_id, { time_ms }]) => ({ pigeon_id, time_ms }));
    const { distance_m, day_starts } = frame;
    for (const line of rank(homes, { release_ms, distance_m, closed, rules, day_starts })) {
      projection.ranked.push({ ...line, ...counted.get(line.pigeon_id)!.key });
    }
  }
  return projection;
}

/** The result of a race from all entries at once, see `projectLedger`. */
export function project(entries: Iterable<LedgerEntry>, frame: ProjectFrame): Projection {
  const ledger = emptyLedger();
  addEntries(ledger, entries);
  return projectLedger(ledger, frame);
}

/** Orders readings by clock, start-up and running number; the same on every machine. */
export function compareKeys(a: ReadingKey, b: ReadingKey): number {
  if (a.device_id !== b.device_id) return a.device_id - b.device_id;
  if (a.boot !== b.boot) return a.boot < b.boot ? -1 : 1;
  return a.sequence - b.sequence;
}

function keyOf({ device_id, boot, sequence }: ReadingKey): ReadingKey {
  return { device_id, boot, sequence };
}

function nameOf(key: ReadingKey): string {
  return `${key.device_id} ${key.boot} ${key.sequence}`;
}
