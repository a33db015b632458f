/** Files that people upload: what is taken, how large it may be, what it and its sizes are called. */

/** A picture has three sizes, made to fit so many pixels. Its address names the full one (2.38). */
export const sidesOf = { full: 2048, medium: 1024, low: 480 } as const;
export type PictureSize = keyof typeof sidesOf;
export const pictureSizes = Object.keys(sidesOf) as PictureSize[];

/** What is larger than this is not taken, whatever it is. */
export const mostMegabytes = 10;

/** The same picture in another size: names carry a marker that can be swapped (2.38). */
export function inSize(src: string, size: PictureSize): string {
  return src.replace(/-(?:full|medium|low)\.(?=\w+$)/, `-${size}.`);
}

/** Where a file is found on this site. A media host has it under the same name. */
export function addressOf({ sha256, type }: { sha256: string; type: string }): string {
  return `/media/${nameInStorage(sha256, type, 'full')}`;
}

/** What a file is called where its bytes lie. */
export function nameInStorage(sha256: string, type: string, size: PictureSize): string {
  return type === 'application/pdf' ? `${sha256}.pdf` : `${sha256}-${size}.${type === 'image/webp' ? 'webp' : 'jpg'}`;
}

/** The media type of a name in the storage; null for what is no such name. */
export function typeOfName(name: string): string | null {
  const ending = /^[0-9a-f]{64}(?:-(?:full|medium|low)\.(jpg|webp)|\.(pdf))$/.exec(name);
  if (!ending) return null;
  return ending[2] ? 'application/pdf' : ending[1] === 'webp' ? 'image/webp' : 'image/jpeg';
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
