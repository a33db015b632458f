/** The people of a season: those with teams or orders in it, and those with rights in its loft. */

import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import type { SeasonPerson } from '#domain/people/contract.ts';
import type { Tx } from '#server/db/database.ts';
import { alphabetically, type ListOf, nameOf } from '#server/pagination.ts';

/** A part of the people: those with teams or orders, or those with a right in the loft. */
export type Part = 'customer' | 'is_merchant' | 'is_agent' | 'is_staff' | 'has_seasons';

/** `users u` with teams or orders in the season (`is_customer`), or rights `p` in its loft. */
const peopleOf = ({ loft_id, season_id }: SeasonKey) => sql`
  from (
    select user_id, bool_or(is_customer) as is_customer from (
      select user_id, true as is_customer from teams
        where loft_id = ${loft_id} and season_id = ${season_id} and user_id is not null
      union all select user_id, true from orders where loft_id = ${loft_id} and season_id = ${season_id}
      union all select user_id, false from loft_permissions where loft_id = ${loft_id}
    ) there group by user_id
  ) k
  join users u on u.id = k.user_id
  left join loft_permissions p on p.loft_id = ${loft_id} and p.user_id = k.user_id`;

const isPart = (part: Part | undefined) => {
  if (part === undefined) return sql`true`;
  return part === 'customer' ? sql`k.is_customer` : sql`coalesce(${sql.ref(`p.${part}`)}, false)`;
};

/** The people of a season as a list; searched by name, address, team, ring or country. */
export function listOfPeople(
  season: SeasonKey,
  { part, country }: { part?: Part | undefined; country?: string | undefined },
): ListOf<'name' | 'email' | 'team_count' | 'pigeon_count'> {
  const own = sql`t.loft_id = ${season.loft_id} and t.season_id = ${season.season_id} and t.user_id = u.id`;
  const birds = sql`from teams t join pigeons b on b.loft_id = t.loft_id and b.team_id = t.id where ${own}`;
  const ofTeams = sql`u.id in (select t.user_id from teams t where t.loft_id = ${season.loft_id} and t.season_id = ${season.season_id}`;
  return {
    from: sql`${peopleOf(season)} where ${isPart(part)}
      and ${country === undefined ? sql`true` : sql`${ofTeams} and t.country = ${country})`}`,
    id: sql`u.id`,
    columns: {
      name: alphabetically(nameOf('u')),
      email: alphabetically(sql`u.email`),
      team_count: sql`(select count(*) from teams t where ${own})`,
      pigeon_count: sql`(select count(*) ${birds})`,
    },
    ties: [sql`u.last_name`, sql`u.first_name`],
    search: {
      texts: [sql`u.plain_name`, sql`u.plain_email`],
      country: (codes) => sql`${ofTeams} and t.country = any(${codes}))`,
      within: (pattern) => sql`${ofTeams} and t.plain_name like ${pattern})`,
      ring: (pattern) => sql`u.id in (select t.user_id from pigeons b
        join teams t on t.loft_id = b.loft_id and t.id = b.team_id
        where b.loft_id = ${season.loft_id} and b.season_id = ${season.season_id} and b.ring_key like ${pattern})`,
    },
  };
}

/** The countries of the teams of these people of a season. */
export async function countriesOfPeople(tx: Tx, season: SeasonKey, part: Part | undefined): Promise<string[]> {
  const { rows } = await sql<{ country: string }>`
    select distinct t.country ${peopleOf(season)}
    join teams t on t.loft_id = ${season.loft_id} and t.season_id = ${season.season_id} and t.user_id = u.id
    where ${isPart(part)} and t.country is not null order by t.country`.execute(tx);
  return rows.map(({ country }) => country);
}

/** These people of a season. */
export async function peopleOfSeason(tx: Tx, season: SeasonKey, user_ids: readonly number[]): Promise<SeasonPerson[]> {
  const { rows } = await sql<SeasonPerson>`
    select u.id as user_id, u.email, u.first_name, u.last_name, coalesce(o.teams, '[]') as teams,
      coalesce(o.pigeon_count, 0)::int as pigeon_count, k.is_customer,
      case when p.user_id is not null then json_build_object('is_merchant', p.is_merchant, 'is_agent', p.is_agent,
        'is_staff', p.is_staff, 'has_seasons', p.has_seasons, 'is_active', p.is_active) end as entry
    ${peopleOf(season)}
    left join lateral (
      select sum(b.count) as pigeon_count,
        json_agg(json_build_object('team_id', t.id, 'team', t.name, 'country', t.country) order by t.name) as teams
      from teams t cross join lateral (
        select count(*) as count from pigeons where loft_id = t.loft_id and team_id = t.id) b
      where t.loft_id = ${season.loft_id} and t.season_id = ${season.season_id} and t.user_id = u.id) o on true
    where u.id = any(${user_ids}::bigint[])`.execute(tx);
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
