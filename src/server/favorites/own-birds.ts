/** A person's own birds, which they follow without marking them: those in which they have a share today (2.3, 4.1). */
import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { birdsOfPerson } from '#server/pigeons/rights.ts';

export interface OwnBirdsAsked {
  user_id: number;
  /** The birds of one loft; without it those of all lofts, in seasons that are not over. */
  loft_id?: number;
  /** Epoch ms; a share has a first and a last day. */
  now_ms: number;
}

/** The own birds of a person, without those that they have unmarked, in the order of their ids. */
export async function ownBirds(
  tx: Tx,
  { user_id, loft_id, now_ms }: OwnBirdsAsked,
): Promise<{ loft_id: number; id: number }[]> {
  const { rows } = await sql<{ loft_id: number; id: number }>`
    select p.loft_id, p.id from (${everOwned(user_id)}) own
    join pigeons p on p.loft_id = own.loft_id and p.id = own.id
    join seasons s on s.loft_id = p.loft_id and s.id = p.season_id
    where ${loft_id === undefined ? sql`s.status not in ('over', 'season_complete')` : sql`p.loft_id = ${loft_id}`}
      and not exists (select from unmarked_birds u where u.user_id = ${user_id} and u.pigeon_id = p.id)
      and ${user_id} in (select holders_of_bird(p.loft_id, p.id, ${new Date(now_ms).toISOString()}))
    order by p.id`.execute(tx);
  return rows;
}

/** The birds that a person has or had a share in. SQL with the columns `loft_id` and `id`. */
export const everOwned = (user_id: number) => sql`
  ${birdsOfPerson(user_id)}
  union
  select r.loft_id, r.pigeon_id from pigeon_rights r where r.user_id = ${user_id}`;
