import { describe, expect, it } from 'vitest';
import { stateOf, textFor, whyNotKeep } from './news.ts';

const now_ms = Date.parse('2026-06-06T12:00:00.000Z');

describe('news', () => {
  it.each([
    [true, null, 'draft'],
    [true, '2026-01-01T00:00:00.000Z', 'draft'],
    [false, '2026-06-06T12:00:00.000Z', 'published'],
    [false, '2026-06-06T12:00:00.001Z', 'scheduled'],
  ] as const)('that are a draft: %s, with the moment %s, are %s (3.17)', (is_draft, published_at, state) => {
    expect(stateOf({ is_draft, published_at }, now_ms)).toBe(state);
  });

  it('are read in the reader’s language, else in English, else in the first one', () => {
    const texts = [{ locale: 'pl' }, { locale: 'en' }, { locale: 'ar' }] as const;
    expect(textFor(texts, 'pl')?.locale).toBe('pl');
    expect(textFor(texts, 'de')?.locale).toBe('en');
    expect(textFor([texts[0], texts[2]], 'de')?.locale).toBe('ar');
    expect(textFor([], 'de')).toBeUndefined();
  });

  it('have a text in at least one language', () => {
    expect(whyNotKeep({})?.code).toBe('news_text_needed');
    expect(whyNotKeep({ se: {} })).toBeNull();
  });
});
