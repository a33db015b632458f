/** Teams of a season, read. They are entered together with their pigeons. */
import type { Team } from '#domain/pigeons/contract.ts';
import type { Tx } from '#server/db/database.ts';

/** The teams of a season by name, each with the number of its pigeons. */
export function teamsOf(tx: Tx, { loft_id, season_id }: { loft_id: number; season_id: number }): Promise<Team[]> {
  return teams(tx, loft_id).where('t.season_id', '=', season_id).orderBy('t.name').orderBy('t.id').execute();
}

/** One team with its season, or undefined. */
export function findTeam(
  tx: Tx,
  { loft_id, team_id }: { loft_id: number; team_id: number },
): Promise<(Team & { season_id: number }) | undefined> {
  return teams(tx, loft_id).select('t.season_id').where('t.id', '=', team_id).executeTakeFirst();
}

function teams(tx: Tx, loft_id: number) {
  return tx
    .selectFrom('teams as t')
    .select(['t.id as team_id', 't.name as team', 't.fancier', 't.country'])
    .select(({ selectFrom }) =>
      selectFrom('pigeons as p')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('p.loft_id', '=', 't.loft_id')
        .whereRef('p.team_id', '=', 't.id')
        .$asScalar()
        .$notNull()
        .as('pigeon_count'),
    )
    .where('t.loft_id', '=', loft_id);
}
