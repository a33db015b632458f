import { describe, expect, it } from 'vitest';
import { resultsFeed } from './results-feed.server.ts';

const loft = {
  id: 7,
  name: 'A & B <Loft>',
  unit: 'km' as const,
  time_zone: 'Europe/Brussels',
  country: null,
  latitude: null,
  longitude: null,
};
const bird = { rank: 1, ring: 'BE 26-1', team: '<b>Team</b>', fancier: null, country: 'BE', speed: 1302.5 };
const flight = {
  loft_id: 7,
  id: 9,
  name: 'Final',
  status: 'official',
  speed_rule: { unit: 'm/min', decimals: 2, rounding: 'half-up' },
};
const view = {
  loft,
  lofts: [loft],
  results: [{ flight, first: [bird], published_at: '2026-06-06T12:00:00.000Z' }],
  locale: 'de',
  public_url: 'https://example.org',
} as unknown as Parameters<typeof resultsFeed>[1];

describe('a feed of results', () => {
  it.each(['rss', 'atom'] as const)('as %s names the flight, its state and its first birds, as text', (kind) => {
    const feed = resultsFeed(kind, view);
    expect(feed).toContain('Final · Offiziell');
    expect(feed).toContain('https://example.org/lofts/7/flights/9?lang=de');
    expect(feed).toContain('1. BE 26-1 · &lt;b&gt;Team&lt;/b&gt; BE · 1.302,50 m/min');
    expect(feed).not.toContain('<b>');
  });

  it('as RSS has its first birds as a description too, for readers that know no other text', () => {
    const item = resultsFeed('rss', view).split('<item>')[1]!;
    expect(item).toMatch(
      /<description>.*1\. BE 26-1 · &lt;b&gt;Team&lt;\/b&gt; BE · 1\.302,50 m\/min.*<\/description>/,
    );
  });

  it('has another entry for a result that has become official', () => {
    const idOf = (status: string) =>
      /<guid[^>]*>([^<]*)</.exec(
        resultsFeed('rss', { ...view, results: [{ ...view.results[0]!, flight: { ...flight, status } as never }] }),
      )![1];
    expect(idOf('provisional')).not.toBe(idOf('official'));
  });

  it('does not say what the season hides', () => {
    const hidden = { ...bird, rank: null, ring: '', team: null, country: null, speed: null };
    const feed = resultsFeed('atom', {
      ...view,
      results: [{ ...view.results[0]!, first: [hidden] as never }],
    });
    expect(feed).not.toContain('Team');
    expect(feed).not.toContain('null');
  });
});
