/**
 * The section of the site's own map around a line: land, waters, and towns and countries by their names in the reader's
 * language. Its data stand in the folder `data` (decision 74).
 */
import { curvePoint } from '#domain/flights/curve.ts';
import type { Locale } from '#domain/locales.ts';
import type { Spot } from './boxes.ts';
import { countryNamesIn, landIn } from './land.server.ts';
import { type MapSection, type Place, pointOn, type Sight, type TownName, type WaterName } from './place.ts';
import { spotsAlong } from './water-names.ts';

/** In units: about one for each pixel of a wide screen that shows the line whole. */
const size = { width: 2000, height: 1300 };
const ofLine = { width: 760, height: 420 };
/** Nearer than by this many units to a degree (zoom 8 of web maps) a short line is not shown (9.12). */
const mostUnits = (256 * 2 ** 8) / 360;
const mostTowns = 110;
/** The part of a section that a country with a name fills at least. */
const leastCountry = 0.008;
/** A town nearer to a larger one has no name, units. */
const apart = 30;
const mostWaters = 40;
const mostSpots = 10;
/** A name may be so much longer than its lake; in a sea it ends before the shore on both sides. */
const overLake = 1.5;
const ofSea = 1.8;
/** Points of a line nearer to the one before are left out, units. */
const leastStep = 3;

type Town = readonly [name: string, latitude: number, longitude: number, thousands: number];
interface Waters {
  /**
   * Lines in 120ths of a degree: the place of the name in the list or −1, then longitude and latitude, each relative to
   * the one before.
   */
  rivers: readonly (readonly number[])[];
  lakes: readonly (readonly number[])[];
  /** The place of the name, then longitude, latitude and distance of the shore of each spot for it, in 120ths of a degree. */
  seas: readonly (readonly number[])[];
}
type NameOfWater = readonly [name: string, others: Partial<Record<Locale, string>>];
const parts = 120;

let towns: Promise<readonly Town[]> | undefined;
let waters: Promise<Waters> | undefined;
let waterNames: Promise<readonly NameOfWater[]> | undefined;
const names = new Map<Locale, Promise<Readonly<Record<string, string>>>>();

const files = import.meta.glob<unknown>('./data/*.json', { import: 'default' });
const read = <T>(name: string) => files[`./data/${name}.json`]?.() as Promise<T> | undefined;

/** The names that differ from the first one, by the place of the town in the list. */
function namesIn(locale: Locale) {
  const known = names.get(locale) ?? read<Readonly<Record<string, string>>>(`towns-${locale}`) ?? Promise.resolve({});
  names.set(locale, known);
  return known;
}

/** The section around the line from one place to another. */
export async function sectionAround(from: Place, to: Place, locale: Locale): Promise<MapSection> {
  const sight = sightOf(from, to);
  towns ??= read<readonly Town[]>('towns')!;
  waters ??= read<Waters>('waters')!;
  waterNames ??= read<readonly NameOfWater[]>('water-names')!;
  const [land, { rivers, lakes, seas }, called, all, own, countries] = await Promise.all([
    landIn(sight, size, leastStep),
    waters,
    waterNames,
    towns,
    namesIn(locale),
    countryNamesIn(sight, locale, { size, least: leastCountry }),
  ]);
  const [rivers_in, lakes_in] = [linesIn(sight, rivers), linesIn(sight, lakes)];
  return {
    ...sight,
    ...size,
    land,
    rivers: pathOf(rivers_in),
    lakes: pathOf(lakes_in, 'z'),
    countries,
    waters: watersIn({ rivers: rivers_in, lakes: lakes_in, seas: spotsIn(sight, seas) }, called, locale),
    towns: townsIn(sight, all, own),
  };
}

/** The line fits in the middle of the section, its bow too. */
function sightOf(from: Place, to: Place): Sight {
  const points = [from, curvePoint(from, to, 0.5), { ...to, longitude: curvePoint(from, to, 1).longitude }];
  const unit = { middle: { latitude: 0, longitude: 0 }, span: 1 };
  const at = points.map((point) => pointOn(unit, point, { width: 1, height: 1 }));
  const [west, east] = [Math.min(...at.map(({ x }) => x)), Math.max(...at.map(({ x }) => x))];
  const [north, south] = [Math.min(...at.map(({ y }) => y)), Math.max(...at.map(({ y }) => y))];
  const perDegree = Math.min(mostUnits, ofLine.width / (east - west), ofLine.height / (south - north));
  const y = (north + south) / 2;
  const latitude = (Math.atan(Math.sinh(((0.5 - y) * Math.PI) / 180)) * 180) / Math.PI;
  return { middle: { latitude, longitude: (west + east) / 2 - 0.5 }, span: Math.min(360, size.width / perDegree) };
}

