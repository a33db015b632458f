/** Paints the site's own map on canvases: land and waters, the night, the heat, and the names. */
import { type Box, meets, type Spot } from './boxes.ts';
import type { Sight } from './map-view.ts';
import type { MapSection, Size } from './place.ts';
import { placeWaters } from './water-names.ts';

/** The colours of a map, in the colour scheme of the page. */
export interface MapColours {
  sea: string;
  land: string;
  border: string;
  river: string;
  water: string;
  text: string;
  ink: string;
  surface: string;
  line: string;
  path: string;
  wind: string;
  night: string;
  font: string;
  figures: string;
}

/** Reads the colours of an element's page. */
export function coloursOf(element: HTMLElement): MapColours {
  const before = element.style.color;
  const read = (token: string) => {
    element.style.color = `var(--ol-${token})`;
    return getComputedStyle(element).color;
  };
  const colours = {
    sea: read('map-sea'),
    land: read('map-land'),
    border: read('map-border'),
    river: read('map-river'),
    water: read('map-water'),
    text: read('map-text'),
    ink: read('ink'),
    surface: read('surface'),
    line: read('line-2'),
    path: read('path'),
    wind: read('map-wind'),
    night: 'rgb(8 20 40 / 0.18)',
    font: getComputedStyle(document.body).fontFamily,
    figures: getComputedStyle(document.documentElement).getPropertyValue('--ol-font-num'),
  };
  element.style.color = before;
  return colours;
}

