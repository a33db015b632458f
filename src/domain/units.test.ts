import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distanceInUnit, metresPerMinute, parseDistance, speedInUnit, tenthMillimetres, yards } from '#domain/units.ts';

describe('distances', () => {
  test('a kilometre is 1000 m and a mile is 1760 yards (9.6)', () => {
    expect(distanceInUnit(480_000, 'km')).toBe(480);
    expect(distanceInUnit(1_609.344, 'mile')).toBe(1);
    expect(distanceInUnit(379_016.9712, 'mile')).toBe(414_498 / 1_760);
    expect(yards(1_609.344)).toBe(1_760);
  });

  test('every whole number of yards is stored without a remainder (3.3)', () => {
    const losesYards = (metres: (yd: number) => number) =>
      fc.check(
        fc.property(fc.integer({ min: 0, max: 3_000_000 }), (yd) => yards(metres(yd)) === yd),
        { seed: 1, numRuns: 1_000 },
      ).failed;
    expect(losesYards((yd) => parseDistance(`${yd} yd`)!)).toBe(false);
    expect(losesYards((yd) => Math.round(yd * 0.9144 * 100) / 100)).toBe(true); // control: centimetres lose yards
  });

  test.each([
    ['480014.8 m', 480_014.8],
    ['480 km', 480_000],
    ['480km', 480_000],
    ['235.51 mi', 379_016.6054],
    ['235 miles 898 yards', 379_016.9712],
    ['414498 yd', 379_016.9712],
    [' 414498 Yards ', 379_016.9712],
    ['386480', 386_480],
    ['0.00005', 0.0001], // half a tenth of a millimetre goes up
    ['0.00004', 0],
    ['1.005 m', 1.005],
  ])('reads %s', (text, metres) => {
    expect(parseDistance(text)).toBe(metres);
  });

  test.each([
    '',
    ' ',
    'far',
    '480,5 km',
    '414,498 yd',
    '-5 km',
    '1e5',
    '12 nmi',
    '.5',
    '5.',
    '3 km 5 yards',
    'NaN',
    '1'.repeat(13),
  ])('refuses %j', (text) => {
    expect(parseDistance(text)).toBeNull();
  });

  test('a distance read from its own text is the same number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000_000_000 }), (tenths) => {
        const metres = tenths / 10_000;
        return parseDistance(`${metres.toFixed(4)} m`) === metres && tenthMillimetres(metres) === tenths;
      }),
    );
  });
});

test('a whole speed in yards a minute comes back whole from metres of two decimals (9.6)', () => {
  for (let speed = 1; speed <= 5468; speed++)
    expect(Math.round(speedInUnit(metresPerMinute(speed, 'mile'), 'mile'))).toBe(speed);
  expect(metresPerMinute(1200, 'km')).toBe(1200);
});
