/** One piece of a job's work: what happens when it fails (decision 37). */
import { pauses_ms } from '#domain/retries.ts';

/** The jobs that work item by item. */
export const queues = [
  'race_events',
  'provider_events',
  'card_payments',
  'refunds',
  'unpaid_orders',
  'flight_closings',
  'silences',
  'cash_reminders',
  'documents',
  'files',
  'portraits',
  'retention',
] as const;
export type Queue = (typeof queues)[number];

/** waiting: tried again by itself; stuck: somebody has to look, and it is still tried twice a day; aside: not tried. */
export const itemStates = ['stuck', 'waiting', 'aside'] as const;
export type ItemState = (typeof itemStates)[number];

/** After so many failures of its own an item is stuck: a good half hour after the first. */
export const stuckAfter = 4;
/** So long somebody else may be away before what waits for them is stuck too. */
export const stuckAfter_ms = 24 * 3_600_000;
/** So long a stuck item waits, also where the try itself ends the process. */
export const stuckPause_s = pauses_ms.at(-1)! / 1000;
/** How often it is tried whether somebody who is away has come back. */
const awayPause_ms = 5 * 60_000;

export interface Failure {
  /** Failures of the item itself, this one included where it is one. */
  attempts: number;
  /** When it was tried first, epoch ms. */
  first_ms: number;
  /** Whether it failed because somebody else did not answer: that is no fault of the item. */
  isAway: boolean;
}

/**
 * What becomes of an item that has failed.
 * @returns when it is tried again, epoch ms, and whether it is stuck
 */
export function afterFailure({ attempts, first_ms, isAway }: Failure, now_ms: number) {
  const pause_ms = isAway ? awayPause_ms : pauses_ms[Math.min(attempts, pauses_ms.length) - 1]!;
  const isStuck = attempts >= stuckAfter || now_ms - first_ms >= stuckAfter_ms;
  return { next_ms: now_ms + pause_ms, isStuck };
}
