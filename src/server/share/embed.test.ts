/** Boards for other sites, and oEmbed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { buildRace, testConfig } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';

let database: TestDatabase;
let connection: Connection;
let built: App;
let board: string;
let page: string;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({
    config: { ...testConfig, public_url: 'https://lofts.example' },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    ...(hasPages && { pages: builtPages }),
  });
  const race = await buildRace(connection.db, { birds: 3 });
  board = `/embed/flights/${race.loft.id}/${race.flight_id}`;
  page = `https://lofts.example/lofts/${race.loft.id}/flights/${race.flight_id}`;
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

const ask = (url: string, headers: Record<string, string> = {}) => built.app.inject({ url, headers });

describe.skipIf(!hasPages)('a board for other sites', () => {
  it('may stand in a frame of any site, loads nothing from elsewhere and sets no cookie', async () => {
    const answer = await ask(`${board}?lang=de&theme=dark`, { cookie: 'theme=light; locale=fr' });
    expect(answer.statusCode).toBe(200);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain('frame-ancestors *');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("connect-src 'self';");
    expect(answer.headers['x-frame-options']).toBeUndefined();
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.body).toContain('<html lang="de" dir="ltr" style="color-scheme:dark">');
    // What its script follows at the live socket, from which row on.
    expect(answer.body).toMatch(/<main data-renewed-s="5" data-flight="\d+" data-epoch="\d+" data-seq="0">/);
  });

  it('says in its frame, in its language, that there is no such flight', async () => {
    for (const address of [`${board}9999`, '/embed/flights/x/y']) {
      const answer = await ask(`${address}?lang=de`);
      expect([address, answer.statusCode]).toEqual([address, 404]);
      expect(String(answer.headers['content-security-policy'])).toContain('frame-ancestors *');
      expect(answer.body).toContain('<html lang="de" dir="ltr">');
      expect(answer.body).toMatch(/<main><h1>[^<]+<\/h1>/);
    }
  });

  it('control: a page of the site may not stand in a frame', async () => {
    const answer = await ask(page.replace('https://lofts.example', ''));
    expect(String(answer.headers['content-security-policy'])).toContain("frame-ancestors 'none'");
    expect(answer.body).toContain('application/json+oembed');
    // And in which feed the result comes.
    expect(answer.body).toMatch(/<link[^>]*type="application\/atom\+xml"[^>]*\/lofts\/\d+\/results\.atom/);
  });
});

describe('oEmbed', () => {
  const oembed = (url: string, more = '') => ask(`/oembed?url=${encodeURIComponent(url)}${more}`);

  it('names the board of a flight, in the language of its address and no larger than asked for', async () => {
    const answer = await oembed(`${page}?lang=de`, '&maxwidth=300&maxheight=400');
    expect(answer.json()).toMatchObject({ version: '1.0', type: 'rich', width: 300, height: 400 });
    expect(answer.json().html).toContain(`src="https://lofts.example${board}?lang=de"`);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it.each(['', 'x', 'https://other.example/lofts/1/flights/1', 'https://lofts.example/lofts/1', 'javascript:alert(1)'])(
    'finds nothing at %j',
    async (url) => {
      expect((await oembed(url)).statusCode).toBe(404);
    },
  );

  it('has no XML', async () => {
    expect((await oembed(page, '&format=xml')).statusCode).toBe(501);
  });
});
