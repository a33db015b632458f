/**
 * Storage of the bytes of files: a local folder or a bucket. Names are hashes of the content or random, so nothing is
 * overwritten, and several processes can share one storage.
 */
import { fileURLToPath } from 'node:url';
import type { Config } from '#server/config.ts';
import { findDataDir } from '#server/db/embedded.ts';
import { createServices } from '#server/outside/services.ts';
import type { BucketOptions } from './bucket-storage.ts';
import { folderStorage } from './folder-storage.ts';
import type { Storage } from './stored-content.ts';

/** The configured storage. The client of a bucket is loaded only where there is one. */
export function createStorage(
  { s3, data_dir }: Pick<Config, 's3' | 'data_dir'>,
  bucket: BucketOptions = { service: createServices().files },
): Storage {
  let opened: Promise<Storage> | undefined;
  const open = (): Promise<Storage> => (opened ??= s3 ? openBucket(s3, bucket) : openFolder(data_dir));
  return {
    put: async (name, content, type) => (await open()).put(name, content, type),
    read: async (name) => (await open()).read(name),
    remove: async (name) => (await open()).remove(name),
    async *namesBefore(time_ms) {
      yield* (await open()).namesBefore(time_ms);
    },
  };
}

async function openBucket(s3: NonNullable<Config['s3']>, options: BucketOptions): Promise<Storage> {
  const { bucketStorage } = await import('./bucket-storage.ts');
  return bucketStorage(s3, options);
}

async function openFolder(data_dir: string | undefined): Promise<Storage> {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  return folderStorage(await findDataDir(data_dir === undefined ? {} : { DATA_DIR: data_dir }, root));
}
