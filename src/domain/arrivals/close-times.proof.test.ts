/**
 * Races by simulated clocks (A7): drift, steps of an hour, batteries that reset them to the year 2000, one second and
 * one millisecond of resolution. Two birds that the clocks rank the wrong way round are always marked; those that are
 * further apart than both clocks are unsure of never are. The control ranks by the time of reception.
 */
import { expect, test } from 'vitest';
import { type ClockSample, middle, offsetBounds, oneWaySample, roundTripSample } from '#domain/devices/clock-time.ts';
import { proveSize, type Random, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { type BoundedLine, closeBirds, decideClose, isUncertain } from './close-times.ts';

test(`the order is right or marked, seed ${seed} (A7)`, () => {
  const races = proveSize(1_000, 100_000);
  const { failures, wrong } = check(races, readByClock);
  const control = check(200, receivedByServer).failures.wrong;
  reportProof('A7', { races, ...failures, marked_and_wrong: wrong, control: `${control}/200` });
  expect(failures).toEqual({ wrong: 0, needless: 0, undecided: 0 });
  expect(wrong, 'clocks that are never wrong prove nothing').toBeGreaterThan(races / 10);
  expect(control, 'the time of reception must not pass').toBeGreaterThan(20);
});

const minute_ms = 60_000;
const hour_ms = 3_600_000;
const release_ms = Date.UTC(2027, 2, 28, 0, 30);

/** A clock by the offset that it has at a true time, ms, and its resolution. */
interface SimulatedClock {
  device_id: number;
  resolution_ms: number;
  offsetAt(true_ms: number): number;
}

/** Behind or ahead, drifting, and perhaps set another time once: an hour, or to the year 2000. */
function randomClock(device_id: number, random: Random): SimulatedClock {
  const start_ms = random(4000) - 2000;
  const drift = (random(401) - 200) * 1e-6;
  const step_at = release_ms + random(3 * hour_ms);
  const steps = [0, 0, 0, hour_ms, -hour_ms, step_at - Date.UTC(2000, 0, 1)];
  const step_ms = steps[random(steps.length)]!;
  return {
    device_id,
    resolution_ms: random(3) === 0 ? 1000 : 1,
    offsetAt: (true_ms) => start_ms + (true_ms - release_ms) * drift + (true_ms >= step_at ? step_ms : 0),
  };
}

const ownTime = ({ resolution_ms, offsetAt }: SimulatedClock, true_ms: number) =>
  Math.floor((true_ms - offsetAt(true_ms)) / resolution_ms) * resolution_ms;

/** A comparison a minute: some clocks know how long a call took, and a tenth of the calls gets lost. */
function samplesOf(clock: SimulatedClock, random: Random): ClockSample[] {
  const knowsRoundTrip = random(2) === 0;
  const exact = { ...clock, resolution_ms: 1 };
  const samples: (ClockSample | null)[] = [];
  for (let at = release_ms - minute_ms; at < release_ms + 4 * hour_ms; at += minute_ms) {
    if (random(10) === 0) continue;
    const received_ms = at + random(250);
    const sent_ms = ownTime(exact, at);
    const replied_ms = ownTime(exact, received_ms + random(250)) + 1;
    samples.push(
      knowsRoundTrip
        ? roundTripSample({ sent_ms, received_ms, replied_ms })
        : oneWaySample(received_ms, received_ms - sent_ms),
    );
  }
  return samples.filter((sample) => sample !== null);
}

interface Landing {
  true_ms: number;
  line: BoundedLine;
}

type Counted = (landing: { own_ms: number; true_ms: number; declared_ms: number }, random: Random) => number;
const readByClock: Counted = ({ own_ms, declared_ms }) => Math.floor(own_ms + declared_ms);
/** Deliveries are late by up to a minute. */
const receivedByServer: Counted = ({ true_ms }, random) => true_ms + random(minute_ms);

function landings(random: Random, counted: Counted): Landing[] {
  const clocks = [1, 2, 3].map((id) => {
    const clock = randomClock(id, random);
    const boundsAt = offsetBounds(samplesOf(clock, random));
    // A ruling gave it the offset that it had at the release, or nobody looked at it.
    const first = boundsAt(ownTime(clock, release_ms), release_ms);
    return { clock, boundsAt, declared_ms: first && random(3) > 0 ? Math.round(middle(first)) : 0 };
  });
  let true_ms = release_ms + random(hour_ms);
  return Array.from({ length: 12 }, (_, n) => {
    true_ms += random(3) === 0 ? random(20 * minute_ms) : random(1500);
    const { clock, boundsAt, declared_ms } = clocks[random(clocks.length)]!;
    const own_ms = ownTime(clock, true_ms);
    // A box without a network delivers a day later.
    const offset = boundsAt(own_ms, true_ms + (random(10) === 0 ? 24 * hour_ms : random(minute_ms)));
    return {
      true_ms,
      line: {
        later_ms: 0,
        pigeon_id: n + 1,
        rank: 0,
        time_ms: counted({ own_ms, true_ms, declared_ms }, random),
        device_id: clock.device_id,
        bounds: offset && {
          from_ms: own_ms + offset.from_ms,
          to_ms: own_ms + offset.to_ms + clock.resolution_ms,
          is_torn: offset.is_torn,
        },
      },
    };
  });
}

/** By time; equal times share a rank. */
function ranked(found: readonly Landing[]): Landing[] {
  const sorted = found.toSorted((a, b) => a.line.time_ms - b.line.time_ms || a.line.pigeon_id - b.line.pigeon_id);
  const rankOf = ({ line }: Landing) => sorted.findIndex((one) => one.line.time_ms === line.time_ms) + 1;
  return sorted.map((landing) => ({ ...landing, line: { ...landing.line, rank: rankOf(landing) } }));
}

const width = ({ bounds }: BoundedLine) => bounds!.to_ms - bounds!.from_ms;

function check(races: number, counted: Counted) {
  const random = seededRandom(seed);
  const failures = { wrong: 0, needless: 0, undecided: 0 };
  let wrong = 0;
  for (let race = 0; race < races; race += 1) {
    const result = ranked(landings(random, counted));
    const close = new Set(closeBirds(result.map(({ line }) => line)).map(({ pigeon_id }) => pigeon_id));
    const isMarked = ({ line }: Landing) => close.has(line.pigeon_id);
    const faults = { wrong: false, needless: false };
    for (const [index, before] of result.entries()) {
      for (const after of result.slice(index + 1)) {
        if (before.line.rank === after.line.rank) continue;
        const isWrong = before.true_ms > after.true_ms;
        const isFar = after.true_ms - before.true_ms > width(before.line) + width(after.line);
        const is_uncertain = isUncertain(before.line, after.line);
        if (isWrong) wrong += 1;
        if (isWrong && !(is_uncertain && isMarked(before) && isMarked(after))) faults.wrong = true;
        if (isFar && is_uncertain) faults.needless = true;
      }
    }
    failures.wrong += Number(faults.wrong);
    failures.needless += Number(faults.needless);
    failures.undecided += Number(!isDecidedOnce(result));
  }
  return { failures, wrong };
}

/** The result that the rulebook decided leaves nothing to decide. */
function isDecidedOnce(result: readonly Landing[]): boolean {
  const decide = (of: readonly Landing[]) =>
    decideClose(
      of.map(({ line }) => line),
      'tie',
      new Map(),
    );
  const times = new Map(decide(result).map(({ pigeon_id, time_ms }) => [pigeon_id, time_ms]));
  const decided = result.map((landing) => ({
    ...landing,
    line: { ...landing.line, time_ms: times.get(landing.line.pigeon_id) ?? landing.line.time_ms },
  }));
  return decide(ranked(decided)).length === 0;
}
