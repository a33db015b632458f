/** A place from which a loft releases. */
import { type Refusal, refusalAt } from '#domain/refusal.ts';

/** How the coordinates are known: measured on the spot, taken from a map, or as somebody stated them. */
export const pointMeasures = ['gps', 'map', 'stated'] as const;
export type PointMeasure = (typeof pointMeasures)[number];

/** The facts for the rules; the day is `YYYY-MM-DD`. */
export interface MeasuredPoint {
  measured: PointMeasure;
  measured_on: string | null;
}

/**
 * Why a place cannot be kept like this, or null: one measured on the spot names the day, and no day is ahead of the
 * loft's (domain 2.7).
 */
export function whyNotPoint({ measured, measured_on }: MeasuredPoint, today: string): Refusal | null {
  if (measured === 'gps' && measured_on === null) return refusalAt('measured_on', 'error_required');
  return measured_on !== null && measured_on > today ? refusalAt('measured_on', 'measured_in_future') : null;
}

/**
 * Why a place cannot be moved without a reason, or null: it moves the flights that are planned from it, and those that
 * the public sees owe one.
 */
export function whyNotMove({ shown_flights, reason }: { shown_flights: number; reason: string }): Refusal | null {
  return shown_flights > 0 && reason.trim() === ''
    ? refusalAt('reason', 'point_move_needs_reason', { count: shown_flights })
    : null;
}
