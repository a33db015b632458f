/** The receipts of an order: each payment that was received. */
import type { ReplyOf } from '#domain/contract.ts';
import type { readReceipts } from '#domain/payments/contract.ts';
import type { Tx } from '#server/db/database.ts';
import { describeLoft } from '#server/lofts/lofts.ts';
import { personOf } from '#server/orders/registration.ts';
import { orderView } from '#server/orders/views.ts';
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

/** The receipts of an order, the earliest first: a payment that was taken back by hand has none. */
export async function receiptsOf(
  tx: Tx,
  { loft_id, season_id, id, user_id }: { loft_id: number; season_id: number | null; id: number; user_id: number },
  now_ms: number,
): Promise<ReplyOf<typeof readReceipts>> {
  const order = await orderView(tx, id, now_ms);
  const received = (await attemptsOf(tx, id)).flatMap(({ id: payment_id, method, status, amount_cents, steps }) => {
    const at = steps.find((step) => step.status === 'succeeded' || step.status === 'surplus')?.at;
    if (at === undefined || status === 'revoked' || amount_cents === 0) return [];
    const refunded_at = status === 'refunded' ? steps.findLast((step) => step.status === 'refunded')!.at : null;
    return [{ payment_id, at, method, amount_cents, refunded_at }];
  });
  return {
    loft: (await describeLoft(tx, loft_id)).loft,
    receipt_text: await receiptTextOf(tx, { loft_id, season_id }),
    customer: (await personOf(tx, user_id)).name,
    order,
    receipts: received.map((one, i) => ({ ...one, number: `${order.number}-${i + 1}` })),
  };
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
