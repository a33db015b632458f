/** Events of the card provider: stored and acknowledged first, processed later by reading the object they concern. */
import type { Database } from '#server/db/database.ts';
import { type ItemsOptions, type Job, workOff, workOn } from '#server/jobs/items.ts';
import { lookAtPayment } from './by-card.ts';
import type { CardEvent, Cards } from './cards.ts';
import { paymentColumns } from './payments.ts';
import { lookAtRefund } from './refunds.ts';

/** Objects of the provider that other nouns know. */
type FurtherSubject = 'account' | 'transfer';

/** How the object of an event is read and what follows; injected, because payments do not depend on those nouns. */
export type FurtherLooks = Record<FurtherSubject, (db: Database, id: string, now_ms: number) => Promise<void>>;

/** How events are processed. `further`: without them, events about those objects are done at once. */
export type EventsOptions = Omit<ItemsOptions, 'now_ms'> & { further?: FurtherLooks | undefined };

/** Store an event, once however often it arrives. */
export async function keepEvent(
  db: Database,
  { id, type, about }: CardEvent,
  raw: Buffer,
  now_ms: number,
): Promise<void> {
  await db
    .insertInto('provider_events')
    .values({
      id,
      type,
      about: about?.id ?? null,
      subject: about?.subject ?? null,
      raw: raw.toString(),
      received_at: new Date(now_ms).toISOString(),
      done_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * Process the stored events, each by itself (decision 37). The content of an event is ignored, because their order is
 * not guaranteed: the object concerned is read in its present state. An event about no object of this program is done
 * at once; one that fails waits, and stops no other.
 * @returns how many are done, and how many failed
 */
export async function workOffEvents(
  db: Database,
  cards: Cards,
  now_ms: number,
  { further, ...options }: EventsOptions = {},
): Promise<{ done: number; failed: number }> {
  const events = await undoneEvents(db).orderBy('e.received_at').orderBy('e.id').execute();
  const { done, failed } = await workOff(db, jobOf(db, cards, { now_ms, further }), events, { now_ms, ...options });
  return { done: done.length, failed };
}

/** Process one event, as soon as it is stored. */
export async function workOffEvent(
  db: Database,
  cards: Cards,
  id: string,
  { further, ...options }: EventsOptions & { now_ms: number },
): Promise<void> {
  const event = await undoneEvents(db).where('e.id', '=', id).executeTakeFirst();
  if (event) await workOn(db, jobOf(db, cards, { now_ms: options.now_ms, further }), event, options);
}

const undoneEvents = (db: Database) =>
  db
    .selectFrom('provider_events as e')
    .leftJoin('payments as p', 'p.session', 'e.about')
    .leftJoin('refunds as r', 'r.provider_id', 'e.about')
    .select(['e.id', 'e.about', 'e.subject'])
    .select(({ fn }) => [
      fn.coalesce('p.loft_id', 'r.loft_id').as('loft_id'),
      fn.coalesce('p.order_id', 'r.order_id').as('order_id'),
    ])
    .where('e.done_at', 'is', null);

interface Undone {
  id: string;
  about: string | null;
  subject: 'session' | 'refund' | FurtherSubject | null;
  loft_id: number | null;
  order_id: number | null;
}

function jobOf(
  db: Database,
  cards: Cards,
  { now_ms, further }: { now_ms: number; further: FurtherLooks | undefined },
): Job<Undone> {
  return {
    queue: 'provider_events',
    nameOf: ({ id, loft_id, order_id }) => ({ key: id, loft_id, order_id }),
    work: async ({ id, about, subject }) => {
      // Another process may have been faster.
      if (!(await undoneEvents(db).where('e.id', '=', id).executeTakeFirst())) return false;
      if (subject === 'session') await lookAtSession(db, cards, about!, now_ms);
      if (subject === 'refund') await lookAtRefund(db, cards, about!, now_ms);
      if (subject === 'account' || subject === 'transfer') await further?.[subject](db, about!, now_ms);
      await db
        .updateTable('provider_events')
        .set({ done_at: new Date(now_ms).toISOString() })
        .where('id', '=', id)
        .where('done_at', 'is', null)
        .execute();
      return true;
    },
  };
}

async function lookAtSession(db: Database, cards: Cards, session: string, now_ms: number): Promise<void> {
  const find = (column: 'session' | 'key', value: string) =>
    db.selectFrom('payments').select(paymentColumns).where(column, '=', value).executeTakeFirst();
  let payment = await find('session', session);
  if (!payment) {
    // The reply with the session's id was lost.
    const key = (await cards.read(session))?.key ?? null;
    payment = key === null ? undefined : await find('key', key);
  }
  if (payment?.method === 'card' && (payment.status === 'open' || payment.status === 'failed'))
    await lookAtPayment(db, cards, { ...payment, session }, now_ms);
}
