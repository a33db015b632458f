/** The prizes of a ranking in words: apart from those of its rule, because only its own page has them. */
import type { TFunction } from 'i18next';
import { type Locale, localeFacts } from '#domain/locales.ts';
import type { RankingRule } from '#domain/rankings/ranking-rule.ts';
import type { PrizeTemplate } from '#domain/seasons/rulebook.ts';
import { divisionOf } from '#domain/seasons/rulebook-parts.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { rankingPrize } from '#web/lib/ranking-prize.ts';

/** A ranking with prizes. */
interface Prized {
  rule: RankingRule;
  prizes: PrizeTemplate;
}

/** The prizes of a ranking, and how they are divided, in sentences. */
export function prizeSentences(t: TFunction, locale: Locale, { rule, prizes }: Prized, currency: string): string[] {
  const { odd_cent, undistributed } = divisionOf(rule);
  return [
    `${t('rulebook.prizes')}: ${stepWords(locale, prizes, currency)}`,
    ...(prizes.at_least_cents === undefined
      ? []
      : [t('rulebook.guarantee', { amount: formatMoney(locale, prizes.at_least_cents, currency) })]),
    t('aces.equal_share'),
    `${t('ranking_admin.odd_cent')}: ${t(`ranking_admin.odd_${odd_cent}`)}.`,
    `${t('ranking_admin.undistributed')}: ${t(`ranking_admin.undistributed_${undistributed}`)}.`,
  ];
}

/**
 * The worked example of a division: two that are equal on the first place. `6,000 + 2,500 = 8,500`, and what each gets.
 */
export function prizeExample(locale: Locale, { prizes }: Prized, currency: string, each: readonly number[]) {
  const valueAt = (place: number) => prizes.steps.find(({ from, to }) => from <= place && place <= to)?.value ?? 0;
  const shown = (value: number) => apart(locale, rankingPrize(locale, prizes, value, currency));
  return {
    sum: `${shown(valueAt(1))} + ${shown(valueAt(2))} = ${shown(valueAt(1) + valueAt(2))}`,
    each: each.map(shown),
  };
}

/** Places with their prizes: `1: €1,000 · 2–3: €500`. */
const stepWords = (locale: Locale, prizes: PrizeTemplate, currency: string): string =>
  prizes.steps
    .map(({ from, to, value }) => {
      const places = from === to ? from : `${from}–${to}`;
      return apart(locale, `${places}: ${rankingPrize(locale, prizes, value, currency)}`);
    })
    .join(' · ');

/** A part of a line of figures, which in a language from right to left must not be mixed with those beside it. */
const apart = (locale: Locale, text: string): string =>
  localeFacts[locale].dir === 'rtl' ? `\u2068${text}\u2069` : text;
