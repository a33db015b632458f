/** When a race is over for those who plan their day. Apart from the windows, which pages show, because of its time zones. */
import type { ClosingRule } from '#domain/seasons/rules.ts';
import { closingTime } from './closing.ts';
import { expectedHome } from './expected-home.ts';

/**
 * When a planned race is over for those who plan their day, epoch ms: once half the field is expected home, but no later
 * than it closes; null where neither is known.
 */
export function expectedEnd(
  { release_ms, distance_m, average }: { release_ms: number; distance_m: number | null; average: number | null },
  { closing, time_zone }: { closing: ClosingRule; time_zone: string },
): number | null {
  const half_ms = distance_m !== null && average ? expectedHome({ release_ms, distance_m, average }).half.to_ms : null;
  const closes_ms = closingTime(closing, { release_ms, time_zone });
  if (half_ms === null || closes_ms === null) return half_ms ?? closes_ms;
  return Math.min(half_ms, closes_ms);
}
