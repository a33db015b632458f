/** Orders of the demo: the season that takes registrations sells packages, and its customer has orders that wait, are confirmed, rejected and cancelled. */
import { sql } from 'kysely';
import type { OrderEvent } from '#domain/orders/order.ts';
import type { ProductFields } from '#domain/seasons/product-contract.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { moveOrder, placeOrder } from '#server/orders/orders.ts';
import type { SeasonKey } from '#server/seasons/due-dates.ts';
import { addProduct, productsOf } from '#server/seasons/products.ts';

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

/** Which package was ordered how many days ago, and the steps since: how many days ago, by whom, and why. */
const orders: readonly [number, number, (readonly [OrderEvent, number, 'merchant' | 'customer', string?])[]][] = [
  [1, 12, [['reject', 10, 'merchant', 'Import from Belgium is closed until 1 June because of the avian flu rules.']]],
  [2, 9, [['cancel', 8, 'customer']]],
  [0, 4, [['confirm', 1, 'merchant']]],
  [1, 0.2, []],
];

/** Once: the orders of the customer in the season of a loft that takes registrations, as its merchant has answered them. */
export async function seedOrders(db: Database, issuer: string, loft: string): Promise<void> {
  const { rows } = await sql<SeasonKey & { time_zone: string; customer: number; merchant: number }>`
    select s.loft_id, s.id as season_id, l.time_zone, c.id as customer, m.id as merchant
    from seasons s join lofts l on l.id = s.loft_id
    join users c on c.issuer = ${issuer} and c.subject = 'demo-customer'
    join users m on m.issuer = ${issuer} and m.subject = 'demo-merchant'
    where l.name = ${loft} and s.status = 'in_progress'
      and not exists (select from products p where p.loft_id = s.loft_id and p.season_id = s.id)`.execute(db);
  for (const found of rows) await db.transaction().execute((tx) => seedSeason(tx, found, Date.now()));
}

async function seedSeason(
  tx: Tx,
  { loft_id, season_id, time_zone, ...who }: SeasonKey & { time_zone: string; customer: number; merchant: number },
  now_ms: number,
): Promise<void> {
  const season = { loft_id, season_id };
  await sql`
    update seasons set max_pigeons = 400, max_active_pigeons = 260, max_reserve_pigeons = 140,
      payment_text = 'City Bank Dhaka, account 1502 3310 8800. Write the number of your order. Cash at the loft on Fridays.'
    where id = ${season_id}`.execute(tx);
  for (const fields of packages) await addProduct(tx, null, season, fields);
  const products = await productsOf(tx, season);
  const team = { ...season, name: 'Van Aerde & Zoon', fancier: 'Luc van Aerde', country: 'BE', user_id: who.customer };
  const { id: team_id } = await tx.insertInto('teams').values(team).returning('id').executeTakeFirstOrThrow();
  const contract = await tx
    .selectFrom('contracts')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('published_at', 'is not', null)
    .orderBy('language', 'desc')
    .executeTakeFirst();
  for (const [n, days, steps] of orders) {
    const wanted = [{ product_id: products[n]!.id, quantity: 1 }];
    const sent = { user_id: who.customer, team_id, contract_id: contract?.id ?? null, wanted };
    let order = await placeOrder(tx, season, sent, { time_zone, now_ms: now_ms - days * day_ms });
    for (const [event, ago, by, reason = null] of steps)
      order = await moveOrder(tx, order, event, { by: who[by], reason, time_zone, now_ms: now_ms - ago * day_ms });
  }
}
