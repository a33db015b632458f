/**
 * When the birds of a flight are expected home: always an interval that holds in 8 of 10 cases, never a moment. From the
 * loft's earlier flights before the first bird, from the birds that are home after it. The model and its assumptions:
 * `field-shape.ts`; how often the intervals hold: `expected-times.test.ts`.
 */

import { type ClosedInterval, netTime } from '#domain/flights/night.ts';
import { beyond, leastFlights, outLevels, type StillOut } from './expected-bird.ts';
import {
  type EarlierFlight,
  type FlightAhead,
  firstMinutes,
  firstShare,
  firstSpeed,
  type WindHour,
  windFactor,
} from './expected-first.ts';
import { type Field, fieldAfter, likelyShapes, shareAt, timeOfShare } from './field-shape.ts';
import { publishedShapes } from './published-shapes.ts';

/** A stretch in which something is expected, epoch ms. */
export interface ExpectedWindow {
  from_ms: number;
  to_ms: number;
}

/** A flight whose birds are expected. */
export interface FlightToExpect extends FlightAhead {
  basketed: number;
  /** In these hours birds rest: the closed nights of the flight, or else the dark hours at the loft. */
  rests: readonly ClosedInterval[];
  /** When the control closes, epoch ms; null: by no time. */
  closes_ms: number | null;
  /** With how many birds at home the control closes; null: by no count. */
  closing_count: number | null;
  /** Ascending; moves the window of the first bird. */
  wind?: readonly WindHour[];
}

export interface ExpectedTimes {
  home: number;
  basketed: number;
  /** Null once it is home. */
  first: ExpectedWindow | null;
  /** When the next tenth of the field is full, if it will be, and with how many birds at home; null where that is unlikely. */
  next: (ExpectedWindow & { home: number }) | null;
  /** When half of the field is home, if it will be; null once it is, and where that is unlikely. */
  half: ExpectedWindow | null;
  /** The last bird within control; null where no control closes. */
  last: ExpectedWindow | null;
  /** Null where hardly anybody is expected any more. */
  out: StillOut | null;
}

/** What is likely of the field of a flight; the same for all its arrivals, so worked out once. */
export const likelyField = (earlier: readonly EarlierFlight[]): Float64Array =>
  likelyShapes({
    published: publishedShapes,
    own: earlier.length < leastFlights ? [] : earlier.map(({ shape }) => shape),
  });

/** As how many times of the first bird its distribution is taken, while it is out. */
const first_times = 5;
/** Points of a field that are less likely than this are left out where each is taken for every time of the first bird. */
const hardly = 2e-4;
/** Beyond this share of all cases a first bird is so late that nobody can say more. */
const far_too_late = 0.995;

/** The field while nobody is home: that of each time at which its first bird may come. */
function fieldBefore(likely: Float64Array, basketed: number, times: readonly number[]): Field {
  const one = fieldAfter(likely, { basketed, home: [1], now: 1 });
  const kept = Array.from({ length: one.count }, (_, at) => at).filter((at) => one.weight[at]! > hardly);
  const all = kept.reduce((sum, at) => sum + one.weight[at]!, 0) * times.length;
  const every = (value: (at: number, time: number) => number) =>
    Float64Array.from(times.flatMap((time) => kept.map((at) => value(at, time))));
  return {
    count: kept.length * times.length,
    start: every((at, time) => one.start[at]! + Math.log(time)),
    width: every((at) => one.width[at]!),
    rise: every((at) => one.rise[at]!),
    fall: every((at) => one.fall[at]!),
    comes: every((at) => one.comes[at]!),
    weight: every((at) => one.weight[at]! / all),
  };
}

/** Where a race stands, in minutes flown. */
interface Standing {
  field: Field;
  basketed: number;
  home: number;
  now: number;
  /** When the control closes; null: by no time. */
  closes: number | null;
  closing_count: number | null;
}

/** The share of those that come which is home when the control closes, of one shape. */
function closingShare({ field, basketed, home, closes, closing_count }: Standing, at: number, gone: number): number {
  let share = closes === null ? 1 : shareAt(field, at, Math.log(closes));
  if (closing_count !== null) {
    const until = gone + ((closing_count - home) / (basketed - home)) * (1 - gone);
    share = Math.min(share, until / field.comes[at]!);
  }
  return Math.min(share, 1);
}

