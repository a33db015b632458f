/** A separate database for a test file: a copy of the migrated template, some 20 ms. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { serveFrom } from '#server/db/embedded-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Provided by cluster.ts. */
    cluster: { url: string; ownerUrl: string; superUrl: string };
  }
}

export interface TestDatabase {
  url: string;
  ownerUrl: string;
  superUrl: string;
  /** @throws Error after the drop, when a connection was left open */
  drop(): Promise<void>;
}

/** How long a connection may take to close, ms. */
const closing_ms = 2000;

export async function testDatabase(): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await say(cluster.superUrl, [
    `create database ${name} template loftline strategy file_copy owner loftline_owner`,
    ...serveFrom(name),
  ]);
  const on = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return {
    url: on(cluster.url),
    ownerUrl: on(cluster.ownerUrl),
    superUrl: on(cluster.superUrl),
    async drop() {
      const left = await connectionsLeft(cluster.superUrl, name);
      await say(cluster.superUrl, [`drop database if exists ${name} with (force)`]);
      if (left === 1) throw new Error('1 connection to the database of this file was left open.');
      if (left > 1) throw new Error(`${left} connections to the database of this file were left open.`);
    },
  };
}

/** How many connections to a database are open once those that close are gone. */
async function connectionsLeft(url: string, name: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const until_ms = performance.now() + closing_ms;
    for (;;) {
      const { rows } = await client.query<{ left: number }>(
        `select count(*)::int as left from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
        [name],
      );
      const { left } = rows[0]!;
      if (left === 0 || performance.now() > until_ms) return left;
      await pause(20);
    }
  } finally {
    await client.end();
  }
}

async function say(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the running statement reports it
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end().catch(() => {});
  }
}
