/** For tests of entries: a season that sells teams of two and one reserve, and a customer. */
import type { Database } from '#server/db/database.ts';
import type { Order } from '#server/orders/order.ts';
import { lockOrder, moveOrder } from '#server/orders/orders.ts';
import { placeSeasonOrder } from '#server/orders/season-order.ts';
import { addDueDate } from '#server/seasons/due-dates.ts';
import { addProduct } from '#server/seasons/products.ts';
import { type BuiltLoft, buildLoft, buildPerson } from './builders.ts';

/** A Friday within the registration. */
export const at = { time_zone: 'Europe/Brussels', now_ms: Date.parse('2027-01-15T12:00:00Z') };

type Person = Awaited<ReturnType<typeof buildPerson>>;

/**
 * A season with a customer who has a team there, a merchant, and orders of two active birds and one reserve.
 * @param known an existing customer; an existing season of a loft
 */
export async function buildEntries(db: Database, known: { customer?: Person; built?: BuiltLoft } = {}) {
  const { loft, season_id } = known.built ?? (await buildLoft(db));
  const season = { loft_id: loft.id, season_id };
  const customer = known.customer ?? (await buildPerson(db, { first_name: 'Zoë' }));
  const merchant = await buildPerson(db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  const { product_id, team_id } = await db.transaction().execute(async (tx) => {
    const range = { description: '', starts_at: '2027-01-01', ends_at: '2027-02-28', max_duration: null };
    await addDueDate(tx, null, season, { ...range, due_date_category_id: 1, name: 'Registration' });
    const terms = { name: 'Two and one', description: '', amount_cents: 65_000, max_quantity: null };
    const birds = { pigeons_active: 2, pigeons_reserve: 1, starts_at: null, ends_at: null };
    const product = await addProduct(tx, null, season, { product_category_id: 1, ...terms, ...birds });
    const team = { ...season, name: 'Zoë 1', fancier: 'Zoë', country: 'BE', user_id: customer.user_id };
    const { id } = await tx.insertInto('teams').values(team).returning('id').executeTakeFirstOrThrow();
    return { product_id: product.id, team_id: id };
  });
  const order = (until: 'pending' | 'confirmed' = 'confirmed', user_id = customer.user_id): Promise<Order> =>
    db.transaction().execute(async (tx) => {
      const wanted = [{ product_id, quantity: 1 }];
      const placed = await placeSeasonOrder(tx, season, { kind: 'registration', user_id, team_id, wanted }, at);
      return until === 'pending' ? placed : moveOrder(tx, placed, 'confirm', { by: null, ...at });
    });
  const move = (order_id: number, event: Parameters<typeof moveOrder>[2]) =>
    db
      .transaction()
      .execute(async (tx) => moveOrder(tx, await lockOrder(tx, order_id), event, { by: null, reason: 'Tried', ...at }));
  return { loft, season, customer, merchant, team_id, order, move };
}
