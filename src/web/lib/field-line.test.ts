import { describe, expect, test } from 'vitest';
import { adrift, arcParts, arcView, dots, mineOut, perch, placeOnArc, specksHome, specksOf } from './field-line.ts';

describe('the line of a field', () => {
  test('is solid from the loft outward by the share that is home, and never to the truck before all are', () => {
    expect(arcParts(0)).toMatchObject({ home: null });
    expect(arcParts(1)).toMatchObject({ out: null });
    expect(arcParts(0.999).out).not.toBeNull();
    expect(placeOnArc(0)).toEqual({ x: 1290, y: 98 });
    expect(placeOnArc(1)).toEqual({ x: 150, y: 98 });
    expect(placeOnArc(0.5).x).toBeCloseTo(720, 0);
  });

  test.each([320, 390, 820, 1440, 1920])('measures its length at %i px within two hundredths', (width) => {
    const run = (from: number, to: number) => {
      let sum = 0;
      for (let n = 0; n < 500; n += 1) {
        const [a, b] = [n, n + 1].map((one) => placeOnArc(from + ((to - from) * one) / 500));
        sum += Math.hypot(((b!.x - a!.x) * width) / arcView.width, b!.y - a!.y);
      }
      return sum;
    };
    const whole = run(0, 1);
    for (const share of [0.1, 0.25, 0.5, 0.75, 0.9]) expect(Math.abs(run(0, share) / whole - share)).toBeLessThan(0.02);
  });

  test('has a speck for every ten birds of a large field and for every bird of a small one', () => {
    expect(specksOf(6834)).toEqual({ birds: 10, count: 684 });
    expect(specksOf(412)).toEqual({ birds: 1, count: 412 });
    expect(specksHome(3309, 6834)).toBe(330);
    expect(specksHome(6833, 6834)).toBe(683);
    expect(specksHome(6834, 6834)).toBe(684);
    expect(specksHome(0, 0)).toBe(0);
  });

  test('keeps the place of each speck while others land, and those home on their part of the arc', () => {
    const count = 684;
    for (let index = 0; index < count; index += 1) {
      expect(perch(index, count).x).toBeGreaterThan(placeOnArc(Math.min(1, (index + 9) / count)).x - 1);
      expect(Math.abs(adrift(index, count).x - placeOnArc((index + 0.5) / count).x)).toBeLessThan(31);
    }
    const late = Math.abs(adrift(600, count).y - placeOnArc(600.5 / count).y);
    expect(late).toBeLessThanOrEqual(27);
  });

  test('writes its dots relative to each other', () => {
    expect(
      dots([
        { x: 10, y: 5 },
        { x: 12.5, y: 4 },
      ]),
    ).toBe('m20 10h0m5-2h0');
  });

  test('my birds that are out divide the dashed part', () => {
    expect(mineOut(50, 100, 1)).toEqual([0.75]);
    expect(mineOut(0, 100, 3)).toEqual([0.25, 0.5, 0.75]);
    expect(mineOut(100, 100, 0)).toEqual([]);
  });
});
