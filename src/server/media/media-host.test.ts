/** Pictures on a host of their own (`MEDIA_URL`): pages link to it and may load from it, and it serves nothing else. */

import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { buildLoft, buildPerson, testConfig } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { testDatabase } from '#testing/database.ts';
import { asDataUrl, pictureOf } from '#testing/files.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let data_dir: string;
/** The program with the pages, and another one that serves the files. */
let site: App;
let host: App;
let media_url: string;

const start = (more: Partial<typeof testConfig>, with_pages: boolean) =>
  buildApp({
    config: { ...testConfig, data_dir, ...more },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    ...(with_pages && {
      pages: builtPages,
    }),
  });

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  data_dir = await mkdtemp(join(tmpdir(), 'loftline-media-'));
  host = await start({}, false);
  media_url = await host.app.listen({ port: 0, host: '127.0.0.1' });
  site = await start({ media_url, production: true }, true);
});
afterAll(async () => {
  await site?.app.close();
  await host?.app.close();
  await connection?.close();
  await database?.drop();
  await rm(data_dir, { recursive: true, force: true });
});

describe.skipIf(!hasPages)('a media host', () => {
  it('serves the pictures of a page, is the only other host in its policy, and has no original', async () => {
    const { loft } = await buildLoft(connection.db);
    const entries = [{ loft_id: loft.id, entry: { is_merchant: true } }];
    const { headers } = await buildPerson(connection.db, { entries });
    const post = async (url: string, payload: object) => {
      const answer = await site.app.inject({ method: 'POST', url, headers, payload });
      expect({ url, status: answer.statusCode }).toEqual({ url, status: 200 });
      return answer.json();
    };
    // As from a phone, with the place in its metadata.
    const original = await sharp(await pictureOf(2400, 1200))
      .jpeg()
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 0/1 0/1' } })
      .toBuffer();
    const { data } = await post(`/api/lofts/${loft.id}/files`, [asDataUrl('image/jpeg', original)]);
    await post(`/api/admin/lofts/${loft.id}/media`, { file_id: data[0].id });

    const page = await site.app.inject(`/lofts/${loft.id}`);
    const named = [...page.body.matchAll(/[^\s"',]*\/media\/[0-9a-f]{64}[\w.-]+/g)].map(([address]) => address);
    const shown = new Set(named.filter((address) => address.startsWith('http')));
    expect([...shown].sort()).toEqual(
      ['full', 'low', 'medium'].map((size) => `${media_url}${data[0].src.replace('-full', `-${size}`)}`),
    );
    const images = [...page.body.matchAll(/<img[^>]*\/media\/[^>]*>/g)].map(([image]) => image);
    expect(images).toHaveLength(1);
    expect(images[0]).toContain(` src="${media_url}/media/`);
    expect(images[0]!.match(/\/media\//g)).toHaveLength(images[0]!.split(media_url).length - 1);
    const policy = String(page.headers['content-security-policy']);
    const images_from = policy.split('; ').find((line) => line.startsWith('img-src'));
    expect(images_from).toBe(`img-src 'self' data: blob: ${media_url}`);
    expect(policy.split(media_url)).toHaveLength(2);

    for (const address of shown) {
      const answer = await fetch(address);
      const { exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect([answer.status, answer.headers.get('cross-origin-resource-policy'), exif]).toEqual([
        200,
        'cross-origin',
        undefined,
      ]);
    }
    // The original is not stored: neither its content nor a file by its hash.
    const found = await readdir(join(data_dir, 'files'), { recursive: true, withFileTypes: true });
    const files = found.filter((entry) => entry.isFile());
    expect(files).toHaveLength(3);
    for (const file of files) expect((await readFile(join(file.parentPath, file.name))).includes('Exif')).toBe(false);
    expect(original.includes('Exif')).toBe(true);
    const sha256 = createHash('sha256').update(original).digest('hex');
    const places = [
      `/media/${sha256}-full.jpg`,
      `/media/${sha256}.jpg`,
      `/files/${files[0]!.name}`,
      '/media/',
      '/media',
    ];
    for (const place of [...places, '/media/%2e%2e%2fconnection.json', `/media/..%2ffiles%2f${files[0]!.name}`])
      expect({ place, status: (await fetch(media_url + place)).status }).toEqual({ place, status: 404 });
  });
});
