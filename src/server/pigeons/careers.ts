/**
 * The teams of one fancier over seasons and lofts (decision 82). They are one fancier's where everybody reads the same
 * name at each, and they are of one account, or the loft keeps them as one fancier. A name alone links nothing.
 */
import { sql } from 'kysely';
import type { TeamKey } from '#domain/keys.ts';
import type { TeamSeason } from '#domain/pigeons/career-contract.ts';
import type { Team } from '#domain/pigeons/contract.ts';
import { type Actor, can } from '#domain/policy.ts';
import { shows } from '#domain/seasons/visibility.ts';
import type { Tx } from '#server/db/database.ts';
import { type View, viewFor } from '#server/seasons/visibility.ts';
import { shownTeam } from './visible-birds.ts';

/** At most this many teams of a fancier are read: those entered last. */
const mostTeams = 24;

/** Whether a season shows whose its teams are. */
export const showsFanciers = ({ hidden }: View): boolean => shows(hidden, 'participants.team', 'participants.fancier');

/** Whether an account holds a team. */
export async function hasAccount(tx: Tx, { loft_id, team_id }: TeamKey): Promise<boolean> {
  const team = await tx
    .selectFrom('teams')
    .select('user_id')
    .where('loft_id', '=', loft_id)
    .where('id', '=', team_id)
    .executeTakeFirst();
  return team !== undefined && team.user_id !== null;
}

/** The name that everybody reads at a team `t`: its fancier's, else its own. */
const nameOf = (t: 'mine' | 't') =>
  sql`coalesce(nullif(${sql.ref(`${t}.plain_fancier`)}, ''), ${sql.ref(`${t}.plain_name`)})`;

/**
 * All teams of the fancier of a team that the actor may know of, the latest season first, this one included. A season
 * that hides whose its teams are reveals nothing, and a draft neither.
 */
export async function seasonsOfFancier(tx: Tx, actor: Actor, { loft_id, team_id }: TeamKey): Promise<TeamSeason[]> {
  type Row = Team & View & Pick<TeamSeason, 'loft' | 'season'>;
  const { rows } = await sql<Row>`
    select t.id as team_id, t.name as team, t.fancier, t.country, s.hidden, s.alias_key,
      (select count(*)::int from pigeons p where p.loft_id = t.loft_id and p.team_id = t.id) as pigeon_count,
      json_build_object('id', l.id, 'name', l.name, 'country', l.country) as loft,
      json_build_object('id', s.id, 'name', s.name, 'year', s.year, 'status', s.status) as season
    from teams mine
    join lateral (
      select t.* from teams t where t.user_id = mine.user_id
      union
      select t.* from fancier_teams own
      join fancier_teams other on other.loft_id = own.loft_id and other.fancier_id = own.fancier_id
      join teams t on t.loft_id = other.loft_id and t.id = other.team_id
      where own.loft_id = mine.loft_id and own.team_id = mine.id
      union
      select mine.*
      order by id desc limit ${mostTeams}) t on ${nameOf('t')} = ${nameOf('mine')}
    join seasons s on s.loft_id = t.loft_id and s.id = t.season_id
    join lofts l on l.id = t.loft_id
    where mine.loft_id = ${loft_id} and mine.id = ${team_id}
    order by s.year desc, s.id desc, t.id desc`.execute(tx);
  return rows.flatMap(({ loft, season, hidden, alias_key, ...team }) => {
    const view = viewFor(actor, { loft_id: loft.id, hidden, alias_key });
    const isKnown = can(actor, 'season.read', { loft_id: loft.id, season_status: season.status });
    return isKnown && showsFanciers(view) ? { loft, season, team: shownTeam(view, team) } : [];
  });
}
