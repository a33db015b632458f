/**
 * The forecast along a flight: wind, temperature and precipitation on a grid around the line from the release point to
 * the loft, by the hour.
 */
import type { Point } from '#domain/flights/distance.ts';
import { type WindDirection, windDirections } from '#domain/flights/wind-direction.ts';
import type { LoftUnit } from '#domain/units.ts';

/** The weather of a type of precipitation (4.17); others have no name and no icon. */
export const skies = { 0: 'sunny', 1: 'rain', 3: 'freezing_rain', 5: 'snow' } as const;
export type Sky = (typeof skies)[keyof typeof skies];

/** The weather of a type of precipitation (4.17); null for a type that has none. */
export function skyOf(type: number): Sky | null {
  return (skies as Record<number, Sky | undefined>)[type] ?? null;
}

/** Zero degrees Celsius in kelvin (9.11). */
const kelvinOffset = 273.15;

/** A temperature from kelvin: Celsius for a loft that counts in kilometres, else Fahrenheit (5.20). */
export function temperatureIn(unit: LoftUnit, kelvin: number): number {
  const celsius = kelvin - kelvinOffset;
  return unit === 'km' ? celsius : celsius * 1.8 + 32;
}

/** A wind by its components, m/s: `u` to the east, `v` to the north. */
export interface Wind {
  u: number;
  v: number;
}

/** The speed of a wind, m/s (5.18). */
export const windSpeed = ({ u, v }: Wind): number => Math.hypot(u, v);

/** A wind as people write it: `3.42 m/s` (5.18). */
export const windText = (wind: Wind): string => `${windSpeed(wind).toFixed(2)} m/s`;

/**
 * Where a wind comes from, one of eight directions; null without wind. The thresholds of 5.19, 22.5 and 67.5 degrees
 * from an axis, are those of eight equal sectors (decision 73).
 */
export function windFrom({ u, v }: Wind): WindDirection | null {
  if (u === 0 && v === 0) return null;
  const from_deg = (Math.atan2(-u, -v) * 180) / Math.PI;
  return windDirections[Math.round((from_deg + 360) / 45) % 8]!;
}

/**
 * A wind as a bird on its way feels it, m/s. `tail`: from behind, negative against it. `cross`: from its left, negative
 * from its right.
 * @param bearing_deg the direction of its way, degrees clockwise from north
 */
export function windAlong({ u, v }: Wind, bearing_deg: number): { tail: number; cross: number } {
  const way = (bearing_deg * Math.PI) / 180;
  return { tail: u * Math.sin(way) + v * Math.cos(way), cross: u * Math.cos(way) - v * Math.sin(way) };
}

/** How a wind meets a bird: within 45 degrees of its way it counts as from behind or against it, else from a side. */
export function windMeets(wind: Wind, bearing_deg: number): 'calm' | 'tail' | 'head' | 'left' | 'right' {
  const { tail, cross } = windAlong(wind, bearing_deg);
  if (windSpeed(wind) < 0.3) return 'calm';
  if (Math.abs(tail) >= Math.abs(cross)) return tail > 0 ? 'tail' : 'head';
  return cross > 0 ? 'left' : 'right';
}

/** Places in rows from south to north, each from west to east, `step` degrees apart. */
export interface Lattice {
  south: number;
  west: number;
  step: number;
  rows: number;
  columns: number;
}

/** The most places that are asked for one flight. */
const mostPlaces = 36;
/** Distances of neighbouring places, degrees: each holds all places of the ones behind it. */
const steps = [0.5, 1, 2, 4, 8, 16, 32] as const;

/**
 * The places of the forecast around a line, on whole multiples of a step, so that flights near each other share them.
 * The line has room around it for a map that shows it whole: its extent on both sides, half of it above and below.
 */
export function latticeAround(from: Point, to: Point): Lattice {
  const east = longitudeFrom(from.longitude, to.longitude);
  const [west, wide] = east < 0 ? [from.longitude + east, -east] : [from.longitude, east];
  const low = Math.min(from.latitude, to.latitude);
  const high = Math.max(from.latitude, to.latitude);
  const extent = Math.max(2, wide, high - low);
  for (const step of steps) {
    const [left, right] = [Math.floor((west - extent) / step), Math.ceil((west + wide + extent) / step)];
    const bottom = Math.max(Math.ceil(-90 / step), Math.floor((low - extent / 2) / step));
    const top = Math.min(Math.floor(90 / step), Math.ceil((high + extent / 2) / step));
    const lattice = {
      south: bottom * step,
      west: left * step,
      step,
      rows: top - bottom + 1,
      columns: right - left + 1,
    };
    if (lattice.rows * lattice.columns <= mostPlaces) return lattice;
  }
  throw new Error('no lattice is wide enough');
}

/** The places of a lattice in its order, longitudes within ±180. */
export function placesOf({ south, west, step, rows, columns }: Lattice): Point[] {
  return Array.from({ length: rows * columns }, (_, index) => ({
    latitude: south + Math.floor(index / columns) * step,
    longitude: longitudeFrom(0, west + (index % columns) * step),
  }));
}

/** How far east a longitude lies of another, degrees, −180 to below 180. */
const longitudeFrom = (from: number, to: number) => ((((to - from + 180) % 360) + 360) % 360) - 180;

