/** The calls about money: paying an order, marking it as paid, refunds, and statements. */
import { z } from 'zod';
import { name } from '#domain/accounts/contract.ts';
import { bankAccount, howToPay } from '#domain/bank.ts';
import { contract, id, instant, pageQuery, replyId } from '#domain/contract.ts';
import { locales } from '#domain/locales.ts';
import { describedLoft, loft } from '#domain/lofts/contract.ts';
import { order } from '#domain/orders/contract.ts';
import { orderStatuses } from '#domain/orders/order.ts';
import { postalAddress } from '#domain/postal-address.ts';
import { season } from '#domain/seasons/contract.ts';
import { orderBy } from '#domain/sorted.ts';
import { boundedInteger, calendarDay, requiredText } from '#domain/validation.ts';
import { accounts, entryKinds } from './journal.ts';
import { enteredMethods, paymentMethods, paymentStatuses } from './payment.ts';
import { refundCauses, refundStatuses } from './refund.ts';
import { moneyStates } from './state.ts';

const ofOrder = z.object({ order_id: id });
const ofSeasonOrder = z.object({ season_id: id, order_id: id });
const cents = z.int();
const currency = z.string();

/** The money of an order, for its customer and its loft. */
export const orderMoney = z.object({
  order_id: replyId,
  label: z.string().meta({ description: 'The number of the order for people: 27-0431' }),
  status: z.enum(orderStatuses),
  state: z.enum(moneyStates),
  amount_cents: cents,
  currency,
  pay_until: instant.nullable().meta({ description: 'The end of the days to pay' }),
  last_day: z.iso.date().nullable().meta({ description: 'The last day to pay, in the zone of the loft' }),
  days_left: z.int().nullable().meta({ description: 'Working days after today until then' }),
});
export type OrderMoney = z.output<typeof orderMoney>;

export const readOrderMoney = contract({
  name: 'readOrderMoney',
  summary: 'The payment of an own order: what is to be paid, and until when',
  method: 'GET',
  path: '/api/orders/{order_id}/payment',
  access: 'order.pay',
  params: ofOrder,
  reply: howToPay.extend({ loft, season: season.nullable(), order: orderMoney }),
});

export const startPayment = contract({
  name: 'startPayment',
  summary: 'Begins or continues the card payment of an own order: returns the payment page of the provider',
  method: 'POST',
  path: '/api/orders/{order_id}/payment',
  access: 'order.pay',
  params: ofOrder,
  body: z.strictObject({
    locale: z.enum(locales).meta({ description: 'The language of the page' }),
    from: z
      .url({ protocol: /^https?$/ })
      .max(255)
      .optional()
      .meta({ description: 'The origin of the site in the browser; used only where the site has no public address' }),
  }),
  reply: z.object({ url: z.string().nullable().meta({ description: 'Null: nothing was to be paid' }) }),
});

export const lookAtPayment = contract({
  name: 'lookAtPayment',
  summary: 'Asks the provider for the outcome of the payment of an own order',
  method: 'POST',
  path: '/api/orders/{order_id}/payment/look',
  access: 'order.pay',
  params: ofOrder,
  body: z.strictObject({}),
  reply: z.object({ order: orderMoney }),
});

/** Money that was received, as its receipt says it. */
const receipt = z.object({
  payment_id: replyId,
  number: z.string().meta({ description: 'The number of the order with the count of its payments: 27-0431-1' }),
  at: instant,
  method: z.enum(paymentMethods),
  paid_on: z.iso.date().nullable().meta({ description: 'The day on which cash or a transfer came; null: by card' }),
  amount_cents: cents,
  refunded_at: instant.nullable().meta({ description: 'Since then the money is given back' }),
});

export type Receipt = z.output<typeof receipt>;

export const listReceipts = contract({
  name: 'listReceipts',
  summary: 'The receipts of an order: each payment that was received, the earliest first',
  method: 'GET',
  path: '/api/orders/{order_id}/receipts',
  access: 'receipt.read',
  params: ofOrder,
  reply: z.object({ receipts: z.array(receipt) }),
});

export const readReceipt = contract({
  name: 'readReceipt',
  summary: 'A receipt with all that it says: the loft, the customer and the order',
  method: 'GET',
  path: '/api/orders/{order_id}/receipts/{payment_id}',
  access: 'receipt.read',
  params: z.object({ order_id: id, payment_id: id }),
  reply: z.object({
    loft: describedLoft,
    receipt_text: z.string().nullable().meta({ description: 'Of the loft for every receipt: tax number, tax' }),
    customer: z.string(),
    address: z
      .object(postalAddress)
      .nullable()
      .meta({ description: 'Of the customer; null for others than the customer once the order has ended' }),
    order,
    receipt,
    rings: z.array(z.string()).meta({ description: 'Of the pigeons that the order was for when it was paid' }),
  }),
});

/** A line of a statement: an entry of the journal, with its change of each account. */
const line = z.object({
  id: replyId,
  at: instant,
  kind: z.enum(entryKinds),
  order_id: replyId,
  label: z.string(),
  currency,
  postings: z.partialRecord(z.enum(accounts), cents),
  paid_on: z.iso.date().nullable().meta({ description: 'The day on which cash or a transfer came' }),
});

export const readOwnStatement = contract({
  name: 'readOwnStatement',
  summary:
    'The amounts due and paid of the signed-in person, in all lofts and seasons, with what is open in each currency',
  method: 'GET',
  path: '/api/statement',
  access: 'account.read',
  reply: z.object({
    lines: z.array(
      line.extend({
        loft: z.string(),
        time_zone: z.string().meta({ description: 'Of the loft: its days are those of the line' }),
        season: z.string().nullable(),
      }),
    ),
    open: z.array(z.object({ currency, to_pay_cents: cents, owed_cents: cents })),
  }),
});

