/** Taking the rejection of a registration back: it takes its places again, and waits for the loft. */
import { sql } from 'kysely';
import { whyNotReopen } from '#domain/orders/reopening.ts';
import { Refusal } from '#domain/refusal.ts';
import type { LoftAct } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { createTeam, giveTeams, lockTeams } from '#server/pigeons/admin-teams.ts';
import type { Order } from './order.ts';
import { lockPlaces, moveOrder } from './orders.ts';
import { placesOfOrders } from './places.ts';
import { personOf } from './registration.ts';

/**
 * Take the rejection of a locked order of a locked season back. A team that was removed with it is there again, and its
 * birds that the loft does not have yet have their places again.
 * @throws Refusal by {@link whyNotReopen}; at `reason` `error_required`; `step_not_possible` for an order that is not
 *   rejected; the database's `error_unique` where another team has taken the name of its team
 */
export async function reopenOrder(tx: Tx, order: Order, act: LoftAct): Promise<Order> {
  const { loft_id, season_id, id: order_id } = order;
  if (season_id === null) throw new Refusal('step_not_possible');
  const season = { loft_id, season_id };
  const places = (await placesOfOrders(tx, season, [order_id])).get(order_id);
  const { rows } = await sql<{ quantity: number; left: number | null }>`
    select op.quantity, pr.max_quantity - pr.sold as left
    from order_positions op join products pr on pr.loft_id = op.loft_id and pr.id = op.product_id
    where op.loft_id = ${loft_id} and op.order_id = ${order_id}`.execute(tx);
  const owed = await tx
    .selectFrom('refunds')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('order_id', '=', order_id)
    .where('status', '<>', 'paid')
    .executeTakeFirst();
  const needs = { active: places?.pigeons_active ?? 0, reserve: places?.pigeons_reserve ?? 0 };
  const no = whyNotReopen(
    { kind: order.kind, places: needs, lines: rows, isOwed: owed !== undefined },
    await lockPlaces(tx, season),
  );
  if (no) throw no;
  const moved = await moveOrder(tx, order, 'reopen', act);
  return moved.team_id === null ? { ...moved, team_id: await bringTeamBack(tx, season, moved, act.by) } : moved;
}

/** The team of an order, which was removed when it ended: one of its customer with that name, or a new one. */
async function bringTeamBack(
  tx: Tx,
  season: { loft_id: number; season_id: number },
  { id: order_id, user_id }: Order,
  by: number | null,
): Promise<number | null> {
  const { team_was, team_country_was: country } = await tx
    .selectFrom('orders')
    .select(['team_was', 'team_country_was'])
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  if (team_was === null) return null;
  const own = await tx
    .selectFrom('teams')
    .select('id')
    .where('loft_id', '=', season.loft_id)
    .where('season_id', '=', season.season_id)
    .where('user_id', '=', user_id)
    .where(sql`lower(name)`, '=', team_was.toLowerCase())
    .executeTakeFirst();
  let team_id = own?.id;
  if (team_id === undefined) {
    const { name: fancier } = await personOf(tx, user_id);
    team_id = await createTeam(tx, by, season, { team: team_was, fancier: fancier || null, country });
    await giveTeams(tx, by, season, await lockTeams(tx, season, [team_id]), user_id);
  }
  await tx
    .updateTable('orders')
    .set({ team_id, team_was: null, team_country_was: null })
    .where('loft_id', '=', season.loft_id)
    .where('id', '=', order_id)
    .execute();
  return team_id;
}
