/** The views of activations: each bird with its state, the place it takes, its order and its fee. */

import { type ActivationKind, kindOf, stateOf, whyNotActivate } from '#domain/activations/activation.ts';
import type { Activation, ListedActivation } from '#domain/activations/contract.ts';
import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { isPayable, orderNumber } from '#domain/orders/order.ts';
import { saleOf } from '#domain/seasons/product.ts';
import type { Product } from '#domain/seasons/product-contract.ts';
import type { Tx } from '#server/db/database.ts';
import type { SeasonTime } from '#server/orders/admin-orders.ts';
import { toPay } from '#server/orders/views.ts';
import { dueDatesOf } from '#server/seasons/due-dates.ts';
import { productsOf } from '#server/seasons/products.ts';
import { isListed, type OrderOfActivation, replacedBy, reserveOf, type SeasonBird, toActivate } from './birds.ts';

/** A season's activation products with their sale periods; the cheapest on sale first. */
export async function activationProducts(
  tx: Tx,
  season: SeasonKey,
  { time_zone, now_ms }: SeasonTime,
): Promise<Record<ActivationKind, Product[]>> {
  const due_dates = await dueDatesOf(tx, season);
  const today = dayAt(now_ms, time_zone);
  const products = (await productsOf(tx, season))
    .map((one) => ({ ...one, sale: saleOf(one, due_dates, today) }))
    .sort(
      (one, other) =>
        Number(other.sale.state === 'open') - Number(one.sale.state === 'open') ||
        one.amount_cents - other.amount_cents,
    );
  const of = (kind: ActivationKind) => products.filter((product) => kindOf(product) === kind);
  return { reserve: of('reserve'), final_flight: of('final_flight') };
}

/** The views of the birds of one kind, in the order of their places. @param all every bird of their orders */
export function activationViews(
  kind: ActivationKind,
  all: readonly SeasonBird[],
  products: readonly Product[],
  when: SeasonTime,
): ListedActivation[] {
  const byId = new Map(all.map((bird) => [bird.pigeon_id, bird]));
  const listed = all.filter((bird) => isListed(kind, toActivate(bird, kind)));
  const free = kind === 'reserve' ? listed.filter(({ orders }) => !orders.reserve) : [];
  const wouldReplace = replacedBy(free, all);
  return listed.map((bird): ListedActivation => {
    const facts = toActivate(bird, kind);
    const ordered = bird.orders[kind];
    const replaced = byId.get((ordered ? ordered.replaces_pigeon_id : wouldReplace.get(bird.pigeon_id)) ?? Number.NaN);
    const state = stateOf(kind, facts);
    const { pigeon_id, ring, pigeon_name, team, country, health, location, user_id, first_name, last_name, email } =
      bird;
    const view: Activation = {
      pigeon_id,
      ring,
      pigeon_name,
      team,
      country,
      health,
      location,
      reserve: reserveOf(bird),
      replaces: replaced ? { ring: replaced.ring, health: replaced.health } : null,
      state,
      refused: state === 'free' ? (whyNotActivate(kind, facts)?.code ?? null) : null,
      order: ordered ? orderViewOf(ordered, when) : null,
      fee_cents: ordered?.amount_cents ?? (state === 'free' ? (products[0]?.amount_cents ?? null) : null),
    };
    return { ...view, customer: user_id === null ? null : { user_id, first_name, last_name, email } };
  });
}

function orderViewOf(
  { id, number, status, cash, pay_until }: OrderOfActivation,
  { year, time_zone, now_ms }: SeasonTime,
) {
  const until = pay_until === null ? null : new Date(pay_until).toISOString();
  return {
    id,
    number: orderNumber({ year, number }),
    status,
    cash,
    to_pay: isPayable(status) && until !== null && !cash ? toPay(until, time_zone, now_ms) : null,
  };
}
