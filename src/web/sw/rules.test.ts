import { describe, expect, test } from 'vitest';
import { filesOf, langOf, marked, mayBeCached, mostBytes, mostPages, standsBy, surplusOf } from './rules.ts';

test.each([
  '/',
  '/lofts',
  '/lofts/1',
  '/lofts/1/flights/2',
  '/lofts/1/flights/2/result/sheet',
  '/lofts/1/teams',
  '/lofts/1/teams/3/pigeons/4',
  '/lofts/1/pigeons',
])('%s is kept', (path) => {
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
])('%s goes as if there were no worker, and is never kept', (path) => {
  expect([standsBy(path), mayBeCached(path)]).toEqual([false, false]);
});

test.each(['/contact', '/favorites', '/registrations/7', '/lofts/1/seasons/2/register', '/loftsx', '/anything/new'])(
  '%s is not kept: only pages of races are',
  (path) => {
    expect([standsBy(path), mayBeCached(path)]).toEqual([true, false]);
  },
);

test.each([
  '/lofts/1/teams.csv',
  '/lofts/1/teams.xlsx',
  '/lofts/1/teams.pdf',
  '/lofts/1/flights/2/share.png',
  '/lofts/1/flights/2/result.csv',
  '/app.webmanifest',
])('%s is no page', (path) => {
  expect(standsBy(path)).toBe(false);
});

test('a page is kept with its files, each once', () => {
  const html = `<link href="/assets/root-a1.css"><script src="/assets/e_b-2.js"></script>
    <script>import "/assets/e_b-2.js"</script><img src="/flags/be.svg"><a href="/lofts">`;
  expect(filesOf(html)).toEqual(['/assets/root-a1.css', '/assets/e_b-2.js', '/flags/be.svg']);
  expect(filesOf('<p>none</p>')).toEqual([]);
});

test('a kept page says when it was kept, and is as light as its reader likes it', () => {
  const html = '<!DOCTYPE html><html lang="zh-CN" dir="ltr"><head></head></html>';
  expect(langOf(html)).toBe('zh-CN');
  expect(marked(html, 7, undefined)).toBe(
    '<!DOCTYPE html><html data-kept="7" lang="zh-CN" dir="ltr"><head></head></html>',
  );
  expect(marked(html, 7, 'dark')).toContain('<html data-kept="7" data-theme="dark" lang');
  expect(marked(html, 7, '"><script>')).not.toContain('<script>');
  expect(langOf(marked(html, 7, 'dark'))).toBe('zh-CN');
});

describe('room', () => {
  const page = (n: number, bytes = 1) => ({ path: `/lofts/${n}`, kept_at: n, bytes });

  test('there is for so many pages: the oldest go', () => {
    const pages = Array.from({ length: mostPages + 2 }, (_, n) => page(n));
    expect(surplusOf(pages).sort()).toEqual(['/lofts/0', '/lofts/1']);
    expect(surplusOf(pages.slice(2))).toEqual([]);
  });

  test('there is for so many bytes', () => {
    expect(surplusOf([page(1, mostBytes / 2), page(2, mostBytes / 2)])).toEqual([]);
    expect(surplusOf([page(1, mostBytes / 2), page(2, mostBytes / 2), page(3)])).toEqual(['/lofts/1']);
  });
});
