import { expect, it } from 'vitest';
import { advisoryLocks } from './advisory-locks.ts';

// A shared number once blocked the tools while the demo was running.
it('each advisory lock has a number of its own', () => {
  const numbers = Object.values(advisoryLocks);
  expect(new Set(numbers).size).toBe(numbers.length);
});
