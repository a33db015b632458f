/** Pages that signed-in readers share: each gets the copy of their kind, without names, and changes are noticed. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltRace, buildPerson, buildRace, testConfig } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { testDatabase } from '#testing/database.ts';
import { endSessions } from './accounts/sessions.ts';
import { type App, buildApp } from './app.ts';
import { type Connection, connect } from './db/database.ts';
import { changeFavorites } from './favorites/favorites.ts';
import { createReaders } from './readers.ts';

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
  built = await buildApp({
    // A copy stays until it is cleared.
    config: { ...testConfig, keep_ms: 3_600_000, production: true },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    ...(hasPages && { pages: builtPages }),
  });
  address = await built.app.listen({ port: 0, host: '127.0.0.1' });
  race = await buildRace(connection.db, { birds: 4 });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

type Person = Awaited<ReturnType<typeof buildPerson>>;
const cookieOf = ({ token }: Person) => `session=${token}`;

async function page(url: string, cookie?: string, headers: Record<string, string> = {}) {
  const answer = await fetch(address + url, {
    redirect: 'manual',
    headers: { 'accept-language': 'en', ...(cookie && { cookie }), ...headers },
  });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), html: await answer.text() };
}

/** Far shorter than the time for which a reader is remembered. */
const slowPoll = { timeout: 8000 };

const isShared = ({ html }: { html: string }) => !html.includes('nonce=');
const isSignedIn = ({ html }: { html: string }) => html.includes('action="/logout"');

describe.runIf(hasPages)('a public page', () => {
  const flight = () => `/lofts/${race.loft.id}/flights/${race.flight_id}`;

  it('is one copy for all signed-in readers, another one for strangers, and no query', async () => {
    const people = await Promise.all(
      ['Zoranda', 'Quillona'].map((first_name) => buildPerson(connection.db, { first_name })),
    );
    const [one, two] = people as [Person, Person];
    const first = await page(flight(), cookieOf(one));
    await page(flight(), cookieOf(two));
    const askAll = () => Promise.all(people.map((person) => page(flight(), cookieOf(person))));
    const askedFor = async () => {
      const before = queries;
      await askAll();
      return queries - before;
    };
    await expect.poll(askedFor, slowPoll).toBe(0);
    const again = await askAll();
    const strange = await page(flight());
    for (const reply of again) {
      expect(reply.html).toBe(first.html);
      expect([isShared(reply), isSignedIn(reply)]).toEqual([true, true]);
      expect(reply.headers).toMatchObject({ 'cache-control': 'private, no-cache', etag: first.headers.etag });
      expect(reply.html).not.toMatch(/Zoranda|Quillona|example\.org/);
    }
    expect([isShared(strange), isSignedIn(strange)]).toEqual([true, false]);
    expect(strange.headers['cache-control']).toContain('public');
    expect(strange.headers.vary).toContain('cookie');
    const known = await page(flight(), cookieOf(two), { 'if-none-match': first.headers.etag! });
    expect(known.status).toBe(304);
    expect((await page(flight(), undefined, { 'if-none-match': first.headers.etag! })).status).toBe(200);
  });

  it("has its reader's theme, language and consent; other cookies count for nothing", async () => {
    const person = await buildPerson(connection.db);
    const replies = await Promise.all(
      ['', '; theme=dark', '; locale=de', '; consent=all', '; _ga=GA1.1.5; theme=dark'].map((more) =>
        page('/about', cookieOf(person) + more),
      ),
    );
    expect(new Set(replies.slice(0, 3).map(({ html }) => html)).size).toBe(3);
    expect(replies[1]!.html).toContain('data-theme="dark"');
    expect(replies[2]!.headers['content-language']).toBe('de');
    expect(replies[4]!.html).toBe(replies[1]!.html);
    const strangers = await Promise.all(['_ga=GA1.1.5', 'session=nothing', ''].map((cookie) => page('/about', cookie)));
    expect(new Set(strangers.map(({ html }) => html)).size).toBe(1);
  });

  it('is made for each reader with further rights in its loft, and shared again when the right is revoked', async () => {
    const { loft } = race;
    const person = await buildPerson(connection.db);
    expect(isShared(await page(flight(), cookieOf(person)))).toBe(true);
    const entry = { is_merchant: false, is_agent: true, is_staff: false, has_seasons: false, is_active: true };
    await connection.db
      .insertInto('loft_permissions')
      .values({ ...entry, loft_id: loft.id, user_id: person.user_id })
      .execute();
    await expect.poll(async () => isShared(await page(flight(), cookieOf(person))), slowPoll).toBe(false);
    expect((await page(flight(), cookieOf(person))).html).toContain('href="/admin/seasons"');
    const elsewhere = await buildRace(connection.db, { birds: 2 });
    const other = `/lofts/${elsewhere.loft.id}`;
    const shared = await page(other, cookieOf(person));
    expect([isShared(shared), shared.html.includes('href="/admin/seasons"')]).toEqual([true, true]);
    expect(isShared(await page('/lofts', cookieOf(person)))).toBe(false);
    await connection.db.deleteFrom('loft_permissions').where('user_id', '=', person.user_id).execute();
    await expect.poll(async () => isShared(await page(flight(), cookieOf(person))), slowPoll).toBe(true);
    expect((await page(other, cookieOf(person))).html).not.toContain('href="/admin/seasons"');
  });

  it('is a stranger’s as soon as the session ends', async () => {
    const person = await buildPerson(connection.db);
    expect(isSignedIn(await page('/about', cookieOf(person)))).toBe(true);
    await connection.db.transaction().execute((tx) => endSessions(tx, { user_id: person.user_id }));
    await expect.poll(async () => isSignedIn(await page('/about', cookieOf(person))), slowPoll).toBe(false);
    expect((await page('/api/me/around', cookieOf(person))).status).toBe(401);
  });

  it('after a form without a script is made for its sender alone, and shows the result', async () => {
    const person = await buildPerson(connection.db);
    const loft = `/lofts/${race.loft.id}`;
    const answer = await fetch(`${address}/favorites`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: cookieOf(person), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        kind: 'lofts',
        loft_id: String(race.loft.id),
        id: String(race.loft.id),
        starred: '1',
      }).toString(),
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, loft]);
    const [alone] = answer.headers.getSetCookie();
    expect(alone).toMatch(/^alone=1; Path=\/; Max-Age=\d+; SameSite=Lax$/);
    const shown = await page(loft, `${cookieOf(person)}; alone=1`);
    expect([isShared(shown), shown.html.includes('aria-pressed="true"')]).toEqual([false, true]);
    expect((await page(loft, cookieOf(person))).html).not.toContain('aria-pressed="true"');
    // A script sends to the page's data, and fetches the personal part by itself.
    const scripted = await fetch(`${address}/favorites.data`, {
      method: 'POST',
      headers: { cookie: cookieOf(person), 'content-type': 'application/x-www-form-urlencoded' },
      body: 'kind=lofts',
    });
    expect(scripted.headers.getSetCookie()).toEqual([]);
  });

  it('does not apply to personal pages', async () => {
    const person = await buildPerson(connection.db, { first_name: 'Zoranda' });
    for (const url of [
      '/favorites',
      '/registrations',
      '/contact',
      `/lofts/${race.loft.id}/seasons/${race.season_id}/register`,
    ]) {
      const reply = await page(url, cookieOf(person));
      expect([url, reply.status, isShared(reply)]).toEqual([url, 200, false]);
      expect(reply.html).toContain('Zoranda');
    }
  });
});

