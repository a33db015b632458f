/** The time of a bird that came home without a reading, by the policy of the rulebook (domain 2.10). */
import type { manualArrivals } from '#domain/seasons/rulebook.ts';
import { dropAround } from './drops.ts';
import { afterTime } from './rank.ts';

export type RankedManual = Exclude<(typeof manualArrivals)[number], 'not_ranked'>;

/** The birds that landed around a moment, in the order of time; empty where nobody landed then. */
export function dropAt<Bird extends { time_ms: number }>(birds: readonly Bird[], at_ms: number): Bird[] {
  const before = birds.filter(({ time_ms }) => time_ms <= at_ms);
  const all = [...before, { time_ms: at_ms }, ...birds.slice(before.length)];
  const { from, to } = dropAround(all, before.length);
  return birds.slice(from, to - 1);
}

/**
 * The time that counts for a bird that was seen and not read. The last of its drop or within control comes after the
 * bird before it, at its time, and shares neither its place nor its prize; alone, a bird has the time at which it was
 * seen.
 * @param seen_ms epoch ms
 * @param others the birds of the result without it, in the order of time
 * @returns epoch ms, as {@link afterTime} gives it where another bird is before it
 */
export function countedTime(policy: RankedManual, seen_ms: number, others: readonly { time_ms: number }[]): number {
  if (policy === 'at_its_time') return seen_ms;
  const last = (policy === 'last_of_drop' ? dropAt(others, seen_ms) : others).at(-1);
  if (!last) return seen_ms;
  return policy === 'last_in_control' && last.time_ms < seen_ms ? seen_ms : afterTime(last.time_ms);
}
