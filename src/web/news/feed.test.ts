import { describe, expect, it } from 'vitest';
import { payloads } from '../../../e2e/payloads.ts';
import { feedOf } from './feed.server.tsx';

const loft = {
  id: 7,
  name: 'A & B <Loft>',
  unit: 'km' as const,
  time_zone: 'Europe/Brussels',
  country: null,
  latitude: null,
  longitude: null,
};
const input = { loft, locale: 'de' as const, public_url: 'https://example.org' };
const newsOf = (text: string, href = 'https://example.org/?a=1&b=2') => ({
  id: 9,
  loft_id: 7,
  season_id: null,
  published_at: '2026-06-06T12:00:00.000Z',
  locale: 'ar' as const,
  title: text,
  lead: text,
  body: {
    type: 'doc' as const,
    content: [
      {
        type: 'paragraph' as const,
        content: [{ type: 'text' as const, text, marks: [{ type: 'link' as const, attrs: { href } }] }],
      },
      { type: 'picture' as const, attrs: { file_id: 3, alt: text } },
    ],
  },
  pictures: [{ id: 3, src: '/media/a-full.jpg', width: 8, height: 6 }],
});

/** The contents of a feed's CDATA sections, as feed readers unpack them. */
const unpacked = (xml: string) => [...xml.matchAll(/<!\[CDATA\[(.*?)\]\]>/gs)].map(([, text = '']) => text).join('');

describe('a feed', () => {
  it.each(['rss', 'atom'] as const)('as %s has absolute addresses and the language of each text', (kind) => {
    const xml = feedOf(kind, { ...input, news: [newsOf('أهلا')] });
    expect(xml).toContain('https://example.org/lofts/7/news/9');
    expect(xml).toContain(`https://example.org/lofts/7/news.${kind}?lang=de`);
    expect(xml).toContain('Neuigkeiten: A &amp; B &lt;Loft&gt;');
    expect(unpacked(xml)).toContain('<div lang="ar" dir="rtl">');
    expect(unpacked(xml)).toContain('src="https://example.org/media/a-full.jpg"');
    expect(xml).not.toContain('href="/');
    // The same as long as nothing new is in it.
    expect(feedOf(kind, { ...input, news: [newsOf('أهلا')] })).toBe(xml);
    expect(feedOf(kind, { ...input, news: [] })).toContain('1970');
  });

  it.each(['rss', 'atom'] as const)('as %s escapes typed markup and scripts', (kind) => {
    for (const text of payloads) {
      const xml = feedOf(kind, { ...input, news: [newsOf(`${text}]]>\u0001\ud800`)] });
      const tags = [...unpacked(xml).matchAll(/<(\w+)/g)].map(([, tag]) => tag);
      expect(new Set(tags)).toEqual(new Set(['div', 'p', 'a', 'figure', 'img', 'figcaption']));
      expect(xml.includes('\u0001') || !xml.isWellFormed()).toBe(false);
    }
  });
});
