/** For tests of payments: orders to be paid, and a card provider that loses replies. */
import type { PaymentPageRequest } from '#domain/payments/by-card.ts';
import type { RefundReport } from '#domain/payments/refund.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { lockOrder, moveOrder } from '#server/orders/orders.ts';
import { placeSeasonOrder } from '#server/orders/season-order.ts';
import { markPaid } from '#server/payments/by-hand.ts';
import type { Cards, ProviderPayment, ProviderRefund } from '#server/payments/cards.ts';
import { addDueDate } from '#server/seasons/due-dates.ts';
import { addProduct } from '#server/seasons/products.ts';
import { buildLoft, buildPerson } from './builders.ts';
import type { Random } from './proof.ts';

/** A Friday; payment has seven working days. */
export const noon_ms = Date.parse('2027-01-15T12:00:00Z');
export const at = { time_zone: 'Europe/Brussels', now_ms: noon_ms };
export const price_cents = 15_000;

export type BuiltSales = Awaited<ReturnType<typeof buildSales>>;

/** A season that sells places, with a customer. */
export async function buildSales(db: Database) {
  const { loft, season_id } = await buildLoft(db);
  const key = { loft_id: loft.id, season_id };
  const customer = await buildPerson(db);
  const entry = { description: '', max_quantity: null, starts_at: null, ends_at: null };
  const product_id = await db.transaction().execute(async (tx) => {
    const range = { description: '', starts_at: '2027-01-01', ends_at: '2027-02-28' };
    await addDueDate(tx, null, key, { ...range, due_date_category_id: 1, name: 'Registration', max_duration: null });
    await addDueDate(tx, null, key, {
      ...range,
      due_date_category_id: 2,
      name: 'Payment',
      ends_at: '2027-03-31',
      max_duration: 7,
    });
    const product = { ...entry, product_category_id: 1 as const, name: 'One', amount_cents: price_cents };
    return (await addProduct(tx, null, key, { ...product, pigeons_active: 1, pigeons_reserve: 0 })).id;
  });
  const order = (until: 'pending' | 'confirmed' = 'confirmed', quantity = 1) =>
    db.transaction().execute(async (tx) => {
      const wanted = [{ product_id, quantity }];
      const placed = await placeSeasonOrder(tx, key, { kind: 'registration', user_id: customer.user_id, wanted }, at);
      return until === 'pending' ? placed : moveOrder(tx, placed, 'confirm', { by: null, ...at });
    });
  return { key, customer, order };
}

/** Take an order one step. */
export async function stepOrder(db: Database, order_id: number, event: Parameters<typeof moveOrder>[2]): Promise<void> {
  await db.transaction().execute(async (tx: Tx) => {
    await moveOrder(tx, await lockOrder(tx, order_id), event, { by: null, reason: 'Tried', ...at });
  });
}

/**
 * An order that waits for its confirmation, and another one that was paid in cash and rejected, with its refund owed.
 */
export async function plantMoney(
  db: Database,
  { user_id, ...key }: { loft_id: number; season_id: number; user_id: number },
): Promise<{ order_id: number; refund_id: number }> {
  return db.transaction().execute(async (tx) => {
    const range = {
      name: 'Registration',
      description: '',
      starts_at: '2027-01-01',
      ends_at: '2027-02-28',
      max_duration: null,
    };
    await addDueDate(tx, null, key, { ...range, due_date_category_id: 1 });
    const terms = { product_category_id: 1 as const, name: 'One', description: '', amount_cents: price_cents };
    const birds = { pigeons_active: 1, pigeons_reserve: 0, max_quantity: null, starts_at: null, ends_at: null };
    const { id: product_id } = await addProduct(tx, null, key, { ...terms, ...birds });
    const place = () =>
      placeSeasonOrder(tx, key, { kind: 'registration', user_id, wanted: [{ product_id, quantity: 1 }] }, at);
    const { id: order_id } = await place();
    const paid = await moveOrder(tx, await place(), 'confirm', { by: null, ...at });
    const act = { by: user_id, now_ms: noon_ms, reason: 'Cash' };
    await markPaid(tx, paid.id, { ...act, file_id: null, is_merchant: true });
    await moveOrder(tx, await lockOrder(tx, paid.id), 'reject', { by: null, reason: 'Ill', ...at });
    const refund = await tx
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', paid.id)
      .executeTakeFirstOrThrow();
    return { order_id, refund_id: refund.id };
  });
}

interface Page {
  key: string;
  asked: PaymentPageRequest;
  state: 'open' | 'paid' | 'closed';
}

let providers = 0;

/**
 * A reliable card provider in memory that loses a percentage of its replies: half of them before the action, half after
 * it.
 */
