/** The birds of a loft as rulings name and find them. */
import { type RawBuilder, sql } from 'kysely';
import type { FlightKey } from '#domain/keys.ts';
import { chipKey } from '#domain/pigeons/chip.ts';
import { latinDigits, ringKey } from '#domain/pigeons/ring.ts';
import { refusalAt } from '#domain/refusal.ts';
import type { FoundBird } from '#domain/rulings/contract.ts';
import type { Tx } from '#server/db/database.ts';
import { whereFound } from '#server/pagination.ts';

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

/** Birds in a list to choose from. */
const most = 20;

/**
 * The first birds on the list of a flight that match a search: part of the ring, of the name, of the team or its
 * fancier, or the whole chip, or crate and number (3/12). A ring as it is written is its bird alone.
 */
export async function birdsFound(tx: Tx, { loft_id, flight_id }: FlightKey, q: string): Promise<FoundBird[]> {
  const birdsThat = async (match: RawBuilder<unknown>) => {
    const { rows } = await sql<FoundBird>`
      select p.id as pigeon_id, p.ring, t.country, t.name as team, b.crate, b.crate_number
      from baskets b
      join pigeons p on p.loft_id = b.loft_id and p.id = b.pigeon_id
      left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
      where b.loft_id = ${loft_id} and b.flight_id = ${flight_id} and ${match}
      order by p.ring_key limit ${most}`.execute(tx);
    return rows;
  };
  const whole = await birdsThat(sql`p.ring_key = ${ringKey(latinDigits(q))}`);
  if (whole.length) return whole;
  return birdsThat(
    whereFound(q, {
      texts: [sql`p.plain_name`, sql`t.plain_name`, sql`t.plain_fancier`],
      ring: (pattern) => sql`p.ring_key like ${pattern}`,
      whole: (wanted) => sql`(b.crate || '/' || b.crate_number = ${latinDigits(wanted).trim()} or exists (
        select from pigeon_chips c where c.chip = ${chipKey(wanted)} and c.loft_id = p.loft_id and c.pigeon_id = p.id
          and upper_inf(c.during)))`,
    }),
  );
}

/**
 * The one bird on the list of a flight that is meant.
 * @throws Refusal at the field: `pigeon_not_basketed`; `pigeon_several` where several match
 */
export async function basketedBird(tx: Tx, key: FlightKey, q: string, field = 'ring'): Promise<number> {
  const [bird, other] = await birdsFound(tx, key, q);
  if (!bird) throw refusalAt(field, 'pigeon_not_basketed');
  if (other) throw refusalAt(field, 'pigeon_several');
  return bird.pigeon_id;
}
