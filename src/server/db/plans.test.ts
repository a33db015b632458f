/** Connections that keep the plans of what they ask. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connect, type Database, servingPatience } from './database.ts';
import { testDatabase } from './test-database.ts';

test('a statement that is asked again is planned once; without values, or beyond a hundred, each time', async () => {
  const database = await testDatabase();
  const kept = connect(database.url, () => {}, 1, servingPatience, 'kept');
  const anew = connect(database.url, () => {}, 1);
  try {
    for (const value of [1, 2, 3]) {
      expect(await twice(kept.db, value)).toBe(2 * value);
      expect(await twice(anew.db, value)).toBe(2 * value);
    }
    expect(await plansOf(kept.db)).toBe(1);
    expect(await plansOf(anew.db)).toBe(0);

    for (let column = 0; column < 150; column++) {
      const { rows } = await sql<{ said: number }>`select ${column}::int as ${sql.ref(`c${column}`)}`.execute(kept.db);
      expect(Object.values(rows[0]!)).toEqual([column]);
    }
    expect(await plansOf(kept.db)).toBe(100);
  } finally {
    await kept.close();
    await anew.close();
    await database.drop();
  }
});

test('a statement that failed, or was begun in a transaction that failed, is asked again', async () => {
  const database = await testDatabase();
  const { db, close } = connect(database.url, () => {}, 1, servingPatience, 'kept');
  try {
    const nothing = () => sql`select 1 / ${0}::int`.execute(db);
    await expect(nothing()).rejects.toMatchObject({ code: '22012' });
    await expect(nothing()).rejects.toMatchObject({ code: '22012' });
    const failing = db.transaction().execute(async (tx) => {
      await sql`select 1 / ${0}::int`.execute(tx).catch(() => {});
      await twice(tx, 1);
    });
    await expect(failing).rejects.toMatchObject({ code: '25P02' });
    expect(await twice(db, 4)).toBe(8);
  } finally {
    await close();
    await database.drop();
  }
});

async function twice(db: Database, value: number): Promise<number> {
  const { rows } = await sql<{ said: number }>`select 2 * ${value}::int as said`.execute(db);
  return rows[0]!.said;
}

async function plansOf(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(db);
  return rows[0]!.count;
}
