/** News of a loft or of one of its seasons (2.24, 3.17): when they are visible, and in which language. */
import { defaultLocale, type locales } from '#domain/locales.ts';
import { Refusal } from '#domain/refusal.ts';

export type NewsLocale = (typeof locales)[number];

/** The states of news; only time takes them from scheduled to published. */
export const newsStates = ['draft', 'scheduled', 'published'] as const;
export type NewsState = (typeof newsStates)[number];

/** The state of news at a moment. News that are no draft have an instant. */
export function stateOf(news: { is_draft: boolean; published_at: string | null }, now_ms: number): NewsState {
  if (news.is_draft || news.published_at === null) return 'draft';
  return Date.parse(news.published_at) <= now_ms ? 'published' : 'scheduled';
}

/** The text for a reader: in their own language, else in English, else the first one. */
export function textFor<Text extends { locale: NewsLocale }>(texts: readonly Text[], locale: string): Text | undefined {
  const first = texts.toSorted((one, other) => (one.locale < other.locale ? -1 : 1))[0];
  return texts.find((text) => text.locale === locale) ?? texts.find((text) => text.locale === defaultLocale) ?? first;
}

/** Why news cannot be saved, or null: they have no text in any language. */
export function whyNotKeep(texts: Readonly<Partial<Record<NewsLocale, unknown>>>): Refusal | null {
  return Object.values(texts).some(Boolean) ? null : new Refusal('news_text_needed');
}

/** Number of news on a page of a list. */
export const newsPerPage = 12;
