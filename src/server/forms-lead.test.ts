/** The `form-action` policy of a page names the sites that form replies may redirect to; browsers block others. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { testConfig } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { testDatabase } from '#testing/database.ts';
import { buildApp } from './app.ts';
import { type Connection, connect } from './db/database.ts';

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

const keys = { secret_key: 'sk_test_only', webhook_secret: 'whsec_only_for_tests', publishable_key: undefined };
const oidc = { issuer: 'https://id.example/realms/loft', client_id: 'loft', client_secret: undefined };

it.skipIf(!hasPages).each([
  ["'self'", {}],
  ["'self' https://id.example", { oidc }],
  ["'self' https://checkout.stripe.com", { stripe: { ...keys, api_base: undefined } }],
  ["'self' https://id.example https://cards.example", { oidc, stripe: { ...keys, api_base: 'https://cards.example' } }],
])('forms of a page may redirect to %s: after “Log out” and “Pay by card” (4.8)', async (allowed, change) => {
  const config = { ...testConfig, ...change, production: true };
  const built = await buildApp({
    config,
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    pages: builtPages,
  });
  try {
    const { headers } = await built.app.inject({ url: '/', headers: { accept: 'text/html' } });
    const policy = String(headers['content-security-policy']);
    expect(/form-action ([^;]*)/.exec(policy)?.[1]).toBe(allowed);
  } finally {
    await built.app.close();
  }
});
