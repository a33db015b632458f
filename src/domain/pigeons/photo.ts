/** The photo that a loft takes of a bird: its address, its end, and how many a loft may have. */
import type { PigeonKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';

/** What a photo ends with: another one, a removal by the loft, or one that the bird's owner asked for. */
export type PhotoEnd = 'replaced' | 'removed' | 'removed_for_owner';

/** The two sizes of a photo: large, and a square thumbnail of 10 KB at most. */
export type PhotoSize = 'full' | 'low';

/** The most birds of one loft, over all its seasons, that have a photo; about 4 GB. */
export const mostPhotos = 20_000;

/**
 * The address of a photo. It names the content, so what it leads to never changes; whether somebody may see it is asked
 * each time.
 */
export const photoAddress = ({ loft_id, pigeon_id }: PigeonKey, hash: string, size: PhotoSize): string =>
  `/photos/${loft_id}/${pigeon_id}/${hash}-${size}.jpg`;

/** The content and the size that the last part of such an address names; null for any other text. */
export function photoOfName(name: string): { hash: string; size: PhotoSize } | null {
  const [, hash, size] = /^([0-9a-f]{32})-(full|low)\.jpg$/.exec(name) ?? [];
  return hash && size ? { hash, size: size as PhotoSize } : null;
}

/** The part of a SHA-256 that names a photo: 128 bits. */
export const photoHash = (sha256: string): string => sha256.slice(0, 32);

/** Why a loft with this many photos cannot have one more, or null. */
export const whyNotAddPhoto = (photos: number): Refusal | null =>
  photos < mostPhotos ? null : new Refusal('photos_full', { max: mostPhotos });
