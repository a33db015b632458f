/** News of a loft or of one of its seasons (2.24, 3.17): when they are seen, and in which language. */
import { defaultLocale, type locales } from '#domain/locales.ts';
import { Refusal } from '#domain/refusal.ts';

export type NewsLocale = (typeof locales)[number];

/** What news go through; nobody moves them from scheduled to published but the clock. */
export const newsStates = ['draft', 'scheduled', 'published'] as const;
export type NewsState = (typeof newsStates)[number];

/** How news stand at a moment. A publication that is not a draft has an instant. */
export function stateOf(news: { is_draft: boolean; published_at: string | null }, now_ms: number): NewsState {
  if (news.is_draft || news.published_at === null) return 'draft';
  return Date.parse(news.published_at) <= now_ms ? 'published' : 'scheduled';
}

/** The text for a reader: in their own language, else in English, else in the first there is. */
export function textFor<Text extends { locale: NewsLocale }>(texts: readonly Text[], locale: string): Text | undefined {
  const first = texts.toSorted((one, other) => (one.locale < other.locale ? -1 : 1))[0];
  return texts.find((text) => text.locale === locale) ?? texts.find((text) => text.locale === defaultLocale) ?? first;
}

/** Why news cannot be kept: they say nothing in any language. */
export function whyNotKeep(texts: Readonly<Partial<Record<NewsLocale, unknown>>>): Refusal | null {
  return Object.values(texts).some(Boolean) ? null : new Refusal('news_text_needed');
}
