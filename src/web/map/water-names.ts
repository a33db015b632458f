/** Where the names of waters stand in a view of a map: along a river, in the middle of a lake or a sea, over nothing else. */
import { type Box, meets, type Spot } from './boxes.ts';
import type { MapSection, Size, WaterName } from './place.ts';

export interface PlacedWater extends Spot {
  name: string;
  /** Clockwise, degrees. */
  angle: number;
}

export interface WaterView {
  sight: Spot & { k: number };
  size: Size;
  /** How wide a name is, pixels. */
  widthOf: (name: string) => number;
  /** What no name may cover. */
  taken: readonly Box[];
  most: number;
}

/** The height of a name, and how far it stays from the edge of the view, pixels. */
const high = 18;
const edge = 6;
/** How far above a river the middle of its name lies, pixels. */
const above = 9;

/** The names that have room, those of the greatest waters first, each once. */
export function placeWaters(waters: MapSection['waters'], { sight, size, widthOf, taken, most }: WaterView) {
  const boxes = [...taken];
  const placed: PlacedWater[] = [];
  for (const { name, spots } of waters) {
    if (placed.length === most) break;
    const wide = widthOf(name);
    for (const [x, y, room, angle] of spots) {
      if (room * sight.k < wide) continue;
      const turn = (angle * Math.PI) / 180;
      const at = {
        x: x * sight.k + sight.x + above * Math.sin(turn),
        y: y * sight.k + sight.y - above * Math.cos(turn),
      };
      const box = boxOf(at, wide, turn);
      const isSeen =
        box.x > edge &&
        box.y > edge &&
        box.x + box.width < size.width - edge &&
        box.y + box.height < size.height - edge;
      if (!isSeen || boxes.some((other) => meets(box, other))) continue;
      boxes.push(box);
      placed.push({ name, angle, ...at });
      break;
    }
  }
  return placed;
}

/** The room of a turned name. */
function boxOf({ x, y }: Spot, wide: number, turn: number): Box {
  const [cos, sin] = [Math.cos(turn), Math.abs(Math.sin(turn))];
  const [width, height] = [wide * cos + high * sin, wide * sin + high * cos];
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** Windows of a river in which its name could stand, units, and how far it may turn in one, as a part of its length. */
const windows = [240, 170, 120, 84, 60, 44];
const straight = 0.1;
/** From one place of a name to the next along a river, units, and how many a river has. */
const next = 90;
const mostSpots = 8;

/** The places of a name along a river, as a line of units inside a section of this size. */
export function spotsAlong(line: readonly Spot[], size: Size): WaterName['spots'] {
  const lengths = [0];
  for (let i = 1; i < line.length; i++)
    lengths.push(lengths[i - 1]! + Math.hypot(line[i]!.x - line[i - 1]!.x, line[i]!.y - line[i - 1]!.y));
  const whole = lengths.at(-1) ?? 0;
  const at = (length: number): Spot => {
    const after = Math.max(
      1,
      lengths.findIndex((one) => one >= length),
    );
    const [a, b] = [line[after - 1]!, line[after]!];
    const part = (length - lengths[after - 1]!) / (lengths[after]! - lengths[after - 1]! || 1);
    return { x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y) };
  };
  const found: [number, number, number, number][] = [];
  for (let middle = windows.at(-1)! / 2; middle < whole && found.length < mostSpots; middle += next) {
    for (const window of windows) {
      if (middle < window / 2 || middle + window / 2 > whole) continue;
      const [from, to] = [at(middle - window / 2), at(middle + window / 2)];
      const chord = Math.hypot(to.x - from.x, to.y - from.y);
      const bend = line.reduce((most, { x, y }, i) => {
        if (lengths[i]! <= middle - window / 2 || lengths[i]! >= middle + window / 2) return most;
        return Math.max(most, Math.abs((to.x - from.x) * (from.y - y) - (from.x - x) * (to.y - from.y)) / (chord || 1));
      }, 0);
      if (bend > straight * window || chord < 0.9 * window) continue;
      const spot = { x: Math.round((from.x + to.x) / 2), y: Math.round((from.y + to.y) / 2) };
      if (spot.x < 0 || spot.y < 0 || spot.x > size.width || spot.y > size.height) break;
      // It reads from left to right.
      const angle = (Math.atan((to.y - from.y) / (to.x - from.x || 1e-9)) * 180) / Math.PI;
      found.push([spot.x, spot.y, Math.round(chord), Math.round(angle)]);
      break;
    }
  }
  return found;
}
