/** The birds of a season as their activations ask about them: whose they are, at which place of which order, how they stand. */
import { sql } from 'kysely';
import {
  type ActivationKind,
  type BirdToActivate,
  type PlacedBird,
  replacements,
} from '#domain/activations/activation.ts';
import type { WaitingCash } from '#domain/orders/contract.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import type { Tx } from '#server/db/database.ts';
import { cashOf } from '#server/orders/cash.ts';
import type { SeasonKey } from '#server/seasons/due-dates.ts';

/** An order of an activation that has not ended. */
export interface OrderOfActivation {
  id: number;
  number: number;
  status: OrderStatus;
  pay_until: string | null;
  cash: WaitingCash | null;
  amount_cents: number;
  replaces_pigeon_id: number | null;
}

export interface SeasonBird extends Omit<BirdToActivate, 'ordered'> {
  pigeon_id: number;
  ring: string;
  pigeon_name: string | null;
  team_id: number | null;
  team: string | null;
  country: string | null;
  /** Who ordered its place, else who has its team. */
  user_id: number | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  /** The order that holds its place. */
  entry: { order_id: number; place: number; pigeons_active: number } | null;
  orders: Partial<Record<ActivationKind, OrderOfActivation>>;
}

/** The birds of a season by the order of their places, or these of them. */
export async function birdsToActivate(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  of: { order_id?: number } = {},
): Promise<SeasonBird[]> {
  const some = of.order_id === undefined ? sql`true` : sql`o.id = ${of.order_id}`;
  const { rows } = await sql<SeasonBird>`
    select p.id as pigeon_id, p.ring, p.name as pigeon_name, p.health, p.progress, p.location,
      t.id as team_id, t.name as team, t.country, u.id as user_id, u.first_name, u.last_name, u.email,
      case when o.id is not null then json_build_object('order_id', o.id, 'place', e.place,
        'pigeons_active', o.pigeons_active) end as entry,
      coalesce((select json_object_agg(a.kind, json_build_object('id', ao.id, 'number', ao.number, 'status', ao.status,
          'pay_until', ao.pay_until, 'cash', ${cashOf('ao')}, 'amount_cents', ap.amount_cents, 'replaces_pigeon_id', a.replaces_pigeon_id))
        from activations a
        join orders ao on ao.loft_id = a.loft_id and ao.id = a.order_id
        join order_positions ap on ap.loft_id = ao.loft_id and ap.order_id = ao.id
        where a.loft_id = p.loft_id and a.pigeon_id = p.id and a.ended_at is null), '{}') as orders
    from pigeons p
    left join entries e on e.loft_id = p.loft_id and e.pigeon_id = p.id
    left join orders o on o.loft_id = e.loft_id and o.id = e.order_id and o.status not in ('rejected', 'cancelled')
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    left join users u on u.id = coalesce(o.user_id, t.user_id)
    where p.loft_id = ${loft_id} and p.season_id = ${season_id} and ${some}
    order by o.number nulls last, e.place, p.ring_key`.execute(tx);
  return rows;
}

/** The bird as the rules ask about it. */
export const toActivate = ({ orders, ...bird }: SeasonBird, kind: ActivationKind): BirdToActivate => ({
  ...bird,
  ordered: orders[kind]?.status ?? null,
});

/** The how many-th reserve of its order a bird is; null for one that was to fly, and one without an order. */
export function reserveOf({ entry }: SeasonBird): number | null {
  return entry && entry.place > entry.pigeons_active ? entry.place - entry.pigeons_active : null;
}

/**
 * Which bird each of these reserves takes the place of, or null.
 * @param birds all birds of their season, or of their orders
 */
export function replacedBy(reserves: readonly SeasonBird[], birds: readonly SeasonBird[]): Map<number, number | null> {
  const taken = new Set(birds.flatMap(({ orders }) => orders.reserve?.replaces_pigeon_id ?? []));
  const byOrder = Map.groupBy(reserves, ({ entry }) => entry?.order_id ?? null);
  const found = new Map<number, number | null>();
  for (const [order_id, some] of byOrder) {
    const placed = birds.flatMap((bird): PlacedBird[] =>
      order_id !== null && bird.entry?.order_id === order_id ? [{ ...bird, place: bird.entry.place }] : [],
    );
    const pigeons_active = some[0]!.entry?.pigeons_active ?? 0;
    const ids = some.map(({ pigeon_id }) => pigeon_id);
    for (const [pigeon_id, replaced] of replacements(ids, { pigeons_active, birds: placed }, taken))
      found.set(pigeon_id, replaced);
  }
  return found;
}
