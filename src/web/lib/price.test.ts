import { expect, it } from 'vitest';
import { readPrice } from './price.ts';

it.each([
  ['12', 1200],
  ['12,5', 1250],
  ['10000', 1_000_000],
])('reads %s', (typed, cents) => {
  expect(readPrice(typed, 1_000_000)).toEqual({ cents, wrong: null });
});

it.each([
  ['', { code: 'error_required' }],
  ['-5', { code: 'error_min_value', params: { min: 0 } }],
  ['10000.01', { code: 'error_max_value', params: { max: 10_000 } }],
  ['99999999999999', { code: 'error_max_value', params: { max: 10_000 } }],
  ['ten', { code: 'error_number' }],
  ['-', { code: 'error_number' }],
  ['1.505', { code: 'error_number' }],
])('says what is wrong with “%s” (5.13)', (typed, wrong) => {
  expect(readPrice(typed, 1_000_000)).toEqual({ cents: 0, wrong });
});
