import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundled_issuer } from '#domain/identity/issuer.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { testDatabase } from '#testing/database.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let owner: Connection;
beforeAll(async () => {
  database = await testDatabase();
  owner = connect(database.ownerUrl, () => {});
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});

it('people of former site addresses are merged into the one with rights (migration 0060)', async () => {
  const { db } = owner;
  const migration = await readFile(new URL('../../../migrations/0060_stable_issuer.sql', import.meta.url), 'utf8');
  await sql`
    insert into idp."user" (id, name, email, "emailVerified")
    values ('ada', 'Ada', 'ada@example.org', true), ('ben', 'Ben', 'ben@example.org', true)`.execute(db);
  await sql`
    insert into users (issuer, subject, email, is_admin) values
      ('http://localhost:3000/id', 'ada', 'ada@example.org', true),
      ('https://loft.example.org/id', 'ada', 'ada@example.org', false),
      ('https://loft.example.org/id', 'ben', 'ben@example.org', false),
      ('https://keycloak.example.org/realms/id', 'ada', 'ada@example.org', false)`.execute(db);
  await sql.raw(migration).execute(db);
  const rows = await db.selectFrom('users').select(['issuer', 'subject', 'email', 'is_admin']).orderBy('id').execute();
  expect(rows.map(({ issuer, subject, is_admin }) => [issuer, subject, is_admin])).toEqual([
    [bundled_issuer, 'ada', true],
    ['https://loft.example.org/id', 'ada', false],
    [bundled_issuer, 'ben', false],
    ['https://keycloak.example.org/realms/id', 'ada', false],
  ]);
  // A second run changes nothing.
  await sql.raw(migration).execute(db);
  expect(
    await db.selectFrom('users').select(['issuer', 'subject', 'email', 'is_admin']).orderBy('id').execute(),
  ).toEqual(rows);
});