const row = orderMoney.extend({
  customer: name,
  method: z.enum(paymentMethods).nullable().meta({ description: 'How it was paid, or is being paid' }),
});
export type PaymentRow = z.output<typeof row>;

export const listPayments = contract({
  name: 'listPayments',
  summary: 'The orders of a season that cost money, with the state of each payment',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/payments',
  access: 'payment.manage',
  params: z.object({ season_id: id }),
  query: z.object({
    ...pageQuery,
    state: z.enum(moneyStates).optional(),
    sort: orderBy('last_day', 'number', 'customer', 'amount', 'state'),
  }),
  reply: z.object({
    loft,
    season,
    currency,
    today: z.iso.date(),
    sums: z.array(z.object({ state: z.enum(moneyStates), count: z.int(), amount_cents: cents })),
    agent_limit_cents: cents,
    rows: z.array(row),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
  }),
});

const step = z.object({ status: z.string(), at: instant, reason: z.string().nullable(), by: name.nullable() });

/** An attempt to pay with its history. */
const attempt = z.object({
  id: replyId,
  method: z.enum(paymentMethods),
  paid_on: z.iso.date().nullable().meta({ description: 'The day on which cash or a transfer came' }),
  status: z.enum(paymentStatuses),
  amount_cents: cents,
  reason: z.string().nullable(),
  evidence: z.object({ name: z.string(), src: z.string() }).nullable(),
  by: name,
  steps: z.array(step),
});
export type Attempt = z.output<typeof attempt>;

const refund = z.object({
  id: replyId,
  payment_id: replyId,
  cause: z.enum(refundCauses),
  status: z.enum(refundStatuses),
  method: z.enum(paymentMethods).nullable(),
  amount_cents: cents,
  by_card: z.boolean().meta({ description: 'Whether it can be refunded to the card' }),
  steps: z.array(step),
});
export type RefundShown = z.output<typeof refund>;

export const readPayments = contract({
  name: 'readPayments',
  summary: 'The money of an order of a season: every attempt to pay, and the refunds',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/payments/{order_id}',
  access: 'payment.manage',
  params: ofSeasonOrder,
  reply: z.object({
    loft,
    season,
    today: z.iso.date(),
    order: row,
    attempts: z.array(attempt),
    refunds: z.array(refund),
  }),
});

const reason = requiredText({ max: 1000 });
const evidence = id.nullable().meta({ description: 'The receipt, a file of the loft' });

export const markPaid = contract({
  name: 'markPaid',
  summary:
    'Marks an order as paid in cash or by transfer; an agent’s mark above the limit or without evidence waits for a merchant',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/orders/{order_id}/payments',
  access: 'payment.mark',
  params: ofSeasonOrder,
  body: z.strictObject({
    method: z
      .enum(enteredMethods)
      .default('hand')
      .meta({ description: 'hand: in cash; a transfer is marked by merchants' }),
    paid_on: calendarDay()
      .nullable()
      .default(null)
      .meta({ description: 'The day on which the money came; null: today' }),
    reason,
    file_id: evidence,
  }),
  reply: z.object({ order: orderMoney }),
});

export const answerMark = contract({
  name: 'answerMark',
  summary: 'Approves or refuses an agent’s mark as paid; approved by another person than the one who marked it',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/orders/{order_id}/payments/answer',
  access: 'payment.manage',
  params: ofSeasonOrder,
  body: z.strictObject({ is_approved: z.boolean() }),
  reply: z.object({ order: orderMoney }),
});

export const revokePayment = contract({
  name: 'revokePayment',
  summary: 'Revokes the payment of an order by hand; it has days to pay again (4.1)',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/orders/{order_id}/payments/revoke',
  access: 'payment.manage',
  params: ofSeasonOrder,
  body: z.strictObject({ reason }),
  reply: z.object({ order: orderMoney }),
});

export const sendRefund = contract({
  name: 'sendRefund',
  summary: 'Refunds money that is owed: to the card, in cash or by transfer',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/refunds/{refund_id}',
  access: 'payment.manage',
  fresh_proof: true,
  params: z.object({ season_id: id, refund_id: id }),
  body: z.strictObject({ method: z.enum(paymentMethods), reason, file_id: evidence }),
  reply: z.object({ order: orderMoney }),
});

/** The most that a loft can let its agents take alone, in cents. */
export const highestAgentLimit = 100_000_000;

export const limitAgents = contract({
  name: 'limitAgents',
  summary: 'Sets the amount up to which an agent of the loft takes money without a merchant’s approval',
  method: 'PUT',
  path: '/api/admin/lofts/{loft_id}/payment-settings',
  access: 'loft.manage',
  fresh_proof: true,
  params: z.object({ loft_id: id }),
  body: z.strictObject({ agent_limit_cents: boundedInteger({ max: highestAgentLimit }) }),
  reply: z.object({}),
});

export const readSeasonStatement = contract({
  name: 'readSeasonStatement',
  summary: 'The journal of a season: every entry with its postings, and the balance of each account',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/statement',
  access: 'payment.manage',
  params: z.object({ season_id: id }),
  query: z.object({ q: pageQuery.q, page: pageQuery.page, per_page: pageQuery.per_page }),
  reply: z.object({
    loft,
    season,
    currency,
    bank: bankAccount.nullable().meta({ description: 'The account of the season that transfers go to' }),
    balances: z.record(z.enum(accounts), cents),
    lines: z.array(line.extend({ customer: name })),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
  }),
});
