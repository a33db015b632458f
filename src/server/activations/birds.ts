/** The birds of a season as activations need them: owner, order and place, state. */

import { sql } from 'kysely';
import {
  type ActivationKind,
  type ActivationState,
  type BirdToActivate,
  type PlacedBird,
  replacements,
  stateOf,
  waitingAs,
} from '#domain/activations/activation.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { WaitingCash } from '#domain/orders/contract.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { healthStatuses, isOut } from '#domain/pigeons/status.ts';
import type { Tx } from '#server/db/database.ts';
import { cashOf } from '#server/orders/cash.ts';
import { alphabetically, type ListOf } from '#server/pagination.ts';
import { labelOf } from '#server/seasons/order-label.ts';

/** An activation order that has not ended. */
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
  /** The customer of its place's order, else the owner of its team. */
  user_id: number | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  /** The order of its place. */
  entry: { order_id: number; place: number; pigeons_active: number } | null;
  orders: Partial<Record<ActivationKind, OrderOfActivation>>;
}

/** The birds of a season by order and place: of one order, or these birds with all others of their orders. */
export async function birdsToActivate(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  of: { order_id: number } | { pigeon_ids: readonly number[] },
): Promise<SeasonBird[]> {
  const some =
    'order_id' in of
      ? sql`o.id = ${of.order_id}`
      : sql`p.id in (
          select id from unnest(${of.pigeon_ids}::bigint[]) as asked (id)
          union select own.pigeon_id from entries e join entries own on own.loft_id = e.loft_id and own.order_id = e.order_id
            where e.loft_id = ${loft_id} and e.pigeon_id = any(${of.pigeon_ids}::bigint[])
          union select replaces_pigeon_id from activations
            where loft_id = ${loft_id} and pigeon_id = any(${of.pigeon_ids}::bigint[]) and ended_at is null)`;
  const { rows } = await sql<SeasonBird>`
    select p.id as pigeon_id, p.ring, p.name as pigeon_name, p.health, p.progress, p.location,
      t.id as team_id, t.name as team, t.country, u.id as user_id, u.first_name, u.last_name, u.email,
      case when o.id is not null then json_build_object('order_id', o.id, 'place', e.place,
        'pigeons_active', r.pigeons_active) end as entry,
      coalesce((select json_object_agg(a.kind, json_build_object('id', ao.id, 'number', ao.number, 'status', ao.status,
          'pay_until', ao.pay_until, 'cash', ${cashOf('ao')}, 'amount_cents', ap.amount_cents, 'replaces_pigeon_id', a.replaces_pigeon_id))
        from activations a
        join orders ao on ao.loft_id = a.loft_id and ao.id = a.order_id
        join order_positions ap on ap.loft_id = ao.loft_id and ap.order_id = ao.id
        where a.loft_id = p.loft_id and a.pigeon_id = p.id and a.ended_at is null), '{}') as orders
    from pigeons p
    left join entries e on e.loft_id = p.loft_id and e.season_id = p.season_id and e.pigeon_id = p.id
    left join orders o on o.loft_id = e.loft_id and o.id = e.order_id and o.status not in ('rejected', 'cancelled')
    left join registrations r on r.loft_id = o.loft_id and r.order_id = o.id
    left join teams t on t.loft_id = p.loft_id and t.season_id = p.season_id and t.id = p.team_id
    left join users u on u.id = coalesce(o.user_id, t.user_id)
    where p.loft_id = ${loft_id} and p.season_id = ${season_id} and ${some}
    order by o.number nulls last, e.place, p.ring_key`.execute(tx);
  return rows;
}

/**
 * `pigeons p` with place `e`, its order `o` with its number of places `g`, team `t`, owner `u`, and activation `a` of a
 * kind with its order `ao`.
 */
