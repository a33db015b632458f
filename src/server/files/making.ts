/**
 * What is made of an uploaded picture before it is kept: it is painted anew from its pixels, so that nothing else of the
 * file goes on, no place where it was taken, no script behind it.
 */
import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { type PictureSize, pictureSizes, sidesOf } from '#domain/files/file.ts';
import { Refusal } from '#domain/refusal.ts';

export interface Made {
  kind: 'image' | 'pdf';
  type: 'image/jpeg' | 'image/webp' | 'application/pdf';
  sha256: string;
  bytes: number;
  width: number | null;
  height: number | null;
  /** What goes into the storage: of a picture all sizes, the full one first. */
  parts: readonly { size: PictureSize; content: Buffer }[];
}

// libvips opens what is in the bytes, whatever they are called: SVG, TIFF and scripts of ImageMagick among it. All of
// that is shut for the whole process, and three are opened again.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// By one thread: the clocks have the rest.
sharp.concurrency(1);
sharp.cache(false);

/** More than browsers send, which make pictures small before; a picture is unfolded in memory. */
const mostPixels = 24_000_000;

/**
 * What is kept of a picture.
 * @throws Refusal `import_invalid_file` for what is none, whatever it is called.
 */
export async function makePicture(content: Buffer): Promise<Made> {
  try {
    const source = sharp(content, { limitInputPixels: mostPixels, failOn: 'error', pages: 1, autoOrient: true });
    const { hasAlpha } = await source.metadata();
    const type = hasAlpha ? 'image/webp' : 'image/jpeg';
    const encode = (picture: Sharp, quality: number) =>
      hasAlpha ? picture.webp({ quality }) : picture.jpeg({ quality, progressive: true });
    const within = (picture: Sharp, size: PictureSize) =>
      picture
        .resize({ width: sidesOf[size], height: sidesOf[size], fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: 10 });
    // The small ones come from the full one's pixels: the file that came is unfolded once.
    const { data, info } = await within(source, 'full').raw().toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const pixels = () => sharp(data, { raw: { width, height, channels } });
    const made: [PictureSize, Buffer][] = [];
    for (const size of pictureSizes)
      made.push([size, await encode(within(pixels(), size), size === 'full' ? 86 : 78).toBuffer()]);
    const full = made[0]![1];
    const sha256 = hashOf(full);
    const parts = made.map(([size, content]) => ({ size, content }));
    return { kind: 'image', type, sha256, bytes: full.length, width, height, parts };
  } catch {
    // Whatever the reader of pictures stumbles over is no picture to us.
    throw new Refusal('import_invalid_file');
  }
}

/** A picture of a person fits into so many pixels. */
const portraitSide = 512;

/**
 * What is kept of a picture of a person: painted anew as a small JPEG, upright.
 * @throws Refusal `import_invalid_file` for what is no picture, whatever it is called.
 */
export async function makePortrait(content: Buffer): Promise<Buffer> {
  try {
    return await sharp(content, { limitInputPixels: mostPixels, failOn: 'error', pages: 1, autoOrient: true })
      .resize({ width: portraitSide, height: portraitSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 80, progressive: true })
      .timeout({ seconds: 10 })
      .toBuffer();
  } catch {
    throw new Refusal('import_invalid_file');
  }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
