/**
 * Birds for life: the pigeon of a season belongs to a bird, identified by its ring. Facts are stored with each pigeon;
 * of another season's pigeon the public sees what that season shows (decision 51).
 */
import { type RawBuilder, sql } from 'kysely';
import { worksOnSeasonsOf } from '#domain/accounts/person.ts';
import type { BirdSeason } from '#domain/pigeons/bird-contract.ts';
import type { RawBird } from '#domain/pigeons/contract.ts';
import { type Actor, can } from '#domain/policy.ts';
import { showsBirdPages, showsRecords } from '#domain/seasons/visibility.ts';
import type { Tx } from '#server/db/database.ts';
import { type View, viewFor } from '#server/seasons/visibility.ts';
import { birdColumns } from './bird-columns.ts';
import { firstOwner } from './rights.ts';
import { shownBird } from './visible-birds.ts';

/** At most this many seasons of a bird are read: those entered last. */
const mostSeasons = 100;

/** The key of an entered ring, and the owner of the bird; null: unknown. */
export interface RingToEnter {
  ring_key: string;
  owner: number | null;
}

/**
 * The birds with these rings, by ring key; an unknown ring creates a bird. Of several birds with one ring it is the
 * owner's, else the loft's latest, else the first.
 */
export async function birdsWithRings(
  tx: Tx,
  { loft_id }: { loft_id: number },
  wanted: readonly RingToEnter[],
): Promise<Map<string, number>> {
  const ring_keys = wanted.map(({ ring_key }) => ring_key);
  // In a fixed order: two transactions entering the same rings wait for each other.
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
 * The seasons of birds that the actor may know of, the latest first, by bird, each bird as its season shows it to the
 * actor. A season that hides its rings does not reveal that it is the same bird, and a draft nothing at all. Anyone can
 * enter any ring into an order: until a loft has received both, two pigeons count as one bird only if both have the
 * same owner, and for members of the loft that has not received its pigeon.
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
          and f.status not in ('planned', 'basketing', 'sealed', 'annulled')) as flight_count
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
    const shown = { loft, season, pigeon, flight_count: showsRecords(view.hidden) ? flight_count : null };
    seasons.set(bird_id, [...(seasons.get(bird_id) ?? []), shown]);
  }
  return seasons;
}

/**
 * Whether a loft has received the pigeon `p`: until then a pigeon of an order is assigned, and unassigned again when
 * its order ends. A pigeon without an order was entered by the loft itself.
 */
export const wasInHand = sql<boolean>`(p.health not in ('assigned', 'unassigned') or p.location = 'at_loft'
  or not exists (select from entries e where e.loft_id = p.loft_id and e.pigeon_id = p.id))`;

/** The same, or the actor is a member of the loft. */
const mayBeLinked = (actor: Actor) => sql`(${wasInHand} or ${worksAt(actor, sql`p.loft_id`)})`;

/** Whether a season `s` may show its pigeons to the actor: all public seasons, and those of the actor's lofts. */
function isVisible(actor: Actor): RawBuilder<boolean> {
  return sql`(s.status <> 'draft' and not ('fanciers.ringDescriptor' = any(s.hidden)) or ${worksAt(actor, sql`s.loft_id`)})`;
}

function worksAt(actor: Actor, loft_id: RawBuilder<unknown>): RawBuilder<boolean> {
  if (actor.kind === 'user' && actor.is_admin) return sql`true`;
  const lofts = actor.kind === 'user' ? actor.permissions.map((of) => of.loft_id) : [];
  const own = lofts.filter((of) => actor.kind === 'user' && worksOnSeasonsOf(actor, of));
  return sql`${loft_id} = any(${own}::bigint[])`;
}
