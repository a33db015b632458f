/** Finds what answers and events have lost: everything that nobody knows the end of is looked at (every five minutes). */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/database.ts';
import { createTurns } from '#server/turns.ts';
import { lookAtPayment, openByCard } from './by-card.ts';
import type { Cards } from './cards.ts';
import { workOffEvents } from './events.ts';
import { settleRefund } from './refunds.ts';

export interface Reconciled {
  events: number;
  /** Attempts and refunds whose end is known now. */
  settled: number;
  /** Of which nobody could be asked. */
  unknown: number;
}

/** Work off the events and look at every attempt by card and every refund that is open. */
export async function reconcile(
  db: Database,
  cards: Cards,
  now_ms: number,
  log?: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Reconciled> {
  const report: Reconciled = { events: 0, settled: 0, unknown: 0 };
  /** One that cannot be looked at does not keep the others. */
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      report.unknown += 1;
      log?.warn({ err: (error as Error).cause ?? error }, 'a payment could not be looked at');
    }
  };
  await attempt(async () => {
    const { done, left } = await workOffEvents(db, cards, now_ms);
    report.events = done;
    report.unknown += left;
  });
  for (const payment of await openByCard(db))
    await attempt(async () => {
      if ((await lookAtPayment(db, cards, payment, now_ms)) !== 'open') report.settled += 1;
    });
  const sent = await db.selectFrom('refunds').select(['loft_id', 'id']).where('status', '=', 'sent').execute();
  for (const refund of sent)
    await attempt(async () => {
      if ((await settleRefund(db, cards, refund, now_ms)) !== 'sent') report.settled += 1;
    });
  return report;
}

/** What looks after payments while the program runs, one look at a time. */
export interface Looking {
  /** Whoever takes cards; null: nobody here. */
  cards: Cards | null;
  reconcile(): Promise<void>;
  /** Has the events worked off that are kept; comes back at once. */
  workOff(): void;
}

export function keepLooking(db: Database, cards: Cards | null, log: Pick<FastifyBaseLogger, 'warn'>): Looking {
  const inTurn = createTurns(1);
  return {
    cards,
    reconcile: () =>
      inTurn(async () => {
        if (cards) await reconcile(db, cards, Date.now(), log);
      }),
    workOff: () =>
      void inTurn(async () => {
        if (cards) await workOffEvents(db, cards, Date.now());
      }).catch((error) => log.warn({ err: error }, 'what the cards’ provider told waits for the next look')),
  };
}
