/** The addresses of the feeds of news and of results, and their entries in the head of a page. */
import type { Locale } from '#domain/locales.ts';
import type { Feed } from './head.ts';
import { loftPath } from './paths.ts';

/** The address of a feed with all news of a loft, in one language. */
export const feedPath = (loft_id: number, kind: 'rss' | 'atom', locale: Locale) =>
  `${loftPath(loft_id)}/news.${kind}?lang=${locale}`;

/** The address of a feed with the results of a loft, or of all, in one language. */
export const resultsFeedPath = (loft_id: number | null, kind: 'rss' | 'atom', locale: Locale) =>
  `${loft_id === null ? '' : loftPath(loft_id)}/results.${kind}?lang=${locale}`;

/** The feeds of results of a loft, or of all lofts. */
export function resultFeedsOf(asked: {
  loft_id: number | null;
  title: string;
  public_url: string;
  locale: Locale;
}): Feed[] {
  const { loft_id, title, public_url, locale } = asked;
  return (['rss', 'atom'] as const).map((kind) => ({
    type: `application/${kind}+xml`,
    title,
    href: public_url + resultsFeedPath(loft_id, kind, locale),
  }));
}

export function feedsOf(asked: { loft_id: number; title: string; public_url: string; locale: Locale }): Feed[] {
  const { loft_id, title, public_url, locale } = asked;
  return (['rss', 'atom'] as const).map((kind) => ({
    type: `application/${kind}+xml`,
    title,
    href: public_url + feedPath(loft_id, kind, locale),
  }));
}
