/** PostgreSQL's version is looked at before anything is written. */
import { createConnection, createServer, type Server } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram } from '#server/test-program.ts';
import { hasOldest } from './embedded-binaries.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';
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

/** A PostgreSQL that says of itself that it is 15.18: the real one behind a relay that changes these six digits. */
async function olderPostgres(url: string): Promise<{ url: string; server: Server }> {
  const { hostname, port } = new URL(url);
  const server = createServer((near) => {
    const far = createConnection(Number(port), hostname);
    near.pipe(far);
    far.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      near.write(Buffer.from(text.replace(/(?<!\w)1[78]00\d\d(?=C)/, '150018'), 'latin1'));
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return { url: Object.assign(new URL(url), { port: String(address.port) }).href, server };
}

describe('the oldest PostgreSQL that is supported', () => {
  it.runIf(hasOldest())('is the one that the rules of the server are tested on', async () => {
    const [row] = await ask<{ version: number }>(
      database.url,
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    expect(row?.version).toBe(oldestPostgres);
  });

  it('is looked for before the first migration: an older one is refused in one sentence, and nothing is written', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await ask(database.superUrl, `create database ${name}_empty owner loftline_owner`);
    const on = (url: string) => Object.assign(new URL(url), { pathname: `/${name}_empty` }).href;
    const [serving, owner] = [await olderPostgres(on(database.url)), await olderPostgres(on(database.ownerUrl))];
    try {
      const program = startProgram({ DATABASE_URL: serving.url, DATABASE_OWNER_URL: owner.url });
      expect(await program.ended).toBe(78);
      expect(program.said().trim()).toBe(
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
