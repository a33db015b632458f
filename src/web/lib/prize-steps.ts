/** Prizes by place in words. */
import { type Locale, localeFacts } from '#domain/locales.ts';
import type { PrizeTemplate } from '#domain/seasons/rulebook.ts';
import type { Words } from './catalogue.ts';
import { formatMoney, formatShare } from './intl.ts';

/** Places with their prizes, and what is given at least: `1: €1,000 · 2–3: €500`. */
export function stepWords(
  { t, locale, currency }: { t: Words; locale: Locale; currency: string },
  { basis, steps, at_least_cents }: PrizeTemplate,
): string {
  const words = steps
    .map(({ from, to, value }) => {
      const places = from === to ? from : `${from}–${to}`;
      const prize = basis === 'amount' ? formatMoney(locale, value, currency) : formatShare(locale, value);
      return apart(locale, `${places}: ${prize}`);
    })
    .join(' · ');
  if (at_least_cents === undefined) return words;
  return `${words}. ${t('rulebook.guarantee', { amount: formatMoney(locale, at_least_cents, currency) })}`;
}

/** A part of a line of figures, which in a language from right to left must not be mixed with those beside it. */
export const apart = (locale: Locale, text: string): string =>
  localeFacts[locale].dir === 'rtl' ? `\u2068${text}\u2069` : text;
