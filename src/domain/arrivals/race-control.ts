/** What those who run a race look for while birds come: times that cannot be, and how the birds come in. */
import type { SpeedRule } from '#domain/seasons/rules.ts';

/**
 * Faster than this no pigeon flies a race, m/min: 150 km/h. The fastest published winners, with the storm behind them,
 * stay below 2,300.
 */
export const fastest_m_min = 2500;

const yard_m = 0.9144;

/** Whether a speed is one that no pigeon flies. @param speed in the unit of the rule */
export const isImpossible = (speed: number | null, { unit }: Pick<SpeedRule, 'unit'>): boolean =>
  speed !== null && (unit === 'm/min' ? speed : speed * yard_m) > fastest_m_min;

/** A point of the curve of arrivals: so many birds were home at this time, epoch ms. */
export type CurvePoint = [at_ms: number, home: number];

/**
 * The curve of arrivals, of at most so many points, the first and the last bird among them.
 * @param times of the birds at home, in order, epoch ms
 * @param most at least 2
 */
export function curveOf(times: readonly number[], most = 160): CurvePoint[] {
  if (times.length <= most) return times.map((at_ms, index) => [at_ms, index + 1]);
  return Array.from({ length: most }, (_, n) => {
    const index = Math.round((n * (times.length - 1)) / (most - 1));
    return [times[index]!, index + 1];
  });
}
