// The speed of a bird: distance over flying time, in metres or yards per minute. Prizes depend on its last decimal, so
// it is computed on whole numbers (tenths of a millimetre, milliseconds) and rounded once, never on a binary fraction.

import type { SpeedRule } from '#domain/seasons/rules.ts';
import { tenthMillimetres } from '#domain/units.ts';

/**
 * Flight speed: distance times the unit's factor over elapsed minutes (5.21). Exact up to 15 digits in all; an
 * unrounded speed is the nearest double.
 * @param distance_m metres, at most four decimals
 * @param net_ms flying time that counts, whole milliseconds
 * @returns metres or yards per minute, or null when no time has passed
 */
export function speed(distance_m: number, net_ms: number, rule: SpeedRule): number | null {
  if (!(net_ms > 0)) return null;
  const tenths = tenthMillimetres(distance_m);
  if (rule.unit === 'yd/min' && rule.yards_per_metre) return roundedBig(tenths, net_ms, rule);
  // 0.1 mm per ms is 6 m/min, and 6 / 0.9144 = 2500 / 381 yd/min: both are quotients of whole numbers.
  const above = tenths * (rule.unit === 'm/min' ? 6 : 2_500);
  const below = net_ms * (rule.unit === 'm/min' ? 1 : 381);
  if (rule.decimals === null || rule.rounding === 'none') return above / below;
  // Long division in two steps, so that each product stays below 2^53 and is exact: yards per minute with four decimals
  // up to 27 days and 3.6 million km. Larger values use big integers, ten times as slow.
  const scale = 10 ** rule.decimals;
  const left = above % below;
  const whole = ((above - left) / below) * scale;
  const rest = left * scale;
  if (above > safe || below * scale > safe || whole > safe - scale) return roundedBig(tenths, net_ms, rule);
  const lost = rest % below;
  const digits = whole + (rest - lost) / below;
  return (rule.rounding === 'half-up' && lost * 2 >= below ? digits + 1 : digits) / scale;
}

/** A speed with more decimals than are printed. */
export interface UnroundedSpeed {
  /** Decimal text with a point, e.g. `1276.560883654`; cut, not rounded. */
  digits: string;
  /** Whether the text is the whole speed: nothing was cut. */
  is_whole: boolean;
}

/** The decimals of an unrounded speed. */
const shownDecimals = 9;

/**
 * The speed before it is rounded, so that a reader sees what the rule of the loft does to it.
 * @param distance_m metres, at most four decimals
 * @param net_ms flying time that counts, whole milliseconds
 * @returns in the unit of the rule, or null when no time has passed
 */
export function unroundedSpeed(distance_m: number, net_ms: number, rule: SpeedRule): UnroundedSpeed | null {
  if (!(net_ms > 0)) return null;
  const { above, below } = quotient(tenthMillimetres(distance_m), rule);
  const divisor = below * BigInt(net_ms);
  const scaled = above * 10n ** BigInt(shownDecimals);
  const digits = (scaled / divisor).toString().padStart(shownDecimals + 1, '0');
  const [whole, fraction] = [digits.slice(0, -shownDecimals), digits.slice(-shownDecimals)];
  const is_whole = scaled % divisor === 0n;
  const kept = is_whole ? fraction.replace(/0+$/, '') : fraction;
  return { digits: kept ? `${whole}.${kept}` : whole, is_whole };
}

/** A published speed, and the precision of its publisher. */
export interface PublishedSpeed {
  /** As printed, e.g. `1443.8286`; trailing zeros may be missing. */
  speed: string;
  rule: SpeedRule;
  /** Largest difference accepted as the publisher's own arithmetic, e.g. `0.0003`; null accepts none. */
  tolerance: string | null;
}

/**
 * Whether a published speed follows from a flying time of which only the first part may be known: a clock that shows
 * whole seconds but counts fractions gives any time in [net_ms, net_ms + hidden_ms). Decided on whole numbers, so
 * neither the rounding of the publisher nor ours blurs it.
 * @param distance_m metres, at most four decimals
 * @param net_ms whole milliseconds
 * @param hidden_ms whole milliseconds; 0 when the time is known exactly
 */
export function explainsSpeed(
  published: PublishedSpeed,
  distance_m: number,
  net_ms: number,
  hidden_ms: number,
): boolean {
  if (!(net_ms > 0)) return false;
  const { rule } = published;
  const printed = decimal(published.speed);
  const noise = decimal(published.tolerance ?? '0');
  // Everything on one grid, twice as fine as the finest decimal given, so that half a last decimal is a whole number.
  const decimals = Math.max(printed.decimals, noise.decimals, rule.decimals ?? 0);
  const onGrid = (value: Decimal): bigint => 2n * value.digits * 10n ** BigInt(decimals - value.decimals);
  let least = onGrid(printed) - onGrid(noise);
  let most = onGrid(printed) + onGrid(noise);
  const rounds = rule.decimals !== null && rule.rounding !== 'none';
  if (rounds) {
    // The rounded speeds in [least, most], and then all speeds that round to one of them: from `least` up to but not
    // including `most`.
    const step = 2n * 10n ** BigInt(decimals - (rule.decimals ?? 0));
    least = -floor(-least, step) * step;
    most = floor(most, step) * step;
    if (least > most) return false;
    const below = rule.rounding === 'half-up' ? step / 2n : 0n;
    least -= below;
    most += step - below;
  }
  const { above, below } = quotient(tenthMillimetres(distance_m), rule);
  const fastest = above * 2n * 10n ** BigInt(decimals);
  const slow_enough = fastest >= least * below * BigInt(net_ms);
  // With a hidden part the slowest speed is approached but never reached.
  const limit = most * below * BigInt(net_ms + hidden_ms);
  return slow_enough && (rounds || hidden_ms > 0 ? fastest < limit : fastest <= limit);
}

const safe = Number.MAX_SAFE_INTEGER;

interface Decimal {
  digits: bigint;
  decimals: number;
}

/** Decimal text as a whole number and its count of decimals. */
function decimal(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), decimals: fraction.length };
}

/** Speed = above / (below × ms), both whole. */
function quotient(tenths: number, rule: SpeedRule): { above: bigint; below: bigint } {
  if (rule.unit === 'm/min') return { above: BigInt(tenths) * 6n, below: 1n };
  if (!rule.yards_per_metre) return { above: BigInt(tenths) * 2_500n, below: 381n };
  const { digits, decimals } = decimal(rule.yards_per_metre);
  return { above: BigInt(tenths) * 6n * digits, below: 10n ** BigInt(decimals) };
}

/** The same rounding on numbers of any size. */
function roundedBig(tenths: number, net_ms: number, rule: SpeedRule): number {
  const { above, below } = quotient(tenths, rule);
  const divisor = below * BigInt(net_ms);
  if (rule.decimals === null || rule.rounding === 'none') return Number(above) / Number(divisor);
  const scaled = above * 10n ** BigInt(rule.decimals);
  const digits = rule.rounding === 'cut' ? scaled / divisor : (2n * scaled + divisor) / (2n * divisor);
  return Number(digits) / 10 ** rule.decimals;
}

/** Division rounded down, also below zero. */
function floor(value: bigint, by: bigint): bigint {
  const cut = value / by;
  return value < 0n && cut * by !== value ? cut - 1n : cut;
}
