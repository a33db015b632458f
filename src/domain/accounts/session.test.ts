import { describe, expect, it } from 'vitest';
import { renewalOf } from './session.ts';

describe('a token is renewed', () => {
  const hour = 3600;
  it.each([
    ['a day before it ends', 30 * 24 * hour, 29 * 24 * hour],
    ['after a day where it lives for two', 48 * hour, 24 * hour],
    ['after half its life where that is shorter than a day', 47 * hour, 23.5 * hour],
    ['after half an hour where it lives for an hour', hour, hour / 2],
    ['at once where it is over', 0, 0],
  ])('%s (4.9, 9.9)', (_name, lives_s, after_s) => {
    expect(renewalOf(lives_s, 1_000_000)).toBe(1_000_000 + after_s * 1000);
  });
});
