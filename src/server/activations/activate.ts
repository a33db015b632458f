/** Activating birds: one activation order for each customer and team, confirmed by the program (decision 24). */

import type { Insertable } from 'kysely';
import { kindOf, waitingAs, whyNotActivate } from '#domain/activations/activation.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { placesLeft } from '#domain/orders/cart.ts';
import { whyNotPigeons } from '#domain/pigeons/team.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { LoftAct } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Order } from '#server/orders/order.ts';
import { lockPlaces, moveOrder } from '#server/orders/orders.ts';
import { placeSeasonOrder } from '#server/orders/season-order.ts';
import { payNothing } from '#server/payments/by-card.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { countBeside } from '#server/seasons/place-counts.ts';
import { productsOf } from '#server/seasons/products.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { birdsToActivate, replacedBy, type SeasonBird, toActivate } from './birds.ts';

export interface Activating {
  product_id: number;
  pigeon_ids: readonly number[];
}

/**
 * Order the activation of birds, all or none: one order for each customer and team, confirmed at once because the loft
 * has the birds. An order that costs nothing is paid at once as well. The season is locked first, then the birds, so
 * that of many simultaneous requests only one activates a bird.
 * @param of the order that the birds must belong to, if any
 * @throws Refusal `season_not_under_way`; `not_found` at the product, and for a bird of another order or season;
 * `no_pigeon_selected`; at a bird by {@link whyNotActivate} and `pigeon_without_owner`; `most_active_pigeons` (8.15);
 * by {@link placeSeasonOrder}
 */
export async function activate(
  tx: Tx,
  season: SeasonKey,
  { product_id, pigeon_ids, order_id }: Activating & { order_id?: number },
  { by, ...now }: LoftAct & { by: number },
): Promise<Order[]> {
  const none = whyNotPigeons(pigeon_ids);
  if (none) throw none;
  const capacity = await lockPlaces(tx, season);
  if ((await loadSeasonById(tx, season.season_id)).season.status !== 'in_progress')
    throw new Refusal('season_not_under_way');
  const product = (await productsOf(tx, season)).find(({ id }) => id === product_id);
  const kind = product ? kindOf(product) : null;
  if (!kind) throw refusalAt('product_id', 'not_found');
  const locked = await lockPigeons(tx, season, pigeon_ids);
  const all = await birdsToActivate(tx, season, order_id === undefined ? { pigeon_ids } : { order_id });
  const chosen = all.filter(({ pigeon_id }) => pigeon_ids.includes(pigeon_id));
  if (chosen.length < locked.length) throw new Refusal('not_found');
  for (const bird of chosen) {
    const no = whyNotActivate(kind, toActivate(bird, kind)) ?? whyNotOrderFor(bird);
    if (no) throw refusalAt(`pigeon_ids.${pigeon_ids.indexOf(bird.pigeon_id)}`, no.code, no.params);
  }
  const replaces = kind === 'reserve' ? replacedBy(chosen, all) : new Map<number, null>();
  const left = placesLeft(capacity).active;
  const added = kind === 'reserve' ? chosen.filter(({ pigeon_id }) => replaces.get(pigeon_id) === null).length : 0;
  if (left !== null && added > left) throw new Refusal('most_active_pigeons');
  await bringTo(tx, season, locked, waitingAs[kind], { by, now_ms: now.now_ms });
  const orders: Order[] = [];
  for (const birds of Map.groupBy(chosen, ({ user_id, team_id }) => `${user_id} ${team_id}`).values()) {
    const { user_id, team_id } = birds[0]!;
    const wanted = [{ product_id, quantity: birds.length }];
    const activations = birds.map(({ pigeon_id }) => ({
      ...season,
      pigeon_id,
      kind,
      replaces_pigeon_id: replaces.get(pigeon_id) ?? null,
    }));
    const keep = (order_id: number) => keepActivations(tx, season, order_id, activations);
    const sent = { kind: 'activation' as const, user_id: user_id!, team_id, wanted, by, isAccepted: true, keep };
    const placed = await placeSeasonOrder(tx, season, sent, now);
    const order = await moveOrder(tx, placed, 'confirm', { by: null, ...now });
    if (order.amount_cents === 0) await payNothing(tx, order.id, { by, now_ms: now.now_ms });
    orders.push(order);
  }
  return orders;
}

/** Store which birds an order activates, and count the reserves that race in addition. */
async function keepActivations(
  tx: Tx,
  season: SeasonKey,
  order_id: number,
  activations: readonly Omit<Insertable<Tables['activations']>, 'order_id'>[],
): Promise<void> {
  await tx
    .insertInto('activations')
    .values(activations.map((one) => ({ ...one, order_id })))
    .execute();
  const added = activations.filter(({ kind, replaces_pigeon_id }) => kind === 'reserve' && replaces_pigeon_id === null);
  await countBeside(tx, season, { activated_reserve: added.length });
}

function whyNotOrderFor({ user_id }: SeasonBird): Refusal | null {
  return user_id === null ? new Refusal('pigeon_without_owner') : null;
}