const fromBirds = ({ loft_id, season_id }: SeasonKey, kind: ActivationKind, birds = sql`pigeons`) => sql`
  from ${birds} p
  left join entries e on e.loft_id = p.loft_id and e.season_id = p.season_id and e.pigeon_id = p.id
  left join orders o on o.loft_id = e.loft_id and o.season_id = e.season_id and o.id = e.order_id
    and o.status not in ('rejected', 'cancelled')
  left join registrations g on g.loft_id = o.loft_id and g.season_id = o.season_id and g.order_id = o.id
  left join teams t on t.loft_id = p.loft_id and t.season_id = p.season_id and t.id = p.team_id
  left join users u on u.id = coalesce(o.user_id, t.user_id)
  left join activations a on a.loft_id = p.loft_id and a.pigeon_id = p.id and a.kind = ${kind} and a.ended_at is null
  left join orders ao on ao.loft_id = a.loft_id and ao.id = a.order_id
  cross join lateral (select ${stateAs(kind)} as state) s
  where p.loft_id = ${loft_id} and p.season_id = ${season_id} and ${isListedAs(kind)}`;

const done = {
  reserve: sql`p.health = 'activated_reserve'`,
  final_flight: sql`p.progress = 'final_flight_activated'`,
} satisfies Record<ActivationKind, unknown>;

/** `stateOf` in SQL. */
const stateAs = (kind: ActivationKind) => sql`case
  when ao.status in ('rejected', 'cancelled') then 'free'
  when ao.status = 'paid' then 'activated'
  when ao.id is not null then 'pending'
  when p.progress = ${waitingAs[kind]} then 'pending'
  when ${done[kind]} then 'activated'
  else 'free' end`;

/** `isListed` in SQL. */
const isListedAs = (kind: ActivationKind) =>
  kind === 'reserve'
    ? sql`(s.state <> 'free' or p.health = 'reserve')`
    : sql`(s.state <> 'free' or p.health in ('active', 'activated_reserve'))`;

const out = healthStatuses.filter(isOut);

/** `replacedBy` in SQL: the ring of the bird whose place a bird takes, or would take. */
const replacedRing = (kind: ActivationKind) => {
  const ordered = sql`(select r.ring from pigeons r where r.loft_id = a.loft_id and r.id = a.replaces_pigeon_id)`;
  if (kind !== 'reserve') return ordered;
  return sql`case when a.pigeon_id is not null then ${ordered} else (
    select r.ring from (
      select x.ring, row_number() over (order by y.place) as n
      from entries y join pigeons x on x.loft_id = y.loft_id and x.id = y.pigeon_id
      where y.loft_id = o.loft_id and y.order_id = o.id and y.place <= g.pigeons_active and x.health = any(${out}::text[])
        and not exists (select from activations other where other.loft_id = x.loft_id and other.replaces_pigeon_id = x.id
          and other.kind = 'reserve' and other.ended_at is null)) r
    where r.n = (
      select count(*) from entries y join pigeons x on x.loft_id = y.loft_id and x.id = y.pigeon_id
      where y.loft_id = o.loft_id and y.order_id = o.id and y.place <= e.place
        and (x.health in ('reserve', 'activated_reserve') or x.progress = ${waitingAs.reserve})
        and not exists (select from activations own where own.loft_id = x.loft_id and own.pigeon_id = x.id
          and own.kind = 'reserve' and own.ended_at is null))) end`;
};

/** The birds of a season as a list of a kind; searched by ring, name, team, customer, country or order. */
export function listOfActivations(
  season: SeasonKey,
  {
    kind,
    state,
    year,
    fee_cents,
  }: {
    kind: ActivationKind;
    state?: ActivationState | undefined;
    year: number;
    /** The present fee for a bird that is not activated. */
    fee_cents: number | null;
  },
): ListOf<'state' | 'ring' | 'team' | 'replaces' | 'fee'> {
  return {
    from: sql`${fromBirds(season, kind)} and ${state ? sql`s.state = ${state}` : sql`true`}`,
    id: sql`p.id`,
    columns: {
      // Pending birds come first: they need an action.
      state: sql`array_position(array['pending', 'free', 'activated'], s.state)`,
      ring: alphabetically(sql`p.ring`),
      team: alphabetically(sql`t.name`),
      replaces: alphabetically(replacedRing(kind)),
      fee: sql`coalesce((select ap.amount_cents from order_positions ap where ap.loft_id = ao.loft_id and ap.order_id = ao.id limit 1),
        case when s.state = 'free' then ${fee_cents}::int end)`,
    },
    ties: [sql`o.number nulls last`, sql`e.place`, sql`p.ring_key`],
    search: {
      texts: [sql`p.plain_name`, sql`t.plain_name`, sql`u.plain_name`, labelOf(sql`${year}::int`, 'ao')],
      country: (codes) => sql`t.country = any(${codes})`,
      ring: (pattern) => sql`p.ring_key like ${pattern}`,
    },
  };
}

