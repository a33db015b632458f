/** The calendars of releases and the text-only page of a flight, as calendar programs and slow lines get them. */
import { brotliDecompressSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localeFacts, locales } from '#domain/locales.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { enterTeams } from '#server/pigeons/pigeons.ts';
import { type BuiltLoft, buildLoft, buildPerson, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { testDatabase } from '#testing/database.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  const pages = hasPages ? { pages: builtPages } : {};
  // Kept for so short that each request sees what was changed before it.
  const config = { ...testConfig, keep_ms: 1, public_url: 'https://loft.example' };
  built = await buildApp({ config, db: connection.db, databaseUrl: database.url, version: 'test', ...pages });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

const host = { host: 'loft.example', 'sec-fetch-site': 'same-origin' };
const get = (url: string, headers: Record<string, string> = {}) =>
  built.app.inject({ method: 'GET', url, headers: { ...host, ...headers } });
const send = async (method: InjectOptions['method'], url: string, headers: object, payload: object) => {
  const answer = await built.app.inject({ method: method!, url, headers: { ...host, ...headers }, payload });
  expect([url, answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([url, answer.statusCode, '']);
  return answer.json();
};

const plan = {
  name: 'Serra Alta; Final, 2036',
  kind: 'final',
  entry: 'racing',
  release_date: '2036-09-12',
  release_time: '07:15',
  basketing_date: null,
  basketing_time: '',
  release_point_id: null,
  distance: '400000',
  distance_note: 'By hand',
  estimated_average_speed: 1000,
  notifies_followers: false,
  is_draft: false,
};

async function planned(fields: object = {}) {
  const at = await buildLoft(connection.db);
  const { headers } = await buildPerson(connection.db, {
    entries: [{ loft_id: at.loft.id, entry: { is_merchant: true } }],
  });
  const flights = `/api/admin/seasons/${at.season_id}/flights`;
  const { flight } = await send('POST', flights, headers, { ...plan, ...fields });
  return { ...at, headers, flight, of: `${flights}/${flight.id}` };
}

/** The properties of the one event of a calendar. */
const eventOf = (text: string) =>
  new Map(
    text
      .split('BEGIN:VEVENT\r\n')[1]!
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .map((line) => [line.split(/[;:]/)[0]!, line.slice(line.indexOf(':') + 1)]),
  );

describe.skipIf(!hasPages)('a calendar of releases', () => {
  it('has each planned release of the loft, of the season and alone, in the language of the address', async () => {
    const { loft, season_id, flight } = await planned();
    const events = [];
    for (const path of ['releases', `seasons/${season_id}/releases`, `flights/${flight.id}`]) {
      const answer = await get(`/lofts/${loft.id}/${path}.ics?lang=de`);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
      events.push(eventOf(answer.body));
    }
    expect(events[1]).toEqual(events[0]);
    expect(events[2]).toEqual(events[0]);
    const event = events[0]!;
    expect(event.get('UID')).toBe(`flight-${flight.id}.loft-${loft.id}@loft.example`);
    expect(event.get('DTSTART')).toBe('20360912T051500Z');
    expect(event.get('SUMMARY')).toContain('Serra Alta\\; Final\\, 2036');
    expect(event.get('DESCRIPTION')).toMatch(/^Endflug · /);
    expect(event.get('URL')).toBe(`https://loft.example/lofts/${loft.id}/flights/${flight.id}?lang=de`);
    expect(event.get('STATUS')).toBe('CONFIRMED');
  });

  it('ends an event when half the birds are expected home', async () => {
    const { loft } = await planned();
    const { body } = await get(`/lofts/${loft.id}/releases.ics`);
    // 400 km at 920 m/min, the slow end of the window.
    expect(eventOf(body).get('DTEND')).toBe('20360912T122946Z');
  });

  it('counts on when a release is postponed, and is the same event', async () => {
    const { loft, headers, flight, of } = await planned();
    const path = `/lofts/${loft.id}/flights/${flight.id}.ics`;
    const before = await get(path);
    const later = { release_date: '2036-09-13', release_time: '08:00', reason: 'Fog' };
    await send('POST', `${of}/postponement`, headers, { ...later, version: flight.version });
    const after = await get(path);
    const [one, other] = [eventOf(before.body), eventOf(after.body)];
    expect(other.get('UID')).toBe(one.get('UID'));
    expect(other.get('DTSTART')).toBe('20360913T060000Z');
    expect(Number(other.get('SEQUENCE'))).toBeGreaterThan(Number(one.get('SEQUENCE')));
    expect(other.get('LAST-MODIFIED')! >= one.get('LAST-MODIFIED')!).toBe(true);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  it('cancels the event of a flight that is annulled', async () => {
    const { loft, headers, flight, of } = await planned();
    await send('POST', `${of}/steps`, headers, { event: 'annul', reason: 'Storm' });
    const event = eventOf((await get(`/lofts/${loft.id}/releases.ics`)).body);
    expect([event.get('STATUS'), event.get('UID')]).toEqual([
      'CANCELLED',
      `flight-${flight.id}.loft-${loft.id}@loft.example`,
    ]);
  });

  it('is not sent again while it is the same, and tells how long it holds', async () => {
    const { loft } = await planned();
    const path = `/lofts/${loft.id}/releases.ics`;
    const first = await get(path);
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    const again = await get(path, { 'if-none-match': first.headers.etag as string });
    expect(again.statusCode).toBe(304);
  });

  it('has no draft, not even for those who plan it, and no flight without a time', async () => {
    const { loft, headers, flight } = await planned({ is_draft: true });
    expect((await get(`/lofts/${loft.id}/releases.ics`)).body).not.toContain('VEVENT');
    expect((await get(`/lofts/${loft.id}/flights/${flight.id}.ics`, headers)).statusCode).toBe(404);
    const unknown = await planned({ release_date: null, release_time: '' });
    expect((await get(`/lofts/${unknown.loft.id}/releases.ics`)).body).not.toContain('VEVENT');
  });
});

describe.skipIf(!hasPages)('the text-only page of a flight', () => {
  const birds = 6000;
  let race: Awaited<ReturnType<typeof buildRace>>;
  let path: string;
  let rings: string[];
  let team_ids: number[];

  beforeAll(async () => {
    const { db } = connection;
    race = await buildRace(db, { birds });
    path = `/lofts/${race.loft.id}/flights/${race.flight_id}/text`;
    await nameFirst(race, 100);
    const readings = race.pigeon_ids.map((_, i) => readingOf(race, i, 300 + i / 20, { sequence: i + 1 }));
    // The last ten are still out.
    for (let from = 0; from < birds - 10; from += 500) {
      const batch = { readings: readings.slice(from, Math.min(from + 500, birds - 10)) };
      await send('POST', '/api/devices/readings', { authorization: `Bearer ${race.key}` }, batch);
    }
    const rows = await db
      .selectFrom('pigeons')
      .select(['id', 'ring', 'team_id'])
      .where('loft_id', '=', race.loft.id)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    rings = race.pigeon_ids.map((id) => byId.get(id)!.ring);
    team_ids = race.pigeon_ids.map((id) => byId.get(id)!.team_id!);
  }, 120_000);

  /** The first birds home get a team each, with a long name that no other has: the worst for what compresses. */
  async function nameFirst({ loft, season_id, pigeon_ids }: BuiltLoft & { pigeon_ids: number[] }, count: number) {
    await connection.db.transaction().execute(async (tx) => {
      const names = Array.from({ length: count }, (_, i) => `${hashed(i)} & ${hashed(i + count)}`);
      const teams = await enterTeams(
        tx,
        { loft_id: loft.id, season_id },
        names.map((name) => ({ name, fancier: name, country: 'BE' })),
      );
      for (const [i, name] of names.entries()) {
        const team_id = teams.get(name)!;
        await tx.updateTable('pigeons').set({ team_id }).where('id', '=', pigeon_ids[i]!).execute();
      }
    });
  }

  it('has at most 14 kB for a race of 6,000 birds, in every language, with my own', async () => {
    for (const lang of locales) {
      const answer = await get(`${path}?lang=${lang}&ring=${encodeURIComponent(rings.slice(0, 10).join())}`, {
        'accept-encoding': 'br',
      });
      expect([lang, answer.statusCode, answer.headers['content-encoding']]).toEqual([lang, 200, 'br']);
      expect(answer.rawPayload.length).toBeLessThanOrEqual(14_000);
      const html = brotliDecompressSync(answer.rawPayload).toString();
      expect(html).toContain(`<html lang="${localeFacts[lang].lang}" dir="${localeFacts[lang].dir}"`);
      expect(html.match(/<style[^>]*>(.*?)<\/style>/s)![1]!.length).toBeLessThanOrEqual(1024);
      expect(html).not.toMatch(/<script|<link rel="(?:stylesheet|preload)"|<img/);
    }
  });

  it('shows the first hundred places, the rest in pages, and finds a bird', async () => {
    const { body } = await get(`${path}?lang=en`);
    expect(body).toContain(`<bdi dir="ltr">${rings[0]}</bdi>`);
    expect(body).toContain(`<bdi dir="ltr">${rings[99]}</bdi>`);
    expect(body).not.toContain(`>${rings[100]}<`);
    expect(body).toContain('99% home, 10 still out');
    expect((await get(`${path}?lang=en&page=2`)).body).toContain(`>${rings[100]}<`);
    const found = await get(`${path}?lang=en&q=${encodeURIComponent(rings[5000]!)}`);
    expect(found.body).toContain(`>${rings[5000]}<`);
  });

  it('has the latest sentences of the commentary, on its first page only', async () => {
    const { body } = await get(`${path}?lang=en`);
    const story = body.slice(body.indexOf('/story">'), body.indexOf('<table'));
    expect(story).toContain('75% of the field is home');
    expect(story.match(/<p>/g)).toHaveLength(5);
    expect((await get(`${path}?lang=en&page=2`)).body).not.toContain('/story">');
  });

  it('is read again by itself while birds fly, and stops when it is asked to', async () => {
    expect((await get(path)).headers.refresh).toBe('30');
    expect((await get(`${path}?paused=`)).headers.refresh).toBeUndefined();
  });

  it('shows my birds by the rings of the address, and by the marks of the account', async () => {
    const out = rings.at(-1)!;
    const asked = await get(`${path}?lang=en&ring=${encodeURIComponent(`${rings[4000]!.toLowerCase()}, ${out}`)}`);
    expect(asked.body).toMatch(new RegExp(`My pigeons.*>4,001<.*>${rings[4000]}<.*>${out}</bdi> In the air`, 's'));
    const fan = await buildPerson(connection.db, { email: 'text@example.org' });
    const star = { kind: 'teams', loft_id: race.loft.id, id: team_ids[50], starred: true };
    await send('POST', '/api/favorites', fan.headers, { changes: [star] });
    const own = await get(`${path}?lang=en`, { cookie: `${built.app.sessions.cookie}=${fan.token}` });
    expect(own.body).toMatch(new RegExp(`My pigeons.*>51<.*>${rings[50]}<.*Arrivals`, 's'));
    expect(own.headers['cache-control']).toBe('private, no-cache');
    expect((await get(`${path}?lang=en`)).body).not.toContain('My pigeons');
  });
});

/** Letters without a pattern, always the same ones. */
function hashed(n: number): string {
  let state = n * 2_654_435_761 + 1;
  return Array.from({ length: 18 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return String.fromCharCode(97 + ((state >>> 24) % 26));
  }).join('');
}
