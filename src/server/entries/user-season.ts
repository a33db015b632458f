/** A person's data in a season, with the names of part 7 (3.6–3.8). */
import { sql } from 'kysely';
import type { UserOrder, UserPigeon } from '#domain/entries/contract.ts';
import { type Health, idOfStatus, type Progress, statusTypeOf } from '#domain/pigeons/status.ts';
import type { Tx } from '#server/db/database.ts';

interface Part {
  loft_id: number;
  season_id: number;
  user_id: number;
}

/** The birds of a person's orders and teams, by ring. */
export async function userPigeons(tx: Tx, { loft_id, season_id, user_id }: Part): Promise<UserPigeon[]> {
  type Row = Omit<UserPigeon, 'latest_pigeon_health_status' | 'latest_pigeon_progressive_status'>;
  const { rows } = await sql<Row & { health: Health; progress: Progress }>`
    select p.id, p.ring as ring_number, p.name, p.color as colour, p.sex, p.team_id as pigeon_team_id,
      o.id as order_id, p.health, p.progress
    from pigeons p
    left join teams t on t.loft_id = p.loft_id and t.season_id = p.season_id and t.id = p.team_id
    left join entries e on e.loft_id = p.loft_id and e.season_id = p.season_id and e.pigeon_id = p.id
    left join orders o on o.loft_id = e.loft_id and o.id = e.order_id
    where p.loft_id = ${loft_id} and p.season_id = ${season_id} and coalesce(o.user_id, t.user_id) = ${user_id}
    order by p.ring_key`.execute(tx);
  return rows.map(({ health, progress, ...bird }) => ({
    ...bird,
    latest_pigeon_health_status: statusOf(bird.id, health),
    latest_pigeon_progressive_status: progress === 'not_activated' ? null : statusOf(bird.id, progress),
  }));
}

function statusOf(pigeon_id: number, status: Health | Progress) {
  const { id, code, is_not_racing } = statusTypeOf(idOfStatus(status));
  return { pigeon_status_type_id: id, pigeon_id, pigeon_status_type: { id, code, is_not_racing } };
}

/** The orders of a person with their positions, the earliest first. */
export async function userOrders(tx: Tx, { loft_id, season_id, user_id }: Part): Promise<UserOrder[]> {
  const { rows } = await sql<UserOrder>`
    select o.id, json_build_object('order_status_type', json_build_object('code', o.status)) as latest_order_status,
      (select json_build_object('id', t.id, 'latest_transportation_status',
          json_build_object('transportation_status_type', json_build_object('code', t.status)))
        from transports t where t.loft_id = o.loft_id and t.order_id = o.id order by t.id desc limit 1)
        as latest_transportation,
      json_agg(json_build_object('amount', op.amount_cents / 100.0, 'quantity', op.quantity, 'product',
        json_build_object('id', p.id, 'product_category_id', p.product_category_id, 'name', p.name,
          'amount', p.amount_cents / 100.0, 'pigeons_active', p.pigeons_active,
          'pigeons_reserve', p.pigeons_reserve)) order by op.n) as order_positions
    from orders o
    join order_positions op on op.loft_id = o.loft_id and op.order_id = o.id
    join products p on p.loft_id = op.loft_id and p.id = op.product_id
    where o.loft_id = ${loft_id} and o.season_id = ${season_id} and o.user_id = ${user_id}
    group by o.loft_id, o.id order by o.number`.execute(tx);
  return rows;
}

/** The teams of a person in a season, by name. */
export async function userTeams(tx: Tx, { loft_id, season_id, user_id }: Part) {
  const teams = await tx
    .selectFrom('teams')
    .select(['id', 'name', 'fancier'])
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where('user_id', '=', user_id)
    .orderBy('name')
    .execute();
  return teams.map((team) => ({ ...team, user_id }));
}
