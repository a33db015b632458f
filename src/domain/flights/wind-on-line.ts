/** The wind as the birds of a flight meet it: along the whole line at one moment, and where they are hour by hour. */
import type { Point } from './distance.ts';
import { type ForecastGrid, type WeatherThere, weatherAt, windAlong } from './forecast.ts';

/** A point of the straight line, with the direction in which a bird flies there. */
export interface LinePoint extends Point {
  bearing_deg: number;
}

export interface WindThere extends WeatherThere {
  /** From behind, negative against the birds, m/s. */
  tail: number;
  /** From their left, negative from their right, m/s. */
  cross: number;
}

function windThere(point: LinePoint, grid: ForecastGrid, at_ms: number): WindThere | null {
  const there = weatherAt(grid, point, at_ms);
  return there && { ...there, ...windAlong(there, point.bearing_deg) };
}

/** The wind at each point of a line at one moment; null where it is not foretold. */
export function windOnLine(points: readonly LinePoint[], grid: ForecastGrid, at_ms: number): (WindThere | null)[] {
  return points.map((point) => windThere(point, grid, at_ms));
}

/** The point of a line at this part of it, 0 to 1. */
export function pointOfLine(points: readonly LinePoint[], part: number): LinePoint {
  return points[Math.round(Math.max(0, Math.min(1, part)) * (points.length - 1))]!;
}

export interface MomentOnTheWay {
  /** How far the middle of the field is then, metres from the release point; null where no speed is expected. */
  flown_m: number | null;
  point: LinePoint;
  wind: WindThere | null;
}

interface Way {
  points: readonly LinePoint[];
  distance_m: number;
}

/** When the birds are released, and how fast they are expected to fly, m/min. */
interface Pace {
  release_ms: number;
  average: number | null;
}

/**
 * The wind where the birds are at a moment: before the release at the release point, later where the middle of the field
 * is expected, at the loft once it is home. Without an expected speed at the loft.
 */
export function windAtMoment(
  { points, distance_m }: Way,
  grid: ForecastGrid,
  { release_ms, average }: Pace,
  at_ms: number,
): MomentOnTheWay {
  const flown_m = average ? Math.max(0, Math.min(distance_m, ((at_ms - release_ms) / 60_000) * average)) : null;
  const point = pointOfLine(points, flown_m === null ? 1 : flown_m / distance_m);
  return { flown_m, point, wind: windThere(point, grid, at_ms) };
}

/** The wind where the birds are at each hour of the forecast. */
export function windOnTheWay(way: Way, grid: ForecastGrid, pace: Pace): (MomentOnTheWay & { hour_ms: number })[] {
  return grid.hours.map((hour_ms) => ({ hour_ms, ...windAtMoment(way, grid, pace, hour_ms) }));
}
