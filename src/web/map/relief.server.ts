/** The heights of the land along a line, of a grid of a tenth of a degree (decision 74). */
import type { Place } from './place.ts';

interface Relief {
  north: number;
  south: number;
  /** A byte of the grid is so many metres. */
  step_m: number;
  grid: Uint8Array;
}

/** Columns of the grid, from the 180th meridian to the east. */
const columns = 3600;
const perDegree = columns / 360;
/** Heights of a line, at equal distances. */
const samples = 81;

const files = import.meta.glob<Omit<Relief, 'grid'> & { gzip: string }>('./data/relief.json', { import: 'default' });

let relief: Promise<Relief> | undefined;

/** Loaded with the first map. */
async function readRelief(): Promise<Relief> {
  const packed = await files['./data/relief.json']!();
  const bytes = Uint8Array.from(atob(packed.gzip), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return { ...packed, grid: new Uint8Array(await new Response(unpacked).arrayBuffer()) };
}

/**
 * The heights along a line, metres, at equal distances.
 * @param points at equal distances
 * @returns null where a part of the line is beyond the grid
 */
export async function heightsAlong(points: readonly Place[]): Promise<number[] | null> {
  relief ??= readRelief();
  const known = await relief;
  if (points.some(({ latitude }) => latitude > known.north - 1 || latitude < known.south + 1)) return null;
  return Array.from({ length: samples }, (_, index) => {
    const at = (index / (samples - 1)) * (points.length - 1);
    const [one, other] = [points[Math.floor(at)]!, points[Math.ceil(at)]!];
    const part = at - Math.floor(at);
    // The shorter way around the 180th meridian.
    const east = ((other.longitude - one.longitude + 540) % 360) - 180;
    return heightAt(known, {
      latitude: one.latitude + part * (other.latitude - one.latitude),
      longitude: one.longitude + part * east,
    });
  });
}

/** Between the middles of the four nearest squares, metres. */
function heightAt({ north, step_m, grid }: Relief, { latitude, longitude }: Place): number {
  const [x, y] = [(longitude + 180) * perDegree - 0.5, (north - latitude) * perDegree - 0.5];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const of = (dx: number, dy: number) => grid[(top + dy) * columns + ((left + dx + columns) % columns)]! * step_m;
  const row = (dy: number) => of(0, dy) + (x - left) * (of(1, dy) - of(0, dy));
  return Math.round(row(0) + (y - top) * (row(1) - row(0)));
}
