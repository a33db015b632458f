// Random histories of a loft's ledger and the checks that each of them must pass: the result does not depend on the
// order of delivery (A4), every reading is accounted for (A9).

import {
  type Arrival,
  type ChipHeld,
  compareArrivals,
  declaredFlights,
  type Facts,
  type FlightWindow,
  type LedgerEntry,
  type ManualArrival,
  project,
  type Reading,
  type ReadingKey,
  withdrawals,
} from '#domain/arrivals/project.ts';
import { type RankFrame, rank } from '#domain/arrivals/rank.ts';
import { type Random, seededRandom } from './proof.ts';

/** A race of a loft, its flights with the pigeons basketed for each, and its chips. */
export interface RaceFrame extends Omit<RankFrame, 'release_ms'> {
  loft_id: number;
  /** The race whose result is wanted; it is one of `flights`. */
  flight_id: number;
  flights: readonly (FlightWindow & { pigeon_ids: ReadonlySet<number> })[];
  chips: readonly ChipHeld[];
}

/** The entries of a loft's ledger about one race, in the order in which it happened, and the frame of that race. */
export interface History {
  entries: LedgerEntry[];
  frame: RaceFrame;
}

/** The facts of a race for the projection. */
function factsOf({ loft_id, flights, chips }: RaceFrame): Facts {
  const baskets = new Map<number, number[]>();
  for (const { flight_id, pigeon_ids } of flights)
    for (const pigeon_id of pigeon_ids) baskets.set(pigeon_id, [...(baskets.get(pigeon_id) ?? []), flight_id]);
  return { loft_id, flights, chips, baskets };
}

/** A reading by its key, a manual arrival by its number. */
const named = ({ key, number }: { key: ReadingKey | null; number: number }) => key ?? { manual: number };

/** The result of a race from all entries at once: who ranks by which entry, and the outcome of the others. */
export function resultOf(entries: readonly LedgerEntry[], frame: RaceFrame) {
  const { arrivals, repeated, unranked } = project(factsOf(frame), entries);
  const isVoid = withdrawals(entries);
  const here = ({ flight_id }: { flight_id: number }) => flight_id === frame.flight_id;
  const last = <Entry extends LedgerEntry & { flight_id: number }>(of: readonly Entry[]): Entry | undefined =>
    of.filter((entry) => here(entry) && !isVoid(entry.number)).sort((a, b) => b.number - a.number)[0];
  const { rules, closed } = last(entries.filter((entry) => entry.kind === 'rules')) ?? frame;
  const valid = entries.filter(({ number }) => !isVoid(number));
  const { release_ms, released = new Map<number, number>() } = declaredFlights(frame.flights, valid).find(here)!;
  const homes = new Map(arrivals.filter(here).map((home) => [home.pigeon_id, home]));
  const times = [...homes.values()].map(({ pigeon_id, time_ms }) => ({ pigeon_id, time_ms }));
  const { distance_m, day_starts } = frame;
  const later = new Map([...released].map(([pigeon_id, at_ms]) => [pigeon_id, at_ms - (release_ms ?? 0)]));
  const ranked = release_ms === null ? [] : rank(times, { release_ms, distance_m, closed, rules, day_starts, later });
  return {
    ranked: ranked.map((line) => ({ ...line, ...named(homes.get(line.pigeon_id)!) })),
    repeated: repeated.filter(here).map(named),
    elsewhere: [...arrivals, ...repeated]
      .filter((home) => !here(home))
      .sort(compareArrivals)
      .map(named),
    unranked: unranked.map((one) => ({ ...named(one), reason: one.reason })),
  };
}

const hour = 3_600_000;
const loft_id = 1;
const wanted = 20;

/**
 * Random declarations about a race, often about one another: manual arrivals, offsets for a period, repeated releases,
 * also of later groups,
 * birds that are exchanged, some of them again with another one, and voids of any entry, also of voids.
 */