/** The time that is reached in a share of all cases, minutes flown. */
type TimeOf = (share: number) => number;

/** Below this share of all cases nothing is said of a time that may never come. */
const unlikely = 0.25;

/** Of times with their weights, which may not add up to one: in the other cases it never happens. Null where it is unlikely. */
function weighted(times: [minutes: number, weight: number][]): TimeOf | null {
  const all = times.reduce((sum, [, weight]) => sum + weight, 0);
  if (all < unlikely) return null;
  times.sort(([a], [b]) => a - b);
  return (share) => {
    let sum = 0;
    for (const [minutes, weight] of times) {
      sum += weight;
      if (sum >= share * all) return minutes;
    }
    return times.at(-1)![0];
  };
}

/** When so many birds are home, in the cases where they are within control. */
function timeOfCount(standing: Standing, count: number): TimeOf | null {
  const { field, basketed, home, now } = standing;
  const log_now = Math.log(Math.max(now, 1e-6));
  const times: [number, number][] = [];
  for (let at = 0; at < field.count; at += 1) {
    const comes = field.comes[at]!;
    const gone = comes * shareAt(field, at, log_now);
    const share = (gone + ((count - home) / (basketed - home)) * (1 - gone)) / comes;
    if (share < 1 && share <= closingShare(standing, at, gone))
      times.push([Math.exp(timeOfShare(field, at, share)), field.weight[at]!]);
  }
  return weighted(times);
}

/** When the last bird within control is home. */
function timeOfLast(standing: Standing): TimeOf | null {
  const { field, basketed, home, now, closes } = standing;
  const log_now = Math.log(Math.max(now, 1e-6));
  const times: [number, number][] = [];
  for (let at = 0; at < field.count; at += 1) {
    const comes = field.comes[at]!;
    const here = shareAt(field, at, log_now);
    const end = closingShare(standing, at, comes * here);
    const to_come = ((comes * (end - here)) / (1 - comes * here)) * (basketed - home);
    // The middle of the largest of so many: below one, nobody may come any more.
    const share = here + (end - here) * 0.5 ** (1 / Math.max(to_come, 1));
    const minutes = Math.exp(timeOfShare(field, at, Math.min(share, 1 - 1e-9)));
    times.push([closes === null ? minutes : Math.min(minutes, closes), field.weight[at]!]);
  }
  return weighted(times);
}

/**
 * Where no control closes, birds are awaited for so many times of what the first one flew: of the published lists none goes
 * beyond 2.6 times.
 */
const longest = 4;

const curve_points = 40;
/** How far the curve of those still out reaches, in times of what is flown. */
const curve_reach = 8;

/** When which share of the birds still out that come is home, minutes flown. */
function timesOut(standing: Standing): { times: number[]; turn: number; comes: number } | null {
  const { field, now, closes } = standing;
  const from = standing.home > 0 ? now : Math.max(now, Math.exp(field.start.reduce((a, b) => Math.min(a, b), 99)));
  const reach = closes === null ? curve_reach : Math.max(closes / from - 1, 1e-3);
  const finest = Math.min(4e-4, reach / curve_points);
  const times = [from];
  for (let point = 1; point <= curve_points; point += 1)
    times.push(from * (1 + finest * (reach / finest) ** (point / curve_points)));
  const logs = times.map(Math.log);
  const log_now = Math.log(Math.max(now, 1e-6));
  const home = new Float64Array(times.length);
  let coming = 0;
  let turn = 0;
  for (let at = 0; at < field.count; at += 1) {
    const comes = field.comes[at]!;
    const here = shareAt(field, at, log_now);
    const end = closingShare(standing, at, comes * here);
    if (end <= here) continue;
    const share = (comes * (end - here)) / (1 - comes * here);
    const weight = field.weight[at]! * share;
    coming += weight;
    turn += weight * (here / end);
    for (let point = 0; point < times.length; point += 1)
      home[point]! += weight * Math.min(1, Math.max(0, shareAt(field, at, logs[point]!) - here) / (end - here));
  }
  if (coming < 0.005) return null;
  let point = 1;
  return {
    turn: turn / coming,
    comes: coming,
    times: outLevels.map((level) => {
      while (point < times.length - 1 && home[point]! < level * coming) point += 1;
      const [low, high] = [home[point - 1]! / coming, home[point]! / coming];
      const part = high > low ? Math.min(1, Math.max(0, (level - low) / (high - low))) : 1;
      return times[point - 1]! + part * (times[point]! - times[point - 1]!);
    }),
  };
}

