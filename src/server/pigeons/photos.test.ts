/** The photos of birds over HTTP: made anew, seen by whoever sees the bird, replaced and removed. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Photo } from '#domain/pigeons/photo-contract.ts';
import { sweepFiles } from '#server/files/files.ts';
import { createStorage } from '#server/files/storage.ts';
import { createSeason, lockSeason } from '#server/seasons/seasons.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { type BuiltRace, buildLoft, buildPerson, buildRace } from '#testing/builders.ts';
import { asDataUrl, pdfOf, pictureOf } from '#testing/files.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { removePigeon } from './admin-teams.ts';
import { enterPigeons } from './pigeons.ts';

type Who = { headers: Record<string, string> };
const stranger: Who = { headers: {} };

let site: TestSite;
let data_dir: string;
let race: BuiltRace;
let merchant: Awaited<ReturnType<typeof buildPerson>>;
let agent: Who;
let neighbour: Who;
let owner: Awaited<ReturnType<typeof buildPerson>>;

beforeAll(async () => {
  data_dir = await mkdtemp(join(tmpdir(), 'loftline-photos-'));
  site = await testSite({ data_dir });
  const other = await buildLoft(site.db);
  neighbour = await buildPerson(site.db, { entries: [{ loft_id: other.loft.id, entry: { is_merchant: true } }] });
});
afterAll(async () => {
  await site?.end();
  await rm(data_dir, { recursive: true, force: true });
});
beforeEach(async () => {
  race = await buildRace(site.db, { birds: 3, until: 'planned' });
  const person = (entry: object) => buildPerson(site.db, { entries: [{ loft_id: race.loft.id, entry }] });
  merchant = await person({ is_merchant: true });
  agent = await person({ is_agent: true });
  owner = await buildPerson(site.db, {});
  await site.db
    .updateTable('teams')
    .set({ user_id: owner.user_id })
    .where('loft_id', '=', race.loft.id)
    .where('name', '=', 'Team 1')
    .execute();
});

const season = () => ({ loft_id: race.loft.id, season_id: race.season_id });
const photoPath = (pigeon_id: number, season_id = race.season_id) =>
  `/api/admin/seasons/${season_id}/pigeons/${pigeon_id}/photo`;

async function send(
  content: Buffer | string,
  { who = merchant as Who, pigeon_id = race.pigeon_ids[0]!, type = 'image/jpeg', season_id = race.season_id } = {},
) {
  const file = typeof content === 'string' ? content : asDataUrl(type, content);
  const answer = await site.app.inject({
    method: 'POST',
    url: photoPath(pigeon_id, season_id),
    headers: { ...who.headers, 'content-type': 'application/json' },
    payload: JSON.stringify([file]),
  });
  return { status: answer.statusCode, body: answer.json() as { photo: Photo; code: string; params: object } };
}
async function remove(body: object, who: Who = merchant, pigeon_id = race.pigeon_ids[0]!) {
  const call = { method: 'DELETE', url: photoPath(pigeon_id), headers: who.headers, payload: body } as const;
  return (await site.app.inject(call)).statusCode;
}
const get = (url: string, who: Who = stranger, headers = {}) =>
  site.app.inject({ url, headers: { ...who.headers, ...headers } });
const statusesOf = async (url: string) => {
  const people = { stranger, neighbour, owner, agent, merchant };
  const got = Object.entries(people).map(async ([name, who]) => [name, (await get(url, who)).statusCode]);
  return Object.fromEntries(await Promise.all(got));
};
const changes = async (pigeon_id = race.pigeon_ids[0]!) => {
  const answer = await get(`/api/admin/seasons/${race.season_id}/pigeons/${pigeon_id}`, merchant);
  return answer.json().photo_changes as { what: string; by: { user_id: number } | null; at: string }[];
};
/** A photo as from a phone: turned, and with the place where it was taken. */
const fromPhone = () =>
  sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#445' } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'LOFTLINE-PHONE' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 0/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
