/** A person of a season as the merchants of its loft see them, without anything about other lofts. */

import { sql } from 'kysely';
import type { PersonKey } from '#domain/keys.ts';
import type { PersonOfSeason } from '#domain/people/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { findEntry } from '#server/accounts/permissions.ts';
import type { Tx } from '#server/db/database.ts';

/**
 * A person with a team or an order in any season of the loft, or with rights in it.
 * @throws Refusal `not_found` for all others, known here or not.
 */
export async function personOfLoft(tx: Tx, key: PersonKey): Promise<PersonOfSeason['person']> {
  const person = await tx
    .selectFrom('users')
    .select(['id as user_id', 'email', 'first_name', 'last_name', 'phone', 'language'])
    .where('id', '=', key.user_id)
    .executeTakeFirst();
  const entry = await findEntry(tx, key);
  const team = await tx
    .selectFrom('teams')
    .select('id')
    .where('loft_id', '=', key.loft_id)
    .where('user_id', '=', key.user_id)
    .limit(1)
    .executeTakeFirst();
  const order = await tx
    .selectFrom('orders')
    .select('id')
    .where('loft_id', '=', key.loft_id)
    .where('user_id', '=', key.user_id)
    .limit(1)
    .executeTakeFirst();
  if (!person || (!entry && !team && !order)) throw new Refusal('not_found');
  return { ...person, entry };
}

/** Their teams of a season by name, each with its pigeons by ring. */
export async function teamsOfPerson(
  tx: Tx,
  { loft_id, season_id, user_id }: PersonKey & { season_id: number },
): Promise<PersonOfSeason['teams']> {
  const { rows } = await sql<PersonOfSeason['teams'][number]>`
    select t.id as team_id, t.name as team, t.country, t.fancier,
      coalesce((select json_agg(json_build_object('pigeon_id', p.id, 'ring', p.ring, 'pigeon_name', p.name)
          order by p.ring_key)
        from pigeons p where p.loft_id = t.loft_id and p.season_id = t.season_id and p.team_id = t.id), '[]') as pigeons
    from teams t
    where t.loft_id = ${loft_id} and t.season_id = ${season_id} and t.user_id = ${user_id}
    order by t.name, t.id`.execute(tx);
  return rows;
}

/** Their teams of the other seasons of the loft, those of the latest first. */
export async function teamsElsewhere(
  tx: Tx,
  { loft_id, season_id, user_id }: PersonKey & { season_id: number },
): Promise<PersonOfSeason['elsewhere']> {
  const { rows } = await sql<PersonOfSeason['elsewhere'][number]>`
    select t.id as team_id, t.name as team, t.country, s.id as season_id, s.name as season,
      (select count(*)::int from pigeons p
        where p.loft_id = t.loft_id and p.season_id = t.season_id and p.team_id = t.id) as pigeon_count
    from teams t join seasons s on s.loft_id = t.loft_id and s.id = t.season_id
    where t.loft_id = ${loft_id} and t.season_id <> ${season_id} and t.user_id = ${user_id}
    order by s.year desc, s.id desc, t.name, t.id`.execute(tx);
  return rows;
}

/** The versions of the loft's contract that they accepted, the last first. */
export function agreedBy(tx: Tx, { loft_id, user_id }: PersonKey): Promise<PersonOfSeason['agreed']> {
  return tx
    .selectFrom('contract_acceptances as a')
    .innerJoin('contracts as c', (join) =>
      join.onRef('c.loft_id', '=', 'a.loft_id').onRef('c.id', '=', 'a.contract_id'),
    )
    .select(['c.id as contract_id', 'c.title', 'c.language', 'c.version', 'a.accepted_at'])
    .where('a.loft_id', '=', loft_id)
    .where('a.user_id', '=', user_id)
    .orderBy('a.accepted_at', 'desc')
    .orderBy('c.id', 'desc')
    .execute();
}

/** The fanciers of the loft's list who own their teams. */
export function fanciersOfPerson(tx: Tx, { loft_id, user_id }: PersonKey): Promise<PersonOfSeason['fanciers']> {
  return tx
    .selectFrom('fanciers as f')
    .select(['f.id', 'f.name', 'f.note'])
    .where('f.loft_id', '=', loft_id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('fancier_teams as ft')
          .innerJoin('teams as t', (join) =>
            join.onRef('t.loft_id', '=', 'ft.loft_id').onRef('t.id', '=', 'ft.team_id'),
          )
          .select('t.id')
          .whereRef('ft.loft_id', '=', 'f.loft_id')
          .whereRef('ft.fancier_id', '=', 'f.id')
          .where('t.user_id', '=', user_id),
      ),
    )
    .orderBy('f.name')
    .orderBy('f.id')
    .execute();
}
