import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeNotice, readNotices, say } from './notice.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  while (readNotices().now) closeNotice();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const now = () => readNotices().now?.text;

it('an error is shown for 10 s and logged in full to the console, a success is shown for 2 s (8.2, 8.3)', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  say('error', 'No such bird');
  expect(logged).toHaveBeenCalledExactlyOnceWith('No such bird');
  vi.advanceTimersByTime(9999);
  expect(now()).toBe('No such bird');
  vi.advanceTimersByTime(1);
  expect(now()).toBeUndefined();

  say('success', 'Kept');
  vi.advanceTimersByTime(1999);
  expect(now()).toBe('Kept');
  vi.advanceTimersByTime(1);
  expect(now()).toBeUndefined();
  expect(logged).toHaveBeenCalledOnce();
});

it('is cut to 64 characters as they are seen (8.2)', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  say('error', '🕊'.repeat(64));
  expect(now()).toBe('🕊'.repeat(64));
  closeNotice();
  say('error', 'x'.repeat(65));
  expect(now()).toBe(`${'x'.repeat(63)}…`);
});

it('further messages wait, and past messages stay in the log', () => {
  say('success', 'one');
  say('success', 'two');
  expect(now()).toBe('one');
  closeNotice();
  expect(now()).toBe('two');
  vi.advanceTimersByTime(2000);
  expect(now()).toBeUndefined();
  expect(
    readNotices()
      .past.slice(-2)
      .map(({ text }) => text),
  ).toEqual(['one', 'two']);
});
