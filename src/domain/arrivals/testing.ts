// Random histories of a loft's ledger and the checks that every one of them must pass: the result does not depend on
// the order of delivery (A4), every reading is accounted for (A9). And what every reliability proof needs: its size, its
// seed and its line for the report. All randomness comes from a seed, so a failure can be repeated.

import {
  addEntries,
  emptyLedger,
  type LedgerEntry,
  type ProjectFrame,
  project,
  projectLedger,
  type Reading,
} from '#domain/arrivals/project.ts';

/** The reliability proofs run small in `npm test` and at full size in `npm run prove`. */
export const proveSize = (small: number, full: number): number => (process.env.PROVE === '1' ? full : small);

/** What all chance of a proof comes from; `SEED=… npm run prove` repeats a failure or tries other luck. */
export const seed = Number(process.env.SEED ?? 20_261_121);

/** At full size: the line of a proof that docs/reliability.md shows. */
export function tellProof(proof: string, figures: Readonly<Record<string, number | string>>): void {
  if (process.env.PROVE !== '1') return;
  const shown = Object.entries({ seed, ...figures }).map(([name, value]) => `${name}=${value}`);
  process.stdout.write(`PROOF ${proof} ${shown.join(' ')}\n`);
}

/** A stream of chance: `random(n)` is a whole number from 0 to n - 1. */
export type Random = (n: number) => number;

/** The mulberry32 generator; integer arithmetic only, so every machine draws the same numbers. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
}

/** What a loft's ledger holds of one race, in the order in which it happened, and the frame of that race. */
export interface History {
  entries: LedgerEntry[];
  frame: ProjectFrame;
}

const hour = 3_600_000;
const loft_id = 1;
const wanted = 20;

/**
 * A race with three clocks: birds that come in drops, often within the same millisecond, read by one or more clocks
 * that are wrong by up to an hour, restart and are corrected, corrected again; chips changed, unknown or of another loft;
 * readings before the release and after the close; voids; rules that change.
 */
