/** Reading the teams of a season. They are entered together with their pigeons. */

import { sql } from 'kysely';
import type { PigeonKey, SeasonKey, TeamKey } from '#domain/keys.ts';
import type { Team } from '#domain/pigeons/contract.ts';
import { type Switch, showsTeamPages } from '#domain/seasons/visibility.ts';
import type { Tx } from '#server/db/database.ts';
import { alphabetically, type ListOf } from '#server/pagination.ts';
import { byAlias, type View } from '#server/seasons/visibility.ts';

/** The teams of a season as a list for a reader: hidden facts are neither searched nor sorted by. */
export function listOfTeams({ loft_id, season_id }: SeasonKey, view: View): ListOf<'name'> {
  const shows = (one: Switch) => !view.hidden.includes(one);
  const named = showsTeamPages(view.hidden);
  return {
    from: sql`from teams t where t.loft_id = ${loft_id} and t.season_id = ${season_id}`,
    id: sql`t.id`,
    columns: { name: named ? alphabetically(sql`t.name`) : byAlias(view, 'teams', sql`t.id`) },
    search: {
      texts: [...(named ? [sql`t.plain_name`] : []), ...(shows('participants.fancier') ? [sql`t.plain_fancier`] : [])],
      ...(shows('participants.country') && { country: (codes) => sql`t.country = any(${codes})` }),
    },
  };
}

/** How many teams of a season come from each country; the most first. Teams without a country are not counted. */
export function countriesOf(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<{ country: string; count: number }[]> {
  return tx
    .selectFrom('teams')
    .select(['country', ({ fn }) => fn.countAll<number>().as('count')])
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where('country', 'is not', null)
    .$narrowType<{ country: string }>()
    .groupBy('country')
    .orderBy('count', 'desc')
    .orderBy('country')
    .execute();
}

/** These teams of a season, each with the number of its pigeons. */
export function teamsOf(tx: Tx, { loft_id, season_id }: SeasonKey, ids: readonly number[]): Promise<Team[]> {
  return teams(tx, loft_id)
    .where('t.season_id', '=', season_id)
    .where('t.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

/** One team with its season, or undefined. */
export function findTeam(tx: Tx, { loft_id, team_id }: TeamKey): Promise<(Team & { season_id: number }) | undefined> {
  return teams(tx, loft_id).select('t.season_id').where('t.id', '=', team_id).executeTakeFirst();
}

/** Teams of any lofts by their ids, each with its pigeons and what its season hides. */
export async function teamsById(
  tx: Tx,
  keys: readonly TeamKey[],
): Promise<Map<number, Omit<Team, 'pigeon_count'> & View & { birds: PigeonKey[] }>> {
  if (!keys.length) return new Map();
  const { rows } = await sql<Omit<Team, 'pigeon_count'> & View & { loft_id: number; pigeon_ids: number[] }>`
    select s.hidden, s.alias_key, t.loft_id, t.id as team_id, t.name as team, t.fancier, t.country,
      coalesce((select json_agg(p.id) from pigeons p where p.loft_id = t.loft_id and p.season_id = t.season_id
        and p.team_id = t.id), '[]') as pigeon_ids
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (loft_id bigint, team_id bigint)
    join teams t on t.loft_id = k.loft_id and t.id = k.team_id
    join seasons s on s.loft_id = t.loft_id and s.id = t.season_id`.execute(tx);
  return new Map(
    rows.map(({ loft_id, pigeon_ids, ...team }) => [
      team.team_id,
      { ...team, birds: pigeon_ids.map((pigeon_id) => ({ loft_id, pigeon_id })) },
    ]),
  );
}

function teams(tx: Tx, loft_id: number) {
  return tx
    .selectFrom('teams as t')
    .select(['t.id as team_id', 't.name as team', 't.fancier', 't.country'])
    .select(
      sql<number>`(select count(*) from pigeons p where p.loft_id = t.loft_id and p.team_id = t.id)`.as('pigeon_count'),
    )
    .where('t.loft_id', '=', loft_id);
}
