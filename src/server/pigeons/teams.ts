/** Teams of a season, read. They are entered together with their pigeons. */
import type { Team } from '#domain/pigeons/contract.ts';
import type { Tx } from '#server/db/database.ts';
import type { Part } from './pigeons.ts';

interface SeasonKey {
  loft_id: number;
  season_id: number;
}

/** How many teams a season has. */
export async function countTeams(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<number> {
  const { count } = await tx
    .selectFrom('teams')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .executeTakeFirstOrThrow();
  return count;
}

/** The teams of a season by name, each with the number of its pigeons. */
export function teamsOf(tx: Tx, { loft_id, season_id }: SeasonKey, part?: Part): Promise<Team[]> {
  let query = teams(tx, loft_id).where('t.season_id', '=', season_id);
  if (part) query = query.limit(part.limit).offset(part.offset);
  return query.orderBy('t.name').orderBy('t.id').execute();
}

/** One team with its season, or undefined. */
export function findTeam(
  tx: Tx,
  { loft_id, team_id }: { loft_id: number; team_id: number },
): Promise<(Team & { season_id: number }) | undefined> {
  return teams(tx, loft_id).select('t.season_id').where('t.id', '=', team_id).executeTakeFirst();
}

function teams(tx: Tx, loft_id: number) {
  // The pigeons are counted in one walk: one for each team takes seconds where there are thousands.
  return tx
    .with('counts', (db) =>
      db
        .selectFrom('pigeons')
        .select(['team_id', ({ fn }) => fn.countAll<number>().as('count')])
        .where('loft_id', '=', loft_id)
        .groupBy('team_id'),
    )
    .selectFrom('teams as t')
    .leftJoin('counts', 'counts.team_id', 't.id')
    .select(['t.id as team_id', 't.name as team', 't.fancier', 't.country'])
    .select(({ fn, lit }) => fn.coalesce('counts.count', lit(0)).as('pigeon_count'))
    .where('t.loft_id', '=', loft_id);
}
