import { describe, expect, it } from 'vitest';
import { contrastWithWhite, leastContrast, readableAccent, whyNotAccent } from './accent.ts';

describe('the colour of a loft', () => {
  it.each([
    ['#000000', 21],
    ['#ffffff', 1],
    ['#767676', 4.54],
    ['#777777', 4.48],
    ['#123c69', 11.2],
  ])('%s has the contrast with white that WCAG gives it', (color, contrast) => {
    expect(contrastWithWhite(color)).toBeCloseTo(contrast, 1);
  });

  it('is refused below 4.5 to 1, with its contrast and the nearest that can be read', () => {
    expect(whyNotAccent('#767676')).toBeNull();
    expect(whyNotAccent('#777777')).toMatchObject({
      code: 'accent_contrast',
      params: { contrast: '4.4', least: 4.5, nearest: '#767676' },
      errors: { accent: [{ code: 'accent_contrast' }] },
    });
  });

  it('is brought to the nearest that can be read, which is allowed, of the same hue, and hardly darker than it must be', () => {
    for (let n = 0; n < 0x1000000; n += 4097) {
      const color = `#${n.toString(16).padStart(6, '0')}`;
      const nearest = readableAccent(color);
      expect(whyNotAccent(nearest), color).toBeNull();
      expect(contrastWithWhite(nearest), color).toBeLessThan(
        Math.max(leastContrast + 0.16, contrastWithWhite(color) + 1e-9),
      );
    }
  });
});
