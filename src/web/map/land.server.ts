/**
 * The outline of the land around a place, drawn on the server: a map without a script, on a slow connection and without
 * WebGL.
 */
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Site } from '#domain/site.ts';
import { frame, type Place, type Sight } from './place.ts';

type Point = readonly [x: number, y: number];

interface Ring {
  points: readonly Point[];
  west: number;
  east: number;
}

let rings: Promise<readonly Ring[]> | undefined;

/** The coasts and borders of all countries, loaded with the first map. */
async function readRings(): Promise<readonly Ring[]> {
  const { default: atlas } = await import('world-atlas/countries-50m.json');
  const world = atlas as unknown as Topology<{ countries: GeometryCollection }>;
  return feature(world, world.objects.countries).features.flatMap(({ geometry }) => {
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    return polygons.flat().map((ring) => {
      const points = ring as unknown as readonly Point[];
      const longitudes = points.map(([longitude]) => longitude);
      return { points, west: Math.min(...longitudes), east: Math.max(...longitudes) };
    });
  });
}

const drawn = new Map<string, Promise<string>>();
const mostKept = 500;

/** The section of a map around a place; without a place it reaches from Ireland to the Ural. */
export async function mapOf(place: Place | null, { map_style_url: style_url }: Pick<Site, 'map_style_url'>) {
  const sight = place ? { middle: place, span: 10 } : { middle: { latitude: 50, longitude: 15 }, span: 60 };
  return { ...sight, land: await landIn(sight), style_url };
}

/** The land in a section, as an SVG path in the view box of {@link frame}. */
function landIn(sight: Sight): Promise<string> {
  const key = `${sight.middle.latitude} ${sight.middle.longitude} ${sight.span}`;
  let land = drawn.get(key);
  if (!land) {
    if (drawn.size >= mostKept) drawn.clear();
    rings ??= readRings();
    land = rings.then((all) => draw(all, sight));
    drawn.set(key, land);
  }
  return land;
}

/** Outlines extend beyond the edge, so that the cut is not visible. */
const margin = 8;

function draw(all: readonly Ring[], { middle: { latitude, longitude }, span }: Sight): string {
  const scale = frame.width / span;
  const height = mercator(latitude);
  const half = span / 2 + margin / scale;
  return all
    .flatMap(({ points, west, east }) =>
      // Land across the 180th meridian is near too.
      [-360, 0, 360].flatMap((turn) => {
        const away = turn - longitude;
        if (east + away < -half || west + away > half) return [];
        const flat = points.map(
          ([x, y]): Point => [frame.width / 2 + (x + away) * scale, frame.height / 2 - (mercator(y) - height) * scale],
        );
        return outline(cut(flat));
      }),
    )
    .join('');
}

/** Latitude in the projection of the map. */
function mercator(latitude: number): number {
  const most = Math.max(-85, Math.min(85, latitude));
  return (Math.log(Math.tan(((most + 90) * Math.PI) / 360)) * 180) / Math.PI;
}

/** The part of a polygon inside the frame: clipped along one edge after the other (Sutherland and Hodgman). */
function cut(polygon: readonly Point[]): readonly Point[] {
  const edges: [axis: 0 | 1, at: number, sign: 1 | -1][] = [
    [0, -margin, 1],
    [0, frame.width + margin, -1],
    [1, -margin, 1],
    [1, frame.height + margin, -1],
  ];
  return edges.reduce<readonly Point[]>((points, [axis, at, sign]) => {
    const within = (point: Point) => (point[axis] - at) * sign >= 0;
    return points.flatMap((point, index) => {
      const before = points.at(index - 1)!;
      const part = (at - before[axis]) / (point[axis] - before[axis]);
      const crossing: Point = [before[0] + (point[0] - before[0]) * part, before[1] + (point[1] - before[1]) * part];
      return [...(within(before) === within(point) ? [] : [crossing]), ...(within(point) ? [point] : [])];
    });
  }, polygon);
}

/** Rounded to whole units, without duplicate points; islands of less than a unit are omitted. */
function outline(polygon: readonly Point[]): string {
  const whole = polygon.map(([x, y]) => [Math.round(x), Math.round(y)] as const);
  const steps = whole.flatMap(([x, y], index) => {
    const [x0, y0] = whole.at(index - 1)!;
    return index === 0 || (x === x0 && y === y0) ? [] : `${x - x0} ${y - y0}`;
  });
  return steps.length < 3 ? '' : `M${whole[0]!.join(' ')}l${steps.join(' ')}z`;
}
