import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { asOf } from './as-of.ts';
import { orLastKnown, rootDataOrLastKnown } from './last-known.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const away = () => Promise.reject(new TypeError('Failed to fetch'));
const answered = (status: number) => () => Promise.reject(new ErrorResponse(status, '', ''));

test('a page keeps its own last data while the server does not reply', async () => {
  await orLastKnown('https://x/lofts/1?page=2', () => Promise.resolve('known'));
  expect(await orLastKnown('https://x/lofts/1?page=2', away)).toBe('known');
  expect(await orLastKnown('https://x/lofts/1?page=2', answered(502))).toBe('known');
  await expect(orLastKnown('https://x/lofts/1', away)).rejects.toThrow('Failed to fetch');
});

test('another part of a page falls back to the known data of the page', async () => {
  await orLastKnown('https://x/flights/9', () => Promise.resolve({ tab: 'arrivals' }));
  const likewise = (known: { tab: string }, search: URLSearchParams) => ({ ...known, tab: search.get('tab') ?? '' });
  expect(await orLastKnown('https://x/flights/9?tab=info', away, likewise)).toEqual({ tab: 'info' });
  await expect(orLastKnown('https://x/flights/8?tab=info', away, likewise)).rejects.toThrow('Failed to fetch');
});

test('old data is shown with the time it was loaded, until the server replies', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  await orLastKnown('https://x/lofts/7', () => Promise.resolve('known'));
  expect(asOf()).toBeNull();
  vi.setSystemTime(2_000_000);
  await orLastKnown('https://x/lofts/7', away);
  expect(asOf()).toBe(1_000_000);
  await orLastKnown('https://x/lofts/8', () => Promise.resolve('other'));
  expect(asOf()).toBeNull();
});

test('a page that stays open sets the time of its data itself', async () => {
  await orLastKnown('https://x/lofts/9?page=1', () => Promise.resolve('known'));
  vi.stubGlobal('location', { pathname: '/lofts/9', search: '?page=1' });
  expect(await orLastKnown('https://x/lofts/9?page=1', away)).toBe('known');
  expect(asOf()).toBeNull();
  vi.stubGlobal('location', { pathname: '/lofts', search: '' });
  await orLastKnown('https://x/lofts/9?page=1', away);
  expect(asOf()).not.toBeNull();
});

test('a page that only the service worker has is opened as a new document', async () => {
  const opened: string[] = [];
  vi.stubGlobal('location', { assign: (path: string) => opened.push(path) });
  vi.stubGlobal('caches', {
    keys: async () => ['files-1', 'pages-1'],
    open: async (name: string) => ({
      match: async (path: string) => (name === 'pages-1' && path === '/lofts/5?page=2' ? {} : undefined),
    }),
  });
  void orLastKnown('https://x/lofts/5?page=2', away);
  await vi.waitFor(() => expect(opened).toEqual(['/lofts/5?page=2']), 30_000);
  await expect(orLastKnown('https://x/lofts/5', away)).rejects.toThrow('Failed to fetch');
});

test('a part that the known data lack is the copy of the service worker', async () => {
  await orLastKnown('https://x/flights/6', () => Promise.resolve('arrivals'));
  const opened: string[] = [];
  vi.stubGlobal('location', { pathname: '/flights/6', search: '', assign: (path: string) => opened.push(path) });
  vi.stubGlobal('caches', {
    keys: async () => ['pages-1'],
    open: async () => ({ match: async (path: string) => (path.endsWith('?tab=info') ? {} : undefined) }),
  });
  const likewise = (known: string, search: URLSearchParams, hasCopy: boolean) =>
    hasCopy ? null : `${known} as ${search.get('tab')}`;
  expect(await orLastKnown('https://x/flights/6?tab=list', away, likewise)).toBe('arrivals as list');
  void orLastKnown('https://x/flights/6?tab=info', away, likewise);
  await vi.waitFor(() => expect(opened).toEqual(['/flights/6?tab=info']), 30_000);
});

test('a refusal by the server is a reply', async () => {
  await orLastKnown('https://x/lofts/2', () => Promise.resolve('known'));
  await expect(orLastKnown('https://x/lofts/2', answered(404))).rejects.toMatchObject({ status: 404 });
});

test('the data of the root loader stays while the server does not reply', async () => {
  await expect(rootDataOrLastKnown(away)).rejects.toThrow('Failed to fetch');
  await rootDataOrLastKnown(() => Promise.resolve({ me: 'Ann' }));
  expect(await rootDataOrLastKnown(away)).toEqual({ me: 'Ann' });
  await expect(rootDataOrLastKnown(answered(403))).rejects.toMatchObject({ status: 403 });
});
