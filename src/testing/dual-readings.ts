// Birds that several clocks read, and what people rule on such readings (A8): every reading is kept, and one of them
// counts for each bird and race.

import {
  type Facts,
  type LedgerEntry,
  type Projection,
  placeOf,
  project,
  type Reading,
} from '#domain/arrivals/project.ts';
import { delivered } from './ledger-histories.ts';
import { type Random, seededRandom } from './proof.ts';

const loft_id = 1;
const hour = 3_600_000;
const flights = [20, 30] as const;

interface History {
  entries: LedgerEntry[];
  birds: number;
  /** The release of the second race, epoch ms: a reading before it is of the first. */
  next_ms: number;
  facts: Facts;
}

/**
 * Two races of a few birds with three clocks, each bird read up to five times: within a second, in the same microsecond,
 * by one clock twice; of its readings some are withdrawn, and some birds disqualified, and each of that is withdrawn
 * again.
 */
function dualHistory(random: Random): History {
  const release_ms = Date.UTC(2026, 8, 5, 6) + random(600) * 1000;
  const birds = 2 + random(6);
  const entries: LedgerEntry[] = [];
  const sequences = [0, 0, 0];
  const next = () => entries.length + 1;
  const read = (bird: number, time_us: number) => {
    const clock = random(3);
    sequences[clock]! += 1;
    const key = { device_id: clock + 1, boot: 'b', sequence: sequences[clock]! };
    entries.push({ kind: 'reading', number: next(), ...key, chip: `chip ${bird}`, time_us });
  };
  for (const at of [3, 27])
    for (let bird = 1; bird <= birds; bird += 1) {
      const home_us = (release_ms + at * hour + random(5) * 400) * 1000 + random(1000);
      for (let times = random(6); times > 0; times -= 1)
        read(bird, random(2) === 0 ? home_us : home_us + random(2_000_000) - 1_000_000);
    }
  for (let times = random(5); times > 0; times -= 1) {
    const bird = 1 + random(birds);
    if (random(2) === 0)
      entries.push({ kind: 'disqualified', number: next(), flight_id: flights[random(2)]!, pigeon_id: bird });
    // Also of one that withdraws another.
    else if (entries.length) entries.push({ kind: 'void', number: next(), voids: 1 + random(entries.length) });
  }
  return {
    entries,
    birds,
    next_ms: release_ms + 24 * hour,
    facts: {
      loft_id,
      flights: flights.map((flight_id, at) => ({
        flight_id,
        release_ms: release_ms + at * 24 * hour,
        closes_ms: release_ms + (at * 24 + 12) * hour,
        open: true,
      })),
      baskets: new Map(Array.from({ length: birds }, (_, bird) => [bird + 1, [...flights]])),
      chips: Array.from({ length: birds }, (_, bird) => ({
        chip: `chip ${bird + 1}`,
        loft_id,
        pigeon_id: bird + 1,
        from_ms: null,
        to_ms: null,
      })),
    },
  };
}

/** Whether an entry is withdrawn, by the definition alone. */
const isVoid = (entries: readonly LedgerEntry[], number: number): boolean =>
  entries.some((entry) => entry.kind === 'void' && entry.voids === number && !isVoid(entries, entry.number));

const disqualifiedBy = (entries: readonly LedgerEntry[]) =>
  new Set(
    entries.flatMap((entry) => (entry.kind === 'disqualified' && !isVoid(entries, entry.number) ? placeOf(entry) : [])),
  );

/** The faults of a program that the check must find. */
export type DualFault =
  /** A reading of the same chip at the same moment is thrown away, as a unique key over both does. */
  | 'unique chip and time'
  /** A withdrawn entry counts all the same. */
  | 'void forgotten'
  /** A disqualified bird counts all the same. */
  | 'disqualification forgotten';

