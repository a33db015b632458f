/** Special prizes of a flight in words. */
import type { Locale } from '#domain/locales.ts';
import type { SpecialPrize } from '#domain/seasons/special-prizes-rule.ts';
import type { Words } from './catalogue.ts';
import { countryName, formatMoney, formatNumber } from './intl.ts';

interface Reader {
  t: Words;
  locale: Locale;
}

/** `First hen`, `Place 20`, `First of Portugal`: a special prize that is won. */
export function specialWonWords(
  { t, locale }: Reader,
  { to, country, place }: { to: SpecialPrize['to']; country: string | null; place: number | null },
): string {
  if (place !== null) return t('special.place', { n: formatNumber(locale, place) });
  if (country !== null) return t('special.of_country', { country: countryName(locale, country) });
  return t(`special.${to}`);
}

/** `First hen: €100`, `Every 10 places: a clock`: a special prize of a rulebook. */
export function specialWords(
  { t, locale, currency }: Reader & { currency: string },
  { to, every, amount_cents, in_kind }: SpecialPrize,
): string {
  const name = to === 'every_nth' ? t('special.every', { n: formatNumber(locale, every ?? 0) }) : t(`special.${to}`);
  return `${name}: ${amount_cents === null ? in_kind : formatMoney(locale, amount_cents, currency)}`;
}
