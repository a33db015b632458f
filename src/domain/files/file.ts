/** Uploaded files: accepted types and sizes, and their names. */
import { Refusal, type RefusalCode } from '#domain/refusal.ts';

/** The three sizes of a picture: the longer side in pixels. Its address names the full one (2.38). */
export const sidesOf = { full: 2048, medium: 1024, low: 480 } as const;
export type PictureSize = keyof typeof sidesOf;
export const pictureSizes = Object.keys(sidesOf) as PictureSize[];

/** The longer side of a photo of a bird, px. */
export const photoSide = 1280;

/** Maximum size of a file of any type. */
export const mostMegabytes = 10;

/** Faults of the file itself: sent again it is refused again, and only another file helps. */
export const faultsOfFiles: readonly RefusalCode[] = [
  'pedigree.import_invalid_file',
  'file_too_large',
  'file_too_complex',
  'pdf_broken',
  'pdf_locked',
];

/** The address of the same picture in another size: names carry a marker that can be swapped (2.38). */
export function inSize(src: string, size: PictureSize): string {
  return src.replace(/-(?:full|medium|low)\.(?=\w+$)/, `-${size}.`);
}

/**
 * The address of a file on this site: of a public picture by its content, under the same name at a media host; of a
 * document by its number, so that the policy is asked.
 */
export function addressOf(file: {
  id: number;
  sha256: string | null;
  private_key: string | null;
  type: string;
}): string {
  return file.private_key === null ? `/media/${nameInStorage(file.sha256!, file.type, 'full')}` : `/files/${file.id}`;
}

/** The name of a public file in the storage. */
export function nameInStorage(sha256: string, type: string, size: PictureSize): string {
  return type === 'application/pdf' ? `${sha256}.pdf` : `${sha256}-${size}.${type === 'image/webp' ? 'webp' : 'jpg'}`;
}

/**
 * The name of a private file in the storage: its key reveals nothing of its content, and no public address leads to it.
 */
export function privateNameInStorage(private_key: string, type: string, size: PictureSize = 'full'): string {
  return `private-${nameInStorage(private_key, type, size)}`;
}

/** The media type of a picture by its name in the storage; null for any other name. */
export function typeOfName(name: string): 'image/webp' | 'image/jpeg' | null {
  const ending = /^[0-9a-f]{64}-(?:full|medium|low)\.(jpg|webp)$/.exec(name)?.[1];
  return ending ? (ending === 'webp' ? 'image/webp' : 'image/jpeg') : null;
}

/**
 * The name of an uploaded file, fit for display and download: without its path, and without invisible characters or
 * those that change the writing direction.
 */
export function tidyName(given: string, otherwise: string): string {
  const last = given.split(/[/\\]/).at(-1)!;
  const seen = last
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return Array.from(seen).slice(0, 100).join('').trim() || otherwise;
}

/**
 * Why a file of this media type cannot be uploaded, or null; of images only SVG can carry scripts, so it is refused
 * (5.16, 8.7).
 */
export function whyNotUpload(type: string, as: 'document' | 'image'): Refusal | null {
  const isImage = /^image\/(?!svg)[\w.+-]+$/i.test(type);
  const fits = isImage || (as === 'document' && /^application\/pdf$/i.test(type));
  return fits ? null : new Refusal('pedigree.import_invalid_file');
}