function declared({ entries, frame }: History, random: Random): LedgerEntry[] {
  const added: LedgerEntry[] = [];
  const readings = entries.filter((entry) => entry.kind === 'reading');
  const { release_ms } = frame.flights.find(({ flight_id }) => flight_id === wanted)!;
  const one = <Thing>(things: readonly Thing[]) => things[random(things.length)]!;
  for (let times = random(8); times > 0; times -= 1) {
    const number = entries.length + added.length + 1;
    const { time_us, device_id } = one(readings);
    const what = random(12);
    if (what > 9) {
      const flight = frame.flights[random(4) === 0 ? 2 : 1]!;
      const [pigeon_id, other_id] = [one([...flight.pigeon_ids]), one([...flight.pigeon_ids])];
      if (pigeon_id !== undefined && other_id !== undefined && pigeon_id !== other_id)
        added.push({ kind: 'exchanged', number, flight_id: flight.flight_id, pigeon_id, other_id });
    } else if (what < 3) {
      const time_ms = Math.floor(time_us / 1000) + random(3) * random(600_000);
      const { flight_id } = one(frame.flights);
      added.push({ kind: 'manual', number, flight_id, pigeon_id: 1 + random(18), time_ms });
    } else if (what < 5) {
      const from_us = random(3) === 0 ? null : time_us - random(hour) * 1000;
      const to_us = random(3) === 0 ? null : time_us + random(hour) * 1000;
      added.push({ kind: 'offset', number, device_id, boot: null, from_us, to_us, offset_ms: random(20_000) - 10_000 });
    } else if (what < 6) {
      const flight_id = random(4) === 0 ? 40 : wanted;
      const at_ms = release_ms! + random(2 * hour) - hour;
      // Of the whole flight, or of a later group that may have no birds.
      const pigeon_ids = Array.from({ length: random(10) }, () => 1 + random(18));
      const later = random(2) === 0 && { later: { group: 2 + random(2), pigeon_ids } };
      added.push({ kind: 'release', number, flight_id, release_ms: at_ms, ...later });
    } else added.push({ kind: 'void', number, voids: one([...entries, ...added]).number });
  }
  return added;
}

/** A history with declarations, whose numbers continue those of the history. */
function ruledHistory(random: Random): History {
  const history = randomHistory(random);
  return { ...history, entries: [...history.entries, ...declared(history, random)] };
}

/**
 * A race with three clocks: birds that come in drops, often within the same millisecond, read by one or more clocks
 * that are wrong by up to an hour, restart and are corrected, corrected again; chips changed, unknown or of another
 * loft; readings before the release and after the close; voids; rules that change.
 */