export function testCards(random: Random, lost_percent = 0) {
  const name = `cs_${++providers}`;
  const pages = new Map<string, Page>();
  const byKey = new Map<string, string>();
  /** Refunds by their key. */
  const refunds = new Map<string, ProviderRefund>();
  const refundOf = (id: string) => [...refunds.values()].find((one) => one.id === id)!;
  /** The refund of an intent that was not refused. */
  const found = (intent: string) =>
    [...refunds.values()].find((one) => one.intent === intent && one.result !== 'refused') ?? null;
  /** The charged amount of a page, where it differs from the requested one. */
  const charged = new Map<string, number>();
  /** `slow_percent`: percentage of refunds that are first in progress. */
  const faults = { lost_percent, slow_percent: 0 };

  /** Acts as over a failing connection: it breaks before the action or before the reply. */
  async function unreliably<T>(act: () => T): Promise<T> {
    const isLost = random(100) < faults.lost_percent;
    if (isLost && random(2) === 0) throw new Refusal('cards_away');
    const answer = act();
    await Promise.resolve();
    if (isLost) throw new Refusal('cards_away');
    return answer;
  }
  const paymentOf = (session: string): ProviderPayment => {
    const page = pages.get(session);
    if (!page) throw new Refusal('cards_away');
    return {
      session,
      key: page.key,
      url: page.state === 'open' ? `https://cards.example/${session}` : null,
      intent: page.state === 'paid' ? `pi_${session}` : null,
      result: ({ open: 'waiting', paid: 'paid', closed: 'over' } as const)[page.state],
      amount_cents: charged.get(session) ?? page.asked.amount_cents,
    };
  };
  const cards: Cards = {
    open: (key, asked) =>
      unreliably(() => {
        const session = byKey.get(key) ?? `${name}_${byKey.size + 1}`;
        if (!byKey.has(key)) pages.set(session, { key, asked, state: 'open' });
        byKey.set(key, session);
        return paymentOf(session);
      }),
    read: (session) => unreliably(() => paymentOf(session)),
    close: (session) =>
      unreliably(() => {
        const page = pages.get(session)!;
        if (page.state === 'open') page.state = 'closed';
        return paymentOf(session);
      }),
    find: (key) => unreliably(() => (byKey.has(key) ? paymentOf(byKey.get(key)!) : null)),
    sendRefund: ({ key, intent }) =>
      unreliably(() => {
        const known = refunds.get(key);
        if (known) return { ...known };
        if (found(intent)) throw new Error(`${intent} twice`);
        const result = random(100) < faults.slow_percent ? 'under_way' : 'paid';
        const amount_cents = pages.get(intent.slice(3))!.asked.amount_cents;
        const refund: ProviderRefund = { id: `re_${name}_${refunds.size + 1}`, intent, result, amount_cents };
        refunds.set(key, refund);
        return { ...refund };
      }),
    readRefund: (id) => unreliably(() => ({ ...refundOf(id) })),
    findRefund: (intent) => unreliably(() => found(intent)),
    eventIn: () => {
      throw new Refusal('bad_signature');
    },
  };
  return {
    cards,
    faults,
    /** Have a page report another charged amount; null: the requested one again. */
    chargeOddly(session: string, amount_cents: number | null) {
      if (amount_cents === null) charged.delete(session);
      else charged.set(session, amount_cents);
    },
    /** The page that was opened for an attempt with this key. */
    sessionOf: (key: string) => byKey.get(key),
    openPages: () => [...pages].filter(([, { state }]) => state === 'open').map(([session]) => session),
    /** Pay on an open page. @returns whether it was charged */
    pay(session: string): boolean {
      const page = pages.get(session)!;
      if (page.state !== 'open') return false;
      page.state = 'paid';
      return true;
    },
    /** The refunds in this state at the provider. */
    refundsThatAre: (result: RefundReport) =>
      [...refunds.values()].filter((one) => one.result === result).map(({ id }) => id),
    /** End a refund: one in progress arrives or fails, and one that arrived comes back. */
    endRefund(id: string, result: 'paid' | 'refused') {
      refundOf(id).result = result;
    },
    /** What was charged and not refunded. */
    kept_cents: () =>
      [...pages].reduce((sum, [session, { state, asked }]) => {
        const isKept = state === 'paid' && found(`pi_${session}`)?.result !== 'paid';
        return sum + (isKept ? asked.amount_cents : 0);
      }, 0),
    charges: () => [...pages.values()].filter(({ state }) => state === 'paid').length,
  };
}

export const words = {
  title: 'Order',
  locale: 'en',
  paid_url: 'http://localhost/paid',
  left_url: 'http://localhost/left',
} as const;

/** The balance of an account of the journal. */
export async function balanceOf(
  db: Database,
  loft_id: number,
  account: 'cards' | 'cash' | 'bank' | 'refunds' | 'receivable' | 'income',
): Promise<number> {
  const { sum } = await db
    .selectFrom('postings')
    .select(({ fn }) => fn.sum<number | null>('amount_cents').as('sum'))
    .where('loft_id', '=', loft_id)
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  return sum ?? 0;
}
