/** The open data over HTTP: what it says, its ETag, its stream, its limits and its keys. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyPrefix, mostKeys } from '#domain/open-data/keys-contract.ts';
import { rankingBy } from '#domain/rankings/ranking-rule.ts';
import { floods } from '#server/limits.ts';
import { addRanking, publishRanking } from '#server/rankings/rankings.ts';
import { type BuiltRace, buildPerson, buildRace, readingOf } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import german_words from '../../../locales/de.json' with { type: 'json' };

let site: TestSite;
let race: BuiltRace;
let flight: string;
let networks = 0;

beforeAll(async () => {
  site = await testSite({}, hasPages ? builtPages : undefined);
  race = await buildRace(site.db, { birds: 4 });
  flight = `/api/v1/lofts/${race.loft.id}/flights/${race.flight_id}`;
  const report = await site.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers: { authorization: `Bearer ${race.key}` },
    payload: { readings: [0, 1, 2].map((i) => readingOf(race, i, 300 + i, { sequence: i + 1 })) },
  });
  expect(report.statusCode).toBe(200);
  await site.db.updateTable('lofts').set({ data_licence: 'CC BY 4.0' }).where('id', '=', race.loft.id).execute();
});
afterAll(() => site.end());

/** From a network of its own, so that no test uses up the limit of another. */
const ask = (url: string, headers: Record<string, string> = {}, remoteAddress = `198.18.1.${++networks}`) =>
  site.app.inject({ url, headers, remoteAddress });

