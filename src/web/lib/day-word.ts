/** The day of something that comes, as people say it. */
import type { TFunction } from 'i18next';
import type { Locale } from '#domain/locales.ts';
import { formatComing, formatNamedDay, isoDay } from './intl.ts';

export interface ComingDay {
  at_ms: number;
  now_ms: number;
  time_zone: string;
}

/**
 * `Today`, `Tomorrow`, else the day with its weekday: `Sat 12 Sep 2026`, where there is little room `Sat` or `12 Sep`;
 * by the clock of a place.
 */
export function dayWord(t: TFunction, locale: Locale, { at_ms, now_ms, time_zone }: ComingDay, short = false): string {
  const days = (Date.parse(isoDay(at_ms, time_zone)) - Date.parse(isoDay(now_ms, time_zone))) / 86_400_000;
  if (days === 0) return t('time.today');
  if (days === 1) return t('time.tomorrow');
  return (
    (short && formatComing(locale, at_ms, now_ms, time_zone).day) || formatNamedDay(locale, at_ms, time_zone, true)
  );
}
