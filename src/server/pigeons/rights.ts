/** The holders of the rights in birds: by grants, each from a day on. */

import { sql } from 'kysely';
import type { PigeonKey } from '#domain/keys.ts';
import { type Grant, holdersOn } from '#domain/pigeons/rights.ts';
import type { Tx } from '#server/db/database.ts';

/** The first owner of a bird: the customer of its place's order, else the account of its team. SQL over `pigeons p`. */
export const firstOwner = sql`(
  select coalesce(o.user_id, t.user_id) from (select 1) one
  left join entries e on e.loft_id = p.loft_id and e.pigeon_id = p.id
  left join orders o on o.loft_id = e.loft_id and o.id = e.order_id
  left join teams t on t.loft_id = p.loft_id and t.id = p.team_id)`;

/**
 * The birds of a person's orders and teams, also those that are another's by their order; by the keys of orders and
 * teams, because no index leads from a person to their birds. SQL with the columns `loft_id` and `id`.
 */
export const birdsOfPerson = (user_id: number) => sql`
  select e.loft_id, e.pigeon_id as id from orders o join entries e on e.loft_id = o.loft_id and e.order_id = o.id
  where o.user_id = ${user_id}
  union
  select p.loft_id, p.id from teams t join pigeons p on p.team_id = t.id and p.loft_id = t.loft_id
  where t.user_id = ${user_id}`;

/** The grants of these birds, by bird, in their order. */
export async function grantsOf(
  tx: Tx,
  { loft_id }: { loft_id: number },
  pigeon_ids: readonly number[],
): Promise<Map<number, Grant[]>> {
  if (!pigeon_ids.length) return new Map();
  const rows = await tx
    .selectFrom('pigeon_rights')
    .select(['pigeon_id', 'user_id', 'from_day', 'until_day', 'share_bp'])
    .where('loft_id', '=', loft_id)
    .where('pigeon_id', 'in', pigeon_ids)
    .orderBy('pigeon_id')
    .orderBy('n')
    .execute();
  return Map.groupBy(rows, ({ pigeon_id }) => pigeon_id);
}

/** The holders of the rights in each of these birds on a day; without grants the owner. */
export async function holdersOf(
  tx: Tx,
  { loft_id }: { loft_id: number },
  pigeon_ids: readonly number[],
  day: string,
): Promise<Map<number, ReturnType<typeof holdersOn>>> {
  if (!pigeon_ids.length) return new Map();
  const { rows } = await sql<{ id: number; owner: number | null }>`
    select p.id, ${firstOwner} as owner from pigeons p
    where p.loft_id = ${loft_id} and p.id = any(${pigeon_ids}::bigint[])`.execute(tx);
  const grants = await grantsOf(tx, { loft_id }, pigeon_ids);
  return new Map(rows.map(({ id, owner }) => [id, holdersOn(day, owner, grants.get(id) ?? [])]));
}

/** Every grant of a bird with its holder, the latest first. */
export async function rightsOf(tx: Tx, { loft_id, pigeon_id }: PigeonKey) {
  const rows = await tx
    .selectFrom('pigeon_rights as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.n', 'r.user_id', 'u.email', 'u.first_name', 'u.last_name', 'r.order_id'])
    .select(['r.from_day', 'r.until_day', 'r.share_bp', 'r.reason'])
    .where('r.loft_id', '=', loft_id)
    .where('r.pigeon_id', '=', pigeon_id)
    .orderBy('r.n', 'desc')
    .execute();
  return rows.map(({ user_id, email, first_name, last_name, ...row }) => ({
    ...row,
    to: { user_id, email, first_name, last_name },
  }));
}

/** The birds with grants that an order entered or bought, as its customer sees them. */
export async function rightsOfOrder(tx: Tx, order_id: number, { user_id }: { user_id: number }) {
  const { rows } = await sql<{
    pigeon_id: number;
    team_id: number | null;
    ring: string;
    user_id: number;
    from_day: string;
    until_day: string | null;
    share_bp: number;
    reason: string | null;
  }>`
    select p.id as pigeon_id, p.team_id, p.ring, r.user_id, r.from_day, r.until_day, r.share_bp, r.reason
    from pigeons p
    join pigeon_rights r on r.loft_id = p.loft_id and r.pigeon_id = p.id
    where exists (select from entries e where e.loft_id = p.loft_id and e.pigeon_id = p.id and e.order_id = ${order_id})
      or exists (select from pigeon_rights own
        where own.loft_id = p.loft_id and own.pigeon_id = p.id and own.order_id = ${order_id})
    order by p.ring_key, r.n`.execute(tx);
  return [...Map.groupBy(rows, ({ pigeon_id }) => pigeon_id).values()].map((own) => ({
    pigeon_id: own[0]!.pigeon_id,
    team_id: own[0]!.team_id,
    ring: own[0]!.ring,
    shares: own.map(({ from_day, until_day, share_bp, reason, ...one }) => ({
      from_day,
      until_day,
      share_bp,
      reason,
      is_mine: one.user_id === user_id,
    })),
  }));
}
