/**
 * Activations of the demo's season: two paid orders have birds at the loft; some are activated, some wait for payment,
 * some are free.
 */
import { productCategories } from '#domain/seasons/product.ts';
import { activate } from '#server/activations/activate.ts';
import type { Tx } from '#server/db/database.ts';
import { enterFor } from '#server/entries/entries.ts';
import { findRegistration } from '#server/orders/registrations.ts';
import { markPaid } from '#server/payments/by-hand.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';

const day_ms = 86_400_000;

interface Season {
  loft_id: number;
  season_id: number;
  time_zone: string;
  merchant: number;
}

/** The owners, with their numbers of active birds and reserves, and the prefix of their rings. */
const owners = [
  { last_name: 'Vermeulen', team: 'Vermeulen Dries', country: 'BE', ring: 'BE 26-3011', active: 6, reserve: 5 },
  { last_name: 'Declercq', team: 'Declercq Racing', country: 'BE', ring: 'BE 26-3044', active: 2, reserve: 3 },
] as const;

/** The activations: birds by index from 0, days ago, and whether they are paid. */
const activated = [
  { owner: 0, category: 'reserve_activation', birds: [6], days: 9, isPaid: true },
  { owner: 0, category: 'reserve_activation', birds: [7, 8], days: 2, isPaid: false },
  { owner: 1, category: 'reserve_activation', birds: [2], days: 1, isPaid: false },
  { owner: 0, category: 'final_flight_activation', birds: [2, 3], days: 1, isPaid: true },
  { owner: 1, category: 'final_flight_activation', birds: [0], days: 0, isPaid: false },
] as const;

/** Runs once, with the orders of the season. */
export async function seedActivations(tx: Tx, of: Season, now_ms: number): Promise<void> {
  const { loft_id, season_id, time_zone, merchant } = of;
  const season = { loft_id, season_id };
  const ago = (days: number) => ({ by: merchant, now_ms: now_ms - days * day_ms });
  const birds: number[][] = [];
  for (const owner of owners) birds.push(await enterBirds(tx, season, owner, ago));
  const [first] = birds;
  await bring(tx, season, [first![0]!], 'lost', ago(30));
  await bring(tx, season, [first![1]!], 'died', ago(25));
  for (const { owner, category, birds: places, days, isPaid } of activated) {
    const { id: product_id } = await tx
      .selectFrom('products')
      .select('id')
      .where('season_id', '=', season.season_id)
      .where('product_category_id', '=', productCategories[category])
      .executeTakeFirstOrThrow();
    const wanted = { product_id, pigeon_ids: places.map((place) => birds[owner]![place]!) };
    const orders = await activate(tx, season, wanted, { time_zone, ...ago(days) });
    const mark = { ...ago(days), reason: 'Cash at the loft', file_id: null, is_merchant: true };
    if (isPaid) for (const { id } of orders) await markPaid(tx, id, mark);
  }
}

async function enterBirds(
  tx: Tx,
  season: Omit<Season, 'time_zone' | 'merchant'>,
  { last_name, team, country, ring, active, reserve }: (typeof owners)[number],
  ago: (days: number) => { by: number; now_ms: number },
): Promise<number[]> {
  const { order_id, user_id, first_name } = await tx
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['o.id as order_id', 'o.user_id', 'u.first_name'])
    .where('o.season_id', '=', season.season_id)
    .where('o.status', '=', 'paid')
    .where('u.last_name', '=', last_name)
    .executeTakeFirstOrThrow();
  const named = { ...season, name: team, fancier: `${first_name} ${last_name}`, country, user_id };
  const { id: team_id } = await tx.insertInto('teams').values(named).returning('id').executeTakeFirstOrThrow();
  const order = { ...(await findRegistration(tx, order_id)), team_id };
  const ids: number[] = [];
  for (let n = 0; n < active + reserve; n++) {
    const bird = { ring: `${ring}${640 + n}`, name: null, color: null, sex: 'unknown' as const, team_id: null };
    ids.push((await enterFor(tx, order, bird, ago(200))).pigeon_id);
  }
  await bring(tx, season, ids, 'at_loft', ago(80));
  await bring(tx, season, ids.slice(0, active), 'active', ago(80));
  await bring(tx, season, ids.slice(active), 'reserve', ago(80));
  return ids;
}

async function bring(
  tx: Tx,
  season: Omit<Season, 'time_zone' | 'merchant'>,
  pigeon_ids: readonly number[],
  status: Parameters<typeof bringTo>[3],
  act: { by: number; now_ms: number },
): Promise<void> {
  await bringTo(tx, season, await lockPigeons(tx, season, pigeon_ids), status, act);
}
