/** All people of the site, for its admins. */
import { sql } from 'kysely';
import type { PersonKind, PersonRow } from '#domain/accounts/people-contract.ts';
import type { Tx } from '#server/db/database.ts';
import { alphabetically, type ListOf, nameOf } from '#server/pagination.ts';

const lastUsed = sql`(select max(s.last_used_at) from user_sessions s where s.user_id = u.id)`;
const orders = sql`(select count(*)::int from orders o where o.user_id = u.id)`;

const isKind = (kind: PersonKind | undefined) => {
  if (kind === undefined) return sql`true`;
  if (kind === 'admin') return sql`u.is_admin`;
  return sql`exists (select from loft_permissions p where p.user_id = u.id and ${sql.ref(`p.${kind}`)})`;
};

/** The people who have signed in here as a list; searched by name and address. */
export const listOfEverybody = (
  kind: PersonKind | undefined,
): ListOf<'name' | 'email' | 'created_at' | 'last_used_at' | 'order_count'> => ({
  from: sql`from users u where ${isKind(kind)}`,
  id: sql`u.id`,
  columns: {
    name: alphabetically(nameOf('u')),
    email: alphabetically(sql`u.email`),
    created_at: sql`u.created_at`,
    last_used_at: lastUsed,
    order_count: orders,
  },
  search: { texts: [sql`u.plain_name`, sql`u.plain_email`] },
});

/** These people with their rights. */
export async function peopleWithRights(tx: Tx, user_ids: readonly number[]): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select u.id as user_id, u.email, u.first_name, u.last_name, u.language, u.has_second_factor, u.created_at,
      json_build_object('is_admin', u.is_admin, 'roles', u.roles) as standing,
      ${lastUsed} as last_used_at, ${orders} as order_count,
      coalesce((
        select json_agg(json_build_object('loft_id', l.id, 'loft', l.name, 'entry', json_build_object(
          'is_merchant', p.is_merchant, 'is_agent', p.is_agent, 'is_staff', p.is_staff, 'has_seasons', p.has_seasons,
          'is_active', p.is_active)) order by l.name, l.id)
        from loft_permissions p join lofts l on l.id = p.loft_id where p.user_id = u.id), '[]') as rights
    from users u where u.id = any(${user_ids}::bigint[])`.execute(tx);
  return rows;
}