describe('the personal part of a page', () => {
  it('is the reader and their favorites in the loft, and is not cached', async () => {
    const person = await buildPerson(connection.db, { first_name: 'Zoranda' });
    const star = { kind: 'pigeons' as const, loft_id: race.loft.id, id: race.pigeon_ids[1]!, starred: true };
    await connection.db
      .transaction()
      .execute((tx) =>
        changeFavorites(tx, { ...person, kind: 'user', is_admin: false, permissions: [] } as never, [star]),
      );
    const reply = await page(`/api/me/around?loft_id=${race.loft.id}`, cookieOf(person));
    expect(reply.headers['cache-control']).toContain('no-store');
    expect(JSON.parse(reply.html)).toMatchObject({
      me: { id: person.user_id, first_name: 'Zoranda' },
      marks: { lofts: [], teams: [], pigeons: [race.pigeon_ids[1]], flights: [] },
    });
    expect(JSON.parse((await page('/api/me/around', cookieOf(person))).html).marks).toBeNull();
    expect((await page('/api/me/around')).status).toBe(401);
  });
});

describe('the remembered readers', () => {
  const person = (user_id: number) => ({
    kind: 'user' as const,
    user_id,
    session_id: 1,
    is_admin: false,
    permissions: [],
  });

  function readersAt(options: { keep_ms?: number; most?: number; until_ms?: number } = {}) {
    const clock = { now_ms: 1_000_000 };
    let asked = 0;
    let held: Promise<void> | undefined;
    const sessionBy = async (token: string) => {
      asked += 1;
      await held;
      if (token === 'nothing') return null;
      return { person: person(token.length), until_ms: options.until_ms ?? Number.POSITIVE_INFINITY };
    };
    const readers = createReaders({ sessionBy, ...options, now_ms: () => clock.now_ms });
    const hold = () => {
      let letGo = () => {};
      held = new Promise((resolve) => {
        letGo = resolve;
      });
      return letGo;
    };
    return { readers, clock, hold, asked: () => asked };
  }

  it('are looked up once for all simultaneous requests, and again when the time is over', async () => {
    const { readers, clock, asked } = readersAt({ keep_ms: 10_000 });
    await Promise.all([readers.find('a'), readers.find('a')]);
    expect([asked(), readers.known('a')?.key]).toEqual([1, '+']);
    clock.now_ms += 10_000;
    expect(readers.known('a')).toBeUndefined();
    await readers.find('a');
    expect(asked()).toBe(2);
  });

  it('are remembered no longer than until the session ends or is renewed', async () => {
    const { readers, clock } = readersAt({ keep_ms: 10_000, until_ms: 1_000_500 });
    await readers.find('a');
    clock.now_ms += 499;
    expect(readers.known('a')).toBeDefined();
    clock.now_ms += 1;
    expect(readers.known('a')).toBeUndefined();
  });

  it('are forgotten one by one, and not remembered by a lookup that began before the change', async () => {
    const { readers, hold, asked } = readersAt();
    await Promise.all(['a', 'bb'].map((token) => readers.find(token)));
    readers.forget(1);
    expect([readers.known('a'), readers.known('bb')?.key]).toEqual([undefined, '+']);
    const letGo = hold();
    const before = readers.find('a');
    readers.forget(1);
    const after = readers.find('a');
    expect(asked()).toBe(4);
    letGo();
    await before;
    await after;
    readers.forget();
    expect(readers.known('bb')).toBeUndefined();
  });

  it('do not include invalid tokens, and the oldest give way to later ones', async () => {
    const { readers } = readersAt({ most: 2 });
    await readers.find('a');
    for (let i = 0; i < 10; i++) expect((await readers.find('nothing')).kind).toBeNull();
    expect(readers.known('a')).toBeDefined();
    await readers.find('bb');
    await readers.find('ccc');
    expect(['a', 'bb', 'ccc'].map((token) => readers.known(token) !== undefined)).toEqual([false, true, true]);
  });
});
