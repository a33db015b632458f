/** Notices about cash that an agent took, to merchants, customer and agent, in the transaction of the change. */
import { daysAfter } from '#domain/calendar.ts';
import { dayAt } from '#domain/day.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { reminderDue } from '#domain/payments/by-hand.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { type ItemsOptions, type Job, workOff } from '#server/jobs/items.ts';
import { type FactsOf, merchantsOf, notify, person } from '#server/notifications/notify.ts';
import { howToPay } from '#server/orders/how-to-pay.ts';
import { lockPayments, moneyPath, type Payment } from './payments.ts';

type As = FactsOf['cash']['as'];

/** Notify the loft's merchants and the customer that cash waits for approval. */
export async function notifyCashTaken(tx: Tx, payment: Payment): Promise<void> {
  const notice = await cashFacts(tx, payment);
  await notice.toMerchants('taken');
  await notice.toCustomer('took');
}

/**
 * Notify customer and agent of the merchant's decision.
 * @param pay_until the end of the order's new days to pay, if any
 */
export async function notifyCashAnswered(tx: Tx, payment: Payment, pay_until: string | null): Promise<void> {
  const notice = await cashFacts(tx, payment, pay_until);
  await notice.toAgent(payment.status === 'failed' ? 'refused' : 'accepted');
  // The order's own step notifies the customer of the payment; for an order already paid by card only the surplus is
  // reported.
  if (payment.status === 'surplus') await notice.toCustomer('surplus');
  if (payment.status === 'failed') await notice.toCustomer('declined');
}

/**
 * Remind merchants of cash that has waited long for approval, once for each due reminder, however many processes run.
 * @returns how many payments have waited that long
 */
export async function remindOfCash(
  db: Database,
  now_ms: number,
  options?: Omit<ItemsOptions, 'now_ms'>,
): Promise<number> {
  const waiting = await db
    .selectFrom('payments')
    .select(['id', 'loft_id', 'order_id', 'created_at'])
    .where('status', '=', 'open')
    .where('method', '=', 'hand')
    .orderBy('id')
    .execute();
  const long = waiting.filter(({ created_at }) => reminderDue(Date.parse(created_at), now_ms) > 0);
  const job: Job<(typeof long)[number]> = {
    queue: 'cash_reminders',
    nameOf: ({ id, loft_id, order_id }) => ({ key: id, loft_id, order_id }),
    work: ({ id, order_id, created_at }) =>
      transact(db, async (tx) => {
        const { payments } = await lockPayments(tx, order_id);
        const payment = payments.find((one) => one.id === id);
        if (payment?.status !== 'open') return false;
        await (await cashFacts(tx, payment)).toMerchants('waits', reminderDue(Date.parse(created_at), now_ms));
        return true;
      }),
  };
  await workOff(db, job, long, { now_ms, ...options });
  return long.length;
}

async function cashFacts(tx: Tx, payment: Payment, pay_until: string | null = null) {
  const { id, order_id, loft_id, amount_cents, currency, user_id: agent_id } = payment;
  const about = await tx
    .selectFrom('orders as o')
    .leftJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'o.loft_id').onRef('s.id', '=', 'o.season_id'))
    .innerJoin('lofts as l', 'l.id', 'o.loft_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .innerJoin('users as a', (join) => join.on('a.id', '=', agent_id))
    .select(['o.number', 'o.user_id', 's.year', 's.name as season', 'l.name as loft', 'l.time_zone'])
    .select([
      'u.first_name as first',
      'u.last_name as last',
      'a.first_name as agent_first',
      'a.last_name as agent_last',
    ])
    .where('o.loft_id', '=', loft_id)
    .where('o.id', '=', order_id)
    .executeTakeFirstOrThrow();
  const named = (...names: (string | null)[]) => names.filter(Boolean).join(' ') || '–';
  const facts = {
    loft: about.loft,
    season: about.season ?? about.loft,
    number: orderNumber(about),
    amount_cents,
    currency,
    agent: named(about.agent_first, about.agent_last),
    customer: named(about.first, about.last),
    reason: payment.reason ?? '–',
    last_day: pay_until && daysAfter(dayAt(Date.parse(pay_until), about.time_zone), -1),
    ...(pay_until !== null && { how: await howToPay(tx, payment) }),
  };
  const send = (recipients: Parameters<typeof notify>[1], as: As, path: string, n = 0) =>
    notify(tx, recipients, { event: 'cash', key: `cash:${id} ${as} ${n}`, facts: { ...facts, as, path } });
  return {
    toMerchants: (as: As, n = 0) => send(merchantsOf(loft_id), as, moneyPath(payment), n),
    toCustomer: (as: As) => send(person(about.user_id), as, `/registrations/${order_id}`),
    // Agents have no page for a single order; their list of collections shows it.
    toAgent: (as: As) => send(person(agent_id), as, '/transports'),
  };
}
