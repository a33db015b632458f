/** An item of a job's work, and what happens when it fails (decision 37). */
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
  'lost_birds',
  'cash_reminders',
  'held_prizes',
  'prize_transfers',
  'championships',
  'documents',
  'files',
  'portraits',
  'retention',
] as const;
export type Queue = (typeof queues)[number];

/** waiting: retried by itself; stuck: needs a person, and is still retried twice a day; aside: not retried. */
export const itemStates = ['stuck', 'waiting', 'aside'] as const;
export type ItemState = (typeof itemStates)[number];

/** Number of its own failures after which an item is stuck: a good half hour after the first. */
export const stuckAfter = 4;
/** Outage of another service after which the items that wait for it are stuck too. */
export const stuckAfter_ms = 24 * 3_600_000;
/** Pause of a stuck item, also where the try itself ends the process. */
export const stuckPause_s = pauses_ms.at(-1)! / 1000;
/** Interval of the retries while another service is away. */
const awayPause_ms = 5 * 60_000;

export interface Failure {
  /** Failures of the item itself, this one included where it is one. */
  attempts: number;
  /** When it was tried first, epoch ms. */
  first_ms: number;
  /** Whether it failed because another service did not reply: that is no fault of the item. */
  isAway: boolean;
}

/**
 * The next state of an item that has failed.
 * @returns when it is retried, epoch ms, and whether it is stuck
 */
export function afterFailure({ attempts, first_ms, isAway }: Failure, now_ms: number) {
  const pause_ms = isAway ? awayPause_ms : pauses_ms[Math.min(attempts, pauses_ms.length) - 1]!;
  const isStuck = attempts >= stuckAfter || now_ms - first_ms >= stuckAfter_ms;
  return { next_ms: now_ms + pause_ms, isStuck };
}
