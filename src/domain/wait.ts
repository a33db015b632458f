/** A waiting time in words, for pages and for refusals that a program gets. */
import { type Locale, localeFacts } from './locales.ts';

/** A waiting time, rounded up: `in 40 seconds`, `in 60 minutes`, `in 24 hours`. */
export function formatWait(locale: Locale, seconds: number): string {
  const [length, unit] =
    seconds < 60
      ? ([1, 'second'] as const)
      : seconds <= 90 * 60
        ? ([60, 'minute'] as const)
        : ([3600, 'hour'] as const);
  return new Intl.RelativeTimeFormat(localeFacts[locale].tag).format(Math.ceil(seconds / length), unit);
}