/** A line of a section in whole units, and the place of its name. */
interface Line {
  name: number;
  points: readonly Spot[];
}

/** The lines of which a part is in a section. */
function linesIn(sight: Sight, lines: Waters['rivers']): Line[] {
  return lines.flatMap(([name, ...steps]) => {
    const points: Spot[] = [];
    let isIn = false;
    let [longitude, latitude] = [0, 0];
    for (let i = 0; i < steps.length; i += 2) {
      longitude += steps[i]!;
      latitude += steps[i + 1]!;
      const point = pointIn(sight, { latitude: latitude / parts, longitude: longitude / parts });
      isIn ||= isInside(point);
      const last = points.at(-1);
      // The end is kept, so that a river reaches the sea.
      if (last && i < steps.length - 2 && Math.abs(point.x - last.x) + Math.abs(point.y - last.y) < leastStep) continue;
      points.push(point);
    }
    return isIn ? { name: name!, points } : [];
  });
}

const isInside = ({ x, y }: Spot) => x > 0 && y > 0 && x < size.width && y < size.height;

/** Lines as an SVG path of whole units. */
function pathOf(lines: readonly Line[], end = ''): string {
  return lines
    .filter(({ points }) => points.length > (end ? 2 : 1))
    .map(({ points: [first, ...others] }) => {
      let last = first!;
      const steps = others.map((point) => {
        const step = `${point.x - last.x} ${point.y - last.y}`;
        last = point;
        return step;
      });
      return `M${first!.x} ${first!.y}l${steps.join(' ')}${end}`;
    })
    .join('');
}

/** The spots for the names of seas in a section. */
function spotsIn(sight: Sight, seas: Waters['seas']) {
  const perDegree = size.width / sight.span;
  return seas.flatMap(([name, ...of]) => {
    const spots: [number, number, number, number][] = [];
    for (let i = 0; i < of.length; i += 3) {
      const point = pointIn(sight, { longitude: of[i]! / parts, latitude: of[i + 1]! / parts });
      if (isInside(point)) spots.push([point.x, point.y, Math.round((of[i + 2]! / parts) * perDegree * ofSea), 0]);
    }
    return spots.length > 0 ? { name: name!, spots } : [];
  });
}

/** The waters of a section that have a name, the greatest first, each with all places where its name can stand. */
function watersIn(
  { rivers, lakes, seas }: { rivers: readonly Line[]; lakes: readonly Line[]; seas: ReturnType<typeof spotsIn> },
  called: readonly NameOfWater[],
  locale: Locale,
): WaterName[] {
  const spots = new Map<number, WaterName['spots']>();
  const add = (name: number, more: WaterName['spots']) => spots.set(name, [...(spots.get(name) ?? []), ...more]);
  for (const { name, spots } of seas) add(name, spots);
  for (const { name, points } of rivers) add(name, spotsAlong(points, size));
  for (const { name, points } of lakes) {
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    add(name, [
      [Math.round((west + east) / 2), Math.round((north + south) / 2), Math.round(overLake * (east - west)), 0],
    ]);
  }
  // A long river has many places, an ocean wide ones.
  const room = (of: WaterName['spots']) => of.reduce((sum, [, , room]) => sum + room, 0);
  return [...spots]
    .filter(([name, of]) => name >= 0 && of.length > 0)
    .toSorted(([, a], [, b]) => room(b) - room(a))
    .slice(0, mostWaters)
    .map(([index, of]) => {
      const [name, others] = called[index]!;
      // Where the name has most room it can be read from far away.
      return { name: others[locale] ?? name, spots: of.toSorted((a, b) => b[2] - a[2]).slice(0, mostSpots) };
    });
}

/** In whole units, on the copy of the world that is nearest to the middle. */
function pointIn(sight: Sight, { latitude, longitude }: Place) {
  const near = sight.middle.longitude + ((((longitude - sight.middle.longitude + 180) % 360) + 360) % 360) - 180;
  const { x, y } = pointOn(sight, { latitude, longitude: near }, size);
  return { x: Math.round(x), y: Math.round(y) };
}

/** The largest towns of a section, the largest first. */
function townsIn(sight: Sight, all: readonly Town[], own: Readonly<Record<string, string>>): TownName[] {
  const found: TownName[] = [];
  for (const [index, [name, latitude, longitude, thousands]] of all.entries()) {
    const { x, y } = pointIn(sight, { latitude, longitude });
    if (x < 0 || y < 0 || x > size.width || y > size.height) continue;
    if (found.some((other) => Math.abs(other.x - x) < apart && Math.abs(other.y - y) < apart)) continue;
    found.push({ x, y, name: own[index] ?? name, size: thousands >= 500 ? 3 : thousands >= 100 ? 2 : 1 });
    if (found.length === mostTowns) break;
  }
  return found;
}