/** The birds of a season with a pending activation, by the end of their days to pay; those without one last. */
export async function activationsToPay(
  tx: Tx,
  season: SeasonKey,
  kind: ActivationKind,
  most: number,
): Promise<number[]> {
  // PostgreSQL keeps so many joins in the written order, so the few birds come first.
  const waiting = sql`(select b.* from (
      select pigeon_id from activations
        where loft_id = ${season.loft_id} and season_id = ${season.season_id} and kind = ${kind} and ended_at is null
      union select id from pigeons
        where loft_id = ${season.loft_id} and season_id = ${season.season_id} and progress = ${waitingAs[kind]}) w
    join pigeons b on b.loft_id = ${season.loft_id} and b.id = w.pigeon_id)`;
  const { rows } = await sql<{ id: number }>`
    select p.id ${fromBirds(season, kind, waiting)} and s.state = 'pending'
    order by case when is_to_pay(ao.status) and ${cashOf('ao')} is null then ao.pay_until end nulls last,
      o.number nulls last, e.place, p.ring_key limit ${most}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The number of a season's birds of each kind in each state. */
export async function countActivations(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
): Promise<Record<ActivationKind, Record<ActivationState, number>>> {
  const all = await sql<Alike & { count: number }>`
    select health, progress, null as ordered, count(*)::int as count from pigeons
    where loft_id = ${loft_id} and season_id = ${season_id} group by health, progress`.execute(tx);
  const ordered = await sql<Alike & { kind: ActivationKind; count: number }>`
    select p.health, p.progress, a.kind, o.status as ordered, count(*)::int as count
    from activations a
    join pigeons p on p.loft_id = a.loft_id and p.id = a.pigeon_id
    join orders o on o.loft_id = a.loft_id and o.id = a.order_id
    where a.loft_id = ${loft_id} and a.season_id = ${season_id} and a.ended_at is null
    group by p.health, p.progress, a.kind, o.status`.execute(tx);
  const of = (kind: ActivationKind) => {
    const own = ordered.rows.filter((one) => one.kind === kind);
    const counts: Record<ActivationState, number> = { free: 0, pending: 0, activated: 0 };
    const add = (birds: Alike, count: number) => {
      if (isListed(kind, birds)) counts[stateOf(kind, birds)] += count;
    };
    for (const one of own) add(one, one.count);
    for (const { count, ...birds } of all.rows) {
      const alike = own.filter(({ health, progress }) => health === birds.health && progress === birds.progress);
      add(birds, count - alike.reduce((sum, one) => sum + one.count, 0));
    }
    return counts;
  };
  return { reserve: of('reserve'), final_flight: of('final_flight') };
}

type Alike = Pick<BirdToActivate, 'health' | 'progress' | 'ordered'>;

/** Whether a bird is on the list of a kind: it can be activated, is pending, or is activated, in any later state. */
export const isListed = (kind: ActivationKind, bird: Alike): boolean =>
  stateOf(kind, bird) !== 'free' ||
  (kind === 'reserve' ? bird.health === 'reserve' : ['active', 'activated_reserve'].includes(bird.health));

/** The bird as the activation rules need it. */
export const toActivate = ({ orders, ...bird }: SeasonBird, kind: ActivationKind): BirdToActivate => ({
  ...bird,
  ordered: orders[kind]?.status ?? null,
});

/** The number of a bird among its order's reserves; null for an active bird, and for one without an order. */
export function reserveOf({ entry }: SeasonBird): number | null {
  return entry && entry.place > entry.pigeons_active ? entry.place - entry.pigeons_active : null;
}

/**
 * The bird whose place each of these reserves takes, or null.
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
