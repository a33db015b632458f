/** The order and the number of pictures of a loft. */
import { Refusal } from '#domain/refusal.ts';

/** Maximum number of pictures of a loft. */
export const mostPictures = 60;

/** Why a loft with so many pictures cannot show another, or null. */
export function whyNotAdd(count: number): Refusal | null {
  return count < mostPictures ? null : new Refusal('media_full', { max: mostPictures });
}

/** A list with one of its members moved to a place, counted from 1; a place behind the end is the last. */
export function movedTo<T>(list: readonly T[], one: T, place: number): T[] {
  const others = list.filter((other) => other !== one);
  return [...others.slice(0, place - 1), one, ...others.slice(place - 1)];
}
