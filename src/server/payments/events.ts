/** What the cards' provider tells: kept first and answered, worked off later by looking at what it is about. */
import { isRefusal } from '#domain/refusal.ts';
import type { Database } from '#server/db/database.ts';
import { lookAtPayment } from './by-card.ts';
import type { CardEvent, Cards } from './cards.ts';
import { paymentColumns } from './payments.ts';

/** Keep an event, once however often it comes. */
export async function keepEvent(
  db: Database,
  { id, type, session }: CardEvent,
  raw: Buffer,
  now_ms: number,
): Promise<void> {
  await db
    .insertInto('provider_events')
    .values({
      id,
      type,
      about: session,
      raw: raw.toString(),
      received_at: new Date(now_ms).toISOString(),
      done_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * Work off the events that are kept. What an event says does not count: the order in which they come is nobody's
 * promise, so the page that it is about is read as it is now. One that is about nothing of ours is done at once; one
 * whose page cannot be read now is left for the next time.
 * @returns how many are done, and how many are left
 */
export async function workOffEvents(
  db: Database,
  cards: Cards,
  now_ms: number,
): Promise<{ done: number; left: number }> {
  const events = await db
    .selectFrom('provider_events')
    .select(['id', 'about'])
    .where('done_at', 'is', null)
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  const unread = new Set<string>();
  for (const session of new Set(events.flatMap(({ about }) => about ?? [])))
    await lookAtSession(db, cards, session, now_ms).catch((error) => {
      if (!isRefusal(error)) throw error;
      unread.add(session);
    });
  const done = events.filter(({ about }) => about === null || !unread.has(about)).map(({ id }) => id);
  if (done.length)
    await db
      .updateTable('provider_events')
      .set({ done_at: new Date(now_ms).toISOString() })
      .where('id', 'in', done)
      .where('done_at', 'is', null)
      .execute();
  return { done: done.length, left: events.length - done.length };
}

async function lookAtSession(db: Database, cards: Cards, session: string, now_ms: number): Promise<void> {
  const find = (column: 'session' | 'key', value: string) =>
    db.selectFrom('payments').select(paymentColumns).where(column, '=', value).executeTakeFirst();
  let payment = await find('session', session);
  if (!payment) {
    // The answer that would have told us its name was lost.
    const { key } = await cards.read(session);
    payment = key === null ? undefined : await find('key', key);
  }
  if (payment?.method === 'card' && (payment.status === 'open' || payment.status === 'failed'))
    await lookAtPayment(db, cards, { ...payment, session }, now_ms);
}
