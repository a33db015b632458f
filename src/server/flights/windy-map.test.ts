/** The document of Windy's map: its policy, and that nothing of Windy is anywhere else (decision 85). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import type { WindyMap } from '#server/config.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { buildRace, testConfig } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';

const key = 'a key that readers see';
const url = 'https://api.windy.com/assets/map-forecast/libBoot.js';

let database: TestDatabase;
let connection: Connection;
let flight: string;
const sites: App[] = [];

async function siteWith(windy_map: WindyMap | undefined): Promise<App['app']> {
  const site = await buildApp({
    config: { ...testConfig, windy_map },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    ...(hasPages && { pages: builtPages }),
  });
  sites.push(site);
  return site.app;
}

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  const race = await buildRace(connection.db, { birds: 3 });
  flight = `/lofts/${race.loft.id}/flights/${race.flight_id}`;
});
afterAll(async () => {
  for (const { app } of sites) await app.close();
  await connection?.close();
  await database?.drop();
});

const policyIn = (headers: Record<string, unknown>) =>
  new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((line) => line.split(/ (.*)/s) as [string, string]),
  );

describe.skipIf(!hasPages)("the document of Windy's map", () => {
  it("loads from Windy alone, in a frame of this site alone, without this site's origin", async () => {
    const site = await siteWith({ source: 'windy', key, url });
    const { statusCode, headers, body } = await site.inject('/misc/windy-map');
    expect(statusCode).toBe(200);
    const policy = policyIn(headers);
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toMatch(/^'sha256-\S+' 'sha256-\S+' https:\/\/\*\.windy\.com$/);
    expect(policy.get('connect-src')).toBe('https://*.windy.com');
    expect(policy.get('frame-ancestors')).toBe("'self'");
    expect(policy.get('sandbox')).toContain('allow-scripts');
    expect(policy.get('sandbox')).not.toContain('allow-same-origin');
    expect(headers['set-cookie']).toBeUndefined();
    expect(body).toContain(`data-key="${key}"`);
    expect(body).toContain(`data-boot="${url}"`);
    const again = await site.inject({ url: '/misc/windy-map', headers: { 'if-none-match': String(headers.etag) } });
    expect(again.statusCode).toBe(304);
  });

  it('names an address of the operator beside Windy', async () => {
    const site = await siteWith({ source: 'windy', key, url: 'https://winds.example/boot.js' });
    const policy = policyIn((await site.inject('/misc/windy-map')).headers);
    expect(policy.get('script-src')).toMatch(/ https:\/\/\*\.windy\.com https:\/\/winds\.example$/);
  });

  it('loads nothing at all where it is the invented one', async () => {
    const site = await siteWith({ source: 'invented', script: 'window.windyInit = () => {};' });
    const { headers, body } = await site.inject('/misc/windy-map');
    expect(String(headers['content-security-policy'])).not.toMatch(/https?:/);
    expect(body).not.toContain('data-boot');
  });

  it('is the only one: no page has the key, and the policy of none names Windy', async () => {
    const site = await siteWith({ source: 'windy', key, url });
    for (const path of ['/', '/lofts', flight, `${flight}/map`]) {
      const { statusCode, headers, body } = await site.inject(path);
      expect([path, statusCode]).toEqual([path, 200]);
      expect(String(headers['content-security-policy']), path).not.toMatch(/windy/);
      expect(body, path).not.toContain(key);
      expect(body, path).not.toContain('windy.com/assets');
    }
  });

  it('is not there without a key of the operator', async () => {
    const site = await siteWith(undefined);
    expect((await site.inject('/misc/windy-map')).statusCode).toBe(404);
    expect((await site.inject(`${flight}/map`)).statusCode).toBe(200);
  });
});
