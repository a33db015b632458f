/** The steps that explain how a place came about, for a page, a panel and a file alike. */
import { type Locale, leftToRight } from '#domain/locales.ts';
import { formatNumber } from './intl.ts';

export interface Step {
  key: string;
  /** A result of the steps before it. */
  is_sum: boolean;
  /** It can still change. */
  is_open: boolean;
  title: string;
  value: string;
  details: string[];
  rule: { name: string; to: string } | null;
}

/** What parts a detail of a step from the next one: a sentence has its full stop. */
export const partAfter = (detail: string): string => (/[.。]$/.test(detail) ? ' ' : ' · ');

/** The digits in the writing of the language; a speed that goes on ends in dots. */
export function unroundedText(locale: Locale, { digits, is_whole }: { digits: string; is_whole: boolean }): string {
  const [whole, fraction = ''] = digits.split('.');
  const point = formatNumber(locale, 0.1, 1).replaceAll(/\d/g, '');
  const text = `${formatNumber(locale, Number(whole))}${fraction && point + fraction}${is_whole ? '' : '…'}`;
  // From the right the dots would stand before the number.
  return leftToRight(text);
}