/** What the check found. */
export interface DualCheck {
  /** Histories that failed. */
  failures: number;
  /** Readings that were sent. */
  readings: number;
  /** Birds that several readings of one race, and those that several of one microsecond, are of. */
  dual: number;
  same_microsecond: number;
  /** Entries that withdraw another, and that disqualify a bird. */
  voids: number;
  disqualified: number;
}

/**
 * A8: every reading sent is kept and has one outcome; each bird has one arrival in each race, of its readings that are
 * not withdrawn the one with the earliest time and then the lowest key, or none where it has no such reading or is
 * disqualified. The same in two other orders of delivery.
 */
export function checkDualReadings(of: { histories: number; seed: number; fault?: DualFault }): DualCheck {
  const check = { failures: 0, readings: 0, dual: 0, same_microsecond: 0, voids: 0, disqualified: 0 };
  for (let index = 0; index < of.histories; index += 1) {
    const random = seededRandom(of.seed + index * 7_919);
    const history = dualHistory(random);
    const { entries } = history;
    const sent = entries.filter((entry) => entry.kind === 'reading');
    const byBird = [
      ...Map.groupBy(sent, ({ chip, time_us }) => `${chip} ${time_us < history.next_ms * 1000}`).values(),
    ];
    const moments = Map.groupBy(sent, ({ chip, time_us }) => `${chip} ${time_us}`);
    check.readings += sent.length;
    check.dual += byBird.filter((own) => own.length > 1).length;
    check.same_microsecond += [...moments.values()].filter((own) => own.length > 1).length;
    check.voids += entries.filter(({ kind }) => kind === 'void').length;
    check.disqualified += entries.filter(({ kind }) => kind === 'disqualified').length;
    const expected = expectedOf(history);
    const stored = storedOf(entries, of.fault);
    const out = of.fault === 'disqualification forgotten' ? new Set<string>() : disqualifiedBy(stored);
    const facts = { ...history.facts, disqualified: out };
    const orders = [stored, delivered(stored, random), delivered(stored, random)];
    if (!orders.every((order) => agrees(project(facts, order), sent, expected))) check.failures += 1;
  }
  return check;
}

function agrees(
  { arrivals, repeated, unranked }: Projection,
  sent: readonly Reading[],
  expected: ReadonlyMap<string, number>,
): boolean {
  const kept = [...arrivals, ...repeated, ...unranked].map(({ number }) => number).sort((a, b) => a - b);
  const isKept = kept.length === sent.length && sent.every(({ number }, at) => kept[at] === number);
  const isCounted = arrivals.every((home) => expected.get(placeOf(home)) === home.number);
  return isKept && isCounted && arrivals.length === expected.size;
}

function storedOf(entries: readonly LedgerEntry[], fault: DualFault | undefined): LedgerEntry[] {
  if (fault === 'void forgotten') return entries.filter(({ kind }) => kind !== 'void');
  if (fault !== 'unique chip and time') return [...entries];
  const known = new Set<string>();
  return entries.filter((entry) => {
    if (entry.kind !== 'reading') return true;
    const key = `${entry.chip} ${entry.time_us}`;
    return !known.has(key) && known.add(key);
  });
}

/** The readings that count, by bird and race, literally as the rule says. */
function expectedOf({ entries, birds, next_ms }: History): Map<string, number> {
  const out = disqualifiedBy(entries);
  const expected = new Map<string, number>();
  for (const [at, flight_id] of flights.entries())
    for (let pigeon_id = 1; pigeon_id <= birds; pigeon_id += 1) {
      const place = placeOf({ flight_id, pigeon_id });
      const [first] = entries
        .filter((entry) => entry.kind === 'reading')
        .filter(({ chip, number }) => chip === `chip ${pigeon_id}` && !isVoid(entries, number))
        .filter(({ time_us }) => time_us < next_ms * 1000 === (at === 0))
        .sort((a, b) => ms(a) - ms(b) || a.device_id - b.device_id || a.sequence - b.sequence);
      if (first && !out.has(place)) expected.set(place, first.number);
    }
  return expected;
}

const ms = ({ time_us }: Reading) => Math.floor(time_us / 1000);
