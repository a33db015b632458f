/** The weather in words. */
import type { TFunction } from 'i18next';
import type { Point } from '#domain/flights/distance.ts';
import { skyOf, temperatureIn, type WeatherThere, windFrom, windSpeed } from '#domain/flights/forecast.ts';
import { isNight } from '#domain/flights/terminator.ts';
import type { WindThere } from '#domain/flights/wind-on-line.ts';
import type { Locale } from '#domain/locales.ts';
import type { LoftUnit } from '#domain/units.ts';
import { formatNumber } from '#web/lib/intl.ts';

/** The weather at a place in a word and its icon (4.17); null where it has none. What is sunny by day is clear at night. */
export function skyWords(t: TFunction, { ptype }: WeatherThere, place: Point, at_ms: number) {
  const sky = skyOf(ptype);
  if (sky === null) return null;
  if (sky === 'sunny' && isNight(place, at_ms)) return { icon: 'clear', word: t('flight_map.clear') } as const;
  return { icon: sky, word: t(`flight_map.${sky}`) };
}

/** `3.42 m/s` (5.18). */
export const windWords = (t: TFunction, locale: Locale, wind: WindThere): string =>
  `${formatNumber(locale, windSpeed(wind), 2, 2)} ${t('unit.m_s')}`;

/** `23 °C`, in the unit of the loft (5.20). */
export const temperatureWords = (locale: Locale, unit: LoftUnit, kelvin: number): string =>
  `${formatNumber(locale, temperatureIn(unit, kelvin)).replace(/^[-−]0$/, '0')} °${unit === 'km' ? 'C' : 'F'}`;

/** Where the wind comes from; without wind that it is calm. */
export function directionWords(t: TFunction, wind: WindThere): string {
  const from = windFrom(wind);
  return from === null ? t('flight_map.calm') : t(`release.from_${from}`);
}
