/** Finds the results of lost replies and events: checks every open payment and refund (every five minutes). */

import { limitConcurrency } from '#server/concurrency.ts';
import type { Database } from '#server/db/database.ts';
import { type ItemsOptions, type Job, workOff } from '#server/jobs/items.ts';
import { lookAtPayment, openByCard } from './by-card.ts';
import type { Cards } from './cards.ts';
import { type EventsOptions, type FurtherLooks, workOffEvent, workOffEvents } from './events.ts';
import type { Payment } from './payments.ts';
import { openRefunds, type Refund, settleRefund } from './refunds.ts';

export interface Reconciled {
  events: number;
  /** Number of attempts and refunds whose result is known now. */
  settled: number;
  /** Number of failures: no reply, or an unexpected one. */
  failed: number;
}

/** Process the events, and check every open card attempt and refund, each by itself (decision 37). */
export async function reconcile(
  db: Database,
  cards: Cards,
  now_ms: number,
  { further, ...options }: EventsOptions = {},
): Promise<Reconciled> {
  const events = await workOffEvents(db, cards, now_ms, { further, ...options });
  const attempts: Job<Payment> = {
    queue: 'card_payments',
    nameOf: ({ id, loft_id, order_id }) => ({ key: id, loft_id, order_id }),
    work: async (payment) => (await lookAtPayment(db, cards, payment, now_ms)) !== 'open',
  };
  const looked = await workOff(db, attempts, await openByCard(db), { now_ms, ...options });
  const given = await workOff(db, refundJob(db, cards, now_ms), await openRefunds(db), { now_ms, ...options });
  return {
    events: events.done,
    settled: looked.done.length + given.done.length,
    failed: events.failed + looked.failed + given.failed,
  };
}

/**
 * Check again, once a day, the card refunds of the last thirty days: they can still come back, and the event about it
 * can be lost.
 */
export async function lookAtGiven(
  db: Database,
  cards: Cards,
  now_ms: number,
  options?: Omit<ItemsOptions, 'now_ms'>,
): Promise<void> {
  const open = await openRefunds(db, { given_until_ms: now_ms });
  await workOff(db, refundJob(db, cards, now_ms), open, { now_ms, ...options });
}

function refundJob(db: Database, cards: Cards, now_ms: number): Job<Pick<Refund, 'loft_id' | 'id' | 'order_id'>> {
  return {
    queue: 'refunds',
    nameOf: ({ id, loft_id, order_id }) => ({ key: id, loft_id, order_id }),
    work: async (refund) => (await settleRefund(db, cards, refund, now_ms)) !== 'sent',
  };
}

/** The payment jobs that run with the program. */
export interface Looking {
  /** The card provider; null: none configured. */
  cards: Cards | null;
  reconcile(): Promise<void>;
  /** Checks recent card refunds again. */
  lookAtGiven(): Promise<void>;
  /** Processes all due events. */
  workOffEvents(): Promise<void>;
  /** Queues one stored event for processing; returns at once. */
  workOff(event_id: string): void;
}

/** The queue length of one process; further events are found by the check every minute. */
const mostWaiting = 100;

export function keepLooking(
  db: Database,
  cards: Cards | null,
  { log, further }: { log: NonNullable<ItemsOptions['log']>; further?: FurtherLooks | undefined },
): Looking {
  const inTurn = limitConcurrency(1);
  const inOwnTurn = limitConcurrency(4);
  let waiting = 0;
  return {
    cards,
    reconcile: () =>
      inTurn(async () => {
        if (cards) await reconcile(db, cards, Date.now(), { log, further });
      }),
    lookAtGiven: () =>
      inTurn(async () => {
        if (cards) await lookAtGiven(db, cards, Date.now(), { log });
      }),
    workOffEvents: () =>
      inTurn(async () => {
        if (cards) await workOffEvents(db, cards, Date.now(), { log, further });
      }),
    workOff(event_id) {
      if (!cards || waiting >= mostWaiting) return;
      waiting += 1;
      void inOwnTurn(() => workOffEvent(db, cards, event_id, { now_ms: Date.now(), log, further }))
        .catch((error) => log.warn({ err: error, event_id }, 'an event of the cards’ provider waits for the next look'))
        .finally(() => {
          waiting -= 1;
        });
    },
  };
}
