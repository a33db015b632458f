import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPlayer } from './replay-player.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A player whose frames are given by hand. */
function player(options: Partial<Parameters<typeof createPlayer>[0]> = {}) {
  let waiting: ((now_ms: number) => void) | null = null;
  let asked = 0;
  const made = createPlayer({
    from_ms: 0,
    to_ms: 100_000,
    at_ms: 1000,
    request: (frame) => {
      waiting = frame;
      return ++asked;
    },
    cancel: () => {
      waiting = null;
    },
    ...options,
  });
  const frames: number[] = [];
  const rests: number[] = [];
  made.onFrame((at_ms) => frames.push(at_ms));
  made.onRest((at_ms) => rests.push(at_ms));
  return {
    ...made,
    frames,
    rests,
    frame(now_ms: number) {
      const due = waiting;
      waiting = null;
      due?.(now_ms);
      return due !== null;
    },
  };
}

test('plays as many times as fast as its speed, from frame to frame', () => {
  const one = player({ speed: 60 });
  one.play();
  for (const now of [500, 516, 532]) one.frame(now);
  expect(one.frames).toEqual([1000, 1000 + 16 * 60, 1000 + 32 * 60]);
  one.setSpeed(10);
  one.frame(548);
  expect(one.at()).toBe(1000 + 32 * 60 + 16 * 10);
});

test('however often it is moved, a frame is drawn once, at the last moment', () => {
  const one = player();
  for (const ms of [2000, 3000, 4000]) one.seek(ms);
  expect(one.frame(10)).toBe(true);
  expect(one.frames).toEqual([4000]);
  expect(one.frame(26)).toBe(false);
});

test('stops at its end, and begins anew at its start', () => {
  const one = player({ speed: 600, start_ms: 5000 });
  one.seek(99_000);
  one.play();
  one.frame(0);
  one.frame(100);
  expect([one.at(), one.state().isPlaying]).toEqual([100_000, false]);
  one.play();
  one.frame(200);
  expect(one.at()).toBe(5000);
});

test('does not run on while a finger is on the slider, and goes on from there', () => {
  const one = player({ speed: 10 });
  one.play();
  one.frame(0);
  one.scrub(true);
  one.seek(50_000);
  one.frame(100);
  expect(one.at()).toBe(50_000);
  one.scrub(false);
  one.frame(1000);
  one.frame(1010);
  expect(one.at()).toBe(50_100);
});

test('does not jump after a while in another tab', () => {
  const one = player({ speed: 1 });
  one.play();
  one.frame(0);
  one.frame(60_000);
  expect(one.at()).toBe(1500);
});

test('rests after the last move, not while a finger moves it, and twice a second while it plays', () => {
  const one = player({ speed: 1 });
  one.scrub(true);
  one.seek(2000);
  one.frame(0);
  vi.advanceTimersByTime(1000);
  expect(one.rests).toEqual([]);
  one.scrub(false);
  one.frame(16);
  vi.advanceTimersByTime(200);
  expect(one.rests).toEqual([2000]);
  one.play();
  for (let now = 10_000; now <= 12_000; now += 20) one.frame(now);
  expect(one.rests.length).toBeGreaterThanOrEqual(4);
  expect(one.rests.length).toBeLessThanOrEqual(7);
});

test('stays within the race', () => {
  const one = player();
  one.seek(-5);
  expect(one.at()).toBe(0);
  one.seek(Number.POSITIVE_INFINITY);
  expect(one.at()).toBe(100_000);
});
