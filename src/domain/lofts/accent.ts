/** The colour of a loft: white text is written on it, and it is written on white. */
import { type Refusal, refusalAt } from '#domain/refusal.ts';

/** The least contrast of text with its background (WCAG 2.2, 1.4.3). */
export const leastContrast = 4.5;

/** The contrast of a colour, `#rrggbb`, with white: from 1 to 21 (WCAG 2.2). */
export function contrastWithWhite(color: string): number {
  return 1.05 / (luminanceOf(channelsOf(color)) + 0.05);
}

/** The nearest colour of the same hue on which white text can be read: the colour itself, or as much darker as it needs. */
export function readableAccent(color: string): string {
  const channels = channelsOf(color);
  const part = Math.min(1, (1.05 / leastContrast - 0.05) / luminanceOf(channels));
  if (part === 1) return color.toLowerCase();
  // Rounded down, so that the contrast is never less.
  const dark = channels.map((channel) => Math.floor(encoded(channel * part) * 255));
  return `#${dark.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Why this cannot be the colour of a loft, or null: `accent_contrast` at `accent`, with the nearest colour that can. */
export function whyNotAccent(accent: string): Refusal | null {
  const contrast = contrastWithWhite(accent);
  if (contrast >= leastContrast) return null;
  // Rounded down: 4.49 is not 4.5.
  const shown = (Math.floor(contrast * 10) / 10).toFixed(1);
  return refusalAt('accent', 'accent_contrast', {
    contrast: shown,
    least: leastContrast,
    nearest: readableAccent(accent),
  });
}

/** Red, green and blue as light, from 0 to 1. */
function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
}

const encoded = (light: number) => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

const luminanceOf = ([red = 0, green = 0, blue = 0]: readonly number[]) =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;
