import { expect, test, vi } from 'vitest';
import { isDoublePress } from './double-press.ts';

test('two presses of one thing within half a second are one, those of two things are two', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  expect(isDoublePress('pigeons 1 7')).toBe(false);
  expect(isDoublePress('pigeons 1 8')).toBe(false);
  vi.advanceTimersByTime(300);
  expect(isDoublePress('pigeons 1 8')).toBe(true);
  vi.advanceTimersByTime(600);
  expect(isDoublePress('pigeons 1 8')).toBe(false);
  vi.useRealTimers();
});
