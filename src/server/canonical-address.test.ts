/** A page names the address of its route, whichever way it was asked for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testConfig } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { testDatabase } from '#testing/database.ts';
import { type App, buildApp } from './app.ts';
import { type Connection, connect } from './db/database.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let site: App;
beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  site = await buildApp({
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    config: testConfig,
    ...(hasPages && { pages: builtPages }),
  });
});
afterAll(async () => {
  await site?.app.close();
  await connection?.close();
  await database?.drop();
});

it.runIf(hasPages).each([
  ['/lofts', '/lofts'],
  ['/LOFTS/?q=blue&page=1', '/lofts'],
  ['/about', '/about'],
  ['/terms', '/terms'],
  ['/login/left', '/login/left'],
  ['/misc/og-tags', '/misc/og-tags'],
])('%s is at %s', async (asked, address) => {
  const { body, statusCode } = await site.app.inject({ url: asked });
  const [, canonical = ''] = /<link rel="canonical" href="([^"]*)"/.exec(body) ?? [];
  expect([statusCode, URL.parse(canonical)?.pathname]).toEqual([200, address]);
});
