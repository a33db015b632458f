/** Storage of files in an S3 bucket. */
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Config } from '#server/config.ts';
import type { Service } from '#server/outside/service.ts';
import { awayAs } from '#server/outside/unavailable.ts';
import type { Storage } from './stored-content.ts';

const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes((error as Error).name);

/** Time limit of a put, for slow lines. */
const put_ms = 30_000;
/** Idle time after which a transfer is aborted. */
const silence_ms = 10_000;

export interface BucketOptions {
  service: Service;
  /** Called for each operation that failed: `put`, `read`, `remove` or `list`. */
  failed?: ((operation: string) => void) | undefined;
}

export function bucketStorage(
  { bucket: Bucket, endpoint, region, access_key, secret_key }: NonNullable<Config['s3']>,
  { service, failed = () => {} }: BucketOptions,
): Storage {
  const client = new S3Client({
    region,
    // With an endpoint the bucket is part of the path, not of the host name.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: access_key, secretAccessKey: secret_key },
    // Not every S3 service supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      socketTimeout: silence_ms,
      // Readers on slow lines hold sockets for long; they count only against this limit.
      httpsAgent: { maxSockets: 256 },
      httpAgent: { maxSockets: 256 },
    },
  });

  /** One request. Any failure is a `files_away`: the bucket is unavailable, full, or its keys are wrong. */
  async function ask<T>(
    operation: string,
    send: (options: { abortSignal: AbortSignal }) => Promise<T>,
    ms?: number,
  ): Promise<T | null> {
    try {
      return await service.call((abortSignal) => send({ abortSignal }), ms);
    } catch (error) {
      if (isMissing(error)) return null;
      failed(operation);
      throw awayAs('files_away', service, error, true);
    }
  }

  return {
    async put(name, content, type) {
      const there = await ask('put', (options) => client.send(new HeadObjectCommand({ Bucket, Key: name }), options));
      if (there) return;
      const headers = name.startsWith('private-')
        ? { CacheControl: 'private, no-store', ContentDisposition: 'attachment' }
        : { CacheControl: 'public, max-age=31536000, immutable' };
      const putting = new PutObjectCommand({ Bucket, Key: name, Body: content, ContentType: type, ...headers });
      await ask('put', (options) => client.send(putting, options), put_ms);
    },

    async read(name) {
      const found = await ask('read', (options) => client.send(new GetObjectCommand({ Bucket, Key: name }), options));
      return found && { content: found.Body as Readable, bytes: found.ContentLength ?? 0 };
    },

    async remove(name) {
      await ask('remove', (options) => client.send(new DeleteObjectCommand({ Bucket, Key: name }), options));
    },

    async *namesBefore(time_ms) {
      let ContinuationToken: string | undefined;
      do {
        const listing = new ListObjectsV2Command({ Bucket, ContinuationToken });
        const page = await ask('list', (options) => client.send(listing, options));
        for (const { Key, LastModified } of page?.Contents ?? [])
          if (Key && LastModified && LastModified.getTime() < time_ms) yield Key;
        ContinuationToken = page?.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}
