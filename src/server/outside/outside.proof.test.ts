/** A service outside that takes a connection and never answers is noticed by those who need it, and by nobody else. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { built_pages, has_pages } from '#server/attacks/testing.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { testDatabase } from '#server/db/test-database.ts';
import { buildSales } from '#server/payments/testing.ts';
import { testConfig } from '#server/testing.ts';
import { type HangingService, hangingService } from './testing.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let cards: HangingService;
let site: App;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  cards = await hangingService();
  site = await buildApp({
    config: {
      ...testConfig,
      production: true,
      stripe: {
        secret_key: 'sk_test_hangs',
        publishable_key: undefined,
        webhook_secret: 'whsec_hangs',
        api_base: `http://127.0.0.1:${cards.port}`,
      },
    },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    ...(has_pages && { pages: built_pages }),
  });
});
afterAll(async () => {
  await cards?.close();
  await site?.app.close();
  await connection?.close();
  await database?.drop();
});

describe.runIf(has_pages)('while the service for cards hangs', () => {
  it('pages are answered, however many customers wait for it', async () => {
    const { customer, order } = await buildSales(connection.db);
    const payers = 6;
    let answered = 0;
    const paying = await Promise.all(
      Array.from({ length: payers }, async () => {
        const { id } = await order();
        return () =>
          site.app
            .inject({
              method: 'POST',
              url: `/registrations/${id}/pay`,
              headers: {
                cookie: `${site.app.sessions.cookie}=${customer.token}`,
                'content-type': 'application/x-www-form-urlencoded',
              },
              payload: '',
            })
            .then((answer) => {
              answered += 1;
              return answer.statusCode;
            });
      }),
    );
    const answers = Promise.all(paying.map((pay) => pay()));
    await vi.waitFor(() => expect(cards.waiting()).toBe(payers), { timeout: 30_000 });
    const headers = { accept: 'text/html', cookie: 'theme=dark' };
    for (const url of ['/about', '/lofts', '/']) {
      const page = await site.app.inject({ url, headers });
      expect([url, page.statusCode, answered]).toEqual([url, 200, 0]);
    }
    await cards.close();
    expect(await answers).toEqual(Array(payers).fill(503));
  });
});
