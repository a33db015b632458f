import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainsSpeed, speed, unroundedSpeed } from '#domain/flights/speed.ts';
import type { SpeedRule } from '#domain/seasons/rules.ts';
import { parseDistance } from '#domain/units.ts';

const metric: SpeedRule = { unit: 'm/min', decimals: 4, rounding: 'half-up' };
const imperial: SpeedRule = { unit: 'yd/min', decimals: 4, rounding: 'half-up' };
const hms = (h: number, m: number, s: number) => ((h * 60 + m) * 60 + s) * 1000;

/** The same rule literally: a fraction of two big whole numbers, digits by long division. */
function byTheBook(tenths: bigint, ms: bigint, rule: SpeedRule): string {
  const [whole = '', fraction = ''] = (rule.yards_per_metre ?? '').split('.');
  const [n, d] =
    rule.unit === 'm/min'
      ? [6n, 1n]
      : rule.yards_per_metre
        ? [6n * BigInt(whole + fraction), 10n ** BigInt(fraction.length)]
        : [60_000n, 9_144n];
  const scaled = tenths * n * 10n ** BigInt(rule.decimals ?? 0);
  let digits = 0n;
  let rest = 0n;
  for (const digit of String(scaled)) {
    rest = rest * 10n + BigInt(digit);
    digits = digits * 10n + rest / (ms * d);
    rest %= ms * d;
  }
  if (rule.rounding === 'half-up' && rest + rest >= ms * d) digits += 1n;
  const text = String(digits).padStart((rule.decimals ?? 0) + 1, '0');
  return rule.decimals ? `${text.slice(0, -rule.decimals)}.${text.slice(-rule.decimals)}` : text;
}

describe('flight speed', () => {
  test('flight speed is distance over elapsed minutes, two decimals by default (5.21)', () => {
    expect(speed(500_000, hms(6, 0, 0), { ...metric, decimals: 2 })).toBe(1388.89);
  });

  test.each([
    ['KBDB row, 07:15 to 13:18:01', 603_743, hms(6, 3, 1), metric, 1663.1275],
    ['600 km in 934 net minutes', 600_000, hms(15, 34, 0), metric, 642.3983],
    ['600 km in 1,420 raw minutes', 600_000, hms(23, 40, 0), { ...metric, decimals: 2 }, 422.54],
    [
      'RPRA prints 758.55 as 758',
      parseDistance('414498 yd')!,
      hms(9, 6, 26),
      { ...imperial, decimals: 0, rounding: 'cut' },
      758,
    ],
    ['the same, rounded', parseDistance('414498 yd')!, hms(9, 6, 26), { ...imperial, decimals: 2 }, 758.55],
    [
      'Bangladesh, 1.0936133 yd a metre',
      251_760,
      hms(3, 38, 42),
      { unit: 'yd/min', decimals: null, rounding: 'none', yards_per_metre: '1.0936133' },
      1258.9304271056242,
    ],
    ['a half goes up', 100.5, 60_000, { ...metric, decimals: 0 }, 101],
    ['a half is cut', 100.5, 60_000, { ...metric, decimals: 0, rounding: 'cut' }, 100],
    ['no distance', 0, 60_000, metric, 0],
    ['one millisecond', 1_000_000, 1, metric, 60_000_000_000],
    ['ten days in yards', 1_000_000, 864_000_000, imperial, 75.9454],
  ] satisfies [string, number, number, SpeedRule, number][])('%s', (_name, metres, ms, rule, expected) => {
    expect(speed(metres, ms, rule)).toBe(expected);
  });

  test('without time there is no speed (5.21)', () => {
    expect(speed(1000, 0, metric)).toBeNull();
    expect(speed(1000, -1, metric)).toBeNull();
    expect(speed(1000, Number.NaN, metric)).toBeNull();
  });

  test('the last decimal is exact for every unit and rounding', () => {
    const rules = fc.record({
      unit: fc.constantFrom('m/min' as const, 'yd/min' as const),
      decimals: fc.integer({ min: 0, max: 6 }),
      rounding: fc.constantFrom('half-up' as const, 'cut' as const),
      yards_per_metre: fc.constantFrom(null, null, '1.0936133', '1.09'),
    });
    // Half of the distances are built to give an exact half in the decimal after the last.
    const flights = fc
      .tuple(fc.integer({ min: 1, max: 20_000_000_000 }), fc.integer({ min: 60_000, max: 700_000_000 }), fc.boolean())
      .map(([tenths, ms, tie]) => (tie ? ([tenths - (tenths % 5) + 5, 600_000] as const) : ([tenths, ms] as const)));
    const failure = (subject: typeof speed) =>
      fc.check(
        fc.property(flights, rules, ([tenths, ms], rule) => {
          return subject(tenths / 10_000, ms, rule) === Number(byTheBook(BigInt(tenths), BigInt(ms), rule));
        }),
        { seed: 3, numRuns: 20_000 },
      ).counterexample;
    expect(failure(speed)).toBeNull();
    // control: the obvious floating-point formula
    const floating: typeof speed = (metres, ms, rule) => {
      const value = (metres / (ms / 60_000)) * (rule.unit === 'm/min' ? 1 : Number(rule.yards_per_metre ?? 1 / 0.9144));
      const scale = 10 ** rule.decimals!;
      return (rule.rounding === 'cut' ? Math.trunc(value * scale) : Math.round(value * scale)) / scale;
    };
    expect(failure(floating)).not.toBeNull();
  });

  test('a bird that is home sooner is never slower', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20_000_000_000 }),
        fc.integer({ min: 60_000, max: 700_000_000 }),
        (tenths, ms) => {
          return speed(tenths / 10_000, ms, imperial)! >= speed(tenths / 10_000, ms + 1, imperial)!;
        },
      ),
    );
  });
});

