/**
 * Pictures for the demo's news, in the style of the site's horizon: a sky, the ridges of the loft, the loft, its birds.
 */

import sharp from 'sharp';
import type { PersonKey } from '#domain/keys.ts';
import type { Block } from '#domain/news/document.ts';
import type { Database } from '#server/db/database.ts';
import { keepFile } from '#server/files/files.ts';
import { makePicture } from '#server/files/pictures.ts';
import type { Storage } from '#server/files/stored-content.ts';
import { changeNews, keptNews, loadNews } from '#server/news/news.ts';
import { ridgeHeight, ridgeStep, ridgesOf } from '#web/lib/ridge.ts';

type Color = readonly [red: number, green: number, blue: number];

interface Scene {
  sky: readonly [Color, Color, Color];
  ridges: readonly [Color, Color, Color];
  sun: { x: number; y: number; color: Color };
  lamps: Color;
}

const scenes = {
  dawn: {
    sky: [
      [38, 42, 92],
      [139, 92, 118],
      [245, 176, 120],
    ],
    ridges: [
      [112, 74, 98],
      [71, 50, 80],
      [34, 28, 56],
    ],
    sun: { x: 280, y: 300, color: [255, 226, 170] },
    lamps: [255, 206, 120],
  },
  day: {
    sky: [
      [29, 94, 158],
      [92, 158, 209],
      [204, 228, 240],
    ],
    ridges: [
      [74, 124, 150],
      [42, 88, 116],
      [18, 54, 78],
    ],
    sun: { x: 744, y: 120, color: [255, 250, 226] },
    lamps: [196, 222, 236],
  },
} as const satisfies Record<string, Scene>;

const [width, height] = [960, 540];
/** The birds: position and wingspan. */
const birds = [
  [344, 136, 24],
  [404, 164, 19],
  [452, 128, 16],
  [496, 172, 21],
  [544, 144, 13],
  [588, 184, 18],
] as const;

const within = (value: number) => Math.min(1, Math.max(0, value));

/** A picture of a loft, as PNG; it has the same ridges as everywhere on the site. */
export async function painted(loft_id: number, name: keyof typeof scenes): Promise<Buffer> {
  const scene: Scene = scenes[name];
  const dark: Color = [scene.ridges[2][0] * 0.65, scene.ridges[2][1] * 0.65, scene.ridges[2][2] * 0.65];
  const ridges = ridgesOf(loft_id);
  const pixels = Buffer.alloc(width * height * 3);
  let at = 0;
  const color = [0, 0, 0] as [number, number, number];
  const lay = (over: Color, share: number) => {
    if (share <= 0) return;
    for (let i = 0; i < 3; i += 1) color[i]! += (over[i]! - color[i]!) * share;
  };
  const tops = Array.from({ length: width }, (_, x) => ridges.map((heights) => topOf(heights, x)));
  for (let y = 0; y < height; y += 1) {
    const down = within(y / 416);
    for (let x = 0; x < width; x += 1) {
      lay(scene.sky[0], 1);
      lay(scene.sky[1], within(down / 0.6));
      if (down > 0.6) lay(scene.sky[2], (down - 0.6) / 0.4);
      const away = Math.hypot(x - scene.sun.x, y - scene.sun.y);
      if (away < 400) lay(scene.sun.color, Math.max(0.55 * Math.exp(-((away / 168) ** 2)), within(37 - away)));
      if (y > 100 && y < 200 && x > 310 && x < 620) lay(dark, birdsAt(x, y));
      for (let i = 0; i < 3; i += 1) lay(scene.ridges[i]!, within(y - tops[x]![i]!));
      if (y > 350 && x > 510 && x < 900) {
        lay(dark, loftAt(x, y));
        lay(scene.lamps, windowsAt(x, y));
      }
      pixels.set(color, at);
      at += 3;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/**
 * The height of a ridge line at a position: the lines are drawn for the band of a page, here they fill the lower part.
 */
function topOf(heights: readonly number[], x: number): number {
  const at = x / ridgeStep;
  const left = Math.floor(at);
  const between = (heights[left] ?? 0) + ((heights[left + 1] ?? 0) - (heights[left] ?? 0)) * (at - left);
  return 272 + (between / ridgeHeight) * 216;
}

function birdsAt(x: number, y: number): number {
  let most = 0;
  for (const [at_x, at_y, reach] of birds) {
    const out = Math.abs(x - at_x) / reach;
    if (out > 1) continue;
    const wing = at_y - reach * 0.42 * Math.sin(out * 2.6);
    most = Math.max(most, within(reach * 0.13 * (1 - out) + 1 - Math.abs(y - wing)));
  }
  return most;
}

/** A long building with a landing board in front of its roof. */
function loftAt(x: number, y: number): number {
  const inside = (left: number, top: number, right: number, bottom: number) =>
    within(Math.min(x - left, right - x, y - top, bottom - y));
  const off = Math.abs(x - 720);
  const roof = within(Math.min(y - (362 + off * 0.28), 424 - y, 170 - off));
  return Math.max(roof, inside(570, 416, 870, 512), inside(528, 410, 584, 416), inside(552, 509, 888, 518));
}

function windowsAt(x: number, y: number): number {
  const column = (x - 598) % 46;
  return x < 598 || x > 856 ? 0 : within(Math.min(y - 442, 470 - y, column, 27 - column)) * 0.85;
}

/** Adds a picture to the top of each of these news articles, once. */
export async function pictureNews(
  db: Database,
  storage: Storage,
  { loft_id, user_id }: PersonKey,
  pictures: readonly { title: string; scene: keyof typeof scenes; alt: string }[],
): Promise<void> {
  for (const { title, scene, alt } of pictures) {
    const news_id = await withoutPicture(db, loft_id, title);
    if (news_id === undefined) continue;
    const png = await painted(loft_id, scene);
    const made = await makePicture(png);
    const sent = { loft_id, user_id, name: `${scene}.png`, made, is_private: false };
    const { id } = await keepFile(db, storage, sent);
    await db.transaction().execute(async (tx) => {
      const now_ms = Date.now();
      const key = { loft_id, news_id };
      const { texts, version, is_draft, publication_date, publication_time } = await keptNews(tx, key, now_ms);
      const picture: Block = { type: 'picture', attrs: { file_id: id, alt } };
      const with_picture = Object.fromEntries(
        Object.entries(texts).map(([locale, text]) => [
          locale,
          { ...text, body: { ...text.body, content: [picture, ...text.body.content] } },
        ]),
      );
      const entry = { version, is_draft, publication_date, publication_time, texts: with_picture };
      await changeNews(tx, await loadNews(tx, key, { now_ms, lock: true }), entry, { by: user_id, now_ms });
    });
  }
}

/** News articles of a loft with a title that have no picture yet. */
async function withoutPicture(db: Database, loft_id: number, title: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('news_texts as t')
    .leftJoin('news_pictures as p', (join) =>
      join.onRef('p.loft_id', '=', 't.loft_id').onRef('p.news_id', '=', 't.news_id'),
    )
    .select('t.news_id')
    .where('t.loft_id', '=', loft_id)
    .where('t.title', '=', title)
    .where('p.file_id', 'is', null)
    .executeTakeFirst();
  return found?.news_id;
}
