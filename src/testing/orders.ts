/** Seasons that take registrations, their customers and orders, for tests. */
import type { SeasonKey } from '#domain/keys.ts';
import type { OrderEvent } from '#domain/orders/order.ts';
import type { Database } from '#server/db/database.ts';
import type { Order } from '#server/orders/order.ts';
import { countStanding } from '#server/orders/order-counts.ts';
import { lockOrder, moveOrder } from '#server/orders/orders.ts';
import { placeSeasonOrder } from '#server/orders/season-order.ts';
import { addDueDate } from '#server/seasons/due-dates.ts';
import { addProduct } from '#server/seasons/products.ts';
import { buildLoft, buildPerson } from './builders.ts';
import { buildContract } from './contracts.ts';

const always = { description: '', starts_at: '2020-01-01', ends_at: '2199-12-31' };
const terms = { product_category_id: 1 as const, description: '', max_quantity: null, starts_at: null, ends_at: null };
const three = { ...terms, name: 'Team of three', amount_cents: 65_000, pigeons_active: 3, pigeons_reserve: 0 };
const two = { ...terms, name: 'Team of two', amount_cents: 42_000, pigeons_active: 2, pigeons_reserve: 0 };

/** A season with an open registration, two packages, a contract in force and this many places. */
export async function buildOffer(db: Database, { max_pigeons = 100 } = {}) {
  const { loft, season_id } = await buildLoft(db);
  const season: SeasonKey = { loft_id: loft.id, season_id };
  const merchant = await buildPerson(db, {
    email: `merchant-${season_id}@example.org`,
    entries: [{ loft_id: loft.id, entry: { is_merchant: true } }],
  });
  await buildContract(db, { loft_id: loft.id, user_id: merchant.user_id });
  const { id: contract_id } = await db
    .selectFrom('contracts')
    .select('id')
    .where('loft_id', '=', loft.id)
    .executeTakeFirstOrThrow();
  await db.updateTable('seasons').set({ max_pigeons }).where('id', '=', season_id).execute();
  return db.transaction().execute(async (tx) => {
    await addDueDate(tx, null, season, { ...always, due_date_category_id: 1, name: 'Entry', max_duration: null });
    await addDueDate(tx, null, season, {
      ...always,
      ends_at: '2200-01-31',
      due_date_category_id: 2,
      name: 'Payment',
      max_duration: 5,
    });
    const packages = {
      three: (await addProduct(tx, null, season, three)).id,
      two: (await addProduct(tx, null, season, two)).id,
    };
    return { loft, season, merchant, contract_id, ...packages };
  });
}
export type BuiltOffer = Awaited<ReturnType<typeof buildOffer>>;

let customers = 0;

/** A customer with an address (5.9). */
export const buildCustomer = (db: Database) =>
  buildPerson(db, {
    email: `customer-${++customers}-${process.pid}@example.org`,
    first_name: 'Luc',
    last_name: 'van Aerde',
    street: 'Kerkstraat 4',
    zipcode: '9300',
    city: 'Aalst',
    country: 'BE',
  });

/** An order of three birds, taken through these steps. */
export function plantOrder(
  db: Database,
  { season, three: product_id, loft }: Pick<BuiltOffer, 'season' | 'three' | 'loft'>,
  user_id: number,
  steps: readonly OrderEvent[] = [],
): Promise<Order> {
  const now = { time_zone: loft.time_zone, now_ms: Date.now() };
  return db.transaction().execute(async (tx) => {
    const wanted = [{ product_id, quantity: 1 }];
    let order = await placeSeasonOrder(tx, season, { kind: 'registration', user_id, wanted }, now);
    for (const event of steps) order = await moveOrder(tx, order, event, { by: null, reason: 'Avian flu', ...now });
    return order;
  });
}

/** Set the end of an order's days to pay. */
export async function endDaysToPay(db: Database, order_id: number, pay_until: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, order_id);
    await tx.updateTable('orders').set({ pay_until }).where('id', '=', order_id).execute();
    const { loft_id, season_id } = order;
    await countStanding(tx, { loft_id, season_id: season_id! }, [
      { ...order, sign: -1 },
      { ...order, pay_until, sign: 1 },
    ]);
  });
}
