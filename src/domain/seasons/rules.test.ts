import { describe, expect, test } from 'vitest';
import { defaultRules, raceRules } from '#domain/seasons/rules.ts';

describe('the rules of a race', () => {
  test('the default states metres or yards per minute by the unit of the loft, and is valid (5.21, 9.6)', () => {
    expect(raceRules.parse(defaultRules('km')).speed).toEqual({ unit: 'm/min', decimals: 4, rounding: 'half-up' });
    expect(raceRules.parse(defaultRules('mile')).speed.unit).toBe('yd/min');
  });

  const rules = defaultRules('km');
  test.each([
    ['two decimals, cut', { ...rules, speed: { unit: 'm/min', decimals: 2, rounding: 'cut' } }, true],
    [
      'unrounded',
      { ...rules, speed: { unit: 'yd/min', decimals: null, rounding: 'none', yards_per_metre: '1.0936133' } },
      true,
    ],
    [
      'rounded to no number of decimals',
      { ...rules, speed: { unit: 'm/min', decimals: null, rounding: 'cut' } },
      false,
    ],
    ['unrounded to four decimals', { ...rules, speed: { unit: 'm/min', decimals: 4, rounding: 'none' } }, false],
    [
      'yards that are no number',
      { ...rules, speed: { unit: 'yd/min', decimals: 4, rounding: 'cut', yards_per_metre: '1,09' } },
      false,
    ],
    ['half a decimal', { ...rules, speed: { unit: 'm/min', decimals: 2.5, rounding: 'cut' } }, false],
    ['a precision no clock has', { ...rules, precision_ms: 5 }, false],
    ['ties settled by lot', { ...rules, ties: 'lot' }, false],
    ['closing after no time', { ...rules, closing: { kind: 'hours', hours: 0 } }, false],
    ['closing on day 0', { ...rules, closing: { kind: 'day', day: 0, time: '20:00' } }, false],
    ['closing on day 2', { ...rules, closing: { kind: 'day', day: 2, time: '20:00' } }, true],
    ['an unknown rule', { ...rules, handicap: 1 }, false],
  ])('%s: %#', (_name, given, valid) => {
    expect(raceRules.safeParse(given).success).toBe(valid);
  });
});
