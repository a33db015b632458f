import { describe, expect, it } from 'vitest';
import { shownAt } from './share-views.server.ts';

describe('the thing whose page has a path', () => {
  it.each([
    ['/', { kind: 'site' }],
    ['/lofts/3', { kind: 'loft', loft_id: 3 }],
    ['/lofts/3/', { kind: 'loft', loft_id: 3 }],
    ['/lofts/3/flights/14', { kind: 'flight', loft_id: 3, flight_id: 14 }],
    ['/lofts/3/news/6', { kind: 'news', loft_id: 3, news_id: 6 }],
    ['/championships/4', { kind: 'championship', championship_id: 4 }],
    ['/lofts/3/teams/5', { kind: 'team', loft_id: 3, team_id: 5 }],
    ['/lofts/3/teams/5/pigeons/8', { kind: 'pigeon', loft_id: 3, pigeon_id: 8 }],
    ['/lofts/3/teams/pigeons/8', { kind: 'pigeon', loft_id: 3, pigeon_id: 8 }],
  ])('%s', (path, shown) => expect(shownAt(path)).toEqual(shown));

  it.each([
    '/lofts',
    '/lofts/0',
    '/lofts/x',
    '/lofts/3/teams',
    '/lofts/3/pigeons',
    '/lofts/3/flights',
    '/lofts/3/news',
    '/lofts/3/news.rss',
    '/lofts/3/flights/14/result.csv',
    '/contact',
    '/championships',
  ])('%s has no picture', (path) => expect(shownAt(path)).toBeNull());
});
