/** Pictures of a release, through their calls: in the log that everybody reads, once for each id, removed by the loft. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mostPictures } from '#domain/flights/release.ts';
import { buildPerson, buildRace } from '#testing/builders.ts';
import { insertFile } from '#testing/files.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site?.end());

async function releasedFlight({ until = 'released' }: { until?: 'basketing' | 'released' } = {}) {
  const { loft, season_id, flight_id } = await buildRace(site.db, { until });
  const { user_id, headers } = await buildPerson(site.db, {
    entries: [{ loft_id: loft.id, entry: { is_merchant: true } }],
  });
  const { release_time } = await site.db
    .selectFrom('flights')
    .select('release_time')
    .where('id', '=', flight_id)
    .executeTakeFirstOrThrow();
  const release_ms = Date.parse(release_time ?? new Date().toISOString());
  const url = `/api/admin/seasons/${season_id}/flights/${flight_id}/release`;
  const call = async (method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object) => {
    const answer = await site.app.inject({ method, url: url + path, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const keep = () => insertFile(site.db, { loft_id: loft.id, user_id });
  const add = async (fields: object = {}) => {
    const body = { id: randomUUID(), at: new Date(release_ms + 4000).toISOString(), file_id: await keep(), ...fields };
    return { ...(await call('POST', '/pictures', body)), id: body.id };
  };
  /** The pictures in the log that everybody reads. */
  const shown = async () => {
    const { log } = (await site.app.inject(`/api/lofts/${loft.id}/flights/${flight_id}/log`)).json();
    return log.filter(({ kind }: { kind: string }) => kind === 'release_picture');
  };
  return { loft, release_ms, add, shown, call, read: async () => (await call('GET')).body.pictures };
}

it('a picture is in the log that everybody reads, with its moment, sent twice at once or not', async () => {
  const { release_ms, add, shown, read } = await releasedFlight();
  const id = randomUUID();
  const answers = await Promise.all([add({ id }), add({ id }), add({ id })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const at = new Date(release_ms + 4000).toISOString();
  const src = expect.stringMatching(/^\/media\/[0-9a-f]{64}-full\.(jpg|webp)$/);
  expect(await read()).toEqual([{ id, at, src, width: expect.any(Number), height: expect.any(Number) }]);
  expect(await shown()).toMatchObject([{ at, reason: null, details: { id, src } }]);
});

it('one that is removed is gone from the log; that there was one stays, and it does not come back', async () => {
  const { add, shown, call, read } = await releasedFlight();
  const { id } = await add();
  expect((await call('DELETE', `/pictures/${id}`, {})).status).toBe(200);
  expect(await shown()).toEqual([]);
  expect((await call('DELETE', `/pictures/${id}`, {})).status).toBe(200);
  expect((await call('DELETE', `/pictures/${randomUUID()}`, {})).status).toBe(404);
  expect((await add({ id })).status).toBe(200);
  expect(await read()).toEqual([]);
  const row = await site.db.selectFrom('release_pictures').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ file_id: null, user_id: expect.any(Number), removed_by: expect.any(Number) });
});

it('before the release, of another moment, of another loft, and beyond the limit there is none', async () => {
  const before = await releasedFlight({ until: 'basketing' });
  expect(await before.add()).toMatchObject({ status: 409, body: { code: 'picture_before_release' } });
  const { release_ms, add, read } = await releasedFlight();
  for (const at of [release_ms - 3_600_001, Date.now() + 60_000])
    expect(await add({ at: new Date(at).toISOString() })).toMatchObject({
      body: { codes: { at: ['picture_not_of_release'] } },
    });
  const other = await releasedFlight();
  const user = await buildPerson(site.db, {});
  const theirs = await insertFile(site.db, { loft_id: other.loft.id, user_id: user.user_id });
  expect(await add({ file_id: theirs })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await read()).toEqual([]);
  // At the same moment, too: the flight is locked.
  const answers = await Promise.all(Array.from({ length: mostPictures + 2 }, () => add()));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(mostPictures);
  expect(answers.find(({ status }) => status !== 200)!.body).toMatchObject({ code: 'photos_full' });
});
