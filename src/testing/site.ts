/** The whole site on a database of its own, for tests over HTTP. */
import { type App, type AppOptions, buildApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { type Connection, connect, type Database } from '#server/db/database.ts';
import { testConfig } from './builders.ts';
import { testDatabase } from './database.ts';

export interface TestSite extends App {
  connection: Connection;
  db: Database;
  /** For tests that must bypass the program's own role. */
  ownerUrl: string;
  /** For tests that insert in bulk, without triggers. */
  superUrl: string;
  end(): Promise<void>;
}

/** A program without a listening port: requests go through `app.inject`. */
export async function testSite(config: Partial<Config> = {}, pages?: AppOptions['pages']): Promise<TestSite> {
  const database = await testDatabase();
  const connection = connect(database.url, () => {});
  const { db } = connection;
  const built = await buildApp({
    config: { ...testConfig, ...config },
    db,
    databaseUrl: database.url,
    version: 'test',
    ...(pages && { pages }),
  });
  return {
    ...built,
    connection,
    db,
    ownerUrl: database.ownerUrl,
    superUrl: database.superUrl,
    async end() {
      await built.app.close();
      await connection.close();
      await database.drop();
    },
  };
}