/** The moment at which a bird has flown so many minutes, epoch ms. */
function momentOf(minutes: number, { release_ms, rests }: Pick<FlightToExpect, 'release_ms' | 'rests'>): number {
  let at_ms = release_ms + Math.round(minutes * 60_000);
  for (const { from, to } of [...rests].sort((a, b) => a.from - b.from))
    if (to > release_ms && at_ms > from) at_ms += to - Math.max(from, release_ms);
  return at_ms;
}

/**
 * When the birds of a flight are expected.
 * @param times_ms when the birds that are home came, epoch ms ascending
 * @param now_ms epoch ms; before the release the windows are those of the plan
 * @param likely what {@link likelyField} says of its earlier flights
 * @returns null: not known yet, or nobody is out
 */
export function expectedTimes(
  flight: FlightToExpect,
  { times_ms, now_ms }: { times_ms: readonly number[]; now_ms: number },
  likely: Float64Array = likelyField(flight.earlier),
): ExpectedTimes | null {
  const { basketed, distance_m, release_ms, rests, closing_count } = flight;
  const home = times_ms.length;
  if (home >= basketed || distance_m <= 0) return null;
  const flown = (at_ms: number) => netTime(release_ms, at_ms, rests) / 60_000;
  const now = Math.max(0, flown(now_ms));
  const closes = flight.closes_ms === null ? null : flown(flight.closes_ms);
  if ((closes !== null && closes <= now) || (closing_count !== null && home >= closing_count)) return null;
  let first: ExpectedWindow | null = null;
  let first_minutes: number;
  let field: Field;
  const window = (time: TimeOf): ExpectedWindow => {
    const to_ms = Math.max(momentOf(time(1 - beyond), flight), now_ms);
    return { from_ms: Math.min(Math.max(momentOf(time(beyond), flight), now_ms), to_ms), to_ms };
  };
  if (home === 0) {
    const speed = firstSpeed(flight);
    if (speed === null) return null;
    const air = Math.exp(speed.middle);
    const wind = windFactor(flight.wind ?? [], { release_ms, distance_m, air });
    const gone = now > 0 ? firstShare(speed, distance_m, now / wind) : 0;
    if (gone > far_too_late) return null;
    const time: TimeOf = (share) => wind * firstMinutes(speed, distance_m, gone + (1 - gone) * share);
    first = window(time);
    first_minutes = time(0.5);
    field = fieldBefore(
      likely,
      basketed,
      Array.from({ length: first_times }, (_, at) => time((at + 0.5) / first_times)),
    );
  } else {
    const minutes = times_ms.map((at_ms) => Math.max(flown(at_ms), 0.1));
    first_minutes = minutes[0]!;
    field = fieldAfter(likely, { basketed, home: minutes, now: Math.max(now, minutes.at(-1)!) });
  }
  const is_open = closes === null && closing_count === null;
  const awaited = is_open ? longest * first_minutes : closes;
  if (awaited !== null && awaited <= now) return null;
  const standing: Standing = { field, basketed, home, now, closes: awaited, closing_count };
  const tenth = Math.floor((home * 10) / basketed + 1e-9) + 1;
  const next_home = Math.min(basketed, Math.ceil((tenth * basketed) / 10));
  const next = timeOfCount(standing, next_home);
  const half_home = Math.ceil(basketed / 2);
  const half = home < half_home ? timeOfCount(standing, half_home) : null;
  const out = timesOut(standing);
  const last = out && !is_open ? timeOfLast(standing) : null;
  if (!next && !half && !out) return null;
  return {
    home,
    basketed,
    first,
    next: next && { ...window(next), home: next_home },
    half: half && window(half),
    last: last && window(last),
    out: out && {
      turn: out.turn,
      comes: out.comes,
      times_ms: out.times.map((minutes) => Math.max(momentOf(minutes, flight), now_ms)),
    },
  };
}
