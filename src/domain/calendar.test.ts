import { expect, it } from 'vitest';
import { daysAfter, daysBetween } from './calendar.ts';

it.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-29', -1, '2026-03-28'],
  ['2026-10-25', 0, '2026-10-25'],
])('%s and %i days are %s', (from, days, to) => {
  expect(daysAfter(from, days)).toBe(to);
  expect(daysBetween(from, to)).toBe(days);
});
