/**
 * The axis of a replay: the day of a race from its release to its last bird, with long silences drawn short. Between them
 * a minute is as long as every other minute.
 */
import { clockTime } from '#web/lib/intl.ts';

export interface ReplayAxis {
  from_ms: number;
  to_ms: number;
  /** Where a moment is, from 0 to 1. */
  placeOf(at_ms: number): number;
  /** The moment at a place. */
  timeAt(place: number): number;
  /** The silences that are drawn shorter than half: their moments. */
  breaks: readonly { from_ms: number; to_ms: number }[];
}

/** A silence is drawn no longer than this share of the time from the first bird to the last, but for short races. */
const longest = 1 / 20;
const least_ms = 60_000;

/** @param times when birds were home, ascending, epoch ms */
export function replayAxis(release_ms: number, times: Float64Array): ReplayAxis {
  const last_ms = Math.max(release_ms + 1, times.at(-1) ?? 0);
  const most_ms = Math.max(least_ms, (last_ms - (times[0] ?? last_ms)) * longest);
  // Where the scale changes: the moment, and how much is drawn until then.
  const at = [release_ms];
  const drawn = [0];
  const breaks: { from_ms: number; to_ms: number }[] = [];
  const add = (until_ms: number, length: number) => {
    drawn.push(drawn.at(-1)! + length);
    at.push(until_ms);
  };
  let before_ms = release_ms;
  for (const time_ms of times) {
    if (time_ms - before_ms > most_ms) {
      if (before_ms > at.at(-1)!) add(before_ms, before_ms - at.at(-1)!);
      add(time_ms, most_ms);
      if (time_ms - before_ms > 2 * most_ms) breaks.push({ from_ms: before_ms, to_ms: time_ms });
    }
    before_ms = Math.max(before_ms, time_ms);
  }
  if (last_ms > at.at(-1)!) add(last_ms, last_ms - at.at(-1)!);
  const whole = drawn.at(-1)!;
  return {
    from_ms: release_ms,
    to_ms: last_ms,
    placeOf: (at_ms) => between(at, drawn, at_ms) / whole,
    timeAt: (place) => between(drawn, at, Math.min(1, Math.max(0, place)) * whole),
    breaks,
  };
}

/** The value that belongs to another one between the points of two ascending lists. */
function between(from: readonly number[], to: readonly number[], value: number): number {
  if (value <= from[0]!) return to[0]!;
  const next = from.findIndex((point) => point >= value);
  if (next < 0) return to.at(-1)!;
  const [low, high] = [from[next - 1]!, from[next]!];
  return to[next - 1]! + ((value - low) / (high - low)) * (to[next]! - to[next - 1]!);
}

/** How many birds were home in each of equal parts of the axis. */
export function barsOn({ placeOf }: ReplayAxis, times: Float64Array, parts: number): Uint16Array {
  const counts = new Uint16Array(parts);
  for (const time_ms of times) counts[Math.min(parts - 1, Math.floor(placeOf(time_ms) * parts))]! += 1;
  return counts;
}

const hour_ms = 3_600_000;
const steps_ms = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480].map((minutes) => minutes * 60_000);

/**
 * The release, and round times of day between the birds, with so much room for each. None stands in a silence that is
 * drawn short: a place beside it would be of quite another time.
 */
export function hoursOn(axis: ReplayAxis, time_zone: string, room: number): { place: number; text: string }[] {
  const { from_ms, to_ms, placeOf, breaks } = axis;
  const text = (at_ms: number) => clockTime(at_ms, time_zone).time.slice(0, 5);
  // As long as the day would be if no silence were drawn short.
  const silent_ms = breaks.reduce((sum, silence) => sum + silence.to_ms - silence.from_ms, 0);
  const silent = breaks.reduce((sum, silence) => sum + placeOf(silence.to_ms) - placeOf(silence.from_ms), 0);
  const whole_ms = (to_ms - from_ms - silent_ms) / Math.max(1e-9, 1 - silent);
  const step_ms = steps_ms.find((step) => step >= whole_ms * room) ?? steps_ms.at(-1)!;
  const [hour, minute] = clockTime(from_ms, time_zone).time.split(':').map(Number) as [number, number];
  const day_ms = Math.floor(from_ms / 60_000) * 60_000 - hour * hour_ms - minute * 60_000;
  const labels = [{ place: 0, text: text(from_ms) }];
  for (let at_ms = day_ms + Math.ceil((from_ms - day_ms) / step_ms) * step_ms; at_ms < to_ms; at_ms += step_ms) {
    const place = placeOf(at_ms);
    if (place > 0.98 || place - labels.at(-1)!.place < room) continue;
    if (!breaks.some((silence) => silence.from_ms < at_ms && at_ms < silence.to_ms))
      labels.push({ place, text: text(at_ms) });
  }
  return labels;
}

/** A moment in an address: how long after the release, `7h13m08s`. Rounded up: who is home now is home there too. */
export function momentText(after_ms: number): string {
  const seconds = Math.max(0, Math.ceil(after_ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}h${two(Math.floor(seconds / 60) % 60)}m${two(seconds % 60)}s`;
}

/**
 * How long after the release a moment of an address is, ms; null where it is none. A time of day, `10:15` or `10:15:00`,
 * is the first one by the clocks of the loft after the release.
 */
export function momentFrom(text: string | null, { release_ms, time_zone }: Released): number | null {
  const clock = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text ?? '');
  if (clock) {
    const released = clockTime(release_ms, time_zone).time.split(':');
    return ((secondsOf(clock.slice(1)) - secondsOf(released) + 86_400) % 86_400) * 1000;
  }
  const parts = /^(?=.)(?:(\d{1,4})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s)?$/.exec(text ?? '');
  if (!parts) return null;
  return secondsOf(parts.slice(1)) * 1000;
}

/** Hours, minutes and seconds, of which some may be missing. */
function secondsOf(parts: readonly (string | undefined)[]): number {
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return hours * 3600 + minutes * 60 + seconds;
}

interface Released {
  release_ms: number;
  time_zone: string;
}
