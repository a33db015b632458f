/**
 * Makes `src/web/map/data/waters.json` and `water-names.json` from Natural Earth, which is in the public domain
 * (decision 74): `node dev/waters.ts <folder>` with the folder of its GeoJSON files, then `npm run format`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '../src/domain/locales.ts';

type Point = readonly [longitude: number, latitude: number];
interface Feature {
  properties: Readonly<Record<string, string | number | null>>;
  geometry: { type: string; coordinates: unknown };
}

/** Lines are kept in so many parts of a degree. */
const parts = 120;
/** The languages of Natural Earth; it has no Romanian, Slovak and Thai. */
const languages: Partial<Record<Locale, string>> = {
  ar: 'ar',
  cn: 'zh',
  de: 'de',
  en: 'en',
  es: 'es',
  fr: 'fr',
  hu: 'hu',
  it: 'it',
  jp: 'ja',
  nl: 'nl',
  pl: 'pl',
  pt: 'pt',
  ru: 'ru',
  se: 'sv',
  tr: 'tr',
};
/** What is a sea to a reader; fjords, reefs and lagoons are too small for a name. */
const seas = new Set(['ocean', 'sea', 'gulf', 'bay', 'strait', 'channel', 'sound']);
const leastRank = 7;

const folder = process.argv[2];
if (!folder) throw new Error('usage: node dev/waters.ts <folder of the GeoJSON files of Natural Earth>');
const read = (name: string) =>
  (JSON.parse(readFileSync(join(folder, `ne_${name}.geojson`), 'utf8')) as { features: Feature[] }).features;

/** The name of each water, and those that differ from it by language. */
const names: [name: string, others: Partial<Record<Locale, string>>][] = [];
const known = new Map<string, number>();

/** The place of a water's name in the list; −1: it has none. */
function nameOf({ properties: of }: Feature): number {
  const clean = (value: string | number | null | undefined) => {
    // Wikipedia's `Rin (río)`, and its small letters at the beginning.
    const name = String(value ?? '').replace(/ [(（].*[)）]$/, '');
    return name && name[0]!.toLocaleUpperCase() + name.slice(1);
  };
  const name = clean(of.name);
  if (!name) return -1;
  const key = String(of.wikidataid ?? name);
  const found = known.get(key);
  if (found !== undefined) return found;
  const others: Partial<Record<Locale, string>> = {};
  for (const [locale, language] of Object.entries(languages) as [Locale, string][]) {
    const own = clean(of[`name_${language}`]);
    if (own && own !== name) others[locale] = own;
  }
  known.set(key, names.length);
  names.push([name, others]);
  return names.length - 1;
}

/** A line in parts of a degree, each point relative to the one before. */
function stepsOf(line: readonly Point[]): number[] {
  let [x, y] = [0, 0];
  return line.flatMap(([longitude, latitude], index) => {
    const [dx, dy] = [Math.round(longitude * parts) - x, Math.round(latitude * parts) - y];
    [x, y] = [x + dx, y + dy];
    return index > 0 && dx === 0 && dy === 0 ? [] : [dx, dy];
  });
}

const northing = (latitude: number) => (Math.asinh(Math.tan((latitude * Math.PI) / 180)) * 180) / Math.PI;

/**
 * Places in a sea where its name can stand, the widest first: longitude, latitude, and how far the shore is in degrees of
 * longitude, all in parts of a degree.
 */
function spotsOf(rings: readonly (readonly Point[])[]): number[] {
  const sides = rings.flatMap((ring) =>
    ring.slice(1).map(([x, y], index) => [ring[index]![0], northing(ring[index]![1]), x, northing(y)] as const),
  );
  const xs = sides.map(([x]) => x);
  const ys = sides.map(([, y]) => y);
  const range = (values: number[]) => [
    values.reduce((a, b) => Math.min(a, b)),
    values.reduce((a, b) => Math.max(a, b)),
  ];
  const [[west, east], [south, north]] = [range(xs), range(ys)] as [[number, number], [number, number]];
  const step = Math.max(0.15, Math.min(1.5, Math.sqrt((east - west) * (north - south)) / 40));
  const found: { x: number; y: number; far: number }[] = [];
  for (let x = west + step / 2; x < east; x += step) {
    for (let y = Math.max(-110, south) + step / 2; y < Math.min(130, north); y += step) {
      let isIn = false;
      let far = Number.POSITIVE_INFINITY;
      for (const [x0, y0, x1, y1] of sides) {
        if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) isIn = !isIn;
        const along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2 || 1);
        const part = Math.max(0, Math.min(1, along));
        far = Math.min(far, Math.hypot(x - x0 - part * (x1 - x0), y - y0 - part * (y1 - y0)));
      }
      if (isIn && far > 0.12) found.push({ x, y, far });
    }
  }
  found.sort((one, other) => other.far - one.far);
  const kept: typeof found = [];
  for (const spot of found) {
    const apart = Math.max(0.7, Math.min(4, spot.far));
    if (kept.every(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) > apart)) kept.push(spot);
  }
  const latitude = (y: number) => (Math.atan(Math.sinh((y * Math.PI) / 180)) * 180) / Math.PI;
  return kept.flatMap(({ x, y, far }) => [x, latitude(y), Math.min(5, far)].map((value) => Math.round(value * parts)));
}

const lines = ({ geometry: { type, coordinates } }: Feature) =>
  (type.startsWith('Multi') ? coordinates : [coordinates]) as Point[][];
const shapes = ({ geometry: { type, coordinates } }: Feature) =>
  (type === 'MultiPolygon' ? coordinates : [coordinates]) as Point[][][];

const waters = {
  rivers: read('50m_rivers_lake_centerlines').flatMap((river) =>
    lines(river).map((line) => [nameOf(river), ...stepsOf(line)]),
  ),
  lakes: read('50m_lakes').flatMap((lake) => shapes(lake).map(([shore]) => [nameOf(lake), ...stepsOf(shore!)])),
  seas: read('10m_geography_marine_polys')
    .filter(
      ({ properties: { featurecla, scalerank } }) => seas.has(String(featurecla)) && Number(scalerank) <= leastRank,
    )
    .map((sea) => [nameOf(sea), ...spotsOf(shapes(sea).flat())])
    .filter(([name, ...spots]) => name! >= 0 && spots.length > 0),
};

// Some Chinese names are in traditional characters.
const chinese = names.map(([name, { cn }]) => cn ?? name);
const simplified = execFileSync('uconv', ['-x', 'Hant-Hans'], { input: chinese.join('\n'), encoding: 'utf8' }).split(
  '\n',
);
for (const [index, [, others]] of names.entries()) if (others.cn) others.cn = simplified[index]!;

const write = (name: string, value: unknown) =>
  writeFileSync(new URL(`../src/web/map/data/${name}.json`, import.meta.url), `${JSON.stringify(value)}\n`);
write('waters', waters);
write('water-names', names);