export function randomHistory(random: Random): History {
  const release_ms = Date.UTC(2026, 8, 5, 6) + random(600) * 1000;
  const pigeons = Array.from({ length: 3 + random(14) }, (_, index) => index + 1);
  const some = (percent: number) => new Set(pigeons.filter(() => random(100) < percent));
  const closes_ms = random(2) === 0 ? release_ms + 5 * hour : null;
  const entries: LedgerEntry[] = [];
  let number = 0;

  const clocks = [1, 2, 3].flatMap((device_id) =>
    Array.from({ length: 1 + random(2) }, (_, index) => {
      const boot = `b${index}`;
      const offset_ms = random(3) === 0 ? random(2 * hour) - hour : random(50) - 25;
      for (let times = random(3); times >= 0; times -= 1) {
        number += 1;
        const correction = { device_id, boot, from_us: null, to_us: null, offset_ms: offset_ms + random(3) };
        entries.push({ kind: 'offset', number, ...correction });
        // Keeps the sequence of random numbers for the golden races: this was the uncertainty of an offset.
        random(20);
      }
      return { device_id, boot, offset_ms, sequence: 0, resolution_ms: random(2) === 0 ? 1 : 1000 };
    }),
  );

  const read = (chip: string, true_ms: number) => {
    const clock = clocks[random(clocks.length)]!;
    clock.sequence += 1;
    const raw_ms = true_ms - clock.offset_ms;
    const time_us = (raw_ms - (raw_ms % clock.resolution_ms)) * 1000 + (clock.resolution_ms === 1 ? random(1000) : 0);
    const { device_id, boot, sequence } = clock;
    number += 1;
    const reading: Reading = { kind: 'reading', number, device_id, boot, sequence, chip, time_us };
    entries.push(reading);
    if (random(15) === 0) {
      number += 1;
      entries.push({ kind: 'void', number, voids: reading.number });
    }
  };

  let drop_ms = release_ms + 3 * hour;
  for (const pigeon_id of pigeons) {
    if (random(3) === 0) drop_ms += random(hour);
    // A bird is read up to three times on its way in, by any of the clocks.
    for (let times = random(3); times >= 0; times -= 1) read(`chip ${pigeon_id}`, drop_ms + random(3) * random(700));
    if (random(10) === 0) read(`chip ${pigeon_id}`, release_ms - 1 - random(4) * hour);
    if (random(10) === 0) read(`chip ${pigeon_id}`, release_ms + (6 + random(60)) * hour);
  }
  for (let times = random(4); times > 0; times -= 1) read(`stranger ${random(3)}`, release_ms + random(8 * hour));
  for (let times = random(3); times > 0; times -= 1) read(`neighbour ${random(2)}`, release_ms + random(8 * hour));
  for (let times = random(3); times > 0; times -= 1) {
    number += 1;
    const version = { rules: randomRules(random), closed: randomNight(random, release_ms), closes_ms };
    entries.push({ kind: 'rules', number, flight_id: wanted, ...version });
  }

  const swap_ms = release_ms + 3 * hour + random(hour);
  return {
    entries,
    frame: {
      loft_id,
      flight_id: wanted,
      distance_m: (1_000_000_000 + random(2_000_000_000)) / 10_000,
      rules: randomRules(random),
      closed: randomNight(random, release_ms),
      day_starts: [release_ms + 16 * hour, release_ms + 40 * hour],
      flights: [
        {
          flight_id: 10,
          release_ms: release_ms - 24 * hour,
          closes_ms: release_ms - 12 * hour,
          open: false,
          pigeon_ids: some(50),
        },
        { flight_id: wanted, release_ms, closes_ms, open: true, pigeon_ids: some(90) },
        { flight_id: 30, release_ms: release_ms + 48 * hour, closes_ms: null, open: true, pigeon_ids: some(30) },
        { flight_id: 40, release_ms: null, closes_ms: null, open: false, pigeon_ids: some(30) },
      ],
      chips: [
        // The last pigeon takes over the first one's chip in the middle of the arrivals.
        { chip: 'chip 1', loft_id, pigeon_id: 1, from_ms: null, to_ms: swap_ms },
        { chip: 'chip 1', loft_id, pigeon_id: pigeons.length, from_ms: swap_ms, to_ms: null },
        ...pigeons
          .slice(1)
          .map((pigeon_id) => ({ chip: `chip ${pigeon_id}`, loft_id, pigeon_id, from_ms: null, to_ms: null })),
        ...[0, 1].map((index) => ({
          chip: `neighbour ${index}`,
          loft_id: 2,
          pigeon_id: 900 + index,
          from_ms: null,
          to_ms: null,
        })),
      ],
    },
  };
}

/** The same entries as a network delivers them: in any order, some of them twice. */
export function delivered(entries: readonly LedgerEntry[], random: Random): LedgerEntry[] {
  const order = [...entries, ...entries.filter(() => random(5) === 0)];
  for (let left = order.length - 1; left > 0; left -= 1) {
    const other = random(left + 1);
    [order[left], order[other]] = [order[other]!, order[left]!];
  }
  return order;
}

/** What a check found. */
export interface Check {
  /** Histories that failed. */
  failures: number;
  perSecond: number;
}

/**
 * A4: each history is projected at once, and in each of `orders` random deliveries both at once and in batches; all
 * results must be the same text.
 * @param unstable the control: ties are left in the order of delivery, which must fail
 * @param forgetful the control: earlier entries are not projected again after a declaration, which must fail
 */
export function checkConfluence(of: {
  histories: number;
  orders: number;
  seed: number;
  unstable?: boolean;
  forgetful?: boolean;
}): Check {
  const subject = of.unstable ? resultByDelivery : resultOf;
  return countFailures(of, (random) => {
    const { entries, frame } = ruledHistory(random);
    const expected = JSON.stringify(subject(entries, frame));
    const whole = JSON.stringify(project(factsOf(frame), entries).arrivals);
    for (let order = 0; order < of.orders; order += 1) {
      const arriving = delivered(entries, random);
      if (JSON.stringify(subject(arriving, frame)) !== expected) return false;
      const pieces = projectInPieces(arriving, frame, random, of.forgetful);
      if (!of.unstable && JSON.stringify(pieces) !== whole) return false;
    }
    return true;
  });
}

