// When a race is over. Later arrivals are stored and shown, and count for the home-coming, but not for a place.

import { Temporal } from 'temporal-polyfill';
import type { ClosingRule } from '#domain/seasons/rules.ts';

/** Whether the end of a race is known at its release. */
export const closesByTime = (rule: ClosingRule): rule is Extract<ClosingRule, { kind: 'hours' | 'day' }> =>
  rule.kind === 'hours' || rule.kind === 'day';

/**
 * With how many birds at home a race is over that closes at a share of the basketed ones; null: by another rule.
 * @param basketed all birds of the race
 */
export const closingCount = (rule: ClosingRule, basketed: number): number | null =>
  rule.kind === 'share' ? Math.ceil((basketed * rule.percent) / 100) : null;

/**
 * The last moment that counts, or null for a race whose end no clock knows beforehand (domain 2.9). A time of day is that of
 * the loft's clocks; of a time that a clock change skips the later counts, of a time that it repeats the earlier. A
 * closing on the day of the release may lie before the release: then nothing counts, which the organiser has to notice
 * before he releases.
 *
 * @param of release, epoch ms, and the loft's IANA zone
 * @returns epoch ms or null
 */
export function closingTime(rule: ClosingRule, of: { release_ms: number; time_zone: string }): number | null {
  if (!closesByTime(rule)) return null;
  if (rule.kind === 'hours') return of.release_ms + Math.round(rule.hours * 3_600_000);
  const release = Temporal.Instant.fromEpochMilliseconds(of.release_ms).toZonedDateTimeISO(of.time_zone);
  const date = release.toPlainDate().add({ days: rule.day - 1 });
  return date.toZonedDateTime({ timeZone: of.time_zone, plainTime: rule.time }).epochMilliseconds;
}
