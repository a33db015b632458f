/**
 * Proves that a loft keeps an active merchant and the platform an admin (T3): the last two take each other's rights at
 * the same moment, many times. The control removes the lock, and then the database trigger behind it.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import { type Connection, connect, type Tx } from '#server/db/database.ts';
import { asOwner, buildLoft, buildPerson, entryOf } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { changePermission, lockLoftOfRights, loftOfRights } from './permissions.ts';
import { changeStanding, lockStanding } from './standing.ts';

const rounds = proveSize(25, 500);
let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

/** Runs these at the same moment, each in its own transaction. @returns how many were refused with `code` */
async function both(works: readonly ((tx: Tx) => Promise<unknown>)[], code: string): Promise<number> {
  const ends = await Promise.allSettled(works.map((work) => connection.db.transaction().execute(work)));
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  for (const reason of reasons) if (!isRefusal(reason) || reason.code !== code) throw reason;
  return reasons.length;
}

/** The number of rounds in which a loft lost all its merchants. */
async function losses(open: (tx: Tx, loft_id: number) => Promise<unknown>): Promise<number> {
  const { id: loft_id } = (await buildLoft(connection.db)).loft;
  const people = [await buildPerson(connection.db), await buildPerson(connection.db)];
  let lost = 0;
  for (let round = 0; round < rounds; round++) {
    await connection.db.transaction().execute(async (tx) => {
      await lockLoftOfRights(tx, loft_id);
      for (const { user_id } of people)
        await changePermission(tx, null, { loft_id, user_id }, entryOf({ is_merchant: true }));
    });
    const take = people.map(({ user_id }) => async (tx: Tx) => {
      await open(tx, loft_id);
      await changePermission(tx, null, { loft_id, user_id }, null);
    });
    const refused = await both(take, 'last_merchant');
    if (refused !== 1) lost += 1;
  }
  return lost;
}

describe('the last two', () => {
  it('merchants of a loft: one of them stays (5.4, T3)', async () => {
    expect(await losses(lockLoftOfRights)).toBe(0);
    reportProof('T3 merchants', { rounds });
  });

  it('admins: one of them stays', async () => {
    await asOwner(connection.db, (tx) => tx.updateTable('users').set({ is_admin: false }).execute());
    const people = [
      await buildPerson(connection.db, { is_admin: true }),
      await buildPerson(connection.db, { is_admin: true }),
    ];
    const set =
      (user_id: number, is_admin: boolean, by: number | null = user_id) =>
      async (tx: Tx) =>
        changeStanding(tx, by, await lockStanding(tx, user_id), { is_admin, roles: [] });
    for (let round = 0; round < rounds; round++) {
      const take = people.map(({ user_id }) => set(user_id, false));
      expect(await both(take, 'last_admin')).toBe(1);
      for (const { user_id } of people) await asOwner(connection.db, set(user_id, true, null));
    }
    reportProof('T3 admins', { rounds });
  });

  it('control: without the lock the database trigger still refuses; without the trigger both are removed', async () => {
    // The error is the trigger's instead of a refusal, but nothing is lost.
    await expect(losses(loftOfRights)).rejects.toThrow(/no active merchant/);
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query('alter table loft_permissions disable trigger keep_a_merchant');
    const lost = await losses(loftOfRights);
    await owner.query('alter table loft_permissions enable trigger keep_a_merchant');
    await owner.end();
    expect(lost).toBeGreaterThan(0);
    reportProof('T3 control', { rounds, lost });
  });
});
