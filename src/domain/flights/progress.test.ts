import { describe, expect, it } from 'vitest';
import {
  animatedProgress,
  curve_ms,
  estimatedProgress,
  firstProgress,
  isAnimated,
  isEvaluated,
  refresh_ms,
} from './progress.ts';

describe('the progress of a flight without an average speed (4.13)', () => {
  it.each([[0], [null]])('is that of a flight whose speed is %s', (average) => {
    expect(isAnimated(average)).toBe(true);
    expect(isAnimated(1200)).toBe(false);
  });

  it('starts at 0.01 and grows by 0.00005 per elapsed millisecond', () => {
    expect(firstProgress).toBe(0.01);
    expect(animatedProgress(firstProgress, 250)).toBeCloseTo(0.0225, 10);
    expect(animatedProgress(firstProgress, 20_000)).toBeCloseTo(1.01, 10);
  });

  it('goes on to 1.2, and above it begins again at 0.01', () => {
    expect(animatedProgress(1.19, 199)).toBeCloseTo(1.199_95, 10);
    expect(animatedProgress(1.19, 201)).toBe(0.01);
  });

  it('passes from the loft to the evaluation and back within one round', () => {
    const seen: boolean[] = [];
    for (let progress = firstProgress, ms = 0; ms < 24_000; ms += refresh_ms.animated) {
      const next = animatedProgress(progress, refresh_ms.animated);
      if (isEvaluated(next) !== isEvaluated(progress)) seen.push(isEvaluated(next));
      progress = next;
    }
    expect(seen).toEqual([true, false]);
  });
});

describe('the progress of a flight with an average speed (4.14)', () => {
  const release_ms = Date.parse('2026-09-12T05:15:00Z');
  const at = (minutes: number) =>
    estimatedProgress({ release_ms, now_ms: release_ms + minutes * 60_000, average: 1200, straight_m: 480_000 });

  it('is the minutes since the release times the speed, divided by the straight distance', () => {
    expect(at(265)).toBeCloseTo((265 * 1200) / 480_000, 12);
  });

  it('lies between 0 and 1', () => {
    expect([at(-10), at(0), at(400), at(4000)]).toEqual([0, 0, 1, 1]);
    expect(estimatedProgress({ release_ms, now_ms: release_ms, average: 1200, straight_m: 0 })).toBe(1);
  });

  it('ends in the evaluation (4.15)', () => {
    expect([isEvaluated(at(399.9)), isEvaluated(at(400))]).toEqual([false, true]);
  });
});

it('refreshes every 250 or 2500 ms, and its curve goes around in 20 s (4.13, 4.14, 4.16)', () => {
  expect(refresh_ms).toEqual({ animated: 250, estimated: 2500 });
  expect(curve_ms).toBe(20_000);
});
