/**
 * Birds for life: the pigeon of a season is a bird, which is known by its ring. What is said of a bird is said with its
 * pigeons; of another season's pigeon everybody knows what that season shows (decision 51).
 */
import { type RawBuilder, sql } from 'kysely';
import type { BirdSeason } from '#domain/pigeons/bird-contract.ts';
import type { RawBird } from '#domain/pigeons/contract.ts';
import { type Actor, can } from '#domain/policy.ts';
import { showsBirdPages, showsRecords } from '#domain/seasons/shown.ts';
import type { Tx } from '#server/db/database.ts';
import { type View, viewFor } from '#server/seasons/shown.ts';
import { birdColumns } from './bird-columns.ts';
import { shownBird } from './shown.ts';

/** Whether a pigeon is somebody's: by its order, joined as `o`, or else by its team, joined as `t`. */
export const isOf = (user_id: number | null): RawBuilder<boolean> =>
  user_id === null ? sql`false` : sql`coalesce(o.user_id, t.user_id) = ${user_id}`;

/** Joins pigeons `p` with their teams `t`, entries `e` and orders `o`. */
export const withOwners = sql`
  left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
  left join entries e on e.loft_id = p.loft_id and e.pigeon_id = p.id
  left join orders o on o.loft_id = e.loft_id and o.id = e.order_id`;

/**
 * The birds with these rings, by their keys; a ring that was never entered is a new bird's. Of several birds with one ring
 * it is the owner's, else the one that the loft had last, else the first.
 * @param owner whose bird it is, where that is known
 */
export async function birdsWithRings(
  tx: Tx,
  { loft_id, owner = null }: { loft_id: number; owner?: number | null },
  ring_keys: readonly string[],
): Promise<Map<string, number>> {
  // In one order: two that enter the same rings at once wait for each other.
  await sql`
    insert into birds (ring_key) select distinct ring_key from unnest(${ring_keys}::text[]) as wanted (ring_key)
    where not exists (select from birds b where b.ring_key = wanted.ring_key)
    order by ring_key on conflict (ring_key, n) do nothing`.execute(tx);
  const { rows } = await sql<{ ring_key: string; ids: number[] }>`
    select ring_key, json_agg(id order by n) as ids from birds where ring_key = any(${ring_keys}::text[])
    group by ring_key`.execute(tx);
  const found = new Map(rows.map(({ ring_key, ids }) => [ring_key, ids[0]!]));
  const several = rows.flatMap(({ ids }) => (ids.length > 1 ? ids : []));
  if (several.length) {
    const { rows: known } = await sql<{ ring_key: string; id: number }>`
      select distinct on (p.ring_key) p.ring_key, p.bird_id as id from pigeons p ${withOwners}
      where p.bird_id = any(${several}::bigint[]) and (p.loft_id = ${loft_id} or ${isOf(owner)})
      order by p.ring_key, coalesce(${isOf(owner)}, false) desc, p.id desc`.execute(tx);
    for (const { ring_key, id } of known) found.set(ring_key, id);
  }
  return found;
}

/** The bird that a pigeon is, or undefined. */
export function birdOf(tx: Tx, { loft_id, pigeon_id }: { loft_id: number; pigeon_id: number }) {
  return tx
    .selectFrom('pigeons')
    .select(['bird_id', 'ring_key', 'season_id'])
    .where('loft_id', '=', loft_id)
    .where('id', '=', pigeon_id)
    .executeTakeFirst();
}

/** So many seasons of a bird are told at most, the latest. */
const mostSeasons = 100;

/**
 * The seasons of birds that whoever asks may know of, the latest first, by bird; each as it shows the bird to them. A
 * season that hides its rings does not say that it is the same bird, and a draft nothing at all.
 * @param but a pigeon that is left out
 */
export async function seasonsOfBirds(
  tx: Tx,
  actor: Actor,
  bird_ids: readonly number[],
  but: number,
): Promise<Map<number, BirdSeason[]>> {
  type Row = RawBird & View & { bird_id: number; flight_count: number } & Pick<BirdSeason, 'loft' | 'season'>;
  const { rows } = await sql<Row>`
    select ${birdColumns}, p.bird_id, s.hidden, s.alias_key,
      json_build_object('id', l.id, 'name', l.name, 'country', l.country) as loft,
      json_build_object('id', s.id, 'name', s.name, 'year', s.year, 'status', s.status) as season,
      (select count(*)::int from baskets b join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
        where b.loft_id = p.loft_id and b.pigeon_id = p.id and f.replay_of is null
          and f.status not in ('planned', 'basketing', 'annulled')) as flight_count
    from pigeons p
    join seasons s on s.loft_id = p.loft_id and s.id = p.season_id
    join lofts l on l.id = p.loft_id
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    where p.bird_id = any(${bird_ids}::bigint[]) and p.id <> ${but}
    order by s.year desc, s.id desc, p.id desc limit ${mostSeasons}`.execute(tx);
  const seasons = new Map<number, BirdSeason[]>();
  for (const { bird_id, loft, season, flight_count, hidden, alias_key, ...bird } of rows) {
    const view = viewFor(actor, { loft_id: loft.id, hidden, alias_key });
    const isKnown = can(actor, 'season.read', { loft_id: loft.id, season_status: season.status });
    if (!isKnown || !showsBirdPages(view.hidden)) continue;
    const pigeon = shownBird(view, 'fanciers', bird as RawBird);
    const told = { loft, season, pigeon, flight_count: showsRecords(view.hidden) ? flight_count : null };
    seasons.set(bird_id, [...(seasons.get(bird_id) ?? []), told]);
  }
  return seasons;
}
