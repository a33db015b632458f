/** Teams of orders that ended unpaid. */
import { holdsPlaces, orderStatuses } from '#domain/orders/order.ts';
import type { Tx } from '#server/db/database.ts';
import { lockTeams, removeTeams } from '#server/pigeons/admin-teams.ts';
import type { TeamRemoval } from '#server/pigeons/consequences.ts';
import { endedOf, type SeasonOrderSteps } from './consequences.ts';

/**
 * Remove the teams of ended orders from the season, if they were created by a registration and have neither birds nor
 * another open order.
 */
export async function removeUnusedTeams(tx: Tx, { steps, act: { by }, ...season }: SeasonOrderSteps): Promise<void> {
  const ended = new Set(endedOf(steps));
  const team_ids = [...new Set(steps.flatMap(({ order }) => (ended.has(order.id) ? (order.team_id ?? []) : [])))];
  if (!team_ids.length) return;
  await lockTeams(tx, season, team_ids);
  const left = await tx
    .selectFrom('teams as t')
    .select('t.id')
    .where('t.loft_id', '=', season.loft_id)
    .where('t.id', 'in', team_ids)
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
    .execute();
  if (!left.length) return;
  await removeTeams(
    tx,
    by,
    season,
    left.map(({ id }) => id),
  );
}

/** Copy the names of teams about to be removed onto their orders, which have all ended and are kept. */
export async function copyTeamNames(tx: Tx, { loft_id, season_id, teams }: TeamRemoval): Promise<void> {
  for (const { id, name, country } of teams)
    await tx
      .updateTable('orders')
      .set({ team_was: name, team_country_was: country })
      .where('loft_id', '=', loft_id)
      .where('season_id', '=', season_id)
      .where('team_id', '=', id)
      .execute();
}
