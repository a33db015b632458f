import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { attempted } from './attempts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = { every_ms: 100, most: 100 };

it('the script of the map is tried every 100 ms, up to 100 times (7.18, 9.12)', async () => {
  const begun = Date.now();
  const work = vi.fn(() => Promise.reject(new Error('not there')));
  const outcome = attempted(work, { ...limits, signal: new AbortController().signal }).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await outcome).toEqual(new Error('not there'));
  expect(work).toHaveBeenCalledTimes(100);
  expect(Date.now() - begun).toBe(9900);
});

it('what is there at last is used', async () => {
  const work = vi.fn(() =>
    work.mock.calls.length < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve('map'),
  );
  const outcome = attempted(work, { ...limits, signal: new AbortController().signal });
  await vi.runAllTimersAsync();
  expect(await outcome).toBe('map');
  expect(work).toHaveBeenCalledTimes(3);
});

it('nothing is tried any more for a reader who has left', async () => {
  const left = new AbortController();
  const work = vi.fn(() => Promise.reject(new Error('not there')));
  const outcome = attempted(work, { ...limits, signal: left.signal }).catch(() => 'ended');
  await vi.advanceTimersByTimeAsync(250);
  left.abort();
  await vi.runAllTimersAsync();
  expect(await outcome).toBe('ended');
  expect(work.mock.calls.length).toBeLessThan(5);
});
