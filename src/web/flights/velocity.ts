/** The fastest birds of a race as dots in columns, which show how close together they arrived. */
import type { Ranked } from '#domain/arrivals/rank.ts';

/** Only the first birds are drawn: dots of all of them would form a block. */
export const maxDots = 60;
export const chart = { width: 396, left: 8, right: 388, base: 142, top: 26 };
const dotSpacing = 7.6;
/** The room of the label of the fastest speed, and of a line of figures. */
const labelWidth = 84;
const lineHeight = 16;

export interface Column {
  x: number;
  pigeon_ids: number[];
  /** Taller than its neighbours: labelled with its number. */
  peak: boolean;
}

export interface Velocities {
  columns: Column[];
  /** The distance between two dots of a column, and the height of the tallest column. */
  step: number;
  height: number;
  ticks: { x: number; speed: number; labelled: boolean }[];
  fastest: number;
  /** Where the label of the fastest speed stands: above the dots and figures below it. */
  label_y: number;
}

/** Null where fewer than two speeds are known. */
export function velocities(birds: readonly Pick<Ranked, 'pigeon_id' | 'speed'>[]): Velocities | null {
  const dots = birds.flatMap(({ pigeon_id, speed }) => (speed === null ? [] : { pigeon_id, speed }));
  const fastest = dots[0]?.speed;
  const slowest = dots.at(-1)?.speed;
  if (fastest === undefined || slowest === undefined || slowest === fastest) return null;
  const { left, right, base, top } = chart;
  const xOf = (speed: number) => left + ((speed - slowest) / (fastest - slowest)) * (right - left);
  const columns = new Map<number, number[]>();
  for (const { pigeon_id, speed } of dots) {
    const column = Math.round((xOf(speed) - left) / dotSpacing);
    columns.set(column, [...(columns.get(column) ?? []), pigeon_id]);
  }
  const tallest = Math.max(...[...columns.values()].map((ids) => ids.length));
  const step = Math.min(dotSpacing, (base - top) / tallest);
  const marks = ticks(slowest, fastest);
  const drawn = [...columns].map(([column, pigeon_ids]) => ({
    x: left + column * dotSpacing,
    pigeon_ids,
    peak:
      pigeon_ids.length > 1 &&
      [-2, -1, 1, 2].every((by) => (columns.get(column + by)?.length ?? 0) < pigeon_ids.length + (by > 0 ? 1 : 0)),
  }));
  const below = drawn.filter(({ x }) => x > chart.width - labelWidth);
  const highest = Math.max(...below.map(({ pigeon_ids, peak }) => pigeon_ids.length * step + (peak ? lineHeight : 0)));
  return {
    columns: drawn,
    step,
    height: step * tallest,
    ticks: marks.map((speed, n) => ({ x: xOf(speed), speed, labelled: marks.length < 5 || n % 2 === 0 })),
    fastest,
    label_y: base - 16 - highest,
  };
}

/** A few round figures between two speeds. */
function ticks(from: number, to: number): number[] {
  const rough = (to - from) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((n) => n * power >= rough) ?? 10) * power;
  const found: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) found.push(Number(at.toFixed(6)));
  return found;
}
