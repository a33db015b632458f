import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '#domain/locales.ts';
import { testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { type App, buildApp } from './app.ts';
import { type Connection, connect } from './db/database.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
let address: string;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
  address = await built.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${address}/api/custom/v1/public/countries/${path}`, { headers });

describe('the countries (7.1)', () => {
  it('come in each of the 18 languages', async () => {
    const belgium = new Set<string>();
    for (const locale of locales) {
      const list = (await (await ask(locale)).json()) as { key: string; name: string }[];
      expect(list).toHaveLength(250);
      belgium.add(list.find(({ key }) => key === 'BE')!.name);
    }
    expect(belgium).toContain('Belgien');
    expect(belgium).toContain('ベルギー');
    expect(belgium.size).toBeGreaterThan(10);
  });

  it('are cached for a day, and 304 when unchanged', async () => {
    const first = await ask('de');
    expect(first.headers.get('cache-control')).toBe('public, max-age=86400');
    const etag = first.headers.get('etag')!;
    expect((await ask('de', { 'if-none-match': etag })).status).toBe(304);
    expect((await ask('nl', { 'if-none-match': etag })).status).toBe(200);
  });

  it('are filtered by name or key (5.17)', async () => {
    expect(await (await ask('de?q=BELG')).json()).toEqual([{ key: 'BE', name: 'Belgien' }]);
    expect(await (await ask('jp?q=be')).json()).toEqual([{ key: 'BE', name: 'ベルギー' }]);
  });

  it.each(['xx', 'en-GB', 'sv', '%00', 'constructor'])('of the language %s are not found', async (locale) => {
    const answer = await ask(locale);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'not_found']);
  });
});
