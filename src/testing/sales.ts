/** Seasons with an open sale and the birds of an owner, for tests. */
import type { SeasonKey } from '#domain/keys.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { markPaid } from '#server/payments/by-hand.ts';
import { enterPigeons, enterTeams } from '#server/pigeons/pigeons.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { listBirds } from '#server/sales/listings.ts';
import { addDueDate } from '#server/seasons/due-dates.ts';
import { addProduct } from '#server/seasons/products.ts';
import { buildCustomer, buildOffer } from './orders.ts';

/** Give a season its due date for sales and the product for buyers. */
export async function openSale(tx: Tx, season: SeasonKey): Promise<void> {
  const days = { description: '', starts_at: '2026-01-01', ends_at: '2036-12-31', max_duration: null };
  await addDueDate(tx, null, season, { ...days, due_date_category_id: 5, name: 'Pigeon sale' });
  await addProduct(tx, null, season, {
    product_category_id: 4,
    name: 'Pigeon of somebody else',
    description: '',
    amount_cents: 75_000,
    pigeons_active: 0,
    pigeons_reserve: 0,
    max_quantity: null,
    starts_at: null,
    ends_at: null,
  });
}

/** A bird of a season for sale at a price, with its listing and product. */
export function plantListing(db: Database, season: SeasonKey, pigeon_id: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await openSale(tx, season);
    const act = { by: null, time_zone: 'Europe/Brussels', now_ms: Date.now() };
    await listBirds(tx, season, { pigeon_ids: [pigeon_id], price_cents: 75_000 }, act);
    const listed = tx.selectFrom('listings').select('id').where('pigeon_id', '=', pigeon_id);
    return (await listed.executeTakeFirstOrThrow()).id;
  });
}

let seasons = 0;

/** A season that sells birds, its merchant, and the owner of its reserves. */
export async function buildSale(db: Database, birds = 3) {
  const offer = await buildOffer(db);
  const owner = await buildCustomer(db);
  const season = offer.season;
  const rings = Array.from({ length: birds }, (_, i) => `BE 27-${seasons}00${i}`);
  seasons++;
  const pigeon_ids = await db.transaction().execute(async (tx) => {
    await openSale(tx, season);
    const teams = await enterTeams(tx, season, [{ name: 'Aerts', fancier: 'Jan Aerts', country: 'BE' }]);
    const team_id = teams.get('Aerts')!;
    await tx.updateTable('teams').set({ user_id: owner.user_id }).where('id', '=', team_id).execute();
    const ids = await enterPigeons(
      tx,
      season,
      rings.map((ring) => ({ team_id, ring, name: null, color: 'blue', sex: 'hen' as const })),
    );
    await bringTo(tx, season, await lockPigeons(tx, season, ids), 'reserve', { by: null, now_ms: Date.now() });
    return ids;
  });
  /** Mark an order as paid in cash. */
  const pay = (order_id: number) =>
    db.transaction().execute((tx) =>
      markPaid(tx, order_id, {
        by: offer.merchant.user_id,
        is_merchant: true,
        reason: 'Cash',
        file_id: null,
        now_ms: Date.now(),
      }),
    );
  return { ...offer, owner, pigeon_ids, rings, pay };
}
export type BuiltSale = Awaited<ReturnType<typeof buildSale>>;