export function randomHistory(random: Random): History {
  const release_ms = Date.UTC(2026, 8, 5, 6) + random(600) * 1000;
  const pigeons = Array.from({ length: 3 + random(14) }, (_, index) => index + 1);
  const some = (percent: number) => new Set(pigeons.filter(() => random(100) < percent));
  const closes_ms = random(2) === 0 ? release_ms + 5 * hour : null;
  const entries: LedgerEntry[] = [];
  let n = 0;

  const clocks = [1, 2, 3].flatMap((device_id) =>
    Array.from({ length: 1 + random(2) }, (_, index) => {
      const boot = `b${index}`;
      const offset_ms = random(3) === 0 ? random(2 * hour) - hour : random(50) - 25;
      for (let times = random(3); times >= 0; times -= 1) {
        n += 1;
        entries.push({
          kind: 'clock-offset',
          device_id,
          boot,
          offset_ms: offset_ms + random(3),
          uncertainty_ms: 1 + random(20),
          n,
        });
      }
      return { device_id, boot, offset_ms, sequence: 0, resolution_ms: random(2) === 0 ? 1 : 1000 };
    }),
  );

  const read = (chip: string, true_ms: number) => {
    const clock = clocks[random(clocks.length)]!;
    clock.sequence += 1;
    const raw_ms = true_ms - clock.offset_ms;
    const time_us = (raw_ms - (raw_ms % clock.resolution_ms)) * 1000 + (clock.resolution_ms === 1 ? random(1000) : 0);
    const { device_id, boot, sequence, resolution_ms } = clock;
    const reading: Reading = { kind: 'reading', device_id, boot, sequence, chip, time_us, resolution_ms };
    entries.push(reading);
    if (random(15) === 0) {
      n += 1;
      entries.push({ kind: 'void', device_id, boot, sequence, n });
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
    n += 1;
    entries.push({ kind: 'rules', n, rules: randomRules(random), closed: randomNight(random, release_ms), closes_ms });
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
 * A4: each history is projected at once, and in each of `orders` random deliveries both at once and in pieces; all
 * results must be the same text.
 * @param unstable the control: ties are left in the order of delivery, which must fail
 */
export function checkConfluence(of: { histories: number; orders: number; seed: number; unstable?: boolean }): Check {
  const subject = of.unstable ? projectByDelivery : project;
  return countFailures(of, (random) => {
    const { entries, frame } = randomHistory(random);
    const expected = JSON.stringify(subject(entries, frame));
    for (let order = 0; order < of.orders; order += 1) {
      const arriving = delivered(entries, random);
      if (JSON.stringify(subject(arriving, frame)) !== expected) return false;
      if (!of.unstable && JSON.stringify(projectInPieces(arriving, frame, random)) !== expected) return false;
    }
    return true;
  });
}

/**
 * A9: every reading sent is kept and accounted for; who is ranked, where, and why others are not, agrees with a second,
 * naive reading of the rules; and a chip that becomes known later is resolved by projecting again.
 * @param dropUnknown the control: readings of unknown chips are thrown away, which must fail
 */
export function checkUnranked(of: { histories: number; seed: number; dropUnknown?: boolean }): Check {
  return countFailures(of, (random) => {
    const { entries, frame } = randomHistory(random);
    const sent = entries.filter((entry) => entry.kind === 'reading');
    const known = new Set(frame.chips.map((held) => held.chip));
    const kept = of.dropUnknown
      ? entries.filter((entry) => entry.kind !== 'reading' || known.has(entry.chip))
      : entries;
    const stranger = { loft_id, pigeon_id: 2, from_ms: null, to_ms: null };
    const mapped = {
      ...frame,
      chips: [...frame.chips, ...[0, 1, 2].map((index) => ({ ...stranger, chip: `stranger ${index}` }))],
    };
    return [frame, mapped].every((given) => {
      const { ranked, repeated, elsewhere, unranked } = project(kept, given);
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
export function goldenRaces(
  change: (rules: ProjectFrame['rules']) => ProjectFrame['rules'] = (rules) => rules,
): string[] {
  return Array.from({ length: 200 }, (_, index) => {
    const { entries, frame } = randomHistory(seededRandom(index + 1));
    const changed = entries.map((entry) => (entry.kind === 'rules' ? { ...entry, rules: change(entry.rules) } : entry));
    return JSON.stringify(project(changed, { ...frame, rules: change(frame.rules) }));
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

function randomRules(random: Random): ProjectFrame['rules'] {
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

/** Projects again after each piece, as a server does, so a projection that disturbed the ledger would show. */
function projectInPieces(entries: readonly LedgerEntry[], frame: ProjectFrame, random: Random) {
  const ledger = emptyLedger();
  let from = 0;
  while (from < entries.length) {
    const to = from + 1 + random(entries.length);
    addEntries(ledger, entries.slice(from, to));
    if (to < entries.length) projectLedger(ledger, frame);
    from = to;
  }
  return projectLedger(ledger, frame);
}

function projectByDelivery(entries: readonly LedgerEntry[], frame: ProjectFrame) {
  const place = new Map(entries.map((entry, index) => [entry.kind === 'reading' ? keyText(entry) : index, index]));
  const { ranked } = project(entries, frame);
  return ranked.sort((a, b) => a.net_ms - b.net_ms || place.get(keyText(a))! - place.get(keyText(b))!);
}

const keyText = (key: { device_id: number; boot: string; sequence: number }) =>
  `${key.device_id}/${key.boot}/${key.sequence}`;

/**
 * The rules of matching and ranking read a second time, word by word and without a thought for speed: for each reading
 * a line that says what becomes of it.
 */
function naively(entries: readonly LedgerEntry[], frame: ProjectFrame): string[] {
  const newest = <T extends { n: number }>(list: T[]): T | undefined =>
    list.find((one) => list.every((other) => other.n <= one.n));
  const version = newest(entries.filter((entry) => entry.kind === 'rules'));
  const { rules, closed } = version ?? frame;
  const race = frame.flights.find((flight) => flight.flight_id === frame.flight_id)!;
  const closes_ms = version ? version.closes_ms : race.closes_ms;

  const verdicts = entries
    .filter((entry) => entry.kind === 'reading')
    .map((reading) => {
      const offset = newest(
        entries
          .filter((entry) => entry.kind === 'clock-offset')
          .filter((entry) => entry.device_id === reading.device_id && entry.boot === reading.boot),
      );
      const time_ms = Math.floor((reading.time_us + (offset ? offset.offset_ms : 0) * 1000) / 1000);
      const verdict = (): string => {
        if (entries.some((entry) => entry.kind === 'void' && keyText(entry) === keyText(reading))) return 'void';
        const holder = frame.chips
          .filter((held) => held.chip === reading.chip)
          .filter((held) => held.from_ms === null || time_ms >= held.from_ms)
          .filter((held) => held.to_ms === null || time_ms < held.to_ms)[0];
        if (!holder) return 'unknown_chip';
        if (holder.loft_id !== frame.loft_id) return 'wrong_loft';
        const baskets = frame.flights.filter((flight) => flight.pigeon_ids.has(holder.pigeon_id));
        if (baskets.length === 0) return 'not_basketed';
        const released = baskets.filter((flight) => flight.release_ms !== null && flight.release_ms <= time_ms);
        const flight = released.sort((a, b) => b.release_ms! - a.release_ms!)[0];
        if (!flight) return 'before_release';
        const end = flight === race ? closes_ms : flight.closes_ms;
        if (!flight.open || (end !== null && time_ms > end)) return 'after_close';
        return flight === race ? `home ${holder.pigeon_id}` : 'elsewhere';
      };
      return { reading, key: keyText(reading), time_ms, verdict: verdict() };
    });

  const exact = (time_ms: number) => {
    const night = closed[0];
    if (!night || time_ms <= night.from) return time_ms - race.release_ms!;
    return (time_ms >= night.to ? time_ms - (night.to - night.from) : night.from) - race.release_ms!;
  };
  const step = (time_ms: number) => Math.floor(exact(time_ms) / rules.precision_ms);
  type Verdict = (typeof verdicts)[number];
  const earlier = (a: Verdict, b: Verdict) =>
    a.time_ms !== b.time_ms
      ? a.time_ms < b.time_ms
      : a.reading.device_id !== b.reading.device_id
        ? a.reading.device_id < b.reading.device_id
        : a.reading.boot !== b.reading.boot
          ? a.reading.boot < b.reading.boot
          : a.reading.sequence < b.reading.sequence;
  const homes = verdicts.filter(
    (one) =>
      one.verdict.startsWith('home') && !verdicts.some((other) => other.verdict === one.verdict && earlier(other, one)),
  );
  const bird = (one: Verdict) => Number(one.verdict.slice(5));
  const ahead = (one: Verdict, other: Verdict) => {
    if (rules.ties === 'shared') return step(other.time_ms) < step(one.time_ms);
    const by = exact(other.time_ms) - exact(one.time_ms) || other.time_ms - one.time_ms || bird(other) - bird(one);
    return by < 0;
  };
  return verdicts.map((one) => {
    if (!one.verdict.startsWith('home')) return `${one.key} ${one.verdict}`;
    if (!homes.includes(one)) return `${one.key} repeated`;
    const rank = 1 + homes.filter((other) => ahead(one, other)).length;
    return `${one.key} ${bird(one)} ${rank} ${step(one.time_ms) * rules.precision_ms}`;
  });
}
