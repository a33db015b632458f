/** One bird, entered and changed by hand: here a ring already in the season is an error. */

import { sql } from 'kysely';
import type { PigeonKey, SeasonKey } from '#domain/keys.ts';
import type { Correction } from '#domain/pigeons/admin-contract.ts';
import type { WholeBird } from '#domain/pigeons/contract.ts';
import { type Fact, type Facts, facts, inLists } from '#domain/pigeons/facts.ts';
import { impossibleFacts } from '#domain/pigeons/possible.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { yearOf } from '#server/seasons/seasons.ts';
import { adminBirds, whoOf } from './admin-birds.ts';
import { birdByDecision } from './bird-identity.ts';
import { birdsWithRings } from './birds.ts';
import { knownOf, withKnown } from './known-facts.ts';
import { type PigeonToEnter, type PigeonToKeep, ringsWornAsChips } from './pigeons.ts';
import { firstOwner } from './rights.ts';
import { lockPigeons } from './statuses.ts';

/** The bird with this ring in a season, in any notation, or undefined. */
export function pigeonByRing(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  ring: string,
): Promise<{ id: number } | undefined> {
  return tx
    .selectFrom('pigeons')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where('ring_key', '=', ringKey(ring))
    .executeTakeFirst();
}

/**
 * Enter a pigeon into the season. Blank facts are taken from the known facts of the same bird.
 * @param by who enters it
 * @param owner the bird's owner
 * @throws Refusal at the ring: `entry_exists` (8.17), the same by the database for a simultaneous entry;
 * `ring_is_chip`; `bad_input` by {@link impossibleFacts}.
 */
