/** Which bird the pigeon of a season is: rings can look alike, so a loft says where two are not the same, with history. */
import { sql } from 'kysely';
import type { BirdChange } from '#domain/pigeons/bird-contract.ts';
import type { Actor } from '#domain/policy.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { seasonsOfBirds } from './birds.ts';

interface PigeonKey {
  loft_id: number;
  season_id: number;
  pigeon_id: number;
}

/** What was said about which bird a pigeon is, the latest first. */
export async function changesOfBird(tx: Tx, { loft_id, pigeon_id }: PigeonKey): Promise<BirdChange[]> {
  const { rows } = await sql<BirdChange>`
    select c.at, c.to_bird_id as bird_id, c.is_new, c.reason,
      case when u.id is not null then json_build_object('user_id', u.id, 'email', u.email, 'first_name', u.first_name,
        'last_name', u.last_name) end as by
    from bird_changes c left join users u on u.id = c.user_id
    where c.loft_id = ${loft_id} and c.pigeon_id = ${pigeon_id} order by c.n desc`.execute(tx);
  return rows;
}

/** The pigeon with its bird, and the other birds with its ring that it could be: those that whoever asks may know of, and those that it was. */
export async function birdAndOthers(tx: Tx, actor: Actor, key: PigeonKey, { lock = false } = {}) {
  const pigeon = await tx
    .selectFrom('pigeons')
    .select(['bird_id', 'ring_key'])
    .where('loft_id', '=', key.loft_id)
    .where('season_id', '=', key.season_id)
    .where('id', '=', key.pigeon_id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!pigeon) throw new Refusal('not_found');
  const { rows: birds } = await sql<{ id: number; was: boolean }>`
    select b.id, exists (select from bird_changes c where c.loft_id = ${key.loft_id} and c.pigeon_id = ${key.pigeon_id}
      and c.from_bird_id = b.id) as was
    from birds b where b.ring_key = ${pigeon.ring_key} order by b.n`.execute(tx);
  const seasons = await seasonsOfBirds(
    tx,
    actor,
    birds.map(({ id }) => id),
    key.pigeon_id,
  );
  const others = birds.filter(({ id, was }) => id !== pigeon.bird_id && (was || seasons.has(id)));
  return {
    ...pigeon,
    seasons: seasons.get(pigeon.bird_id) ?? [],
    others: others.map(({ id }) => ({ bird_id: id, seasons: seasons.get(id) ?? [] })),
  };
}

/**
 * Say which bird the pigeon of a season is.
 * @param bird_id one of the others with its ring ({@link birdAndOthers}); null: one that has no other season yet
 * @returns the bird that it is now
 * @throws Refusal `not_found` for no pigeon of the season, and at a bird that it cannot be; `bird_alone` where there is
 * nothing to tell it apart from.
 */
export async function moveToBird(
  tx: Tx,
  actor: Actor,
  key: PigeonKey,
  bird_id: number | null,
  act: Act,
): Promise<number> {
  const was = await birdAndOthers(tx, actor, key, { lock: true });
  if (bird_id === was.bird_id) return bird_id;
  if (bird_id !== null && !was.others.some((other) => other.bird_id === bird_id))
    throw refusalAt('bird_id', 'not_found');
  // What is hidden from whoever asks is not told by a yes either.
  if (bird_id === null && !was.seasons.length) throw new Refusal('bird_alone');
  const to_bird_id = bird_id ?? (await newBird(tx, was.ring_key));
  const { loft_id, pigeon_id } = key;
  await sql`
    insert into bird_changes (loft_id, pigeon_id, n, from_bird_id, to_bird_id, is_new, at, reason, user_id)
    select ${loft_id}, ${pigeon_id}, coalesce(max(n), 0) + 1, ${was.bird_id}, ${to_bird_id}, ${bird_id === null},
      ${new Date(act.now_ms).toISOString()}::timestamptz, ${act.reason ?? null}, ${act.by}::bigint
    from bird_changes where loft_id = ${loft_id} and pigeon_id = ${pigeon_id}`.execute(tx);
  await tx
    .updateTable('pigeons')
    .set({ bird_id: to_bird_id })
    .where('loft_id', '=', loft_id)
    .where('id', '=', pigeon_id)
    .execute();
  return to_bird_id;
}

/** The next bird with a ring. Who makes one at the same moment is waited for, and has the number before. */
async function newBird(tx: Tx, ring_key: string): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      insert into birds (ring_key, n) select ${ring_key}, max(n) + 1 from birds where ring_key = ${ring_key}
      on conflict (ring_key, n) do nothing returning id`.execute(tx);
    if (rows[0]) return rows[0].id;
  }
}
