/** Keys to the open data: shown once and stored as hashes. One has 256 random bits, so a plain hash is enough. */
import { createHash, randomBytes } from 'node:crypto';
import { keyPrefix, mostKeys } from '#domain/open-data/keys-contract.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Database, Tx } from '#server/db/database.ts';

const hashOf = (key: string) => createHash('sha256').update(key).digest();

/** The keys of a person, the latest first. */
export function keysOf(tx: Tx, user_id: number) {
  return tx
    .selectFrom('api_keys')
    .select(['id', 'name', 'created_at', 'last_used_on'])
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Make a key for a person. Those that are made at once wait for each other, so that the limit holds.
 * @returns the key itself, which is kept nowhere
 * @throws Refusal `api_keys_full` when the person has {@link mostKeys}
 */
export async function makeKey(tx: Tx, user_id: number, name: string): Promise<{ id: number; key: string }> {
  await tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute();
  if ((await keysOf(tx, user_id)).length >= mostKeys) throw new Refusal('api_keys_full', { max: mostKeys });
  const key = keyPrefix + randomBytes(32).toString('base64url');
  const { id } = await tx
    .insertInto('api_keys')
    .values({ user_id, name, key_hash: hashOf(key) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, key };
}

/** Revoke a key of a person. @throws Refusal `not_found` for one that is not theirs */
export async function revokeKey(tx: Tx, user_id: number, key_id: number): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('api_keys')
    .where('id', '=', key_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal('not_found');
}

/** Removes the keys of a deleted person. */
export async function forgetKeys(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('api_keys').where('user_id', '=', user_id).execute();
}

/**
 * The id of the key that a request carries; null: it carries none. Looked up on every request, so revoking takes effect
 * at once. The day of its last use is written once a day.
 * @throws Refusal `api_key_invalid` for one that opens nothing
 */
export async function keyIn(db: Database, authorization: string | undefined, today: string): Promise<number | null> {
  if (authorization === undefined) return null;
  const key = /^Bearer +(\S{1,512})$/i.exec(authorization)?.[1];
  // Also the sign-in of a person, or the key of a clock: who sends something counts on its limit.
  const found = key?.startsWith(keyPrefix)
    ? await db
        .selectFrom('api_keys')
        .select(['id', 'last_used_on'])
        .where('key_hash', '=', hashOf(key))
        .executeTakeFirst()
    : undefined;
  if (!found) throw new Refusal('api_key_invalid');
  if (found.last_used_on !== today)
    await db.updateTable('api_keys').set({ last_used_on: today }).where('id', '=', found.id).execute();
  return found.id;
}
