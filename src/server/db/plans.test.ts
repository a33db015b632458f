/** Connections with prepared statements. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { connect, type Database, servingTimeouts } from './database.ts';

test('a repeated statement is planned once; without values, or beyond a hundred, each time', async () => {
  const database = await testDatabase();
  const prepared = connect(database.url, () => {}, 1, servingTimeouts, 'prepared');
  const unprepared = connect(database.url, () => {}, 1);
  try {
    for (const value of [1, 2, 3]) {
      expect(await twice(prepared.db, value)).toBe(2 * value);
      expect(await twice(unprepared.db, value)).toBe(2 * value);
    }
    expect(await plansOf(prepared.db)).toBe(1);
    expect(await plansOf(unprepared.db)).toBe(0);

    for (let column = 0; column < 150; column++) {
      const { rows } = await sql<{ said: number }>`select ${column}::int as ${sql.ref(`c${column}`)}`.execute(
        prepared.db,
      );
      expect(Object.values(rows[0]!)).toEqual([column]);
    }
    expect(await plansOf(prepared.db)).toBe(100);
  } finally {
    await prepared.close();
    await unprepared.close();
    await database.drop();
  }
});

test('a statement that failed, or was part of a failed transaction, can be repeated', async () => {
  const database = await testDatabase();
  const { db, close } = connect(database.url, () => {}, 1, servingTimeouts, 'prepared');
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
