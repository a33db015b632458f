/** PostgreSQL's version is checked before anything is written. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { olderPostgres } from '#testing/older-postgres.ts';
import { startProgram } from '#testing/program.ts';
import { hasOldest } from './embedded-binaries.ts';
import { oldestPostgres } from './version.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('the oldest PostgreSQL that is supported', () => {
  it.runIf(hasOldest())('is the one that the server tests run on', async () => {
    const [row] = await ask<{ version: number }>(
      database.url,
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    expect(row?.version).toBe(oldestPostgres);
  });

  it('is checked before the first migration: an older one is refused in one sentence, and nothing is written', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await ask(database.superUrl, `create database ${name}_empty owner loftline_owner`);
    const on = (url: string) => Object.assign(new URL(url), { pathname: `/${name}_empty` }).href;
    const [serving, owner] = [await olderPostgres(on(database.url)), await olderPostgres(on(database.ownerUrl))];
    try {
      const program = startProgram({ DATABASE_URL: serving.url, DATABASE_OWNER_URL: owner.url });
      expect(await program.ended).toBe(78);
      expect(program.output().trim()).toBe(
        'The database is PostgreSQL 15.18, and the oldest that is supported is 17: upgrade it, or restore a backup into a newer one; nothing was written.',
      );
      const made = await ask(
        on(database.superUrl),
        `select relname from pg_class where relowner = 'loftline_owner'::regrole`,
      );
      expect(made).toEqual([]);
    } finally {
      serving.server.close();
      owner.server.close();
      await ask(database.superUrl, `drop database ${name}_empty with (force)`);
    }
  });
});

it('a database whose encoding lacks the letters of most names is refused in one sentence', async () => {
  const name = `${new URL(database.url).pathname.slice(1)}_ascii`;
  await ask(
    database.superUrl,
    `create database ${name} owner loftline_owner template template0 encoding 'SQL_ASCII' locale 'C'`,
  );
  const on = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  try {
    const program = startProgram({ DATABASE_URL: on(database.url), DATABASE_OWNER_URL: on(database.ownerUrl) });
    expect(await program.ended).toBe(78);
    expect(program.output().trim()).toBe(
      "The database keeps its text as SQL_ASCII, which has no place for the names of most people: create it with encoding 'UTF8'; nothing was written.",
    );
  } finally {
    await ask(database.superUrl, `drop database ${name} with (force)`);
  }
});
