/**
 * Makes `src/web/map/data/relief.json`, heights of the land on a grid of a tenth of a degree, from the relief of Debian's
 * `marble-qt-data` (decision 74): `node dev/relief.ts <folder>` with its folder `data/maps/earth`.
 *
 * The package has two pictures of the world: a fine one in grey, in which higher is lighter, and a coarse one in metres.
 * What a grey means in metres is the median of the places that have it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';

const folder = process.argv[2];
if (!folder) throw new Error('usage: node dev/relief.ts <folder of the maps of Marble>');

const tile_px = 675;
const six = (value: number) => String(value).padStart(6, '0');
const pixels = async (path: string) =>
  (await sharp(join(folder, path)).toColourspace('srgb').removeAlpha().raw().toBuffer()) as Buffer;

/** All tiles of a level side by side: a value for each pixel, from north to south. */
async function world(
  columns: number,
  rows: number,
  path: (row: number, column: number) => string,
  value: (r: number, g: number, b: number) => number,
) {
  const width = columns * tile_px;
  const all = new Uint16Array(width * rows * tile_px);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const tile = await pixels(path(row, column));
      for (let i = 0; i < tile_px * tile_px; i++) {
        const at = (row * tile_px + Math.floor(i / tile_px)) * width + column * tile_px + (i % tile_px);
        all[at] = value(tile[3 * i]!, tile[3 * i + 1]!, tile[3 * i + 2]!);
      }
    }
  }
  return { all, width, height: rows * tile_px };
}

const grey = await world(
  16,
  8,
  (row, column) => `srtm/3/${six(row)}/${six(row)}_${six(column)}.jpg`,
  (r) => r,
);
const metres = await world(
  2,
  1,
  (row, column) => `srtm2/0/${six(row)}/${six(row)}_${six(column)}.png`,
  (_r, g, b) => 256 * g + b,
);
/** In the coarse picture: nobody has measured there. */
const unknown = 32_768;

/** Means of squares of pixels of the fine picture: a tenth of a degree. */
const square = grey.width / 3600;
const mean = (x: number, y: number) => {
  let sum = 0;
  for (let dy = 0; dy < square; dy++)
    for (let dx = 0; dx < square; dx++) sum += grey.all[(y * square + dy) * grey.width + x * square + dx]!;
  return Math.round(sum / (square * square));
};

const found: number[][] = Array.from({ length: 256 }, () => []);
for (let y = 0; y < metres.height; y++) {
  // Farther north and south the coarse picture is empty.
  if (Math.abs(90 - (180 * (y + 0.5)) / metres.height) > 56) continue;
  for (let x = 0; x < metres.width; x++) {
    const height = metres.all[y * metres.width + x]!;
    if (height !== unknown)
      found[mean(Math.floor(((x + 0.5) / metres.width) * 3600), Math.floor(((y + 0.5) / metres.height) * 1800))]!.push(
        height,
      );
  }
}
let highest = 0;
const heightOf = found.map((heights) => {
  const middle = heights.length < 20 ? 0 : heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)]!;
  highest = Math.max(highest, middle);
  return highest;
});

/** From 71° north to 50° south; in steps of 25 m. */
const [north, south, step_m] = [71, -50, 25];
const grid = Buffer.from(
  Array.from({ length: (north - south) * 10 }, (_, row) =>
    Array.from({ length: 3600 }, (_, x) =>
      Math.min(255, Math.round(heightOf[mean(x, (90 - north) * 10 + row)]! / step_m)),
    ),
  ).flat(),
);
const packed = gzipSync(grid, { level: 9 });
writeFileSync(
  new URL('../src/web/map/data/relief.json', import.meta.url),
  `${JSON.stringify({ north, south, step_m, gzip: packed.toString('base64') }, null, 2)}\n`,
);
