/** Files that people upload: what is taken, how large it may be, what it and its sizes are called. */
import type { RefusalCode } from '#domain/refusal.ts';

/** A picture has three sizes, made to fit so many pixels. Its address names the full one (2.38). */
export const sidesOf = { full: 2048, medium: 1024, low: 480 } as const;
export type PictureSize = keyof typeof sidesOf;
export const pictureSizes = Object.keys(sidesOf) as PictureSize[];

/** What is larger than this is not taken, whatever it is. */
export const mostMegabytes = 10;

/** What is wrong with a file itself: sent once more it is refused once more, and only another one helps. */
export const faultsOfFiles: readonly RefusalCode[] = [
  'import_invalid_file',
  'file_too_large',
  'file_too_complex',
  'pdf_broken',
  'pdf_locked',
];

/** The same picture in another size: names carry a marker that can be swapped (2.38). */
export function inSize(src: string, size: PictureSize): string {
  return src.replace(/-(?:full|medium|low)\.(?=\w+$)/, `-${size}.`);
}

/**
 * Where a file is found on this site: a picture for everybody by what is in it, and a media host has it under the same
 * name; a document by its number, where it is judged who asks.
 */
export function addressOf(file: {
  id: number;
  sha256: string | null;
  private_key: string | null;
  type: string;
}): string {
  return file.private_key === null ? `/media/${nameInStorage(file.sha256!, file.type, 'full')}` : `/files/${file.id}`;
}

/** What a file that everybody may see is called where its bytes lie. */
export function nameInStorage(sha256: string, type: string, size: PictureSize): string {
  return type === 'application/pdf' ? `${sha256}.pdf` : `${sha256}-${size}.${type === 'image/webp' ? 'webp' : 'jpg'}`;
}

/** What a document is called there: its key tells nothing of what is in it, and no public address leads to such a name. */
export function privateNameInStorage(private_key: string, type: string): string {
  return `private-${nameInStorage(private_key, type, 'full')}`;
}

/** The media type of a picture's name in the storage; null for what is no such name. */
export function typeOfName(name: string): 'image/webp' | 'image/jpeg' | null {
  const ending = /^[0-9a-f]{64}-(?:full|medium|low)\.(jpg|webp)$/.exec(name)?.[1];
  return ending ? (ending === 'webp' ? 'image/webp' : 'image/jpeg') : null;
}

/**
 * The name a file came with, fit to be shown and offered: without the way to it, and without characters that nobody sees
 * or that turn the writing round.
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
