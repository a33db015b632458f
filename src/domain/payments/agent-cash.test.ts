import { expect, it } from 'vitest';
import { sumsOfCash } from './agent-cash.ts';

it('an agent owes what was not handed over, in each currency (6.5)', () => {
  const taken = [
    { amount_cents: 100, currency: 'EUR', state: 'waits' },
    { amount_cents: 20, currency: 'EUR', state: 'accepted' },
    { amount_cents: 3, currency: 'EUR', state: 'handed_over' },
    { amount_cents: 7, currency: 'USD', state: 'accepted' },
  ] as const;
  expect(sumsOfCash(taken)).toEqual([
    { currency: 'EUR', waits: 100, accepted: 20, handed_over: 3, owed: 120 },
    { currency: 'USD', waits: 0, accepted: 7, handed_over: 0, owed: 7 },
  ]);
});
