import { expect, it } from 'vitest';
import { whyNotEndedOn } from './subscription.ts';

it.each([
  [12, '2026-01-01', '2025-12-31', 'subscription_day'],
  [12, '2026-01-01', '2026-01-01', null],
  [12, '2026-01-01', '2026-12-31', null],
  [12, '2026-01-01', '2027-01-01', 'subscription_day'],
  [24, '2026-01-01', '2027-12-31', null],
  [24, '2026-01-01', '2028-01-01', 'subscription_day'],
  // Begun on 29 February, which the next year does not have.
  [12, '2028-02-29', '2029-02-27', null],
  [12, '2028-02-29', '2029-02-28', 'subscription_day'],
  [12, '2026-01-01', null, null],
])('%s months from %s that end on %s: %s (9.3)', (months, starts_at, ended_on, code) => {
  expect(whyNotEndedOn({ months, starts_at }, ended_on)?.code ?? null).toBe(code);
});
