/** Optional scripts enter a page only after its reader's consent. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tagManagerAt } from '#domain/site.ts';
import { testConfig } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { testDatabase } from '#testing/database.ts';
import { type App, buildApp } from './app.ts';
import { type Connection, connect } from './db/database.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let withTags: App;
let plain: App;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  const options = {
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    ...(hasPages && { pages: builtPages }),
  };
  const config = { ...testConfig, keep_ms: 1000, production: true };
  withTags = await buildApp({ ...options, config: { ...config, tag_manager: 'GTM-TEST1' } });
  plain = await buildApp({ ...options, config });
});
afterAll(async () => {
  await withTags?.app.close();
  await plain?.app.close();
  await connection?.close();
  await database?.drop();
});

const say = (consent: string, headers: Record<string, string> = {}) =>
  withTags.app.inject({
    method: 'POST',
    url: '/misc/consent',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ consent, to: '/lofts?live=1' }).toString(),
  });

it('a choice is stored for a year and redirects to the page it was made on', async () => {
  const answer = await say('needed');
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/lofts?live=1']);
  expect(answer.cookies).toMatchObject([{ name: 'consent', value: 'needed', maxAge: 365 * 86_400 }]);
});

it('an unknown choice, and one sent by another site, are ignored', async () => {
  expect((await say('everything')).cookies).toEqual([]);
  const foreign = await say('all', { 'sec-fetch-site': 'cross-site' });
  expect([foreign.statusCode, foreign.json().code, foreign.cookies]).toEqual([403, 'other_site', []]);
});

describe.runIf(hasPages)('a page', () => {
  const read = async (site: App, cookie?: string) => {
    const { body, headers } = await site.app.inject({ url: '/terms', headers: cookie ? { cookie } : {} });
    return { asks: body.includes('action="/misc/consent"'), policy: String(headers['content-security-policy']) };
  };
  const names = (policy: string) => policy.split(tagManagerAt).length - 1;

  it('asks as long as no choice was made, and loads no tag manager', async () => {
    const { asks, policy } = await read(withTags);
    expect([asks, names(policy)]).toEqual([true, 0]);
  });

  it('of a reader who refused loads no tag manager', async () => {
    expect(names((await read(withTags, 'consent=needed')).policy)).toBe(0);
  });

  it('of a reader who consented allows the tag manager, as script, picture and request', async () => {
    expect(names((await read(withTags, 'consent=all')).policy)).toBe(3);
  });

  it('of readers who consented is shared by all of them: its policy names hashes, this site and the tag manager', async () => {
    const { policy } = await read(withTags, 'consent=all');
    const scripts = /script-src ([^;]*)/.exec(policy)![1]!;
    expect(scripts).toMatch(/^('sha256-[^']+' )+'self' https:/);
    expect(scripts).toContain(tagManagerAt);
    expect(scripts).not.toMatch(/nonce|strict-dynamic|unsafe/);
    // Readers without consent get another copy.
    expect(names((await read(withTags)).policy)).toBe(0);
  });

  it('of a site without a tag manager asks nothing and loads none, whatever a cookie says', async () => {
    const { asks, policy } = await read(plain, 'consent=all');
    expect([asks, names(policy)]).toEqual([false, 0]);
  });
});
