/** The birds of a loft as the effect of a ruling names them. */
import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';

interface NamedBird {
  pigeon_id: number;
  ring: string;
  country: string | null;
  team: string | null;
}

/** These birds by their ids, each with its ring and its team. */
export async function namedBirds(tx: Tx, loft_id: number, ids: readonly number[]): Promise<Map<number, NamedBird>> {
  const { rows } = await sql<NamedBird>`
    select p.id as pigeon_id, p.ring, t.country, t.name as team from pigeons p
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    where p.loft_id = ${loft_id} and p.id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.pigeon_id, row]));
}