/** Pixels that compress badly. */
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  })
    .png()
    .toBuffer();

describe('an uploaded photo', () => {
  it('is upright, without place, camera or any other metadata, in both sizes', async () => {
    const original = await fromPhone();
    const before = await sharp(original).metadata();
    expect([before.orientation, original.includes('LOFTLINE-PHONE'), before.exif !== undefined]).toEqual([
      6,
      true,
      true,
    ]);

    const { status, body } = await send(original);
    expect(status).toBe(200);
    expect(body.photo).toMatchObject({ width: 640, height: 1280 });
    for (const [src, width, height] of [
      [body.photo.src, 640, 1280],
      [body.photo.thumbnail, 240, 240],
    ] as const) {
      const answer = await get(src);
      const made = await sharp(answer.rawPayload).metadata();
      expect(made).toMatchObject({ format: 'jpeg', width, height });
      expect([made.exif, made.orientation, made.xmp, made.icc, answer.rawPayload.includes('LOFTLINE')]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
        false,
      ]);
    }
  });

  it('has a thumbnail of at most 10 KB, also of noise', async () => {
    for (const content of [await noise(900), await pictureOf(20, 9, { alpha: true })]) {
      const { body } = await send(content, { type: 'image/png' });
      const { rawPayload, headers } = await get(body.photo.thumbnail);
      expect(rawPayload.length).toBeLessThanOrEqual(10 * 1024);
      expect(headers['content-type']).toBe('image/jpeg');
    }
    const plain = await sharp(await noise(240))
      .jpeg({ quality: 76 })
      .toBuffer();
    expect(plain.length).toBeGreaterThan(10 * 1024);
  });

  it('of more pixels than a camera takes is refused before it is decoded', async () => {
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1 << 20);
    expect(await send(bomb, { type: 'image/png' })).toMatchObject({
      status: 409,
      body: { code: 'photo_too_many_pixels', params: { max: 50 } },
    });
    const camera = await sharp({ create: { width: 5712, height: 4284, channels: 3, background: '#787' } })
      .jpeg()
      .toBuffer();
    expect((await send(camera)).status).toBe(200);
  });

  it.each([
    ['a PDF', () => asDataUrl('application/pdf', pdfOf())],
    ['a PDF that says it is a picture', () => asDataUrl('image/jpeg', pdfOf())],
    ['an SVG', () => asDataUrl('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    [
      'an SVG that says it is a picture',
      () => asDataUrl('image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
    ],
    ['text', () => asDataUrl('image/jpeg', Buffer.from('Lowie'))],
  ])('is refused when it is %s', async (_name, made) => {
    expect(await send(made())).toMatchObject({ status: 409, body: { code: 'pedigree.import_invalid_file' } });
    expect(await changes()).toEqual([]);
  });

  it('cut off in the middle is refused', async () => {
    const whole = await fromPhone();
    expect(await send(whole.subarray(0, whole.length / 2))).toMatchObject({
      body: { code: 'pedigree.import_invalid_file' },
    });
  });
});

