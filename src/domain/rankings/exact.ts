/** Whole numbers in place of decimals: 7.7248 with four decimals is 77248. */
import type { Rounding } from './ranking-rule.ts';

const safe = Number.MAX_SAFE_INTEGER;

/** Plain decimals as a whole number of the last decimal; further decimals are cut. */
export function scaled(text: string, decimals: number): number {
  const [whole = '', fraction = ''] = text.split('.');
  return Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

/** A whole number of the last decimal as plain decimals. */
export function asDecimals(value: number, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/**
 * above × scale / below, rounded once to a whole number.
 * @param above whole, not negative
 * @param below whole, positive
 */
export function divided(above: number, below: number, scale: number, rounding: Rounding): number {
  // Long division in two steps keeps each product below 2^53; what is larger goes through big integers.
  const rest = above % below;
  const whole = (above - rest) / below;
  const left = rest * scale;
  if (above > safe || below * scale > safe || whole * scale > safe - scale)
    return Number(dividedBig(BigInt(above) * BigInt(scale), BigInt(below), rounding));
  const lost = left % below;
  const digits = whole * scale + (left - lost) / below;
  if (lost === 0 || rounding === 'cut') return digits;
  return rounding === 'up' || lost * 2 >= below ? digits + 1 : digits;
}

/** The same for numbers of any size. */
export function dividedBig(above: bigint, below: bigint, rounding: Rounding): bigint {
  if (rounding === 'cut') return above / below;
  return rounding === 'up' ? (above + below - 1n) / below : (2n * above + below) / (2n * below);
}