/** A canvas at the resolution of the screen, at most `finest` to a pixel of the page, in pixels of the page. */
export function contextOf(
  canvas: HTMLCanvasElement,
  { width, height }: Size,
  finest = 2,
): CanvasRenderingContext2D | null {
  const ratio = Math.min(finest, devicePixelRatio || 1);
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

/** The paths of a section, made once. */
export interface MapPaths {
  land: Path2D;
  rivers: Path2D;
  lakes: Path2D;
}

export const pathsOf = ({ land, rivers, lakes }: MapSection): MapPaths => ({
  land: new Path2D(land),
  rivers: new Path2D(rivers),
  lakes: new Path2D(lakes),
});

export interface Ground {
  paths: MapPaths;
  colours: MapColours;
  sight: Sight;
  size: Size;
  /** The edge of the night in units; null where it is not shown. */
  night: readonly Spot[] | null;
  /** The heat as a small picture of this part of the section; null where it is not shown. */
  heat: { picture: CanvasImageSource; at: Spot; size: Size } | null;
}

export function paintGround(context: CanvasRenderingContext2D, ground: Ground): void {
  const { paths, colours, sight, size, night, heat } = ground;
  context.fillStyle = colours.sea;
  context.fillRect(0, 0, size.width, size.height);
  context.save();
  context.transform(sight.k, 0, 0, sight.k, sight.x, sight.y);
  context.fillStyle = colours.land;
  context.fill(paths.land, 'evenodd');
  if (heat) {
    context.globalAlpha = 0.4;
    context.imageSmoothingQuality = 'high';
    context.drawImage(heat.picture, heat.at.x, heat.at.y, heat.size.width, heat.size.height);
    context.globalAlpha = 1;
  }
  context.lineJoin = 'round';
  context.strokeStyle = colours.border;
  context.lineWidth = 1 / sight.k;
  context.stroke(paths.land);
  context.strokeStyle = colours.river;
  context.lineWidth = 1.6 / sight.k;
  context.stroke(paths.rivers);
  context.fillStyle = colours.sea;
  context.fill(paths.lakes, 'evenodd');
  context.stroke(paths.lakes);
  context.restore();
  if (!night) return;
  context.beginPath();
  for (const { x, y } of night) context.lineTo(x * sight.k + sight.x, y * sight.k + sight.y);
  context.fillStyle = colours.night;
  context.fill();
}

/** By how much the name of a country moves where its middle is taken, pixels. */
const elsewhere = [0, -36, 36];

/** Waters that are named in a view, at most. */
const mostWaters = 14;

/**
 * Paints the names that have room, the more important ones first. `taken`: where markers and panels stand; `line`: what
 * names of waters do not cross.
 */
export function paintNames(
  context: CanvasRenderingContext2D,
  { towns, countries, waters }: MapSection,
  {
    colours,
    sight,
    size,
    taken,
    line,
  }: { colours: MapColours; sight: Sight; size: Size; taken: readonly Box[]; line: readonly Spot[] },
): void {
  const boxes = [...taken];
  const at = ({ x, y }: Spot) => ({ x: x * sight.k + sight.x, y: y * sight.k + sight.y });
  const isSeen = ({ x, y }: Spot) => x > 4 && y > 10 && x < size.width - 4 && y < size.height - 6;
  const put = (box: Box) => {
    if (boxes.some((other) => meets(box, other))) return false;
    boxes.push(box);
    return true;
  };
  context.lineJoin = 'round';
  context.strokeStyle = colours.land;
  context.textBaseline = 'middle';
  const write = (text: string, x: number, y: number, width: number) => {
    context.lineWidth = width;
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  };
  context.textAlign = 'center';
  context.fillStyle = colours.text;
  context.font = `650 16px ${colours.font}`;
  for (const country of countries) {
    const { x, y } = at(country);
    const width = context.measureText(country.name).width;
    const free = elsewhere.find(
      (by) => isSeen({ x, y: y + by }) && put({ x: x - width / 2, y: y + by - 11, width, height: 22 }),
    );
    if (free !== undefined) write(country.name, x, y + free, 3);
  }
  context.textAlign = 'left';
  for (const town of towns) {
    // From afar only large towns are named.
    if (town.size === 1 && sight.k < 0.75) continue;
    const { x, y } = at(town);
    if (!isSeen({ x, y })) continue;
    context.font = `${town.size === 3 ? 600 : 450} ${town.size === 3 ? 15 : 13.5}px ${colours.font}`;
    const width = context.measureText(town.name).width;
    const isNearEnd = x + width + 10 > size.width;
    const left = isNearEnd ? x - 8 - width : x + 8;
    if (!put({ x: left - 10, y: y - 10, width: width + 16, height: 20 })) continue;
    context.fillStyle = town.size === 3 ? colours.ink : colours.text;
    context.beginPath();
    context.arc(x, y, town.size === 3 ? 3.4 : 2.4, 0, 2 * Math.PI);
    context.fill();
    write(town.name, left, y, 3.5);
  }
  context.textAlign = 'center';
  context.font = `italic 500 14px ${colours.font}`;
  context.fillStyle = colours.water;
  const widthOf = (name: string) => context.measureText(name).width;
  const crossed = line.map(({ x, y }) => ({ x: x - 5, y: y - 5, width: 10, height: 10 }));
  for (const { name, x, y, angle } of placeWaters(waters, {
    sight,
    size,
    widthOf,
    taken: [...boxes, ...crossed],
    most: mostWaters,
  })) {
    context.save();
    context.translate(x, y);
    context.rotate((angle * Math.PI) / 180);
    // Over a sea a halo in the colour of the land would be a stain.
    context.fillText(name, 0, 0);
    context.restore();
  }
}

/** Paints a value in a white lozenge, its middle at a spot. */
export function paintTag(
  context: CanvasRenderingContext2D,
  text: string,
  { x, y }: Spot,
  { surface, line, ink, figures }: MapColours,
): Box {
  context.font = `700 15px ${figures}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const width = context.measureText(text).width + 18;
  const box = { x: x - width / 2, y: y - 13, width, height: 26 };
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, 13);
  context.fillStyle = surface;
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = line;
  context.stroke();
  context.fillStyle = ink;
  context.fillText(text, x, y + 0.5);
  return box;
}
