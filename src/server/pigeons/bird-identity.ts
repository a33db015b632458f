/**
 * The identity of a season's pigeon: rings can be equal, so a loft can separate two birds with one ring, with history.
 */

import { sql } from 'kysely';
import type { PigeonKey, SeasonPigeonKey } from '#domain/keys.ts';
import type { BirdChange } from '#domain/pigeons/bird-contract.ts';
import type { Actor } from '#domain/policy.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { whoOf } from './admin-birds.ts';
import { seasonsOfBirds } from './birds.ts';

/** The decisions about a pigeon's identity, the latest first. */
export async function changesOfBird(tx: Tx, { loft_id, pigeon_id }: SeasonPigeonKey): Promise<BirdChange[]> {
  const { rows } = await sql<BirdChange>`
    select c.n, c.at, c.is_new, c.reason, ${whoOf} as by
    from bird_changes c left join users u on u.id = c.user_id
    where c.loft_id = ${loft_id} and c.pigeon_id = ${pigeon_id} order by c.n desc`.execute(tx);
  return rows;
}

/**
 * The bird of a pigeon with its other seasons, and the other birds with its ring, as far as the actor may know of them.
 * Bird ids are not sent: they would reveal that a ring was entered before, where that is hidden.
 */
export async function birdAndOthers(tx: Tx, actor: Actor, key: SeasonPigeonKey, { lock = false } = {}) {
  const pigeon = await tx
    .selectFrom('pigeons')
    .select(['bird_id', 'ring_key'])
    .where('loft_id', '=', key.loft_id)
    .where('season_id', '=', key.season_id)
    .where('id', '=', key.pigeon_id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!pigeon) throw new Refusal('not_found');
  const birds = await tx
    .selectFrom('birds')
    .select('id')
    .where('ring_key', '=', pigeon.ring_key)
    .orderBy('n')
    .execute();
  const seasons = await seasonsOfBirds(
    tx,
    actor,
    birds.map(({ id }) => id),
    key.pigeon_id,
  );
  const others = birds.filter(({ id }) => id !== pigeon.bird_id && seasons.has(id));
  return {
    ...pigeon,
    seasons: seasons.get(pigeon.bird_id) ?? [],
    others: others.map(({ id }) => ({ bird_id: id, seasons: seasons.get(id)! })),
  };
}

/**
 * Decide which bird the pigeon of a season is.
 * @param same_as a pigeon of another bird with its ring ({@link birdAndOthers}); null: a bird that has no other season
 * yet
 * @throws Refusal `not_found` for no pigeon of the season, and at a pigeon that it cannot be the same as; `bird_alone`
 * where there is nothing to separate it from.
 */
export async function changeWhichBird(
  tx: Tx,
  actor: Actor,
  key: SeasonPigeonKey,
  same_as: number | null,
  act: Act,
): Promise<void> {
  const before = await birdAndOthers(tx, actor, key, { lock: true });
  const { loft_id, pigeon_id } = key;
  const isOf = ({ seasons }: Pick<typeof before, 'seasons'>) =>
    seasons.some(({ pigeon }) => pigeon.pigeon_id === same_as);
  if (isOf(before)) return;
  const known = before.others.find(isOf);
  if (same_as !== null && !known) throw refusalAt('same_as', 'not_found');
  // A success must not reveal seasons hidden from the actor.
  if (same_as === null && !before.seasons.length) throw new Refusal('bird_alone');
  const to_bird_id = known?.bird_id ?? (await newBird(tx, before.ring_key));
  await sql`
    insert into bird_changes (loft_id, pigeon_id, n, from_bird_id, to_bird_id, is_new, at, reason, user_id)
    select ${loft_id}, ${pigeon_id}, coalesce(max(n), 0) + 1, ${before.bird_id}, ${to_bird_id}, ${!known},
      ${new Date(act.now_ms).toISOString()}::timestamptz, ${act.reason ?? null}, ${act.by}::bigint
    from bird_changes where loft_id = ${loft_id} and pigeon_id = ${pigeon_id}`.execute(tx);
  await tx
    .updateTable('pigeons')
    .set({ bird_id: to_bird_id })
    .where('loft_id', '=', loft_id)
    .where('id', '=', pigeon_id)
    .execute();
}

/** The bird with this ring by the last decision about a pigeon, or undefined: a ring corrected back keeps its bird. */
export async function birdByDecision(
  tx: Tx,
  { loft_id, pigeon_id }: PigeonKey,
  ring_key: string,
): Promise<number | undefined> {
  const named = await tx
    .selectFrom('bird_changes as c')
    .innerJoin('birds as b', 'b.id', 'c.to_bird_id')
    .select('b.id')
    .where('c.loft_id', '=', loft_id)
    .where('c.pigeon_id', '=', pigeon_id)
    .where('b.ring_key', '=', ring_key)
    .orderBy('c.n', 'desc')
    .limit(1)
    .executeTakeFirst();
  return named?.id;
}

/** A new bird with a ring. A simultaneous insert is awaited, and has the number before. */
async function newBird(tx: Tx, ring_key: string): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      insert into birds (ring_key, n) select ${ring_key}, max(n) + 1 from birds where ring_key = ${ring_key}
      on conflict (ring_key, n) do nothing returning id`.execute(tx);
    if (rows[0]) return rows[0].id;
  }
}
