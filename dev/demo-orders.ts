/**
 * Orders of the demo: the season that takes registrations sells packages; some forty people have ordered, each at
 * another stage.
 */

import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { lastDayToPay, type PaymentTerms, workingDaysBetween } from '#domain/orders/payment-window.ts';
import { categoryOf } from '#domain/seasons/due-date.ts';
import type { ProductFields } from '#domain/seasons/product-contract.ts';
import { enterUser } from '#server/accounts/users.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { lockOrder, moveOrder } from '#server/orders/orders.ts';
import { placeSeasonOrder } from '#server/orders/season-order.ts';
import { markPaid, revokePayment } from '#server/payments/by-hand.ts';
import { beginPayment, lockPayments, settleHeld } from '#server/payments/payments.ts';
import { dueDatesOf } from '#server/seasons/due-dates.ts';
import { addProduct, productsOf } from '#server/seasons/products.ts';
import { inventTeam, type Shares } from './demo-names.ts';

const day_ms = 86_400_000;
const terms = { product_category_id: 1 as const, description: '', max_quantity: null, starts_at: null, ends_at: null };

const packages: readonly ProductFields[] = [
  {
    ...terms,
    name: 'Team of five',
    description: 'Five pigeons race, three stand by.',
    amount_cents: 6_500_000,
    pigeons_active: 5,
    pigeons_reserve: 3,
    max_quantity: 40,
  },
  { ...terms, name: 'Team of three', amount_cents: 4_200_000, pigeons_active: 3, pigeons_reserve: 1, max_quantity: 60 },
  { ...terms, name: 'One pigeon', amount_cents: 1_500_000, pigeons_active: 1, pigeons_reserve: 0 },
];

type Stage =
  | 'pending'
  | 'to_pay'
  | 'at_card'
  | 'card'
  | 'cash'
  | 'revoked'
  | 'owed'
  | 'late'
  | 'withdrawn'
  | 'rejected';

/** Per row: days ago, package, quantity, stage, working days left to pay; `me` is the demo's customer. */
// biome-ignore format: a table
const orders: readonly [days: number, product: number, quantity: number, stage: Stage, left?: number, me?: 'me'][] = [
  [38, 0, 1, 'card'], [37, 1, 2, 'card'], [36, 2, 3, 'cash'], [35, 0, 1, 'late'], [34, 1, 1, 'card'],
  [33, 0, 2, 'card'], [31, 2, 1, 'withdrawn'], [30, 1, 1, 'cash'], [29, 0, 1, 'card'], [28, 2, 2, 'rejected'],
  [26, 1, 1, 'card'], [25, 0, 1, 'owed'], [24, 2, 4, 'card'], [22, 1, 2, 'cash'], [21, 0, 1, 'late'],
  [20, 0, 1, 'card'], [18, 1, 1, 'card'], [17, 2, 1, 'card'], [15, 0, 1, 'cash'], [14, 1, 1, 'revoked'],
  [12, 1, 1, 'rejected', 0, 'me'], [11, 0, 1, 'to_pay', 0], [10, 2, 2, 'card'], [9.5, 1, 1, 'to_pay', 1],
  [9, 2, 1, 'withdrawn', 0, 'me'], [8.5, 2, 1, 'to_pay', 1], [8, 0, 1, 'to_pay', 2], [7, 1, 2, 'at_card', 2],
  [6, 2, 3, 'to_pay', 3], [5, 1, 1, 'to_pay', 3], [4.5, 0, 1, 'card'], [4, 0, 1, 'to_pay', 4, 'me'],
  [3.5, 2, 1, 'to_pay', 4], [3, 1, 1, 'to_pay', 5], [2.2, 0, 1, 'pending'], [1.6, 1, 1, 'pending'],
  [1.1, 0, 2, 'pending'], [0.4, 2, 1, 'pending'], [0.2, 1, 1, 'pending', 0, 'me'], [0.1, 2, 2, 'pending'],
  [0.03, 0, 1, 'pending'],
];

const from: Shares = { BD: 55, IN: 12, PK: 8, AE: 6, BE: 4, GB: 4, KW: 3, TH: 3, CN: 3, NL: 2 };

const reasons = {
  rejected: 'Import from Belgium is closed until 1 June because of the avian flu rules.',
  cash: 'Cash at the loft, receipt 114',
  revoked: 'The bank took the cheque back',
  owed: 'The birds have paratyphoid',
};

/** The season, the people who act in it, and how long there is to pay. */
interface Season extends SeasonKey {
  time_zone: string;
  customer: number;
  merchant: number;
}

/** Runs once: the orders in the season of a loft that takes registrations, as its merchant has handled them. */
export async function seedOrders(db: Database, issuer: string, loft: string): Promise<void> {
  const { rows } = await sql<Season>`
    select s.loft_id, s.id as season_id, l.time_zone, c.id as customer, m.id as merchant
    from seasons s join lofts l on l.id = s.loft_id
    join users c on c.issuer = ${issuer} and c.subject = 'demo-customer'
    join users m on m.issuer = ${issuer} and m.subject = 'demo-merchant'
    where l.name = ${loft} and s.status = 'in_progress'
      and not exists (select from products p where p.loft_id = s.loft_id and p.season_id = s.id)`.execute(db);
  for (const found of rows) await db.transaction().execute((tx) => seedSeason(tx, found, Date.now()));
}

