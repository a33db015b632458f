import { expect, it } from 'vitest';
import { isFresh, proofOf } from './proof.ts';

const now_ms = 1_800_000_000_000;

it.each([
  [['pwd'], false],
  [['pwd', 'pin'], false],
  [['otp'], false],
  [['otp', 'hwk'], false],
  [['pwd', 'otp'], true],
  [['hwk', 'fpt'], true],
  [['mfa'], true],
  ['mfa', false],
  [[7, null], false],
  [undefined, false],
])('methods %j are two factors: %s', (amr, is_strong) => {
  expect(proofOf({ amr }, now_ms).is_strong).toBe(is_strong);
});

it.each([
  ['0', false],
  ['https://refeds.org/profile/mfa', true],
  ['phr', true],
  ['gold', true],
  [['gold'], false],
])('the class %j means two factors: %s', (acr, is_strong) => {
  expect(proofOf({ acr }, now_ms, ['gold']).is_strong).toBe(is_strong);
});

it('cuts an instant in the future to now, and reads none from an invalid claim', () => {
  expect(proofOf({ auth_time: now_ms / 1000 + 60 }, now_ms).proven_ms).toBe(now_ms);
  expect(proofOf({ auth_time: now_ms / 1000 - 60 }, now_ms).proven_ms).toBe(now_ms - 60_000);
  for (const auth_time of [undefined, '1800000000', Number.NaN, null])
    expect(proofOf({ auth_time }, now_ms).proven_ms).toBeNull();
});

it('is fresh for fifteen minutes', () => {
  expect(isFresh(new Date(now_ms - 899_000).toISOString(), now_ms)).toBe(true);
  expect(isFresh(new Date(now_ms - 900_000).toISOString(), now_ms)).toBe(false);
  expect(isFresh(null, now_ms)).toBe(false);
  expect(isFresh(undefined, now_ms)).toBe(false);
});
