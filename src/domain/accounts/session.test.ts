import { describe, expect, it } from 'vitest';
import { renewalOf, tokensExpireAt, unrenewedUntil } from './session.ts';

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

it.each([
  ['half a day where its token lives for less', 60, 12],
  ['half a day where the provider does not say', null, 12],
  ['as long as its token', 20 * 3600, 20],
  ['no longer than any other', 365 * 86_400, 30 * 24],
])('a sign-in that cannot be renewed is valid %s', (_name, lives_s, hours) => {
  expect(unrenewedUntil(lives_s, 1_000_000)).toBe(1_000_000 + hours * 3_600_000);
});

it.each([
  ['thirty days', 0, 30],
  ['what is left of ninety', 75, 15],
  ['nothing after ninety', 90, 0],
])('a program’s new tokens are valid %s', (_name, after_days, days) => {
  const now_ms = 1_000_000 + after_days * 86_400_000;
  expect(tokensExpireAt(1_000_000, now_ms)).toBe(now_ms + days * 86_400_000);
});
