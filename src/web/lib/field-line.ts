/**
 * The line of a field: an arc from the truck to the loft that is a scale of the birds, not of the road. From the loft
 * outward it is home, the rest is out. Every bird, or every few birds, is a speck with a place of its own on the scale,
 * in the order in which they come home, so that a landing moves one speck and nothing else.
 */

/** The arc is stretched to the width of the page and keeps its height, px. */
export const arcView = { width: 1440, height: 146 } as const;

/** The arc: from the truck over its middle, drawn to a control point, to the loft. */
const [truck, control, loft] = [
  [150, 98],
  [720, -30],
  [1290, 98],
] as const;
/** At this width, between a phone and a desktop, parts of the arc are measured, px. */
const measured_px = 650;

/** At most about this many specks: every second of them is for wide screens only. */
const most_specks = 680;

/** A place on the arc by the share of its length between the loft and it. */
export interface OnArc {
  x: number;
  y: number;
}

/** The part of the way from the truck at which a share of the length is left to the loft. */
function partAt(share: number): number {
  const length = lengths.at(-1)! * (1 - Math.min(1, Math.max(0, share)));
  const above = lengths.findIndex((one) => one >= length);
  if (above <= 0) return 0;
  const [low, high] = [lengths[above - 1]!, lengths[above]!];
  return (above - 1 + (length - low) / (high - low)) / steps;
}

const steps = 128;
const on = (part: number): OnArc => ({
  x: between(truck[0], control[0], loft[0], part),
  y: between(truck[1], control[1], loft[1], part),
});
function between(a: number, b: number, c: number, part: number): number {
  return a * (1 - part) ** 2 + 2 * b * part * (1 - part) + c * part ** 2;
}

/** The length of the arc from the truck to each of its steps. */
const lengths = [0];
for (let step = 1; step <= steps; step += 1) {
  const [a, b] = [on((step - 1) / steps), on(step / steps)];
  lengths.push(lengths[step - 1]! + Math.hypot(((b.x - a.x) * measured_px) / arcView.width, b.y - a.y));
}

/** Where a share of the field, from the loft outward, ends on the arc. */
export const placeOnArc = (share: number): OnArc => on(partAt(share));

/** The two parts of the arc as paths: `out` from the truck to the edge, `home` from there to the loft; null: nothing. */
export function arcParts(share: number): { out: string | null; home: string | null } {
  const part = partAt(share);
  const edge = on(part);
  const [x, y] = [edge.x.toFixed(1), edge.y.toFixed(1)];
  const toward = (from: readonly [number, number], to: readonly [number, number]) =>
    [0, 1].map((axis) => (from[axis]! + (to[axis]! - from[axis]!) * part).toFixed(1)).join(' ');
  return {
    out: share < 1 ? `M${truck.join(' ')}Q${toward(truck, control)} ${x} ${y}` : null,
    home: share > 0 ? `M${x} ${y}Q${toward(control, loft)} ${loft.join(' ')}` : null,
  };
}

/** How many birds of a field one speck stands for, and how many specks there are. */
export function specksOf(basketed: number): { birds: number; count: number } {
  const birds = Math.max(1, Math.round(basketed / most_specks));
  return { birds, count: Math.ceil(basketed / birds) };
}

/** The specks of which the birds are home; the last is home with the last bird only. */
export const specksHome = (home: number, basketed: number): number =>
  home >= basketed ? specksOf(basketed).count : Math.floor(home / specksOf(basketed).birds);

/** A speck that is home: in rows on its part of the arc, like birds on a wire. Those of phones have columns of their own. */
export function perch(index: number, count: number): OnArc {
  const rows = count > 300 ? 4 : count > 200 ? 3 : count > 120 ? 2 : 1;
  const inClass = index >> 1;
  const column = Math.floor(inClass / rows);
  const share = ((column + (index % 2 ? 0.75 : 0.25)) * rows * 2) / count;
  const { x, y } = placeOnArc(Math.min(share, 1 - 0.25 / count));
  return { x, y: y - 8 - (inClass % rows) * 4.2 };
}

/** A speck that is out: by its turn to come, scattered wider the later that is. */
export function adrift(index: number, count: number): OnArc {
  const share = (index + 0.5) / count;
  const { x, y } = placeOnArc(share);
  const wide = 6 + 21 * share ** 1.3;
  return { x: x + scatter(index, 1) * (4 + 26 * share), y: y + scatter(index, 2) * wide };
}

/** Between -1 and 1, mostly near 0, always the same for a speck. */
const scatter = (index: number, axis: number): number => hashed(index * 4 + axis) + hashed(index * 4 + axis + 2) - 1;

function hashed(value: number): number {
  let bits = Math.imul(value + 1, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b);
  return ((bits ^ (bits >>> 13)) >>> 0) / 2 ** 32;
}

/** Dots in one path, as lines without length with round ends: in halves of a pixel, each relative to the one before. */
export function dots(places: readonly OnArc[]): string {
  let [from_x, from_y] = [0, 0];
  return places
    .map(({ x, y }) => {
      const [to_x, to_y] = [Math.round(x * 2), Math.round(y * 2)];
      const [dx, dy] = [to_x - from_x, to_y - from_y];
      [from_x, from_y] = [to_x, to_y];
      return `m${dx}${dy < 0 ? dy : ` ${dy}`}h0`;
    })
    .join('');
}

/**
 * Where my birds that are out stand, as shares of the field from the loft: nobody knows which of those out comes next,
 * so `mine` of them stand where birds picked blindly would on average.
 */
export function mineOut(home: number, basketed: number, mine: number): number[] {
  const out = 1 - home / basketed;
  return Array.from({ length: mine }, (_, n) => 1 - out + (out * (n + 1)) / (mine + 1));
}
