/** Orders of the demo's season at every stage of payment: to pay, waiting for approval, paid, taken back, owed. */
import { productCategories } from '#domain/seasons/product.ts';
import { enterUser } from '#server/accounts/users.ts';
import type { Tx } from '#server/db/database.ts';
import { lockOrder, moveOrder } from '#server/orders/orders.ts';
import { placeSeasonOrder } from '#server/orders/season-order.ts';
import { markPaid, revokePayment } from '#server/payments/by-hand.ts';

const day_ms = 86_400_000;
/** The days on which they ordered, while the registration was open. */
const ordered_ago = 300 * day_ms;

type Stage = 'pending' | 'to_pay' | 'to_approve' | 'paid' | 'revoked' | 'owed' | 'cancelled';

/** Per row: who ordered, how many teams, confirmed how many days ago, and the stage. */
const buyers: readonly [first_name: string, last_name: string, teams: number, confirmed: number, stage: Stage][] = [
  ['Hilde', 'Maes', 1, 2, 'to_pay'],
  ['Piet', 'de Graaf', 2, 4, 'to_pay'],
  ['Anna', 'Lindqvist', 1, 0, 'to_pay'],
  ['Marek', 'Kowal', 1, 3, 'to_approve'],
  ['Dries', 'Vermeulen', 3, 280, 'paid'],
  ['Sofie', 'Declercq', 1, 275, 'paid'],
  ['Karl', 'Brandt', 2, 1, 'revoked'],
  ['Yusuf', 'Demir', 1, 260, 'owed'],
  ['Jean', 'Lambert', 1, 250, 'cancelled'],
  ['Rosa', 'Ferreira', 2, 0, 'pending'],
];

interface Season {
  loft_id: number;
  season_id: number;
  time_zone: string;
  /** The merchant, whose payment by hand counts at once, and the agent, whose payment needs approval. */
  merchant: number;
  agent: number;
  customer: number;
}

/** Orders of invented people, and two of the demo's customer: one to pay by card, one paid in cash. */
export async function seedPayments(tx: Tx, season: Season, now_ms: number): Promise<void> {
  const product = await tx
    .selectFrom('products')
    .select('id')
    .where('season_id', '=', season.season_id)
    .where('product_category_id', '=', productCategories.entry_fee)
    .orderBy('id')
    .executeTakeFirst();
  if (!product) return;
  const order = (user_id: number, teams: number, confirmed: number, stage: Stage) =>
    seedOrder(tx, season, { user_id, product_id: product.id, teams, confirmed, stage, now_ms });
  for (const [first_name, last_name, teams, confirmed, stage] of buyers) {
    const subject = `demo-${first_name}-${last_name}`.toLowerCase();
    const user_id = await enterUser(tx, { issuer: 'https://demo.invalid', subject, first_name, last_name });
    await order(user_id, teams, confirmed, stage);
  }
  await order(season.customer, 1, 1, 'to_pay');
  await order(season.customer, 1, 270, 'paid');
}

async function seedOrder(
  tx: Tx,
  { time_zone, merchant, agent, ...season }: Season,
  {
    user_id,
    product_id,
    teams,
    confirmed,
    stage,
    now_ms,
  }: { user_id: number; product_id: number; teams: number; confirmed: number; stage: Stage; now_ms: number },
): Promise<void> {
  const wanted = [{ product_id, quantity: teams }];
  const placed = await placeSeasonOrder(
    tx,
    season,
    { kind: 'registration', user_id, wanted },
    { time_zone, now_ms: now_ms - ordered_ago },
  );
  if (stage === 'pending') return;
  const at_ms = now_ms - confirmed * day_ms;
  const by_merchant = { by: merchant, time_zone, now_ms: at_ms };
  await moveOrder(tx, placed, 'confirm', by_merchant);
  if (stage === 'to_pay') return;
  if (stage === 'cancelled') {
    await moveOrder(tx, await lockOrder(tx, placed.id), 'cancel', { ...by_merchant, by: null });
    return;
  }
  const is_merchant = stage !== 'to_approve';
  const mark = {
    by: is_merchant ? merchant : agent,
    now_ms: at_ms,
    reason: 'Cash, handed over at the pick-up',
    file_id: null,
  };
  await markPaid(tx, placed.id, { ...mark, is_merchant });
  if (stage === 'revoked')
    await revokePayment(tx, placed.id, { by: merchant, now_ms: at_ms, reason: 'The bank did not take the notes' });
  if (stage === 'owed')
    await moveOrder(tx, await lockOrder(tx, placed.id), 'reject', { ...by_merchant, reason: 'The birds were ill' });
}