/** What a service foretells for one place: values at instants, epoch ms, ascending. Wind m/s, temperature kelvin. */
export interface Series {
  times: number[];
  u: number[];
  v: number[];
  temp: number[];
  ptype: number[];
}

/** The forecast for a lattice at whole hours, epoch ms; each list has one value per place, null where none is known. */
export interface ForecastGrid extends Lattice {
  hours: number[];
  u: (number | null)[][];
  v: (number | null)[][];
  temp: (number | null)[][];
  ptype: (number | null)[][];
}

export interface WeatherThere extends Wind {
  /** Kelvin. */
  temp: number;
  /** The type of precipitation, see {@link skyOf}. */
  ptype: number;
}

const hour_ms = 3_600_000;
/** Forecasts are given every three hours; a longer gap is one. */
const longestGap_ms = 6 * hour_ms;

/** The whole hours from the one of the release to the one in which it is dark, or another end, at most a day. */
export function hoursOfDay(release_ms: number, end_ms: number): number[] {
  const first = Math.floor(release_ms / hour_ms);
  const last = Math.min(first + 24, Math.ceil(end_ms / hour_ms));
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => (first + index) * hour_ms);
}

/** The weather of a series at an instant, between its values linearly; null outside of it, and in a gap. */
export function seriesAt({ times, u, v, temp, ptype }: Series, at_ms: number): WeatherThere | null {
  const after = times.findIndex((time) => time >= at_ms);
  if (after < 0 || (after === 0 && times[0]! > at_ms)) return null;
  const before = times[after] === at_ms ? after : after - 1;
  const gap = times[after]! - times[before]!;
  if (gap > longestGap_ms) return null;
  const part = gap === 0 ? 0 : (at_ms - times[before]!) / gap;
  const between = (values: readonly number[]) => values[before]! + part * (values[after]! - values[before]!);
  return { u: between(u), v: between(v), temp: between(temp), ptype: ptype[part < 0.5 ? before : after]! };
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** The forecast of a lattice from the series of its places, null for places without one. */
export function gridOf(lattice: Lattice, hours: readonly number[], series: readonly (Series | null)[]): ForecastGrid {
  const at = hours.map((hour) => series.map((one) => one && seriesAt(one, hour)));
  const valuesOf = (name: keyof WeatherThere) =>
    at.map((places) => places.map((there) => there && rounded(there[name])));
  return {
    ...lattice,
    hours: [...hours],
    u: valuesOf('u'),
    v: valuesOf('v'),
    temp: valuesOf('temp'),
    ptype: valuesOf('ptype'),
  };
}

/** Whether a forecast says anything. */
export const saysAnything = ({ u }: ForecastGrid): boolean =>
  u.some((places) => places.some((value) => value !== null));

/** One forecast until an hour, from it on another of the same lattice, which begins with the same hour and may end later. */
export function joinedAt(before: ForecastGrid, after: ForecastGrid, from_ms: number): ForecastGrid {
  const joined = (name: 'u' | 'v' | 'temp' | 'ptype') =>
    after.hours.map((hour, index) => {
      const [first, second] = hour < from_ms ? [before, after] : [after, before];
      return after[name][index]!.map((_, place) => first[name][index]?.[place] ?? second[name][index]?.[place] ?? null);
    });
  return { ...after, u: joined('u'), v: joined('v'), temp: joined('temp'), ptype: joined('ptype') };
}

/**
 * The weather of a forecast at a place and an instant, between the four places around it and the two hours linearly;
 * null outside, and where a value is missing.
 */
export function weatherAt(grid: ForecastGrid, { latitude, longitude }: Point, at_ms: number): WeatherThere | null {
  const first = grid.hours[0];
  if (first === undefined) return null;
  const hour = (at_ms - first) / hour_ms;
  const x = ((((longitude - grid.west) % 360) + 360) % 360) / grid.step;
  const y = (latitude - grid.south) / grid.step;
  if (hour < 0 || hour > grid.hours.length - 1 || y < 0 || y > grid.rows - 1 || x > grid.columns - 1) return null;
  const [h, column, row] = [Math.floor(hour), Math.floor(x), Math.floor(y)];
  const [ph, px, py] = [hour - h, x - column, y - row];
  const corners = [
    [h, row, column, (1 - ph) * (1 - py) * (1 - px)],
    [h, row, column + 1, (1 - ph) * (1 - py) * px],
    [h, row + 1, column, (1 - ph) * py * (1 - px)],
    [h, row + 1, column + 1, (1 - ph) * py * px],
    [h + 1, row, column, ph * (1 - py) * (1 - px)],
    [h + 1, row, column + 1, ph * (1 - py) * px],
    [h + 1, row + 1, column, ph * py * (1 - px)],
    [h + 1, row + 1, column + 1, ph * py * px],
  ] as const;
  const there = { u: 0, v: 0, temp: 0, ptype: 0 };
  let most = -1;
  for (const [hour, row, column, weight] of corners) {
    if (weight === 0) continue;
    const place = row * grid.columns + column;
    const [u, v, temp, ptype] = [grid.u, grid.v, grid.temp, grid.ptype].map((values) => values[hour]?.[place] ?? null);
    if (u == null || v == null || temp == null || ptype == null) return null;
    there.u += weight * u;
    there.v += weight * v;
    there.temp += weight * temp;
    if (weight > most) there.ptype = ptype;
    most = Math.max(most, weight);
  }
  return there;
}