/**
 * A9: every reading sent is stored and accounted for; the ranking, and the reason of every other entry, agree with an
 * independent implementation of the rules; and a chip that becomes known later is resolved by projecting again.
 * @param dropUnknown the control: readings of unknown chips are thrown away, which must fail
 */
export function checkUnranked(of: { histories: number; seed: number; dropUnknown?: boolean }): Check {
  return countFailures(of, (random) => {
    const { entries, frame } = ruledHistory(random);
    const sent = entries.filter(({ kind }) => kind === 'reading' || kind === 'manual');
    const known = new Set(frame.chips.map((held) => held.chip));
    const stored = of.dropUnknown
      ? entries.filter((entry) => entry.kind !== 'reading' || known.has(entry.chip))
      : entries;
    const stranger = { loft_id, pigeon_id: 2, from_ms: null, to_ms: null };
    const mapped = {
      ...frame,
      chips: [...frame.chips, ...[0, 1, 2].map((index) => ({ ...stranger, chip: `stranger ${index}` }))],
    };
    return [frame, mapped].every((given) => {
      const { ranked, repeated, elsewhere, unranked } = resultOf(stored, given);
      const found = [
        ...ranked.map((line) => `${keyText(line)} ${line.pigeon_id} ${line.rank} ${line.net_ms}`),
        ...repeated.map((key) => `${keyText(key)} repeated`),
        ...elsewhere.map((key) => `${keyText(key)} elsewhere`),
        ...unranked.map((line) => `${keyText(line)} ${line.reason}`),
      ];
      return (
        found.length === sent.length &&
        found.sort().join('\n') === naively(entries, given).sort().join('\n') &&
        (given === frame || unranked.every((line) => line.reason !== 'unknown_chip'))
      );
    });
  });
}

/** A10: the results of 200 races as compact JSON; `change` may alter the rules. */
export function goldenRaces(change: (rules: RaceFrame['rules']) => RaceFrame['rules'] = (rules) => rules): string[] {
  return Array.from({ length: 200 }, (_, index) => {
    const { entries, frame } = randomHistory(seededRandom(index + 1));
    const changed = entries.map((entry) => (entry.kind === 'rules' ? { ...entry, rules: change(entry.rules) } : entry));
    return JSON.stringify(resultOf(changed, { ...frame, rules: change(frame.rules) }));
  });
}

function countFailures(
  { histories, seed }: { histories: number; seed: number },
  passes: (random: Random) => boolean,
): Check {
  const began = performance.now();
  let failures = 0;
  for (let index = 0; index < histories; index += 1) if (!passes(seededRandom(seed + index * 7_919))) failures += 1;
  return { failures, perSecond: Math.round((histories * 1000) / (performance.now() - began)) };
}

function randomRules(random: Random): RaceFrame['rules'] {
  return {
    speed: {
      unit: random(2) === 0 ? 'm/min' : 'yd/min',
      decimals: 2 + random(3),
      rounding: random(2) === 0 ? 'half-up' : 'cut',
    },
    precision_ms: ([1, 10, 100, 1000] as const)[random(4)]!,
    ties: random(2) === 0 ? 'shared' : 'consecutive',
  };
}

function randomNight(random: Random, release_ms: number): { from: number; to: number }[] {
  if (random(2) === 0) return [];
  const from = release_ms + 3 * hour + random(2 * hour);
  return [{ from, to: from + random(hour) }];
}

/**
 * Projects in batches as a server does: new readings and manual arrivals alone, with the arrivals by the entries
 * before; after any other declaration, all entries so far.
 */
