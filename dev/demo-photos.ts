/** Photos of a few of the demo's birds: drawn here, each in the colour of its bird. */
import sharp from 'sharp';
import type { SeasonKey } from '#domain/keys.ts';
import type { Database } from '#server/db/database.ts';
import { keepFile } from '#server/files/files.ts';
import { makePhoto } from '#server/files/pictures.ts';
import type { Storage } from '#server/files/stored-content.ts';
import { setPhoto } from '#server/pigeons/photos.ts';

type Color = readonly [red: number, green: number, blue: number];
type Point = readonly [x: number, y: number];

interface Plumage {
  body: Color;
  wing: Color;
  marks: Color;
}

const plumages = {
  blue: { body: [96, 112, 128], wing: [126, 142, 158], marks: [44, 52, 62] },
  chequer: { body: [84, 96, 112], wing: [98, 110, 124], marks: [50, 58, 70] },
  black: { body: [48, 50, 58], wing: [62, 64, 74], marks: [36, 38, 44] },
  red: { body: [140, 84, 66], wing: [172, 118, 92], marks: [118, 62, 48] },
} as const satisfies Record<string, Plumage>;

function plumageOf(color: string | null): keyof typeof plumages {
  const word = color?.toLowerCase() ?? '';
  if (word.includes('chequer')) return 'chequer';
  if (word.includes('black')) return 'black';
  return word.includes('red') ? 'red' : 'blue';
}

const [width, height] = [480, 360];
const within = (value: number) => Math.min(1, Math.max(0, value));

/** How much of a pixel lies in a shape, from 0 to 1. */
type Shape = (x: number, y: number) => number;

function ellipse([cx, cy]: Point, rx: number, ry: number, degrees = 0): Shape {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const reach = Math.max(rx, ry) + 1;
  return (x, y) => {
    if (Math.abs(x - cx) > reach || Math.abs(y - cy) > reach) return 0;
    const across = ((x - cx) * cos + (y - cy) * sin) / rx;
    const along = ((y - cy) * cos - (x - cx) * sin) / ry;
    return within((1 - Math.hypot(across, along)) * Math.min(rx, ry) + 0.5);
  };
}

/** A convex shape with its corners clockwise. */
function polygon(...corners: Point[]): Shape {
  const edges = corners.map((from, i) => {
    const to = corners[(i + 1) % corners.length]!;
    const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
    return { from, nx: -(to[1] - from[1]) / long, ny: (to[0] - from[0]) / long };
  });
  return (x, y) => {
    let least = 0.5;
    for (const { from, nx, ny } of edges) {
      least = Math.min(least, (x - from[0]) * nx + (y - from[1]) * ny);
      if (least <= -0.5) return 0;
    }
    return within(least + 0.5);
  };
}

/** The parts of a pigeon that looks to the right, from the back to the front. */
const partsOf = ({ body, wing, marks }: Plumage): readonly (readonly [Shape, Color])[] => [
  [polygon([152, 226], [178, 268], [44, 318], [30, 300]), marks],
  [polygon([214, 262], [226, 262], [222, 318], [212, 318]), [178, 66, 70]],
  [polygon([246, 256], [258, 254], [258, 318], [248, 318]), [178, 66, 70]],
  [ellipse([206, 322], 20, 5), [160, 58, 62]],
  [ellipse([260, 322], 20, 5), [160, 58, 62]],
  [ellipse([216, 214], 104, 60, -24), body],
  [ellipse([290, 152], 42, 72, 22), body],
  [ellipse([300, 150], 30, 46, 20), [74, 104, 96]],
  [ellipse([292, 176], 26, 26), [112, 82, 122]],
  [ellipse([318, 92], 40, 36), body],
  [polygon([350, 86], [392, 104], [350, 106]), [54, 54, 60]],
  [ellipse([352, 90], 9, 6), [238, 238, 234]],
  [ellipse([326, 86], 10, 10), [222, 124, 44]],
  [ellipse([327, 86], 5, 5), [22, 20, 20]],
  [ellipse([190, 220], 90, 38, -22), wing],
  [ellipse([168, 232], 7, 32, 24), marks],
  [ellipse([136, 246], 7, 26, 24), marks],
];

/** A picture of a pigeon on a board before a wall, as PNG. */
function drawn(plumage: Plumage): Promise<Buffer> {
  const parts = partsOf(plumage);
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      const light = 214 - y * 0.09 + x * 0.03;
      const ground: Color = y < 322 ? [light - 6, light, light + 4] : [142, 122, 98];
      let [red, green, blue] = ground;
      for (const [shape, [r, g, b]] of parts) {
        const share = shape(x, y);
        if (share === 0) continue;
        red += (r - red) * share;
        green += (g - green) * share;
        blue += (b - blue) * share;
      }
      pixels.set([red, green, blue], at);
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** How many birds of the customer's teams have a photo. */
const mostBirds = 6;

/** Gives birds of the customer's teams a photo, those that are at the loft first. */
export async function seedPhotos(
  db: Database,
  storage: Storage,
  { customer, merchant, ...season }: SeasonKey & { customer: number; merchant: number },
  now_ms: number,
): Promise<void> {
  const birds = await db
    .selectFrom('pigeons as p')
    .innerJoin('teams as t', (join) => join.onRef('t.loft_id', '=', 'p.loft_id').onRef('t.id', '=', 'p.team_id'))
    .select(['p.id', 'p.color'])
    .where('p.loft_id', '=', season.loft_id)
    .where('p.season_id', '=', season.season_id)
    .where('t.user_id', '=', customer)
    .orderBy(({ eb }) => eb('p.location', '=', 'at_loft'), 'desc')
    .orderBy('p.name')
    .orderBy('p.id')
    .limit(mostBirds)
    .execute();
  const made_of = new Map<keyof typeof plumages, Awaited<ReturnType<typeof makePhoto>>>();
  for (const { id: pigeon_id, color } of birds) {
    const plumage = plumageOf(color);
    const made = made_of.get(plumage) ?? (await makePhoto(await drawn(plumages[plumage])));
    made_of.set(plumage, made);
    const kept = { loft_id: season.loft_id, user_id: merchant, name: 'photo.png', made, is_private: true };
    const { id: file_id } = await keepFile(db, storage, kept);
    const file = { file_id, sha256: made.sha256 };
    await db.transaction().execute((tx) => setPhoto(tx, { ...season, pigeon_id }, file, { by: merchant, now_ms }));
  }
}
