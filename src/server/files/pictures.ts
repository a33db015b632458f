/**
 * Re-encodes an uploaded picture from its pixels, so that its metadata (the place) and anything hidden in the file (a
 * script) are dropped.
 */
import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { type PictureSize, photoSide, pictureSizes, sidesOf } from '#domain/files/file.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';

export interface Made {
  kind: 'image' | 'pdf';
  type: 'image/jpeg' | 'image/webp' | 'application/pdf';
  sha256: string;
  bytes: number;
  width: number | null;
  height: number | null;
  /** The contents to store: all sizes of a picture, the full one first. */
  parts: readonly { size: PictureSize; content: Buffer }[];
}

// libvips detects the format by content, SVG, TIFF and ImageMagick scripts included. All loaders are blocked for the
// whole process except three.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// One thread, so that the clocks have the other processors.
sharp.concurrency(1);
sharp.cache(false);

/** More than browsers send, which resize pictures before; a picture is decompressed in memory. */
const mostPixels = 24_000_000;

/**
 * Re-encodes a picture in all sizes.
 * @throws Refusal `pedigree.import_invalid_file` for what is no picture, by content.
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
    // The smaller sizes are made from the full one's pixels, so that the upload is decoded once.
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
    // A picture that libvips cannot read is invalid.
    throw new Refusal('pedigree.import_invalid_file');
  }
}

/** The most pixels of a photo: those of the cameras of today's phones, which a browser without a script sends whole. */
const mostPhotoPixels = 50_000_000;
/** The largest thumbnail, bytes: a desk loads one with each scan. */
export const mostThumbnailBytes = 10 * 1024;
/** Side in px and quality of a thumbnail, in the order in which they are tried; the last one always fits. */
const thumbnails = [
  [240, 76],
  [240, 56],
  [200, 44],
  [144, 30],
  [96, 20],
] as const;

/**
 * A photo of a bird: a large JPEG, upright, and a square thumbnail of {@link mostThumbnailBytes} at most. Nothing of the
 * upload's metadata, such as the place, is kept.
 * @throws Refusal `photo_too_many_pixels`, before anything is decoded; `pedigree.import_invalid_file` for what is no picture
 */
export async function makePhoto(content: Buffer): Promise<Made> {
  try {
    const { width: across, height: down } = await sharp(content, { limitInputPixels: false, pages: 1 }).metadata();
    if (across * down > mostPhotoPixels)
      throw new Refusal('photo_too_many_pixels', { max: mostPhotoPixels / 1_000_000 });
    const source = sharp(content, { limitInputPixels: mostPhotoPixels, failOn: 'error', pages: 1, autoOrient: true });
    const { data, info } = await source
      .resize({ width: photoSide, height: photoSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .timeout({ seconds: 10 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const pixels = () => sharp(data, { raw: { width, height, channels } });
    const full = await pixels().jpeg({ quality: 80, progressive: true }).toBuffer();
    const parts = [
      { size: 'full' as const, content: full },
      { size: 'low' as const, content: await thumbnailOf(pixels) },
    ];
    return { kind: 'image', type: 'image/jpeg', sha256: hashOf(full), bytes: full.length, width, height, parts };
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw new Refusal('pedigree.import_invalid_file');
  }
}

async function thumbnailOf(pixels: () => Sharp): Promise<Buffer> {
  let made = Buffer.alloc(0);
  for (const [side, quality] of thumbnails) {
    made = await pixels().resize({ width: side, height: side, fit: 'cover' }).jpeg({ quality }).toBuffer();
    if (made.length <= mostThumbnailBytes) break;
  }
  return made;
}

/** Maximal width and height of a profile picture. */
const portraitSide = 512;

/**
 * A profile picture: a small upright JPEG.
 * @throws Refusal `pedigree.import_invalid_file` for what is no picture, by content.
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
    throw new Refusal('pedigree.import_invalid_file');
  }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
