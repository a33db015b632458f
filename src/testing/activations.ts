/**
 * For tests of activations: a season with birds at the loft, each at a place of a customer's order, and activation
 * products.
 */
import { waitingAs } from '#domain/activations/activation.ts';
import type { PigeonStatus } from '#domain/pigeons/status.ts';
import type { Database } from '#server/db/database.ts';
import { enterPigeons } from '#server/pigeons/pigeons.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { addDueDate } from '#server/seasons/due-dates.ts';
import { addProduct } from '#server/seasons/products.ts';
import { buildCustomer, buildOffer, plantOrder } from './orders.ts';

const always = { description: '', starts_at: '2020-01-01', ends_at: '2199-12-31', max_duration: null };
const terms = { description: '', max_quantity: null, starts_at: null, ends_at: null };
const prices = { reserve: 50_000, final: 15_000, gift: 0 };

let rings = 0;

/** Two active birds and two reserves of one order; `more` reserves of the same team without an order. */
export async function buildActivations(db: Database, more = 0) {
  const { loft, season, merchant, ...offer } = await buildOffer(db, { max_pigeons: 10_000 });
  const customer = await buildCustomer(db);
  const products = await db.transaction().execute(async (tx) => {
    await addDueDate(tx, null, season, { ...always, due_date_category_id: 6, name: 'Reserves' });
    await addDueDate(tx, null, season, { ...always, due_date_category_id: 4, name: 'Final' });
    const sold = async (product_category_id: 2 | 3, name: keyof typeof prices) => {
      const birds = { pigeons_active: 0, pigeons_reserve: 0, amount_cents: prices[name] };
      return (await addProduct(tx, null, season, { ...terms, ...birds, product_category_id, name })).id;
    };
    return { reserve: await sold(3, 'reserve'), gift: await sold(3, 'gift'), final: await sold(2, 'final') };
  });
  const team = {
    ...season,
    name: `Peeters-Claes ${++rings}`,
    fancier: 'Peeters',
    country: 'BE',
    user_id: customer.user_id,
  };
  const { id: team_id } = await db.insertInto('teams').values(team).returning('id').executeTakeFirstOrThrow();
  const four = await db.transaction().execute((tx) =>
    addProduct(tx, null, season, {
      ...terms,
      product_category_id: 1,
      name: 'Two and two',
      amount_cents: 100_000,
      pigeons_active: 2,
      pigeons_reserve: 2,
    }),
  );
  const order = await plantOrder(db, { loft, season, three: four.id }, customer.user_id, ['confirm']);
  const enter = (count: number) =>
    db.transaction().execute((tx) =>
      enterPigeons(
        tx,
        season,
        Array.from({ length: count }, () => ({ ring: `BE 27-${3_000_000 + ++rings}`, team_id })),
      ),
    );
  const ids = await enter(4);
  const alone = more > 0 ? await enter(more) : [];
  await db
    .insertInto('entries')
    .values(ids.map((pigeon_id, i) => ({ ...season, order_id: order.id, pigeon_id, place: i + 1 })))
    .execute();
  const [one, two, r1, r2] = ids as [number, number, number, number];
  const bring = (status: PigeonStatus, ...pigeon_ids: number[]) =>
    db
      .transaction()
      .execute(async (tx) =>
        bringTo(tx, season, await lockPigeons(tx, season, pigeon_ids), status, { by: null, now_ms: Date.now() }),
      );
  await bring('at_loft', ...ids, ...alone);
  await bring('active', one, two);
  await bring('reserve', r1, r2, ...alone);
  /** The state of a bird as "health progress", with the waiting states as pending. */
  const stands = async (pigeon_id: number) => {
    const { health, progress } = await db
      .selectFrom('pigeons')
      .select(['health', 'progress'])
      .where('id', '=', pigeon_id)
      .executeTakeFirstOrThrow();
    const waits = Object.values(waitingAs).some((status) => status === progress);
    return `${health} ${waits ? 'pending' : progress}`;
  };
  return {
    ...offer,
    loft,
    season,
    merchant,
    customer,
    products,
    order,
    team_id,
    birds: { one, two, r1, r2 },
    alone,
    bring,
    stands,
  };
}
export type BuiltActivations = Awaited<ReturnType<typeof buildActivations>>;
