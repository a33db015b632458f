/** The birds that the owner of an order had in earlier seasons and can enter again. */
import { sql } from 'kysely';
import type { EarlierPigeon } from '#domain/entries/contract.ts';
import type { Tx } from '#server/db/database.ts';
import type { Registration } from '#server/orders/registrations.ts';
import { factColumns } from '#server/pigeons/bird-columns.ts';
import { birdsOfPerson, firstOwner } from '#server/pigeons/rights.ts';

/** At most this many are returned, of the latest seasons. */
const most = 200;

/**
 * The birds of an order's customer from seasons of earlier years that are not in this one, with their latest facts;
 * dead ones are left out. A loft sees those it had itself.
 * @param by the reader
 */
export async function earlierPigeons(tx: Tx, order: Registration, by: number | null): Promise<EarlierPigeon[]> {
  const { loft_id, season_id, user_id } = order;
  const known = by === user_id ? sql`true` : sql`p.loft_id = ${loft_id}`;
  const { rows } = await sql<EarlierPigeon & { pigeon_id: number }>`
    with own as materialized (${birdsOfPerson(user_id)})
    select last.* from (
      select distinct on (p.ring_key) ${factColumns}, p.health, s.year, l.name as loft, s.name as season
      from own
      join pigeons p on p.loft_id = own.loft_id and p.id = own.id
      join seasons s on s.loft_id = p.loft_id and s.id = p.season_id
      join lofts l on l.id = p.loft_id
      where ${firstOwner} = ${user_id} and ${known}
        and s.year < (select year from seasons now where now.loft_id = ${loft_id} and now.id = ${season_id})
        and not exists (select from pigeons here where here.ring_key = p.ring_key and here.loft_id = ${loft_id}
          and here.season_id = ${season_id})
      order by p.ring_key, s.year desc, p.id desc) last
    where last.health <> 'died'
    order by last.year desc, last.pigeon_id limit ${most}`.execute(tx);
  return rows;
}
