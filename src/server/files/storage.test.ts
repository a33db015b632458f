/** Both storages behave the same: atomic, never overwriting, shared by several processes. */

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStorage } from './storage.ts';
import type { Storage } from './stored-content.ts';

/** It brings no types of its own. */
const S3rver = createRequire(import.meta.url)('s3rver') as new (
  options: object,
) => {
  run(): Promise<unknown>;
  close(): Promise<void>;
};

let folder: string;
let bucket: InstanceType<typeof S3rver>;
const storages: Record<string, () => Storage> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loftline-storage-'));
  bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'loft', configs: [] }],
  });
  const { port } = (await bucket.run()) as AddressInfo;
  const s3 = {
    bucket: 'loft',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    access_key: 'S3RVER',
    secret_key: 'S3RVER',
  };
  const data_dir = join(folder, 'data');
  storages['a folder'] = () => createStorage({ s3: undefined, data_dir });
  storages['a bucket'] = () => createStorage({ s3, data_dir: undefined });
});
afterAll(async () => {
  await bucket?.close();
  await rm(folder, { recursive: true, force: true });
});

const nameOf = (digit: string) => `${digit.repeat(64)}-full.jpg`;
const named = async (storage: Storage) => {
  const names: string[] = [];
  for await (const name of storage.namesBefore(Date.now() + 60_000)) names.push(name);
  return names.sort();
};
const read = async (storage: Storage, name: string) => {
  const found = await storage.read(name);
  return found && { content: (await buffer(found.content)).toString(), bytes: found.bytes };
};

describe.each(['a folder', 'a bucket'])('%s', (kind) => {
  it('stores, finds, lists and removes, for every process that shares it', async () => {
    const [one, other] = [storages[kind]!(), storages[kind]!()];
    expect(await read(one, nameOf('a'))).toBeNull();
    await Promise.all([one, other, one].map((storage) => storage.put(nameOf('a'), Buffer.from('first'), 'image/jpeg')));
    await one.put(nameOf('b'), Buffer.from('second'), 'image/jpeg');
    await other.put(nameOf('b'), Buffer.from('never'), 'image/jpeg');
    expect(await read(other, nameOf('a'))).toEqual({ content: 'first', bytes: 5 });
    expect(await read(one, nameOf('b'))).toEqual({ content: 'second', bytes: 6 });
    expect(await named(other)).toEqual([nameOf('a'), nameOf('b')]);
    for await (const name of one.namesBefore(Date.now() - 60_000)) expect(name).toBe('young as it is');
    await one.remove(nameOf('a'));
    await one.remove(nameOf('a'));
    expect(await named(other)).toEqual([nameOf('b')]);
    expect(await read(other, nameOf('a'))).toBeNull();
  });
});

it('a folder has no partly written file', async () => {
  const storage = storages['a folder']!();
  await storage.put(nameOf('c'), Buffer.alloc(1 << 20), 'image/jpeg');
  const all = await readdir(join(folder, 'data', 'files'), { recursive: true });
  expect(all.filter((name) => name.includes('/.'))).toEqual([]);
});
