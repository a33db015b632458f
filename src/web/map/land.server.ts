/**
 * The outline of the land around a place, drawn on the server: a map without a script, on a slow connection and without
 * WebGL.
 */
import { type GeoPermissibleObjects, geoMercator, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { countriesIn } from '#domain/countries.ts';
import type { Locale } from '#domain/locales.ts';
import { plainText } from '#domain/plain-text.ts';
import type { Site } from '#domain/site.ts';
import { frame, type MapName, type Place, pointOn, type Sight, type Size } from './place.ts';

interface Country {
  /** Its name in English. */
  name: string;
  shape: GeoPermissibleObjects;
  /** In degrees; a country across the 180th meridian reaches all around. */
  bounds: [[west: number, south: number], [east: number, north: number]];
}

let countries: Promise<readonly Country[]> | undefined;

/** Loaded with the first map. */
async function readCountries(): Promise<readonly Country[]> {
  const { default: atlas } = await import('world-atlas/countries-50m.json');
  const world = atlas as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>;
  const degrees = geoPath();
  return feature(world, world.objects.countries).features.map((shape) => ({
    name: shape.properties.name,
    shape,
    bounds: degrees.bounds(shape),
  }));
}

const drawn = new Map<string, Promise<string>>();
const mostKept = 500;

/** The section of a map around a place; without a place it reaches from Ireland to the Ural. */
export async function mapOf(place: Place | null, { map_style_url: style_url }: Pick<Site, 'map_style_url'>) {
  const sight = place ? { middle: place, span: 10 } : { middle: { latitude: 50, longitude: 15 }, span: 60 };
  return { ...sight, land: await landIn(sight), style_url };
}

/** The section of a map with all of these places, and room around them; null where there are none. */
export async function mapAround(places: readonly Place[]): Promise<(Sight & { land: string }) | null> {
  if (!places.length) return null;
  const [west, east] = endsOf(places.map(({ longitude }) => longitude));
  const [south, north] = endsOf(places.map(({ latitude }) => latitude));
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  // A degree of latitude is as high on the map as this many degrees of longitude are wide.
  const stretch = 1 / Math.max(0.2, Math.cos((middle.latitude * Math.PI) / 180));
  const span = Math.max(1, 1.5 * (east - west), 1.6 * (north - south) * stretch * (frame.width / frame.height));
  const sight = { middle, span: Math.min(360, Math.ceil(span * 10) / 10) };
  return { ...sight, land: await landIn(sight) };
}

const endsOf = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)];

/** The land in a section, as an SVG path in a view box of this size; see {@link outline}. */
export function landIn(sight: Sight, size = frame, least = 1): Promise<string> {
  const key = `${sight.middle.latitude} ${sight.middle.longitude} ${sight.span} ${size.width}`;
  let land = drawn.get(key);
  if (!land) {
    if (drawn.size >= mostKept) drawn.clear();
    countries ??= readCountries();
    land = countries.then((all) => draw(all, sight, size, least));
    drawn.set(key, land);
  }
  return land;
}

/** Outlines extend beyond the edge, so that the cut is not visible. */
const margin = 8;

/** The projection of a section, and the countries that may be in it. */
function sectionOf(all: readonly Country[], { middle: { latitude, longitude }, span }: Sight, size = frame) {
  const projection = geoMercator()
    .scale(((size.width / span) * 180) / Math.PI)
    .rotate([-longitude, 0])
    // At the poles the projection is infinite.
    .center([0, Math.max(-85, Math.min(85, latitude))])
    .translate([size.width / 2, size.height / 2])
    .clipExtent([
      [-margin, -margin],
      [size.width + margin, size.height + margin],
    ])
    .precision(0);
  const [west, north] = projection.invert!([-margin, -margin])!;
  const [east, south] = projection.invert!([size.width + margin, size.height + margin])!;
  // The projection of a country that is far away takes as long.
  const countries = all.filter(
    ({ bounds: [[from, low], [to, high]] }) =>
      low < north && high > south && (west > east || (from < east && to > west)),
  );
  return { projection, countries };
}

/** A country of which less than this part of a section is seen has no name there. */
const leastPart = 0.04;

/** The names of the countries in a section, each in the middle of what is seen of it: those of at least this part of it. */
export async function countryNamesIn(
  sight: Sight,
  locale: Locale,
  { size = frame, least = leastPart } = {},
): Promise<MapName[]> {
  countries ??= readCountries();
  const section = sectionOf(await countries, sight, size);
  const path = geoPath(section.projection);
  const codes = new Map(countriesIn('en').map(({ key, name }) => [plainText(name), key]));
  const names = new Map(countriesIn(locale).map(({ key, name }) => [key, name]));
  return section.countries.flatMap(({ name, shape }) => {
    const shown = names.get(codes.get(plainText(name)) ?? '');
    if (shown === undefined || path.area(shape) < least * size.width * size.height) return [];
    const [x, y] = path.centroid(shape);
    return { x: Math.round(x), y: Math.round(y), name: shown };
  });
}

/** Named places in a section, in their order; a name that would cover one before it is empty, its point stays. */
export function placeNamesIn(sight: Sight, places: readonly (Place & { name: string })[]): MapName[] {
  const taken: { x: number; y: number }[] = [];
  return places.map(({ name, ...place }) => {
    const { x, y } = pointOn(sight, place);
    const isFree = taken.every((other) => Math.abs(other.x - x) > 70 || Math.abs(other.y - y) > 12);
    if (isFree) taken.push({ x, y });
    return { x: Math.round(x), y: Math.round(y), name: isFree ? name : '' };
  });
}

function draw(all: readonly Country[], sight: Sight, size: Size, least: number): string {
  const { projection, countries: seen } = sectionOf(all, sight, size);

  let path = '';
  let ring: [x: number, y: number][] = [];
  const write = geoPath(projection, {
    moveTo: (x, y) => {
      ring = [[x, y]];
    },
    lineTo: (x, y) => void ring.push([x, y]),
    closePath: () => {
      path += outline(ring, least);
    },
    arc: () => {},
    beginPath: () => {},
  });
  for (const { shape } of seen) write(shape);
  return path;
}

/**
 * In whole units, each point relative to the one before; islands of less than a unit are omitted, and points that are
 * nearer than `least` to the one before.
 */
function outline(ring: readonly (readonly [x: number, y: number])[], least: number): string {
  const whole: (readonly [x: number, y: number])[] = [];
  for (const [x, y] of ring) {
    const before = whole.at(-1);
    if (before && Math.abs(Math.round(x) - before[0]) + Math.abs(Math.round(y) - before[1]) < least) continue;
    whole.push([Math.round(x), Math.round(y)]);
  }
  const steps = whole.flatMap(([x, y], index) => {
    const [x0, y0] = whole.at(index - 1)!;
    return index === 0 || (x === x0 && y === y0) ? [] : `${x - x0} ${y - y0}`;
  });
  return steps.length < 2 ? '' : `M${whole[0]!.join(' ')}l${steps.join(' ')}z`;
}
