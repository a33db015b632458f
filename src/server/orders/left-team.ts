/** What an order leaves behind when it ends without having been paid for. */
import { holdsPlaces, orderStatuses } from '#domain/orders/order.ts';
import type { Tx } from '#server/db/database.ts';
import { lockTeams, removeTeams } from '#server/pigeons/team-desk.ts';
import type { OrderStep } from './consequences.ts';

/** Takes the team of an order that has ended out of the season, where it was made with a registration and nothing holds it. */
export async function leaveTeam(tx: Tx, { order: { team_id, ...order }, act: { by } }: OrderStep): Promise<void> {
  if (team_id === null || holdsPlaces(order.status)) return;
  const season = { loft_id: order.loft_id, season_id: order.season_id };
  await lockTeams(tx, season, [team_id]);
  const left = await tx
    .selectFrom('teams as t')
    .select('t.id')
    .where('t.loft_id', '=', season.loft_id)
    .where('t.id', '=', team_id)
    .where(({ exists, not, selectFrom }) => {
      const orders = selectFrom('orders as o')
        .select('o.id')
        .whereRef('o.loft_id', '=', 't.loft_id')
        .whereRef('o.season_id', '=', 't.season_id')
        .whereRef('o.team_id', '=', 't.id');
      const birds = selectFrom('pigeons as p')
        .select('p.id')
        .whereRef('p.loft_id', '=', 't.loft_id')
        .whereRef('p.team_id', '=', 't.id');
      return exists(orders.where('o.team_is_new', '=', true)).and(
        not(exists(orders.where('o.status', 'in', orderStatuses.filter(holdsPlaces)))).and(not(exists(birds))),
      );
    })
    .executeTakeFirst();
  if (left) await removeTeams(tx, by, season, [team_id]);
}
