import { expect, test } from 'vitest';
import { firstIndex } from './first-index.ts';

test('is the first of those for which it holds, and past the end where it holds for none', () => {
  for (let count = 0; count <= 40; count += 1)
    for (let first = 0; first <= count; first += 1) expect(firstIndex(count, (index) => index >= first)).toBe(first);
  expect(firstIndex(-1, () => false)).toBe(0);
});