function projectInPieces(
  entries: readonly LedgerEntry[],
  frame: RaceFrame,
  random: Random,
  forgetful = false,
): Arrival[] {
  const facts = factsOf(frame);
  const known = new Map<number, LedgerEntry>();
  let arrivals: Arrival[] = [];
  let from = 0;
  while (from < entries.length) {
    const to = from + 1 + random(entries.length);
    const fresh = entries.slice(from, to).filter(({ number }) => !known.has(number));
    for (const entry of fresh) known.set(entry.number, entry);
    const homes = fresh.every(({ kind }) => kind === 'reading' || kind === 'manual');
    const others = [...known.values()].filter(({ kind }) => kind !== 'reading' && kind !== 'manual');
    arrivals =
      homes || forgetful
        ? project({ ...facts, arrivals }, [...others, ...fresh]).arrivals
        : project(facts, known.values()).arrivals;
    from = to;
  }
  return arrivals;
}

function resultByDelivery(entries: readonly LedgerEntry[], frame: RaceFrame) {
  const place = new Map(entries.map((entry, index) => [entry.number, index]));
  const homes = project(factsOf(frame), entries).arrivals.filter(({ flight_id }) => flight_id === frame.flight_id);
  return homes.sort((a, b) => a.time_ms - b.time_ms || place.get(a.number)! - place.get(b.number)!);
}

const keyText = (line: ReadingKey | { manual: number }) =>
  'manual' in line ? `manual ${line.manual}` : `${line.device_id}/${line.boot}/${line.sequence}`;

/**
 * An independent implementation of matching and ranking, literal and without regard to speed: one line for each reading
 * and manual arrival with its outcome.
 */