describe('a reply of the open data', () => {
  it('says the terms of its loft, and is for all sites', async () => {
    for (const path of ['', '/birds', '/results', '/arrivals', '/seal']) {
      const answer = await ask(flight + path);
      expect([path, answer.statusCode, answer.json().licence]).toEqual([path, 200, 'CC BY 4.0']);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect((await ask(`/api/v1/lofts/${race.loft.id}`)).json()).toMatchObject({
      licence: 'CC BY 4.0',
      flights: [{ flight_id: race.flight_id, status: 'released', distance_m: 400_000 }],
    });
  });

  it('has the result as JSON and as CSV with the same fields', async () => {
    const { results } = (await ask(`${flight}/results?per_page=all`)).json();
    expect(results.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3]);
    expect(results[0]).toMatchObject({ flown_ms: 300 * 60_000, behind_first_ms: 0, speed_yd_min: null, race_day: 1 });
    const csv = await ask(`${flight}/results.csv`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, ...lines] = csv.body.replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(head!.split(',')).toEqual(Object.keys(results[0]));
    expect(lines).toHaveLength(3);
    const { paths } = (await ask('/api/v1/openapi.json')).json();
    const said = paths['/api/v1/lofts/{loft_id}/flights/{flight_id}/results.csv'].get.responses[200].content;
    expect(Object.keys(said)).toEqual(['text/csv']);
  });

  it('has the rankings of a season, and each by place (3.15)', async () => {
    const { loft, season_id } = race;
    await site.db.transaction().execute(async (tx) => {
      const rule = rankingBy({ by: 'mean_speed', unit: 'm/min', decimals: 2, rounding: 'half-up' });
      const key = { loft_id: loft.id, season_id };
      const { id } = await addRanking(tx, null, key, { name: 'Ace pigeon', names: {}, rule, prizes: null });
      await publishRanking(tx, { by: null, now_ms: Date.now() }, key, { ranking_id: id, version: 1 });
    });
    const url = `/api/v1/lofts/${loft.id}/rankings`;
    const { rankings } = (await ask(url)).json();
    expect(rankings).toMatchObject([{ name: 'Ace pigeon', rule: { measure: { by: 'mean_speed' } } }]);
    const { lines } = (await ask(`${url}/${rankings[0].ranking_id}`)).json();
    expect(lines[0]).toMatchObject({ place: 1, value: '1333.33', is_at_most: false, flights: [{ places: [1] }] });
    expect(lines[0].ring).toMatch(/^BE /);
  });

  it('is empty while nothing has changed since its ETag', async () => {
    const first = await ask(`${flight}/results`);
    const again = await ask(`${flight}/results`, { 'if-none-match': first.headers.etag as string });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await ask(`${flight}/results`, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('may be asked for by a page of another site, also with a key', async () => {
    const answer = await site.app.inject({
      method: 'OPTIONS',
      url: flight,
      headers: {
        origin: 'https://example.org',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-headers']).toContain('authorization');
  });

  it('is refused as JSON for all sites where there is nothing', async () => {
    for (const url of ['/api/v1/x', '/api/v1/lofts/99999999', `${flight}9999/results`]) {
      const answer = await ask(url);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
    expect((await ask(`${flight}/arrivals?after=x`)).json().codes).toEqual({ after: ['error_format'] });
  });

  it('is refused where it is asked for with a parameter that the call does not know', async () => {
    for (const [path, field] of [
      ['/results?cursor=1', 'cursor'],
      ['/results?limit=-1', 'limit'],
      ['/seal?x=1', 'x'],
      ['?page=1', 'page'],
    ] as const) {
      const answer = await ask(flight + path);
      expect([path, answer.statusCode]).toEqual([path, 422]);
      expect(answer.json()).toMatchObject({
        codes: { query: ['error_unknown_field'] },
        errors: { query: [expect.stringContaining(field)] },
      });
    }
  });

  it('is only read: other methods are told so, for all sites', async () => {
    const answer = await site.app.inject({ method: 'POST', url: flight, payload: 'x=1' });
    expect([answer.statusCode, answer.json().code]).toEqual([405, 'read_only']);
    expect(answer.headers).toMatchObject({ allow: 'GET, HEAD, OPTIONS', 'access-control-allow-origin': '*' });
  });

  it('has a description of version 1 alone', async () => {
    const document = (await ask('/api/v1/openapi.json')).json();
    const { paths } = document;
    expect(document).toMatchObject({
      servers: [{ url: expect.stringMatching(/^https?:/) }],
      security: [{}, { apiKey: [] }],
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
    });
    expect(document.components.securitySchemes).not.toHaveProperty('deviceKey');
    const { schema } = paths['/api/v1/lofts'].get.responses['4XX'].content['application/json'];
    expect(schema.anyOf.map(({ required }: { required: string[] }) => required)).toEqual([
      ['error', 'code', 'params'],
      ['errors', 'codes', 'params'],
    ]);
    expect(Object.keys(paths)).toContain('/api/v1/lofts/{loft_id}/flights/{flight_id}/results');
    expect(Object.keys(paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([]);
  });
});

describe.skipIf(!hasPages)('the story of a race', () => {
  it('has its events with their sentences, in the language asked for, and is not sent again unchanged', async () => {
    const { events, is_told, licence } = (await ask(`${flight}/story`)).json();
    expect([is_told, licence]).toEqual([true, 'CC BY 4.0']);
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(expect.arrayContaining(['released', 'first']));
    const first = events.find(({ kind }: { kind: string }) => kind === 'first');
    expect(first).toMatchObject({
      pigeon_id: race.pigeon_ids[0],
      happened_at: new Date(race.release_ms + 300 * 60_000).toISOString(),
      sentence: expect.stringContaining('first home, 5:00:00 after the release'),
    });
    const german = await ask(`${flight}/story?lang=de`);
    expect(german.json().events[0].sentence).toBe(german_words.story.released_other.replace('{{count}}', '4'));
    const again = await ask(`${flight}/story?lang=de`, { 'if-none-match': german.headers.etag as string });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await ask(`${flight}/story?lang=xx`)).json().codes).toEqual({ lang: ['error_one_of'] });
  });

  it('is not told where the season hides a part of it (3.15)', async () => {
    await site.db
      .updateTable('seasons')
      .set({ hidden: ['results.time'] })
      .where('id', '=', race.season_id)
      .execute();
    try {
      expect((await ask(`${flight}/story`)).json()).toMatchObject({ is_told: false, events: [] });
    } finally {
      await site.db.updateTable('seasons').set({ hidden: [] }).where('id', '=', race.season_id).execute();
    }
  });
});

describe('the stream of arrivals', () => {
  it('goes on from its cursor without a gap and without a line twice', async () => {
    const numbers: number[] = [];
    let after = '';
    for (let more = true; more; ) {
      const part = (await ask(`${flight}/arrivals?limit=2&after=${after}`)).json();
      expect(part.restarted).toBe(false);
      numbers.push(...part.arrivals.map(({ number }: { number: number }) => number));
      after = part.cursor;
      more = part.has_more;
    }
    expect(numbers).toEqual([1, 2, 3]);
    expect((await ask(`${flight}/arrivals?after=${after}`)).json()).toMatchObject({ arrivals: [], cursor: after });
  });

  it('begins again for a cursor of another epoch', async () => {
    const { cursor } = (await ask(`${flight}/arrivals`)).json();
    const [epoch, number] = cursor.split('-').map(Number);
    const part = (await ask(`${flight}/arrivals?after=${epoch + 1}-${number}`)).json();
    expect(part).toMatchObject({ restarted: true, cursor });
    expect(part.arrivals).toHaveLength(3);
  });
});

describe('a key', () => {
  const post = (headers: Record<string, string>, name = 'Screen') =>
    site.app.inject({ method: 'POST', url: '/api/keys', headers, payload: { name } });

  it('is shown once, raises the limit, and opens nothing once it is revoked', async () => {
    const person = await buildPerson(site.db);
    const { id, key } = (await post(person.headers)).json();
    expect(key.startsWith(keyPrefix)).toBe(true);
    const rows = await site.db.selectFrom('api_keys').selectAll().where('user_id', '=', person.user_id).execute();
    expect(JSON.stringify(rows)).not.toContain(key);
    const own = { authorization: `Bearer ${key}` };
    const { most } = floods.open_data;
    const statuses = async (headers: Record<string, string>, network: string) => {
      const all: number[] = [];
      for (let i = 0; i <= most; i++) all.push((await ask(flight, headers, network)).statusCode);
      return all;
    };
    expect((await statuses(own, '198.18.2.1')).every((status) => status === 200)).toBe(true);
    expect((await statuses({}, '198.18.2.2')).filter((status) => status === 429)).toHaveLength(1);
    const over = await ask(flight, {}, '198.18.2.2');
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    expect(over.headers).toMatchObject({ 'ratelimit-limit': String(most), 'ratelimit-remaining': '0' });
    expect(over.json().error).toMatch(/ in \d+ (seconds|minute)\.$/);
    const { keys } = (await site.app.inject({ url: '/api/keys', headers: person.headers })).json();
    expect(keys).toMatchObject([{ id, name: 'Screen', last_used_on: new Date().toISOString().slice(0, 10) }]);

    const stranger = await buildPerson(site.db);
    const revoke = (headers: Record<string, string>) =>
      site.app.inject({ method: 'DELETE', url: `/api/keys/${id}`, headers, payload: {} });
    expect((await revoke(stranger.headers)).statusCode).toBe(404);
    expect((await revoke(person.headers)).statusCode).toBe(200);
    const refused = await ask(flight, own);
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'api_key_invalid']);
  });

  it.each(['Bearer rubbish', 'Bearer', `${keyPrefix}x`, 'Bearer clock_1'])(
    'that is none is refused: %s',
    async (own) => {
      const refused = await ask(flight, { authorization: own });
      expect([refused.statusCode, refused.json().code]).toEqual([401, 'api_key_invalid']);
    },
  );

  it(`is one of ${mostKeys} at most, also when they are made at once`, async () => {
    const person = await buildPerson(site.db);
    const answers = await Promise.all(Array.from({ length: mostKeys + 5 }, () => post(person.headers)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(mostKeys);
    expect(answers.find(({ statusCode }) => statusCode !== 200)!.json()).toMatchObject({ code: 'api_keys_full' });
  });
});
