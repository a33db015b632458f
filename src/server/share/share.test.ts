/** Share pictures over HTTP, as sites get them that show links, painted by the child process. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '#domain/locales.ts';
import { rankingBy } from '#domain/rankings/ranking-rule.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { createSeason } from '#server/seasons/seasons.ts';
import { type BuiltRace, buildLoft, buildPerson, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { testDatabase } from '#testing/database.ts';
import { asDataUrl, pictureOf } from '#testing/files.ts';
import { newChampionship } from '#testing/rights/bodies.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
let address: string;
let data_dir: string;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  data_dir = await mkdtemp(join(tmpdir(), 'loftline-share-'));
  built = await buildApp({
    config: { ...testConfig, data_dir },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    pages: builtPages,
  });
  address = await built.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
  await rm(data_dir, { recursive: true, force: true });
});

const flightOf = ({ loft, flight_id }: BuiltRace) => `/lofts/${loft.id}/flights/${flight_id}/share.png`;
const land = async (race: BuiltRace, bird: number) => {
  const answer = await fetch(`${address}/api/devices/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${race.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings: [readingOf(race, bird, 300 + bird, { sequence: bird + 1 })] }),
  });
  expect(answer.status).toBe(200);
};

async function pictureAt(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(address + path, { headers });
  expect({ path, status: answer.status }).toEqual({ path, status: 200 });
  const body = Buffer.from(await answer.arrayBuffer());
  const { format, width, height } = await sharp(body).metadata();
  expect({ path, format, width, height }).toEqual({ path, format: 'png', width: 1200, height: 630 });
  expect(body.length).toBeLessThan(300_000);
  return { body, etag: answer.headers.get('etag')!, headers: answer.headers };
}

describe.skipIf(!hasPages)('a share picture', { timeout: 120_000 }, () => {
  it('exists for a loft, a flight, a team and a pigeon, and is cacheable by anyone', async () => {
    const race = await buildRace(connection.db);
    const { loft, pigeon_ids } = race;
    const { team_id } = await connection.db
      .selectFrom('pigeons')
      .select('team_id')
      .where('id', '=', pigeon_ids[0]!)
      .executeTakeFirstOrThrow();
    const paths = [
      `/lofts/${loft.id}/share.png`,
      flightOf(race),
      `/lofts/${loft.id}/teams/${team_id}/share.png`,
      `/lofts/${loft.id}/pigeons/${pigeon_ids[0]}/share.png`,
    ];
    const tags = new Set<string>();
    for (const path of paths) {
      const { etag, headers } = await pictureAt(path);
      tags.add(etag);
      expect(headers.get('cache-control')).toBe('public, max-age=60');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      const again = await fetch(address + path, { headers: { 'if-none-match': etag } });
      expect({ status: again.status, length: (await again.arrayBuffer()).byteLength }).toEqual({
        status: 304,
        length: 0,
      });
    }
    expect(tags.size).toBe(4);
  });

  it('of a ranking exists once it is published, and follows its flights', async () => {
    const race = await buildRace(connection.db);
    const { loft, season_id } = race;
    const { headers } = await buildPerson(connection.db, {
      entries: [{ loft_id: loft.id, entry: { is_merchant: true } }],
    });
    const post = async (path: string, payload: object) => {
      const url = `/api/admin/seasons/${season_id}/rankings${path}`;
      return (await built.app.inject({ method: 'POST', url, headers, payload })).json().ranking;
    };
    const { id } = await post('', { name: 'Ace pigeon', rule: rankingBy({ by: 'rank_sum' }) });
    const path = `/lofts/${loft.id}/aces/${id}/share.png`;
    // A draft has none.
    expect((await fetch(address + path)).status).toBe(404);
    await post(`/${id}/publication`, { version: 1 });
    const before = await pictureAt(path);
    expect(before.headers.get('content-type')).toBe('image/png');
    await land(race, 0);
    expect((await pictureAt(path)).etag).not.toBe(before.etag);
    const page = await (await fetch(`${address}/lofts/${loft.id}/aces`)).text();
    expect(page).toContain(`${path}?`);
    // Why a line has its place has a picture of the line; of a line that is none there is nothing to see.
    const { lines } = (await built.app.inject(`/api/lofts/${loft.id}/rankings/${id}`)).json();
    const line = `/lofts/${loft.id}/aces/${id}/lines/${lines[0].key}/share.png`;
    expect((await pictureAt(line)).etag).not.toBe((await pictureAt(path)).etag);
    const why = await (await fetch(`${address}/lofts/${loft.id}/aces/why?ranking=${id}&line=${lines[0].key}`)).text();
    expect(why).toContain(`${line}?`);
    expect((await fetch(`${address}/lofts/${loft.id}/aces/${id}/lines/nobody/share.png`)).status).toBe(404);
  });

  it('of a championship exists once it is published, and is that of its page', async () => {
    const { season_id } = await buildRace(connection.db);
    const { headers } = await buildPerson(connection.db, { is_admin: true });
    const fields = { ...newChampionship(), season_ids: [season_id] };
    const post = async (path: string, payload: object) => {
      const answer = await built.app.inject({
        method: 'POST',
        url: `/api/admin/championships${path}`,
        headers,
        payload,
      });
      expect({ path, status: answer.statusCode }).toEqual({ path, status: 200 });
      return answer.json();
    };
    const { id } = await post('', fields);
    const path = `/championships/${id}/share.png`;
    expect((await fetch(address + path)).status).toBe(404);
    await post(`/${id}/publication`, { version: 1 });
    await pictureAt(path);
    expect(await (await fetch(`${address}/championships/${id}`)).text()).toContain(`${path}?`);
  });

  it('of news has their first picture behind their title, once they are published', async () => {
    const { loft } = await buildLoft(connection.db);
    const { headers } = await buildPerson(connection.db, {
      entries: [{ loft_id: loft.id, entry: { is_merchant: true } }],
    });
    const ask = async (method: 'POST' | 'PUT', path: string, payload: object) => {
      const answer = await built.app.inject({ method, url: `/api${path}`, headers, payload });
      expect({ path, status: answer.statusCode }).toEqual({ path, status: 200 });
      return answer.json();
    };
    const photo = asDataUrl('image/png', await pictureOf(1600, 900));
    const [{ id: file_id }] = (await ask('POST', `/lofts/${loft.id}/files`, [photo])).data;
    const entry = (content: object[], is_draft = false) => ({
      is_draft,
      publication_date: null,
      publication_time: null,
      texts: { en: { title: 'Prizes on Sunday', lead: '', body: { type: 'doc', content } } },
    });
    const { news } = await ask('POST', `/admin/lofts/${loft.id}/news`, entry([], true));
    const path = `/lofts/${loft.id}/news/${news.id}/share.png`;
    expect((await fetch(address + path, { headers })).status).toBe(404);
    const write = (version: number, content: object[]) =>
      ask('PUT', `/admin/lofts/${loft.id}/news/${news.id}`, { ...entry(content), version });
    await write(1, []);
    const plain = await pictureAt(path);
    await write(2, [{ type: 'picture', attrs: { file_id, alt: '' } }]);
    const pictured = await pictureAt(path);
    // An area without text: the dark brand colour over the blue of the photo, and not over the sky.
    const blueAt = async ({ body }: typeof plain) =>
      (await sharp(body).extract({ left: 1180, top: 320, width: 1, height: 1 }).removeAlpha().raw().toBuffer())[2]!;
    expect(pictured.etag).not.toBe(plain.etag);
    expect(await blueAt(pictured)).not.toBe(await blueAt(plain));
    const page = await (await fetch(`${address}/lofts/${loft.id}/news/${news.id}`)).text();
    expect(page).toContain(`${path}?`);
  });

  it('speaks every language, by its address or by the browser’s header', async () => {
    const race = await buildRace(connection.db);
    const bodies = new Map<string, string>();
    for (const locale of locales) {
      const { body, headers } = await pictureAt(`${flightOf(race)}?lang=${locale}`);
      expect(headers.get('content-language')).toBe(locale);
      bodies.set(locale, body.toString('base64'));
    }
    expect(new Set(bodies.values()).size).toBe(locales.length);
    const { body } = await pictureAt(flightOf(race), { 'accept-language': 'ar' });
    expect(body.toString('base64') === bodies.get('ar')).toBe(true);
  });

  it('changes with the status of a flight and with each arrival', async () => {
    const planned = await buildRace(connection.db, { until: 'planned' });
    const race = await buildRace(connection.db);
    const etags = [(await pictureAt(flightOf(planned))).etag, (await pictureAt(flightOf(race))).etag];
    for (const bird of [0, 1]) {
      await land(race, bird);
      etags.push((await pictureAt(flightOf(race))).etag);
    }
    expect(new Set(etags).size).toBe(4);
    expect((await pictureAt(flightOf(race))).etag).toBe(etags.at(-1));
  });

  it('is not made for a season in draft, not even for its people', async () => {
    const open = await buildRace(connection.db);
    const { id: season_id } = await connection.db
      .transaction()
      .execute((tx) => createSeason(tx, { loft_id: open.loft.id, name: 'Later', year: 2027 }));
    const draft = await buildRace(connection.db, { until: 'planned' }, { ...open, season_id });
    const merchant = await buildPerson(connection.db, {
      entries: [{ loft_id: open.loft.id, entry: { is_merchant: true } }],
    });
    const cookie = `session=${merchant.token}`;
    const page = `/lofts/${draft.loft.id}/flights/${draft.flight_id}`;
    expect((await fetch(address + page, { headers: { cookie } })).status).toBe(200);
    const { team_id } = await connection.db
      .selectFrom('pigeons')
      .select('team_id')
      .where('id', '=', draft.pigeon_ids[0]!)
      .executeTakeFirstOrThrow();
    const loft = `/lofts/${draft.loft.id}`;
    for (const path of [
      flightOf(draft),
      `${loft}/teams/${team_id}/share.png`,
      `${loft}/pigeons/${draft.pigeon_ids[0]}/share.png`,
      `${loft}/flights/x/share.png`,
      '/lofts/99999999/share.png',
    ])
      for (const headers of [{}, { cookie }] as Record<string, string>[])
        expect({ path, status: (await fetch(address + path, { headers })).status }).toEqual({ path, status: 404 });
  });

  it('shows texts of people as they wrote them: none is interpreted, all are cut to fit', async () => {
    const names = [
      '#panic("x")',
      '#read("/etc/passwd")',
      '#image("/../../../package.json")',
      '*bold* $x^2$ @label <script>alert(1)</script> ]}{[ \\ `',
      '"}; sys.inputs',
      '\u202e backwards \u0007',
      'two\n\nlines',
      'W'.repeat(100),
      'نهائي سيرا ألتا '.repeat(6).trim(),
      '👩‍👩‍👧‍👦'.repeat(9),
    ];
    const race = await buildRace(connection.db);
    for (const name of names) {
      await connection.db.updateTable('flights').set({ name }).where('id', '=', race.flight_id).execute();
      await pictureAt(`${flightOf(race)}?lang=ar`);
    }
  });

  it('delays no clock: a reading gets its reply while fifty pictures are painted', async () => {
    const race = await buildRace(connection.db, { birds: 50 });
    const asked = race.pigeon_ids.map(async (id) => {
      const { etag } = await pictureAt(`/lofts/${race.loft.id}/pigeons/${id}/share.png`);
      return { etag, at_ms: performance.now() };
    });
    // The first is there: the painter is busy, and the others wait for it.
    await Promise.any(asked);
    await land(race, 0);
    const landed_ms = performance.now();
    const painted = await Promise.all(asked);
    expect(new Set(painted.map(({ etag }) => etag)).size).toBe(50);
    expect(painted.filter(({ at_ms }) => at_ms > landed_ms).length).toBeGreaterThan(0);
  });
});
