/** The people of a season: whose teams or orders are in it, and who has rights in its loft. */
import { sql } from 'kysely';
import type { SeasonPerson } from '#domain/people/contract.ts';
import type { Tx } from '#server/db/database.ts';

/** Somebody with what they can be found by beside their own names. */
export interface FoundPerson extends SeasonPerson {
  /** The keys of their pigeons' rings, parted by blanks. */
  rings: string;
}

/** Everybody with teams or orders in the season, or rights in its loft. */
export async function peopleOfSeason(
  tx: Tx,
  { loft_id, season_id }: { loft_id: number; season_id: number },
): Promise<FoundPerson[]> {
  const { rows } = await sql<FoundPerson>`
    with birds as (
      select team_id, count(*) as count, string_agg(ring_key, ' ') as rings
      from pigeons where loft_id = ${loft_id} and season_id = ${season_id} group by team_id),
    owned as (
      select t.user_id, sum(coalesce(b.count, 0))::int as pigeon_count, string_agg(b.rings, ' ') as rings,
        json_agg(json_build_object('team_id', t.id, 'team', t.name, 'country', t.country) order by t.name) as teams
      from teams t left join birds b on b.team_id = t.id
      where t.loft_id = ${loft_id} and t.season_id = ${season_id} and t.user_id is not null
      group by t.user_id),
    ordered as (select distinct user_id from orders where loft_id = ${loft_id} and season_id = ${season_id})
    select u.id as user_id, u.email, u.first_name, u.last_name,
      coalesce(o.teams, '[]') as teams, coalesce(o.pigeon_count, 0) as pigeon_count, coalesce(o.rings, '') as rings,
      o.user_id is not null or b.user_id is not null as is_customer,
      case when p.user_id is not null then json_build_object('is_merchant', p.is_merchant, 'is_agent', p.is_agent,
        'is_staff', p.is_staff, 'has_seasons', p.has_seasons, 'is_active', p.is_active) end as entry
    from users u
    left join owned o on o.user_id = u.id
    left join ordered b on b.user_id = u.id
    left join loft_permissions p on p.user_id = u.id and p.loft_id = ${loft_id}
    where o.user_id is not null or b.user_id is not null or p.user_id is not null
    order by u.last_name, u.first_name, u.id`.execute(tx);
  return rows;
}

/** The customers of a loft, of any of its seasons, who do not work for it. */
export function availableUsers(tx: Tx, loft_id: number) {
  return tx
    .selectFrom('users as u')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.image'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('teams').select('teams.id').where('loft_id', '=', loft_id).whereRef('teams.user_id', '=', 'u.id'),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('loft_permissions as p')
            .select('p.user_id')
            .where('p.loft_id', '=', loft_id)
            .where('p.is_active', '=', true)
            .whereRef('p.user_id', '=', 'u.id'),
        ),
      ),
    )
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('u.id')
    .execute();
}
