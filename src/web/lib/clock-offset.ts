/** How far a clock is from the true time, in words: one way to say it wherever a clock is shown. */
import type { Locale } from '#domain/locales.ts';
import type { Words } from './catalogue.ts';
import { formatMeasure } from './intl.ts';

/** `2.303 sec behind`. @param offset_ms the true time less the clock's: positive where it is behind */
export function aheadOrBehind({ t, locale }: { t: Words; locale: Locale }, offset_ms: number): string {
  const time = formatMeasure(locale, Math.abs(Math.round(offset_ms)) / 1000, 'second', { decimals: 3 });
  if (Math.round(offset_ms) === 0) return time;
  return t(offset_ms > 0 ? 'devices.behind' : 'devices.ahead', { time });
}
