import { expect, it } from 'vitest';
import { advisoryLocks } from './advisory-locks.ts';

// The tools stood still beside a program that flew the demo, while both locks had one number.
it('each advisory lock has a number of its own', () => {
  const numbers = Object.values(advisoryLocks);
  expect(new Set(numbers).size).toBe(numbers.length);
});
