/** A separate database for a test file: a copy of the migrated template, some 20 ms. */
import { randomBytes } from 'node:crypto';
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
  drop(): Promise<void>;
}

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
    drop: () => say(cluster.superUrl, [`drop database if exists ${name} with (force)`]),
  };
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
