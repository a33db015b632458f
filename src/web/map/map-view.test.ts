import { describe, expect, it } from 'vitest';
import { fitted, within } from './map-view.ts';

const section = { width: 2000, height: 1300 };
const line = [
  { x: 620, y: 700 },
  { x: 1000, y: 560 },
  { x: 1380, y: 640 },
];
const padding = { top: 50, right: 75, bottom: 50, left: 75 };
const at = ({ k, x, y }: ReturnType<typeof fitted>) => line.map((spot) => [spot.x * k + x, spot.y * k + y] as const);

describe('a line that is fitted into a view (9.12)', () => {
  it.each([
    ['a phone', { width: 390, height: 404 }],
    ['a wide screen', { width: 1440, height: 836 }],
    ['a low window', { width: 800, height: 300 }],
  ])('lies within its padding on %s', (_name, size) => {
    for (const [x, y] of at(fitted(line, size, padding))) {
      expect(x).toBeGreaterThanOrEqual(75 - 0.01);
      expect(x).toBeLessThanOrEqual(size.width - 75 + 0.01);
      expect(y).toBeGreaterThanOrEqual(50 - 0.01);
      expect(y).toBeLessThanOrEqual(size.height - 50 + 0.01);
    }
  });

  it('is not shown nearer than one pixel to a unit', () => {
    expect(fitted(line, { width: 3000, height: 2000 }, padding).k).toBe(1);
  });
});

describe('a view', () => {
  const size = { width: 390, height: 404 };

  it('shows nothing beyond the section', () => {
    for (const moved of [
      { k: 1, x: 500, y: 500 },
      { k: 1, x: -5000, y: -5000 },
      { k: 0.01, x: 0, y: 0 },
    ]) {
      const { k, x, y } = within(moved, section, size);
      expect(x).toBeLessThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(0);
      expect(x + section.width * k).toBeGreaterThanOrEqual(size.width - 0.01);
      expect(y + section.height * k).toBeGreaterThanOrEqual(size.height - 0.01);
    }
  });

  it('keeps its middle where it comes nearer than it may', () => {
    const before = { k: 60, x: -30_000, y: -20_000 };
    const after = within(before, section, size);
    const middle = ({ k, x }: typeof before) => (size.width / 2 - x) / k;
    expect(middle(after)).toBeCloseTo(middle(before), 6);
  });
});