describe('its address', () => {
  it('names its content and is kept by browsers for good, never by a cache of several people', async () => {
    const { body } = await send(await fromPhone());
    const { src } = body.photo;
    expect(src).toMatch(new RegExp(`^/photos/${race.loft.id}/${race.pigeon_ids[0]}/[0-9a-f]{32}-full\\.jpg$`));
    const { headers } = await get(src);
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    const again = await get(src, stranger, { 'if-none-match': headers.etag });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  it('leads nowhere with another bird, another loft or another content', async () => {
    const { body } = await send(await fromPhone());
    const [first, second] = race.pigeon_ids as [number, number];
    const { src } = body.photo;
    for (const wrong of [
      src.replace(`/${first}/`, `/${second}/`),
      src.replace(`/${race.loft.id}/`, `/${race.loft.id + 1}/`),
      src.replace(/[0-9a-f]{32}/, 'a'.repeat(32)),
      src.replace('-full', '-medium'),
      src.replace('.jpg', '.webp'),
      src.replace(/[0-9a-f]{32}/, '%2e%2e%2f'),
      `/media/${src.split('/').at(-1)}`,
    ])
      expect([wrong, (await get(wrong, merchant)).statusCode]).toEqual([wrong, 404]);
  });
});

describe('whoever sees the bird sees its photo', () => {
  const readOf = async (who: Who, pigeon_id: number) => get(`/api/lofts/${race.loft.id}/pigeons/${pigeon_id}`, who);

  it('everybody in a season that shows its birds, on the pages of the bird and of its team', async () => {
    const [pigeon_id] = race.pigeon_ids as [number];
    const { photo } = (await send(await fromPhone())).body;
    expect(await statusesOf(photo.thumbnail)).toEqual({
      stranger: 200,
      neighbour: 200,
      owner: 200,
      agent: 200,
      merchant: 200,
    });
    const pigeon = (await readOf(stranger, pigeon_id)).json();
    expect(pigeon.photo).toEqual(photo);
    const team = (await get(`/api/lofts/${race.loft.id}/teams/${pigeon.pigeon.team_id}`)).json();
    expect(team.photos).toEqual([{ pigeon_id, ...photo }]);
  });

  it('managers and its owner only, while the season hides its rings', async () => {
    const [pigeon_id] = race.pigeon_ids as [number];
    const { team_id } = (await readOf(stranger, pigeon_id)).json().pigeon;
    const { photo } = (await send(await fromPhone())).body;
    await site.db.transaction().execute(async (tx) => {
      await lockSeason(tx, season());
      await changeHidden(tx, null, season(), ['fanciers.ringDescriptor']);
    });
    for (const src of [photo.src, photo.thumbnail])
      expect(await statusesOf(src)).toEqual({ stranger: 404, neighbour: 404, owner: 200, agent: 404, merchant: 200 });
    expect((await readOf(stranger, pigeon_id)).statusCode).toBe(404);
    expect((await get(`/api/lofts/${race.loft.id}/teams/${team_id}`)).json().photos).toEqual([]);
    const hidden = await get(photo.src);
    const missing = await get(photo.src.replace(/[0-9a-f]{32}/, 'b'.repeat(32)));
    expect(hidden.json()).toEqual(missing.json());
    expect(hidden.headers['cache-control']).not.toContain('immutable');
  });

  it('those who work on its loft’s seasons, while the season is a draft', async () => {
    const { loft } = race;
    const { pigeon_id, season_id } = await site.db.transaction().execute(async (tx) => {
      const { id } = await createSeason(tx, { loft_id: loft.id, name: '2027', year: 2027 });
      const bird = { ring: `BE 27-${id}`, team_id: null, name: null, color: null, sex: 'hen' } as const;
      const [first] = await enterPigeons(tx, { loft_id: loft.id, season_id: id }, [bird]);
      return { pigeon_id: first!, season_id: id };
    });
    const { photo } = (await send(await fromPhone(), { pigeon_id, season_id })).body;
    expect(await statusesOf(photo.src)).toEqual({
      stranger: 404,
      neighbour: 404,
      owner: 404,
      agent: 200,
      merchant: 200,
    });
  });

  it('is uploaded and removed by managers of the season only, and the file of others is not kept', async () => {
    const content = await fromPhone();
    for (const [who, status] of [
      [stranger, 401],
      [owner, 404],
      [agent, 404],
      [neighbour, 404],
    ] as const) {
      expect((await send(content, { who })).status).toBe(status);
      expect(await remove({}, who)).toBe(status);
    }
    expect((await send(content, { pigeon_id: 99_999_999 })).body.code).toBe('not_found');
    const kept = site.db.selectFrom('files').select('id').where('loft_id', '=', race.loft.id).execute();
    expect(await kept).toEqual([]);
  });
});

describe('a bird has one photo', () => {
  it('the same picture twice is one, and its address stays', async () => {
    const content = await fromPhone();
    const first = (await send(content)).body.photo;
    expect((await send(content)).body.photo).toEqual(first);
    expect(await changes()).toMatchObject([{ what: 'added', by: { user_id: merchant.user_id } }]);
    expect((await get(first.src)).statusCode).toBe(200);
  });

  it('another one replaces it: who and when stay, the picture before is gone, and its bytes a day later', async () => {
    const first = (await send(await fromPhone())).body.photo;
    const second = (await send(await pictureOf(500, 400), { type: 'image/png' })).body.photo;
    expect((await get(first.src, merchant)).statusCode).toBe(404);
    expect((await get(second.src)).statusCode).toBe(200);
    expect((await changes()).map(({ what }) => what)).toEqual(['added', 'added']);

    const stored = async () =>
      (await readdir(join(data_dir, 'files'), { recursive: true })).filter((n) => /jpg/.test(n));
    const before = (await stored()).length;
    const { files, names } = await sweepFiles(
      site.db,
      createStorage({ s3: undefined, data_dir }),
      Date.now() + 25 * 3_600_000,
    );
    expect([files > 0, names > 0, (await stored()).length < before]).toEqual([true, true, true]);
    expect((await get(second.thumbnail)).statusCode).toBe(200);
  });

  it('removed by the loft, or because its owner asked: the history says so, and a second time changes nothing', async () => {
    const { photo } = (await send(await fromPhone())).body;
    expect(await remove({ for_owner: true })).toBe(200);
    expect(await remove({})).toBe(200);
    expect((await get(photo.src, merchant)).statusCode).toBe(404);
    await send(await fromPhone());
    await remove({});
    expect((await changes()).map(({ what }) => what)).toEqual(['removed', 'added', 'removed_for_owner', 'added']);
  });

  it('of ten uploads at the same moment one is left, and each is answered', async () => {
    const pictures = await Promise.all(Array.from({ length: 5 }, (_, i) => pictureOf(300 + i, 200)));
    const answers = await Promise.all(
      [...pictures, ...pictures].map((content) => send(content, { type: 'image/png' })),
    );
    // A person has five uploads at once at most: whoever sends more is asked to wait.
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect(refused.length).toBeLessThanOrEqual(5);
    expect(new Set([...refused, 'uploads_waiting'])).toEqual(new Set(['uploads_waiting']));
    const { rows } = await site.connection.pool.query(
      'select n, ended from bird_photos where pigeon_id = $1 order by n',
      [race.pigeon_ids[0]],
    );
    expect(rows.filter(({ ended }) => ended === null)).toHaveLength(1);
    expect(rows.at(-1).ended).toBeNull();
    expect(rows.map(({ n }) => n)).toEqual(rows.map((_, i) => i + 1));
  });

  it('and with its bird it goes', async () => {
    const [, , pigeon_id] = race.pigeon_ids as [number, number, number];
    await send(await fromPhone(), { pigeon_id });
    await site.db.transaction().execute((tx) => removePigeon(tx, null, { ...season(), pigeon_id }));
    const left = site.db.selectFrom('bird_photos').select('n').where('pigeon_id', '=', pigeon_id).execute();
    expect(await left).toEqual([]);
  });
});

it('a basketing desk gets the thumbnail of each bird, or null', async () => {
  const { photo } = (await send(await fromPhone())).body;
  const answer = await get(`/api/admin/seasons/${race.season_id}/flights/${race.flight_id}/basketing`, merchant);
  const birds = answer.json().birds as { pigeon_id: number; photo: string | null }[];
  expect(birds.map((bird) => [bird.pigeon_id, bird.photo])).toEqual(
    race.pigeon_ids.map((pigeon_id, i) => [pigeon_id, i === 0 ? photo.thumbnail : null]),
  );
});