async function seedSeason(tx: Tx, season: Season, now_ms: number): Promise<void> {
  const { loft_id, season_id } = season;
  await sql`
    update seasons set max_pigeons = 400, max_active_pigeons = 260, max_reserve_pigeons = 140,
      payment_text = 'City Bank Dhaka, account 1502 3310 8800. Write the number of your order. Cash at the loft on Fridays.'
    where id = ${season_id}`.execute(tx);
  for (const fields of packages) await addProduct(tx, null, { loft_id, season_id }, fields);
  const products = await productsOf(tx, season);
  const contract = await tx
    .selectFrom('contracts')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('published_at', 'is not', null)
    .orderBy('language', 'desc')
    .executeTakeFirst();
  const payment = (await dueDatesOf(tx, season)).find((one) => categoryOf(one) === 'payment')!;
  const own = { team: 'Van Aerde & Zoon', fancier: 'Luc van Aerde', country: 'BE', user_id: season.customer };
  const me = { user_id: season.customer, team_id: await teamOf(tx, season, own) };
  const taken = new Set([own.team.toLowerCase()]);
  for (const [i, [days, n, quantity, stage, left = 0, whose]] of orders.entries()) {
    const who = whose ? me : await buyer(tx, season, `padma ${i}`, taken);
    const wanted = [{ product_id: products[n]!.id, quantity }];
    const sent = { kind: 'registration' as const, ...who, contract_id: contract?.id ?? null, wanted };
    const at = { time_zone: season.time_zone, now_ms: now_ms - days * day_ms };
    const placed = await placeSeasonOrder(tx, { loft_id, season_id }, sent, at);
    const confirmed_ms = ['to_pay', 'at_card'].includes(stage)
      ? Math.max(at.now_ms, confirmedFor(left, { ...at, now_ms }, payment))
      : at.now_ms + 1.3 * day_ms;
    await goOn(tx, season, placed.id, stage, { ordered_ms: at.now_ms, confirmed_ms, now_ms, user_id: who.user_id });
  }
}

/** Enters an invented person with their team. */
async function buyer(tx: Tx, season: Season, seed: string, taken: Set<string>) {
  const { name: team, fancier, country } = inventTeam(seed, from, taken);
  const [first_name = '', ...rest] = fancier.split(' ');
  const subject = `demo ${seed}`;
  const user_id = await enterUser(tx, {
    issuer: 'https://demo.invalid',
    subject,
    first_name,
    last_name: rest.join(' '),
  });
  return { user_id, team_id: await teamOf(tx, season, { team, fancier, country, user_id }) };
}

async function teamOf(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  { team: name, ...own }: { team: string; fancier: string; country: string; user_id: number },
): Promise<number> {
  const made = tx.insertInto('teams').values({ loft_id, season_id, name, ...own });
  return (await made.returning('id').executeTakeFirstOrThrow()).id;
}

/**
 * The confirmation time of an order with so many working days left to pay now; at a weekend its last day is the next
 * one.
 */
function confirmedFor(
  left: number,
  { time_zone, now_ms }: { time_zone: string; now_ms: number },
  payment: PaymentTerms,
): number {
  const today = dayAt(now_ms, time_zone);
  for (let days = 9; days > 0; days--) {
    const last = lastDayToPay(dayAt(now_ms - days * day_ms, time_zone), payment);
    if (last >= today && workingDaysBetween(today, last) >= left) return now_ms - days * day_ms;
  }
  return now_ms - day_ms / 8;
}

interface Moments {
  ordered_ms: number;
  confirmed_ms: number;
  now_ms: number;
  user_id: number;
}

/** Takes an order to its stage by the verbs that the program uses. */
async function goOn(
  tx: Tx,
  { time_zone, merchant }: Season,
  order_id: number,
  stage: Stage,
  { ordered_ms, confirmed_ms, now_ms, user_id }: Moments,
): Promise<void> {
  const move = async (event: Parameters<typeof moveOrder>[2], by: number | null, at_ms: number, reason?: string) =>
    moveOrder(tx, await lockOrder(tx, order_id), event, { by, time_zone, now_ms: at_ms, ...(reason && { reason }) });
  const end_ms = ordered_ms + day_ms;
  if (stage === 'pending') return;
  if (stage === 'rejected') return void (await move('reject', merchant, end_ms, reasons.rejected));
  if (stage === 'withdrawn') return void (await move('cancel', user_id, end_ms));
  const { pay_until } = await move('confirm', merchant, confirmed_ms);
  if (stage === 'late') return void (await move('cancel', null, Date.parse(pay_until!)));
  if (stage === 'to_pay') return;
  const paid_ms = confirmed_ms + day_ms;
  if (stage === 'card' || stage === 'at_card') {
    const held = await lockPayments(tx, order_id);
    const expires_at = new Date(now_ms + day_ms / 2).toISOString();
    const words = { title: `Order ${held.order.number}`, locale: 'en', paid_url: '/', left_url: '/' } as const;
    const asked = { amount_cents: held.order.amount_cents, currency: held.order.currency, ...words, expires_at };
    const at_ms = stage === 'card' ? paid_ms : now_ms - 120_000;
    const act = { by: user_id, now_ms: at_ms };
    const { order, ...payment } = await beginPayment(tx, held, act, { method: 'card', asked });
    if (stage === 'at_card') return;
    const known = { result: 'paid', intent: `pi_demo_${order_id}` } as const;
    await settleHeld(tx, { ...held, order, payment }, known, { by: null, now_ms: at_ms + 60_000 });
    return;
  }
  const mark = { by: merchant, now_ms: paid_ms, reason: reasons.cash, file_id: null, is_merchant: true };
  await markPaid(tx, order_id, mark);
  const act = { by: merchant, now_ms: now_ms - day_ms };
  if (stage === 'revoked') await revokePayment(tx, order_id, { ...act, reason: reasons.revoked });
  if (stage === 'owed') await move('reject', merchant, act.now_ms, reasons.owed);
}
