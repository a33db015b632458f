import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltRace, buildPerson, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { testDatabase } from '#testing/database.ts';
import { type App, buildApp } from './app.ts';
import { basketPigeons } from './basketing/basketing.ts';
import { type Connection, connect } from './db/database.ts';
import { releaseFlight } from './flights/lifecycle.ts';
import { lockFlight } from './flights/locked-flight.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
let address: string;
let race: BuiltRace;
let queries = 0;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  connection.pool.on('acquire', () => {
    queries += 1;
  });
  built = await start(1000);
  address = await built.app.listen({ port: 0, host: '127.0.0.1' });
  race = await buildRace(connection.db, { birds: 200, basketed: 150 });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

function start(keep_ms: number): Promise<App> {
  return buildApp({
    config: { ...testConfig, keep_ms, production: true },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    ...(hasPages && { pages: builtPages }),
  });
}

const path = (what: string) => `/api/lofts/${race.loft.id}/flights/${race.flight_id}/${what}`;
const ask = (what: string, headers: Record<string, string> = {}) => fetch(address + path(what), { headers });
const land = async (bird: number) => {
  const answer = await fetch(`${address}/api/devices/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${race.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings: [readingOf(race, bird, 300 + bird, { sequence: bird + 1 })] }),
  });
  expect(answer.status).toBe(200);
};

describe('a snapshot', () => {
  it('costs thousands of readers a handful of queries, and is the same bytes for all', async () => {
    await land(0);
    const [before, began_ms] = [queries, performance.now()];
    const bodies = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask('arrivals?after=0')));
      for (const answer of answers) bodies.add(`${answer.headers.get('etag')} ${await answer.text()}`);
    }
    expect([...bodies]).toEqual([
      `W/"1-1" {"epoch":1,"seq":1,"rows":[[1,${race.pigeon_ids[0]},${race.release_ms + 300 * 60_000}]]}`,
    ]);
    // Loading the flight, its gaps, the version and the rows, once in each second that began meanwhile.
    const seconds = Math.floor((performance.now() - began_ms) / 1000) + 2;
    expect(queries - before).toBeLessThan(10 * seconds);
  });

  it('changes within a second after an arrival, and is 304 when unchanged', async () => {
    await land(1);
    await expect.poll(async () => (await ask('arrivals?after=0')).headers.get('etag')).toBe('W/"1-2"');
    const again = await ask('arrivals?after=0', { 'if-none-match': 'W/"1-2"' });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(Object.fromEntries(again.headers)).toMatchObject({
      'cache-control': 'public, max-age=1',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
  });

  it('is never given to a request with a key, whatever the key, nor is a tail cached', async () => {
    const keyed = await ask('arrivals?after=0', { authorization: 'Bearer nothing' });
    expect([keyed.status, keyed.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const tail = await ask('arrivals?after=1');
    expect([tail.headers.get('cache-control'), (await tail.json()).rows.length]).toEqual(['no-store', 1]);
    expect((await fetch(`${address}/api/lofts/1/flights/99999/arrivals?after=0`)).status).toBe(404);
  });
});

describe('a basketing list', () => {
  const list = async () => (await (await ask('basketing')).json()) as { pigeons: { pigeon_name: string | null }[] };

  it('is compressed, and made again when it or the data of a bird in it has changed', async () => {
    const answer = await ask('basketing', { 'accept-encoding': 'br' });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect((await list()).pigeons).toHaveLength(150);
    await connection.db.transaction().execute(async (tx) => {
      const key = { loft_id: race.loft.id, flight_id: race.flight_id };
      await basketPigeons(tx, await lockFlight(tx, key), race.pigeon_ids.slice(150));
    });
    await expect.poll(async () => (await list()).pigeons.length).toBe(200);
    await connection.db
      .updateTable('pigeons')
      .set({ name: 'Blue Wonder' })
      .where('id', '=', race.pigeon_ids[0]!)
      .execute();
    await expect.poll(async () => (await list()).pigeons[0]?.pigeon_name).toBe('Blue Wonder');
  });
});

describe.runIf(hasPages)('a page', () => {
  const page = async (
    headers: Record<string, string> = {},
    url = `/lofts/${race.loft.id}/flights/${race.flight_id}`,
  ) => {
    const answer = await fetch(address + url, { headers: { 'accept-language': 'en', ...headers } });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), html: await answer.text() };
  };
  const policyOf = ({ headers }: { headers: Record<string, string> }) => headers['content-security-policy']!;

  it('is the same bytes for all, compressed or not, and names its inline scripts by their hashes', async () => {
    const pages = await Promise.all(Array.from({ length: 50 }, () => page()));
    expect(new Set(pages.map(({ html }) => html)).size).toBe(1);
    expect(new Set(pages.map(policyOf)).size).toBe(1);
    const [{ html, headers }] = pages as [(typeof pages)[0]];
    expect(html).not.toMatch(/nonce/);
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers.vary).toBe('accept-language, cookie, accept-encoding');
    const inline = [...html.matchAll(/<script[^>]*>(.+?)<\/script>/gs)].map(([, text]) => text!);
    expect(inline.length).toBeGreaterThan(2);
    for (const text of inline) {
      expect(policyOf(pages[0]!)).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    }
    expect(policyOf(pages[0]!)).not.toMatch(/script-src[^;]*(unsafe|nonce|strict-dynamic)/);
  });

  it('differs by language, address and host', async () => {
    const pages = await Promise.all([
      page(),
      page({ 'accept-language': 'de' }),
      page({ cookie: 'locale=de' }),
      page({}, '/lofts'),
      page({ 'accept-language': 'de' }, '/lofts?lang=fr'),
      page({ cookie: 'locale=de; a=1' }, '/lofts?lang=fr'),
    ]);
    expect(pages.map(({ headers }) => headers['content-language'])).toEqual(['en', 'de', 'de', 'en', 'fr', 'fr']);
    expect(new Set(pages.slice(0, 5).map(({ html }) => html)).size).toBe(4);
  });

  it('has a nonce of its own for people who work for the loft, and is not cached', async () => {
    const entries = [{ loft_id: race.loft.id, entry: { is_agent: true } }];
    const { token } = await buildPerson(connection.db, { entries });
    const pages = await Promise.all(Array.from({ length: 3 }, () => page({ cookie: `session=${token}` })));
    for (const one of pages) {
      expect(one.headers['cache-control']).toBe('private, no-cache');
      const [, nonce] = /script-src 'nonce-([^']+)'/.exec(policyOf(one))!;
      expect(one.html).toContain(`nonce="${nonce}"`);
    }
    expect(new Set(pages.map(policyOf)).size).toBe(3);
    expect((await page()).html).not.toMatch(/nonce/);
  });

  it('that does not exist is cached too, and HEAD has no body', async () => {
    const missing = await page({}, '/lofts/99999');
    expect([missing.status, missing.headers['cache-control']]).toEqual([
      404,
      'public, max-age=0, s-maxage=1, must-revalidate',
    ]);
    const url = `${address}/lofts/${race.loft.id}`;
    const [whole, head] = await Promise.all([fetch(url), fetch(url, { method: 'HEAD' })]);
    expect(await head.text()).toBe('');
    expect(head.headers.get('etag')).toBe(whole.headers.get('etag'));
  });

  it('shows its rows as they are now, though the HTML of rows is reused', async () => {
    let asked = 0;
    const rows = async (query = '', language = 'en') => {
      // A new address each time is a page that is not cached.
      const url = `/lofts/${race.loft.id}/flights/${race.flight_id}?asked=${++asked}${query}`;
      const { html } = await page({ 'accept-language': language }, url);
      return /<tbody[^>]*>(.*?)<\/tbody>/s.exec(html)![1]!;
    };
    // A page that is not cached may still use calls that were cached within a second.
    const rowsAfter = async (last: string) => {
      await expect.poll(() => rows()).not.toBe(last);
      return rows();
    };
    await land(2);
    await expect.poll(() => rows()).toContain(`data-bird="${race.pigeon_ids[2]}"`);
    const before = await rows();
    expect(await rows()).toBe(before);
    const others = [await rows('', 'ar'), await rows('&order=latest')];
    await connection.db.updateTable('lofts').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', race.loft.id).execute();
    others.push(await rowsAfter(before));
    await connection.db.updateTable('pigeons').set({ color: 'Red' }).where('id', '=', race.pigeon_ids[2]!).execute();
    await expect.poll(() => rows()).toContain('<bdi>Red</bdi>');
    others.push(await rows());
    await connection.db
      .updateTable('seasons')
      .set({ hidden: ['results.fancier'] })
      .where('id', '=', race.season_id)
      .execute();
    others.push(await rowsAfter(others.at(-1)!));
    expect(new Set([before, ...others]).size).toBe(6);
  });

  it('is made again at once when the flight changes its state', async () => {
    // Cached for an hour unless it is cleared.
    const keeping = await start(3_600_000);
    try {
      const at = await keeping.app.listen({ port: 0, host: '127.0.0.1' });
      const flight = await buildRace(connection.db, { until: 'basketing' }, race);
      const read = async () => (await fetch(`${at}/lofts/${race.loft.id}/flights/${flight.flight_id}.data`)).text();
      expect(await read()).toContain('basketing');
      // Notifications of what was built may still be on their way.
      await expect.poll(async () => new Set([await read(), await read()]).size).toBe(1);
      await connection.db.transaction().execute(async (tx) => {
        const key = { loft_id: race.loft.id, flight_id: flight.flight_id };
        await releaseFlight(tx, await lockFlight(tx, key), new Date().toISOString());
      });
      await expect.poll(read, { interval: 20 }).toContain('"released"');
    } finally {
      await keeping.app.close();
    }
  });
});
