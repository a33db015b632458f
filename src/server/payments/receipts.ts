/** The receipts of an order: each payment that was received, with the pigeons that it was for. */
import { sql } from 'kysely';
import type { ReplyOf } from '#domain/contract.ts';
import { holdsPlaces, orderNumber } from '#domain/orders/order.ts';
import type { Receipt, readReceipt } from '#domain/payments/contract.ts';
import { type Actor, can } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import { describeLoft } from '#server/lofts/lofts.ts';
import { personOf } from '#server/orders/registration.ts';
import { orderView } from '#server/orders/views.ts';
import { yearOf } from '#server/seasons/seasons.ts';
import { attemptsOf } from './payment-history.ts';

/** Who began the payments of an order that were received. */
export async function takersOf(tx: Tx, { loft_id, id }: { loft_id: number; id: number }): Promise<number[]> {
  const rows = await tx
    .selectFrom('payments')
    .select('user_id')
    .where('loft_id', '=', loft_id)
    .where('order_id', '=', id)
    .where('status', '=', 'succeeded')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

interface OrderOfReceipts {
  loft_id: number;
  season_id: number | null;
  id: number;
  number: number;
  user_id: number;
}

/** The receipts of an order, the earliest first: a payment that was taken back by hand has none. */
export async function receiptsOf(tx: Tx, { loft_id, season_id, id, number }: OrderOfReceipts): Promise<Receipt[]> {
  const received = (await attemptsOf(tx, id)).flatMap(
    ({ id: payment_id, method, paid_on, status, amount_cents, steps }) => {
      const at = steps.find((step) => step.status === 'succeeded' || step.status === 'surplus')?.at;
      if (at === undefined || status === 'revoked' || amount_cents === 0) return [];
      const refunded_at = status === 'refunded' ? steps.findLast((step) => step.status === 'refunded')!.at : null;
      return [{ payment_id, at, method, paid_on, amount_cents, refunded_at }];
    },
  );
  const year = season_id === null ? null : await yearOf(tx, { loft_id, season_id });
  return received.map((one, i) => ({ ...one, number: `${orderNumber({ year, number })}-${i + 1}` }));
}

/**
 * One of them with all that it says; the customer's address for the customer, and for who manages the money of the loft as
 * long as the order stands (decision 20).
 * @throws Refusal `not_found` for a payment without a receipt.
 */
export async function receiptOf(
  tx: Tx,
  order: OrderOfReceipts,
  payment_id: number,
  { actor, now_ms }: { actor: Actor; now_ms: number },
): Promise<ReplyOf<typeof readReceipt>> {
  const receipt = (await receiptsOf(tx, order)).find((one) => one.payment_id === payment_id);
  if (!receipt) throw new Refusal('not_found');
  const view = await orderView(tx, order.id, now_ms);
  const { name, street, zipcode, city, country } = await personOf(tx, order.user_id);
  const isOwn = actor.kind === 'user' && actor.user_id === order.user_id;
  return {
    loft: (await describeLoft(tx, order.loft_id)).loft,
    receipt_text: await receiptTextOf(tx, order),
    customer: name,
    address:
      isOwn || (holdsPlaces(view.status) && can(actor, 'payment.manage', order))
        ? { street, zipcode, city, country }
        : null,
    order: view,
    receipt,
    rings: await ringsOf(tx, { loft_id: order.loft_id, payment_id }),
  };
}

/**
 * Store the rings of the pigeons that an order is for at the moment of its payment: they come and go later, its receipt
 * stays.
 */
export async function keepBirds(
  tx: Tx,
  { loft_id, order_id, id: payment_id }: { loft_id: number; order_id: number; id: number },
): Promise<void> {
  await sql`
    insert into payment_birds (loft_id, payment_id, n, ring)
    select ${loft_id}::bigint, ${payment_id}::bigint, row_number() over (order by b.place, b.ring), b.ring from (
      select e.place, p.ring from entries e join pigeons p on p.loft_id = e.loft_id and p.id = e.pigeon_id
      where e.loft_id = ${loft_id} and e.order_id = ${order_id}
      union all
      select 0, p.ring from activations a join pigeons p on p.loft_id = a.loft_id and p.id = a.pigeon_id
      where a.loft_id = ${loft_id} and a.order_id = ${order_id}
      union all
      select 0, p.ring from sale_orders s
      join listings l on l.loft_id = s.loft_id and l.id = s.listing_id
      join pigeons p on p.loft_id = l.loft_id and p.id = l.pigeon_id
      where s.loft_id = ${loft_id} and s.order_id = ${order_id}) b
    on conflict do nothing`.execute(tx);
}

async function ringsOf(tx: Tx, { loft_id, payment_id }: { loft_id: number; payment_id: number }): Promise<string[]> {
  const rows = await tx
    .selectFrom('payment_birds')
    .select('ring')
    .where('loft_id', '=', loft_id)
    .where('payment_id', '=', payment_id)
    .orderBy('n')
    .execute();
  return rows.map(({ ring }) => ring);
}

async function receiptTextOf(
  tx: Tx,
  { loft_id, season_id }: { loft_id: number; season_id: number | null },
): Promise<string | null> {
  if (season_id === null) return null;
  const { receipt_text } = await tx
    .selectFrom('seasons')
    .select('receipt_text')
    .where('loft_id', '=', loft_id)
    .where('id', '=', season_id)
    .executeTakeFirstOrThrow();
  return receipt_text;
}
