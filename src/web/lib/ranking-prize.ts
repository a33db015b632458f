/** A prize of a ranking as it stands beside a place. */
import type { Locale } from '#domain/locales.ts';
import type { PrizeTemplate } from '#domain/seasons/rulebook.ts';
import { formatPrize, formatShare } from '#web/lib/intl.ts';

/** A prize of a ranking: `€250`, or `2.5%` of a fund that is not known before it is final. */
export const rankingPrize = (locale: Locale, { basis }: PrizeTemplate, value: number, currency: string): string =>
  basis === 'amount' ? formatPrize(locale, value, currency) : formatShare(locale, value);
