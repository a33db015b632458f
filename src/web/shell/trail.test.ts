import { readFileSync } from 'node:fs';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, it, test } from 'vitest';
import { type Catalogue, speak } from '#web/lib/catalogue.ts';
import routes from '#web/routes.ts';
import { type Known, trailOf, withoutPage, wordOf } from './trail.ts';

const english = JSON.parse(readFileSync(new URL('../../../locales/en.json', import.meta.url), 'utf8')) as Catalogue;
const { t } = speak('en', english);

/** The patterns of all pages; files have no trail. */
const pages = patternsOf(routes).filter((pattern) => pattern !== '*');

function patternsOf(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, file, children }) => {
    const pattern = [above, path].filter(Boolean).join('/');
    return children ? patternsOf(children, pattern) : file.endsWith('Page.tsx') ? [pattern] : [];
  });
}

const shapeOf = (pattern: string) => `/${pattern.replace(/:\w+/g, ':')}`;
const pagesByShape = new Set(pages.map(shapeOf));
const beginningsOf = (pattern: string) =>
  pattern.split('/').map((_, at, segments) => shapeOf(segments.slice(0, at + 1).join('/')));

const known: Known = {
  loft: { name: 'Serra Alta' },
  season: { name: 'Season 2026' },
  flight: { name: 'Final' },
  team: { team: 'Team Vermeer' },
  pigeon: { ring: 'BE 26-4023187' },
  order: { number: 'A-17' },
  transport: { order: { number: 'A-17' } },
  collection: { place: 'Ghent' },
  news: { title: 'Basketing begins' },
  product: { name: 'Five birds' },
  ranking: { name: 'Ace pigeon' },
  championship: { name: 'World list' },
  device: { name: 'Clock 1' },
  known: { fancier: { name: 'Jan Vermeer' } },
  person: { first_name: 'Jan', last_name: 'Vermeer', email: null },
  ruling: { n: 2 },
  webhook: { url: 'https://receiver.example.org/hook' },
};

/** The trail of a page whose ids are all 7. */
function trailAt(pattern: string, of: Known = known) {
  const params = Object.fromEntries([...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '7']));
  return trailOf(`/${pattern.replace(/:\w+/g, '7')}`, params, of, t);
}

describe('the trail of each page (2.25)', () => {
  it.each(pages.filter(Boolean))('%s', (pattern) => {
    const trail = trailAt(pattern);
    const segments = pattern.split('/');
    expect(trail[0]).toEqual({ name: 'Home', to: '/' });
    expect(trail).toHaveLength(segments.length + 1);
    // Each word is of the catalogue, each id has a name.
    for (const [at, beginning] of beginningsOf(pattern).entries()) {
      if (segments[at]!.startsWith(':')) expect(trail[at + 1]!.name).not.toMatch(/^#/);
      else expect(wordOf(beginning), beginning).toBeDefined();
    }
    // The page itself has no link; the steps above it lead to pages that exist.
    expect(trail.at(-1)!.to).toBeNull();
    for (const { to } of trail.slice(1, -1)) if (to) expect(pagesByShape).toContain(to.replace(/\/7(?=\/|$)/g, '/:'));
  });

  test('what has a page of its own is a link, and nothing else is text', () => {
    const beginnings = new Set(pages.filter(Boolean).flatMap(beginningsOf));
    expect([...withoutPage].sort()).toEqual([...beginnings].filter((shape) => !pagesByShape.has(shape)).sort());
  });

  test('names and links are in the order of the path, with two equal ids too', () => {
    expect(trailAt('lofts/:loft_id/flights/:flight_id/disputes')).toEqual([
      { name: 'Home', to: '/' },
      { name: 'Lofts', to: '/lofts' },
      { name: 'Serra Alta', to: '/lofts/7', is_id: true },
      { name: 'Flights', to: null },
      { name: 'Final', to: '/lofts/7/flights/7', is_id: true },
      { name: 'Disputes', to: null },
    ]);
  });

  test('a bird without a team has its place too (2.11)', () => {
    expect(trailAt('lofts/:loft_id/teams/pigeons/:pigeon_id').map(({ name }) => name)).toEqual([
      'Home',
      'Lofts',
      'Serra Alta',
      'Teams',
      'Pigeons',
      'BE 26-4023187',
    ]);
  });

  test('an id whose name the page does not know is a number', () => {
    expect(trailAt('lofts/:loft_id', {}).at(-1)).toEqual({ name: '#7', to: null, is_id: true });
  });

  test('home has no step above it', () => {
    expect(trailOf('/', {}, {}, t)).toEqual([{ name: 'Home', to: null }]);
  });
});
