/**
 * Birds for life: the pigeon of a season is a bird, which is known by its ring. What is said of a bird is said with its
 * pigeons; of another season's pigeon everybody knows what that season shows (decision 51).
 */
import { type RawBuilder, sql } from 'kysely';
import { worksOnSeasonsOf } from '#domain/accounts/person.ts';
import type { BirdSeason } from '#domain/pigeons/bird-contract.ts';
import type { RawBird } from '#domain/pigeons/contract.ts';
import { type Actor, can } from '#domain/policy.ts';
import { showsBirdPages, showsRecords } from '#domain/seasons/shown.ts';
import type { Tx } from '#server/db/database.ts';
import { type View, viewFor } from '#server/seasons/shown.ts';
import { birdColumns } from './bird-columns.ts';
import { firstOwner } from './rights.ts';
import { shownBird } from './shown.ts';

/** So many seasons of a bird are looked at, at most: those that were entered last. */
const mostSeasons = 100;

/** A ring that is entered, by its key, and whose bird it is; null: nobody knows. */
export interface RingToEnter {
  ring_key: string;
  owner: number | null;
}

/**
 * The birds with these rings, by their keys; a ring that was never entered is a new bird's. Of several birds with one ring
 * it is the owner's, else the one that the loft had last, else the first.
 */
export async function birdsWithRings(
  tx: Tx,
  { loft_id }: { loft_id: number },
  wanted: readonly RingToEnter[],
): Promise<Map<string, number>> {
  const ring_keys = wanted.map(({ ring_key }) => ring_key);
  // In one order: two that enter the same rings at once wait for each other.
  await sql`
    insert into birds (ring_key) select distinct ring_key from unnest(${ring_keys}::text[]) as wanted (ring_key)
    where not exists (select from birds b where b.ring_key = wanted.ring_key)
    order by ring_key on conflict (ring_key, n) do nothing`.execute(tx);
  const { rows } = await sql<{ ring_key: string; ids: number[] }>`
    select ring_key, json_agg(id order by n) as ids from birds where ring_key = any(${ring_keys}::text[])
    group by ring_key`.execute(tx);
  const found = new Map(rows.map(({ ring_key, ids }) => [ring_key, ids[0]!]));
  const several = new Set(rows.flatMap(({ ring_key, ids }) => (ids.length > 1 ? ring_key : [])));
  if (several.size) {
    const of = JSON.stringify(wanted.filter(({ ring_key }) => several.has(ring_key)));
    const { rows: known } = await sql<{ ring_key: string; id: number }>`
      select distinct on (p.ring_key) p.ring_key, p.bird_id as id
      from jsonb_to_recordset(${of}::jsonb) as w (ring_key text, owner bigint)
      join birds b on b.ring_key = w.ring_key
      cross join lateral (select * from pigeons p where p.bird_id = b.id order by p.id desc limit ${mostSeasons}) p
      join seasons s on s.loft_id = p.loft_id and s.id = p.season_id
      cross join lateral (select coalesce(${firstOwner} = w.owner, false) as is_own) whose
      where p.loft_id = ${loft_id} or whose.is_own
      order by p.ring_key, whose.is_own desc, s.year desc, p.id desc`.execute(tx);
    for (const { ring_key, id } of known) found.set(ring_key, id);
  }
  return found;
}

/**
 * The seasons of birds that whoever asks may know of, the latest first, by bird; each as it shows the bird to them. A
 * season that hides its rings does not say that it is the same bird, and a draft nothing at all. PublicCache can write
 * anybody's ring into an order: until a loft has both in hand, two pigeons are said to be one bird only where both are the
 * same person's, and to who works for the loft of what is not in hand.
 * @param pigeon_id the pigeon whose other seasons are wanted
 */
export async function seasonsOfBirds(
  tx: Tx,
  actor: Actor,
  bird_ids: readonly number[],
  pigeon_id: number,
): Promise<Map<number, BirdSeason[]>> {
  type Row = RawBird & View & { bird_id: number; flight_count: number } & Pick<BirdSeason, 'loft' | 'season'>;
  const { rows } = await sql<Row>`
    select ${birdColumns}, p.bird_id, p.hidden, p.alias_key,
      json_build_object('id', l.id, 'name', l.name, 'country', l.country) as loft,
      json_build_object('id', p.season_id, 'name', p.season, 'year', p.year, 'status', p.status) as season,
      (select count(*)::int from baskets b join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
        where b.loft_id = p.loft_id and b.pigeon_id = p.id and f.replay_of is null
          and f.status not in ('planned', 'basketing', 'annulled')) as flight_count
    from unnest(${bird_ids}::bigint[]) as bird (id)
    cross join (
      select ${mayBeLinked(actor)} as may_be_linked, ${firstOwner} as owner from pigeons p where p.id = ${pigeon_id}) asked
    cross join lateral (
      select p.*, s.name as season, s.year, s.status, s.hidden, s.alias_key
      from pigeons p join seasons s on s.loft_id = p.loft_id and s.id = p.season_id
      where p.bird_id = bird.id and p.id <> ${pigeon_id} and ${isVisible(actor)}
        and (${mayBeLinked(actor)} and asked.may_be_linked or ${firstOwner} = asked.owner)
      order by p.id desc limit ${mostSeasons}) p
    join lofts l on l.id = p.loft_id
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    order by p.year desc, p.season_id desc, p.id desc`.execute(tx);
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

/**
 * Whether a loft has had the pigeon `p` in hand: until then one of an order is assigned, and what its order leaves behind
 * when it ends is unassigned again. What no order brought, the loft entered itself.
 */
export const wasInHand = sql<boolean>`(p.health not in ('assigned', 'unassigned') or p.location = 'at_loft'
  or not exists (select from entries e where e.loft_id = p.loft_id and e.pigeon_id = p.id))`;

/** The same, or whoever asks works there. */
const mayBeLinked = (actor: Actor) => sql`(${wasInHand} or ${worksAt(actor, sql`p.loft_id`)})`;

/** Whether a season `s` may show its pigeons to somebody: all do that are open, and those of lofts where they work. */
function isVisible(actor: Actor): RawBuilder<boolean> {
  return sql`(s.status <> 'draft' and not ('fanciers.ringDescriptor' = any(s.hidden)) or ${worksAt(actor, sql`s.loft_id`)})`;
}

function worksAt(actor: Actor, loft_id: RawBuilder<unknown>): RawBuilder<boolean> {
  if (actor.kind === 'user' && actor.is_admin) return sql`true`;
  const lofts = actor.kind === 'user' ? actor.permissions.map((of) => of.loft_id) : [];
  const own = lofts.filter((of) => actor.kind === 'user' && worksOnSeasonsOf(actor, of));
  return sql`${loft_id} = any(${own}::bigint[])`;
}