export async function enterPigeon(
  tx: Tx,
  season: SeasonKey,
  typed: PigeonToEnter,
  { by, owner }: { by: number | null; owner: number },
): Promise<number> {
  const { loft_id, season_id } = season;
  if (await pigeonByRing(tx, season, typed.ring)) throw refusalAt('ring', 'entry_exists');
  await refuseImpossible(tx, season, typed);
  const ring_key = ringKey(typed.ring);
  const bird_id = (await birdsWithRings(tx, season, [{ ring_key, owner }])).get(ring_key)!;
  const known = (await knownOf(tx, season, by === owner ? 'owner' : 'loft', [{ bird_id, owner }])).get(bird_id);
  const pigeon = withKnown(typed, known?.facts);
  const { id } = await tx
    .insertInto('pigeons')
    .values({
      loft_id,
      season_id,
      bird_id,
      ...pigeon,
      ring_key,
      pedigree_file_id: known?.pedigree_file_id ?? null,
      entered_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(tx, {
    loft_id,
    user_id: by,
    action: 'pigeon.enter',
    before: null,
    after: { season_id, id, ...pigeon },
  });
  return id;
}

/** The facts of a bird in the form of lists. */
export const factsOf = (bird: WholeBird): Facts =>
  Object.fromEntries(facts.map((fact) => [fact, bird[inLists(fact)]])) as unknown as Facts;

/**
 * Change the facts of a bird; equal values leave no trace.
 * @throws Refusal at the ring: `entry_exists` where another bird of the season has it (8.17); `ring_is_chip`;
 * `bad_input` by {@link impossibleFacts}.
 */
export async function changePigeon(
  tx: Tx,
  season: SeasonKey,
  bird: WholeBird,
  change: PigeonToKeep,
  by: number | null,
): Promise<void> {
  const { loft_id } = season;
  const { pigeon_id } = bird;
  const before: PigeonToKeep = { ...factsOf(bird), team_id: bird.team_id };
  if ((Object.keys(before) as (keyof PigeonToKeep)[]).every((field) => before[field] === change[field])) return;
  const other = await pigeonByRing(tx, season, change.ring);
  if (other && other.id !== pigeon_id) throw refusalAt('ring', 'entry_exists');
  await refuseImpossible(tx, season, change);
  const ring_key = ringKey(change.ring);
  const isOther = ring_key !== ringKey(bird.ring);
  await tx
    .updateTable('pigeons')
    .set({ ...change, ring_key, ...(isOther && { bird_id: await birdWithRing(tx, season, pigeon_id, ring_key) }) })
    .where('loft_id', '=', loft_id)
    .where('id', '=', pigeon_id)
    .execute();
  const forAudit = (of: PigeonToKeep) => ({ season_id: season.season_id, pigeon_id, ...of });
  await writeAudit(tx, {
    loft_id,
    user_id: by,
    action: 'pigeon.change',
    before: forAudit(before),
    after: forAudit(change),
  });
}

/**
 * Correct the facts of a bird of a season, in any of its states; a fact that is left out stays as it is.
 * @throws Refusal `not_found`; as {@link changePigeon}.
 */
export async function correctPigeon(
  tx: Tx,
  season: SeasonKey,
  pigeon_id: number,
  given: { [F in Fact]?: Facts[F] | undefined },
  by: number | null,
): Promise<void> {
  await lockPigeons(tx, season, [pigeon_id]);
  const [bird] = await adminBirds(tx, season, [pigeon_id]);
  await changePigeon(tx, season, bird!, { ...withGiven(factsOf(bird!), given), team_id: bird!.team_id }, by);
}

/** These facts with the changed ones; facts that are left out stay. */
export const withGiven = (known: Facts, given: { [F in Fact]?: Facts[F] | undefined }): Facts => ({
  ...known,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
});

/** The corrections of a bird's facts, the latest first. */
export async function correctionsOf(tx: Tx, { loft_id, pigeon_id }: PigeonKey): Promise<Correction[]> {
  const { rows } = await sql<Pick<Correction, 'at' | 'by'> & { before: Facts; after: Facts }>`
    select a.at, a.before, a.after, ${whoOf} as by
    from audit_log a left join users u on u.id = a.user_id
    where a.loft_id = ${loft_id} and a.action = 'pigeon.change' and (a.after ->> 'pigeon_id')::bigint = ${pigeon_id}
    order by a.id desc`.execute(tx);
  return rows.flatMap(({ before, after, ...one }) => {
    // Entries older than a fact do not contain it.
    const changes = facts
      .map((fact) => ({ fact, from: before[fact] ?? null, to: after[fact] ?? null }))
      .filter(({ from, to }) => from !== to);
    return changes.length ? { ...one, changes } : [];
  });
}

/** The bird of a pigeon whose ring is corrected: the one with that ring by an earlier decision, or else the owner's. */
async function birdWithRing(tx: Tx, season: SeasonKey, pigeon_id: number, ring_key: string): Promise<number> {
  const found = await birdByDecision(tx, { loft_id: season.loft_id, pigeon_id }, ring_key);
  if (found !== undefined) return found;
  const { rows } = await sql<{ owner: number | null }>`
    select ${firstOwner} as owner from pigeons p where p.loft_id = ${season.loft_id} and p.id = ${pigeon_id}`.execute(
    tx,
  );
  return (await birdsWithRings(tx, season, [{ ring_key, owner: rows[0]!.owner }])).get(ring_key)!;
}

/** @throws Refusal `ring_is_chip` at a ring that is the chip of a bird of the season; `bad_input` by {@link impossibleFacts}. */
async function refuseImpossible(tx: Tx, season: SeasonKey, bird: Pick<Facts, 'ring'> & Partial<Facts>): Promise<void> {
  if ((await ringsWornAsChips(tx, season, [ringKey(bird.ring)])).size) throw refusalAt('ring', 'ring_is_chip');
  const errors = impossibleFacts(bird, await yearOf(tx, season));
  if (Object.keys(errors).length) throw new Refusal('bad_input', {}, errors);
}

/** Set or remove the pedigree file of a bird; the previous file is released. */
export async function givePedigree(
  tx: Tx,
  { loft_id, pigeon_id, file_id }: { loft_id: number; pigeon_id: number; file_id: number | null },
): Promise<void> {
  await tx
    .updateTable('pigeons')
    .set({ pedigree_file_id: file_id })
    .where('loft_id', '=', loft_id)
    .where('id', '=', pigeon_id)
    .execute();
}