function naively(entries: readonly LedgerEntry[], frame: RaceFrame): string[] {
  const isVoid = (number: number): boolean =>
    entries.some((entry) => entry.kind === 'void' && entry.voids === number && !isVoid(entry.number));
  const newest = <T extends LedgerEntry>(list: T[]): T | undefined =>
    list.find(
      (one) => !isVoid(one.number) && list.every((other) => other.number <= one.number || isVoid(other.number)),
    );
  const version = newest(entries.filter((entry) => entry.kind === 'rules'));
  const { rules, closed } = version ?? frame;
  const windows = frame.flights.map((flight) => {
    const latest = newest(
      entries
        .filter((entry) => entry.kind === 'release')
        .filter((entry) => !entry.later && entry.flight_id === flight.flight_id),
    );
    const closes_ms = version && flight.flight_id === frame.flight_id ? version.closes_ms : flight.closes_ms;
    return { ...flight, closes_ms, release_ms: latest ? latest.release_ms : flight.release_ms };
  });
  /** When a bird was released in a flight: with the last of the later groups that it is in, or with the flight. */
  const releaseOf = ({ flight_id, release_ms }: FlightWindow, pigeon_id: number): number | null => {
    const own = [3, 2].flatMap((group) => {
      const declared = entries.filter((entry) => entry.kind === 'release');
      const latest = newest(declared.filter((one) => one.flight_id === flight_id && one.later?.group === group));
      return latest?.later?.pigeon_ids.includes(pigeon_id) ? latest.release_ms : [];
    });
    return own[0] ?? release_ms;
  };
  const race = windows.find((flight) => flight.flight_id === frame.flight_id)!;

  const verdicts = entries
    .filter((entry) => entry.kind === 'reading' || entry.kind === 'manual')
    .map((entry) => {
      if (entry.kind === 'manual') {
        const { number, time_ms } = entry;
        return { entry, key: keyText({ manual: number }), time_ms, verdict: seen(entry) };
      }
      const offset = newest(
        entries
          .filter((other) => other.kind === 'offset')
          .filter(({ device_id }) => device_id === entry.device_id)
          .filter(({ boot }) => boot === null || boot === entry.boot)
          .filter(({ from_us }) => from_us === null || from_us <= entry.time_us)
          .filter(({ to_us }) => to_us === null || to_us > entry.time_us),
      );
      const time_ms = Math.floor((entry.time_us + (offset ? offset.offset_ms : 0) * 1000) / 1000);
      return { entry, key: keyText(entry), time_ms, verdict: read(entry, time_ms) };
    });

  function read({ number, chip }: Reading, time_ms: number): string {
    if (isVoid(number)) return 'void';
    const holder = frame.chips
      .filter((held) => held.chip === chip)
      .filter((held) => held.from_ms === null || time_ms >= held.from_ms)
      .filter((held) => held.to_ms === null || time_ms < held.to_ms)[0];
    if (!holder) return 'unknown_chip';
    if (holder.loft_id !== frame.loft_id) return 'wrong_loft';
    const baskets = windows
      .filter((flight) => flight.pigeon_ids.has(holder.pigeon_id))
      .map((flight) => ({ ...flight, release_ms: releaseOf(flight, holder.pigeon_id) }));
    if (baskets.length === 0) return 'not_basketed';
    const released = baskets.filter((flight) => flight.release_ms !== null && flight.release_ms <= time_ms);
    const flight = released.sort((a, b) => b.release_ms! - a.release_ms! || b.flight_id - a.flight_id)[0];
    return flight ? home(flight, creditedIn(flight, holder.pigeon_id), time_ms) : 'before_release';
  }

  /** The bird that readings of this one count for: of the exchanges, each later one leaves no room for those before. */
  function creditedIn({ flight_id }: FlightWindow, bird: number): number {
    const pairs: (readonly [number, number])[] = [];
    for (const entry of entries.toSorted((a, b) => b.number - a.number)) {
      if (entry.kind !== 'exchanged' || entry.flight_id !== flight_id || isVoid(entry.number)) continue;
      const pair = [entry.pigeon_id, entry.other_id] as const;
      if (!pairs.flat().some((one) => pair.includes(one))) pairs.push(pair);
    }
    const own = pairs.find((pair) => pair.includes(bird));
    return own ? own[0] + own[1] - bird : bird;
  }

  function seen({ number, flight_id, pigeon_id, time_ms }: ManualArrival): string {
    if (isVoid(number)) return 'void';
    const flight = windows.find((one) => one.flight_id === flight_id)!;
    if (!flight.pigeon_ids.has(pigeon_id)) return 'not_basketed';
    const release_ms = releaseOf(flight, pigeon_id);
    if (release_ms === null || release_ms > time_ms) return 'before_release';
    return home(flight, pigeon_id, time_ms);
  }

  function home(flight: FlightWindow, pigeon_id: number, time_ms: number): string {
    if (!flight.open || (flight.closes_ms !== null && time_ms > flight.closes_ms)) return 'after_close';
    return flight.flight_id === race.flight_id ? `home ${pigeon_id}` : 'elsewhere';
  }

  type Verdict = (typeof verdicts)[number];
  const bird = (one: Verdict) => Number(one.verdict.slice(5));
  /** Every night begins after the release of the last group. */
  const exact = (one: Verdict) => {
    const { time_ms } = one;
    const release_ms = releaseOf(race, bird(one))!;
    const night = closed[0];
    if (!night || time_ms <= night.from) return time_ms - release_ms;
    return (time_ms >= night.to ? time_ms - (night.to - night.from) : night.from) - release_ms;
  };
  const step = (one: Verdict) => Math.floor(exact(one) / rules.precision_ms);
  const earlier = (a: Verdict, b: Verdict) => {
    if (a.time_ms !== b.time_ms) return a.time_ms < b.time_ms;
    if (a.entry.kind === 'manual' || b.entry.kind === 'manual')
      return a.entry.kind === b.entry.kind ? a.entry.number < b.entry.number : b.entry.kind === 'manual';
    if (a.entry.device_id !== b.entry.device_id) return a.entry.device_id < b.entry.device_id;
    if (a.entry.boot !== b.entry.boot) return a.entry.boot < b.entry.boot;
    return a.entry.sequence < b.entry.sequence;
  };
  const homes = verdicts.filter(
    (one) =>
      one.verdict.startsWith('home') && !verdicts.some((other) => other.verdict === one.verdict && earlier(other, one)),
  );
  const ahead = (one: Verdict, other: Verdict) => {
    if (rules.ties === 'shared') return step(other) < step(one);
    const by = exact(other) - exact(one) || other.time_ms - one.time_ms || bird(other) - bird(one);
    return by < 0;
  };
  return verdicts.map((one) => {
    if (!one.verdict.startsWith('home')) return `${one.key} ${one.verdict}`;
    if (!homes.includes(one)) return `${one.key} repeated`;
    const rank = 1 + homes.filter((other) => ahead(one, other)).length;
    return `${one.key} ${bird(one)} ${rank} ${step(one) * rules.precision_ms}`;
  });
}
