import { describe, expect, test } from 'vitest';
import { expectedWindow, outLevels } from './expected-bird.ts';

describe('the expected window', () => {
  const minute = 60_000;
  const out = { times_ms: outLevels.map((level) => 100 * minute + level * 60 * minute), turn: 0.4, comes: 0.9 };

  test('is that of all birds still out, moved by what earlier flights say of this one', () => {
    const { from_ms, to_ms } = expectedWindow(out, undefined, 0)!;
    expect([from_ms / minute, to_ms / minute].map(Math.round)).toEqual([106, 154]);
    const fast = expectedWindow(out, { flights: 6, score: -2 }, 0)!;
    expect(fast.to_ms).toBeLessThan(to_ms);
    expect(expectedWindow(out, undefined, 0, 8 * minute)!.to_ms - to_ms).toBe(8 * minute);
  });

  test('does not begin in the past, and is none once it has passed or nobody is awaited', () => {
    expect(expectedWindow(out, undefined, 120 * minute)!.from_ms).toBe(120 * minute);
    expect(expectedWindow(out, undefined, 200 * minute)).toBeNull();
    expect(expectedWindow(null, undefined, 0)).toBeNull();
  });
});