describe('a speed before it is rounded', () => {
  test('has nine decimals, cut; a whole one says so (5.21)', () => {
    expect(unroundedSpeed(493_182, 23_180_187, metric)).toEqual({ digits: '1276.560883654', is_whole: false });
    expect(unroundedSpeed(300_000, hms(4, 0, 0), metric)).toEqual({ digits: '1250', is_whole: true });
    expect(unroundedSpeed(300_000, 0, metric)).toBeNull();
  });

  test('rounded by the rule it is the speed that is printed, whatever the rule', () => {
    const distances = fc.integer({ min: 1, max: 20_000_000 }).map((tenths) => tenths / 10);
    const nets = fc.integer({ min: 1, max: 300_000_000 });
    fc.assert(
      fc.property(distances, nets, fc.constantFrom(metric, imperial), (distance_m, net_ms, rule) => {
        const [whole, fraction = ''] = unroundedSpeed(distance_m, net_ms, rule)!.digits.split('.');
        const units = BigInt(whole + fraction.padEnd(9, '0'));
        const printed = (units + 50_000n) / 100_000n;
        expect(Number(printed) / 10_000).toBe(speed(distance_m, net_ms, rule));
      }),
    );
  });
});

describe('a published speed', () => {
  const published = (text: string, rule = metric, tolerance: string | null = null) => ({
    speed: text,
    rule,
    tolerance,
  });

  test('follows from the time shown, or from a fraction of the second that is not shown', () => {
    // Bourges-I 2017, first bird: 453598 m, 07:00 to 12:14:09 and 0.80 s that the list does not show.
    const net = hms(5, 14, 9);
    expect(explainsSpeed(published('1443.8286'), 453_598, net, 0)).toBe(false);
    expect(explainsSpeed(published('1443.8286'), 453_598, net, 1000)).toBe(true);
    expect(explainsSpeed(published('1443.8286'), 453_598, net + 800, 0)).toBe(true);
    expect(explainsSpeed(published('1443.8286'), 453_598, net + 1000, 1000)).toBe(false);
  });

  test('may have lost its trailing zeros', () => {
    expect(speed(145_000, hms(1, 40, 0), metric)).toBe(1450);
    expect(explainsSpeed(published('1450'), 145_000, hms(1, 40, 0), 0)).toBe(true);
    expect(explainsSpeed(published('1450.00000'), 145_000, hms(1, 40, 0), 0)).toBe(true);
    expect(explainsSpeed(published('1450.00001'), 145_000, hms(1, 40, 0), 0)).toBe(false);
  });

  test('agrees with what speed() gives, and with nothing else', () => {
    const cases = fc.tuple(
      fc.integer({ min: 1, max: 20_000_000_000 }),
      fc.integer({ min: 60_000, max: 700_000_000 }),
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom('half-up' as const, 'cut' as const),
      fc.constantFrom('m/min' as const, 'yd/min' as const),
      fc.integer({ min: 0, max: 999 }),
    );
    fc.assert(
      fc.property(cases, ([tenths, ms, decimals, rounding, unit, hidden]) => {
        const rule = { unit, decimals, rounding };
        const text = byTheBook(BigInt(tenths), BigInt(ms + hidden), rule);
        const next = (Number(text) + 10 ** -decimals).toFixed(decimals);
        return (
          explainsSpeed(published(text, rule), tenths / 10_000, ms, hidden + 1) &&
          explainsSpeed(published(text, rule), tenths / 10_000, ms + hidden, 0) &&
          !explainsSpeed(published(next, rule), tenths / 10_000, ms + hidden, 0)
        );
      }),
    );
  });

  test('the hidden part stops short of the next second', () => {
    // 600 m in 60 s is 10 m/min less than in 59 s; cut to whole metres, 600 needs the full 60 s.
    const cut: SpeedRule = { unit: 'm/min', decimals: 0, rounding: 'cut' };
    expect(explainsSpeed(published('600', cut), 600, 59_000, 1000)).toBe(true);
    expect(explainsSpeed(published('599', cut), 600, 59_000, 1000)).toBe(false); // needs more than 60 s
    expect(explainsSpeed(published('600', { ...cut, decimals: null, rounding: 'none' }), 600, 59_000, 1000)).toBe(
      false,
    ); // exactly 60 s
    expect(explainsSpeed(published('600', { ...cut, decimals: null, rounding: 'none' }), 600, 60_000, 0)).toBe(true);
  });

  test('a tolerance widens it by just so much', () => {
    // Hongfei 2017: single-precision noise of up to 0.0003 in lists of four decimals.
    const exact = speed(480_014.8, 22_704_078, metric)!;
    const off = (ten_thousandths: number) => (exact + ten_thousandths / 10_000).toFixed(4);
    for (const [by, explained] of [
      [3, true],
      [-3, true],
      [4, false],
      [-4, false],
    ] as const) {
      expect(explainsSpeed(published(off(by), metric, '0.0003'), 480_014.8, 22_704_078, 0)).toBe(explained);
    }
    expect(explainsSpeed(published(off(1)), 480_014.8, 22_704_078, 0)).toBe(false); // control: without it, none
  });
});
