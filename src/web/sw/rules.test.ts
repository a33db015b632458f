import { describe, expect, test } from 'vitest';
import {
  filesOf,
  handlesPage,
  isSameForAllQueries,
  keptWith,
  langOf,
  marked,
  mayBeCached,
  mostBytes,
  mostPages,
  shellFor,
  surplusOf,
} from './rules.ts';

test.each([
  '/',
  '/lofts',
  '/lofts/1',
  '/lofts/1/flights/2',
  '/lofts/1/flights/2/result/sheet',
  '/lofts/1/teams',
  '/lofts/1/teams/3/pigeons/4',
  '/lofts/1/pigeons',
])('%s is cached', (path) => {
  expect(mayBeCached(path)).toBe(true);
});

test.each([
  '/id/sign-in',
  '/id/settings',
  '/login',
  '/login/callback',
  '/logout',
  '/admin/lofts',
  '/admin/lofts/1/permissions',
  '/api/lofts',
  '/misc/language',
])('%s is not handled by the worker, and never cached', (path) => {
  expect([handlesPage(path), mayBeCached(path)]).toEqual([false, false]);
});

test.each(['/contact', '/favorites', '/registrations/7', '/lofts/1/seasons/2/register', '/loftsx', '/anything/new'])(
  '%s is not cached: only pages of races are',
  (path) => {
    expect([handlesPage(path), mayBeCached(path)]).toEqual([true, false]);
  },
);

test.each([
  ['/lofts/1/flights/2', ['/lofts/1/flights/2?tab=info']],
  ['/lofts/1/flights/2/map', []],
  ['/lofts/1', []],
])('with %s is kept %j', (path, kept) => {
  expect(keptWith(path)).toEqual(kept);
});

test.each([
  '/lofts/1/teams.csv',
  '/lofts/1/teams.xlsx',
  '/lofts/1/teams.pdf',
  '/lofts/1/flights/2/share.png',
  '/lofts/1/flights/2/result.csv',
  '/lofts/1/flights/2/sealed-list.txt',
  '/app.webmanifest',
])('%s is not a page', (path) => {
  expect(handlesPage(path)).toBe(false);
});

test.each(['basketing', 'release'])(
  'the page of a %s has a public shell in its place, and is never cached itself',
  (page) => {
    const path = `/admin/seasons/3/flights/41/${page}`;
    expect([shellFor(path), mayBeCached(path)]).toEqual([
      { shell: `/${page}`, address: `/${page}?season_id=3&flight_id=41` },
      false,
    ]);
    expect(shellFor('/admin/seasons/3/flights/41')).toBeNull();
    expect(shellFor(`${path}/events`)).toBeNull();
  },
);

test('the route of an agent has a public shell in its place, and is never cached itself', () => {
  expect([shellFor('/transports/route'), mayBeCached('/transports/route')]).toEqual([
    { shell: '/route', address: '/route' },
    false,
  ]);
  expect(shellFor('/transports/route/7')).toBeNull();
});

test('a page is cached with its files, each once', () => {
  const html = `<link href="/assets/root-a1.css"><script src="/assets/e_b-2.js"></script>
    <script>import "/assets/e_b-2.js"</script><img src="/flags/be.svg"><a href="/lofts">`;
  expect(filesOf(html)).toEqual(['/assets/root-a1.css', '/assets/e_b-2.js', '/flags/be.svg']);
  expect(filesOf('<p>none</p>')).toEqual([]);
});

test('a cached page states when it was cached, and has the colour scheme of its reader', () => {
  const html = '<!DOCTYPE html><html lang="zh-CN" dir="ltr"><head></head></html>';
  expect(langOf(html)).toBe('zh-CN');
  expect(marked(html, 7, undefined)).toBe(
    '<!DOCTYPE html><html data-kept="7" lang="zh-CN" dir="ltr"><head></head></html>',
  );
  expect(marked(html, 7, 'dark')).toContain('<html data-kept="7" data-theme="dark" lang');
  expect(marked(html, 7, '"><script>')).not.toContain('<script>');
  expect(langOf(marked(html, 7, 'dark'))).toBe('zh-CN');
});

describe('the size limit', () => {
  const page = (n: number, bytes = 1) => ({ path: `/lofts/${n}`, cached_at: n, bytes });

  test('limits the number of pages: the oldest are removed', () => {
    const pages = Array.from({ length: mostPages + 2 }, (_, n) => page(n));
    expect(surplusOf(pages).sort()).toEqual(['/lofts/0', '/lofts/1']);
    expect(surplusOf(pages.slice(2))).toEqual([]);
  });

  test('limits the number of bytes', () => {
    expect(surplusOf([page(1, mostBytes / 2), page(2, mostBytes / 2)])).toEqual([]);
    expect(surplusOf([page(1, mostBytes / 2), page(2, mostBytes / 2), page(3)])).toEqual(['/lofts/1']);
  });
});

test('a replay is cached once for all moments of its address, and no other page of a flight is', () => {
  expect(isSameForAllQueries('/lofts/1/flights/2/replay')).toBe(true);
  for (const path of ['/lofts/1/flights/2', '/lofts/1/flights/2/map', '/lofts/1/flights/2/replay/x'])
    expect(isSameForAllQueries(path)).toBe(false);
});
