/** The name and country of a customer's team: the customer can change it until its first flight. */
import { whyNotRename } from '#domain/entries/entry.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import type { Registration } from '#server/orders/registrations.ts';
import { changeTeams, createTeam, lockTeams } from '#server/pigeons/admin-teams.ts';
import { teamsOfPerson } from './entries.ts';

/** Whether a flight of the season was released. */
export async function hasFlown(
  tx: Tx,
  { loft_id, season_id }: Pick<Registration, 'loft_id' | 'season_id'>,
): Promise<boolean> {
  const flown = await tx
    .selectFrom('flights')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where('status', 'in', ['released', 'closed', 'provisional', 'official'])
    .limit(1)
    .executeTakeFirst();
  return flown !== undefined;
}

/**
 * Rename a team of an order's customer, or change its country; without an id create one, of the country of the order's
 * team where none is said.
 * @throws Refusal `not_found` for a team of another person, `team_has_flown`; the database's `error_unique` at a name
 * that another team of the season has.
 */
export async function nameOwnTeam(
  tx: Tx,
  order: Registration,
  { team_id, team: name, country }: { team_id: number | null; team: string; country?: string | undefined },
  by: number | null,
): Promise<number> {
  const own = await teamsOfPerson(tx, order);
  if (team_id === null) {
    const made = await createTeam(
      tx,
      by,
      { loft_id: order.loft_id, season_id: order.season_id },
      {
        team: name,
        fancier: null,
        country: country ?? own.find((one) => one.team_id === order.team_id)?.country ?? null,
      },
    );
    await changeTeams(tx, by, order, await lockTeams(tx, order, [made]), { user_id: order.user_id });
    return made;
  }
  if (!own.some((one) => one.team_id === team_id)) throw new Refusal('not_found');
  const no = whyNotRename({ has_flown: await hasFlown(tx, order) });
  if (no) throw no;
  await changeTeams(tx, by, order, await lockTeams(tx, order, [team_id]), {
    name,
    ...(country !== undefined && { country }),
  });
  return team_id;
}
