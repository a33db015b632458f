/** Files in a bucket that speaks S3. */
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Refusal } from '#domain/refusal.ts';
import type { Config } from '#server/config.ts';
import type { Storage } from './storage.ts';

const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes((error as Error).name);

/** @param failed is told of each operation that failed: `put`, `read`, `remove` or `list`. */
export function bucketStorage(
  { bucket: Bucket, endpoint, region, access_key, secret_key }: NonNullable<Config['s3']>,
  failed: (operation: string) => void = () => {},
): Storage {
  /** What goes wrong there is nobody's mistake here: the bucket is away, full, or its keys are wrong. */
  const away = (operation: string, error: unknown) => {
    failed(operation);
    return Object.assign(new Refusal('files_away'), { cause: error });
  };
  const client = new S3Client({
    region,
    // Names of buckets are no names of hosts where an address is given.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: access_key, secretAccessKey: secret_key },
    // Not every service that speaks S3 knows the newer sums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

  return {
    async put(name, content, type) {
      const there = await client.send(new HeadObjectCommand({ Bucket, Key: name })).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw away('put', error);
      });
      if (there) return;
      await client
        .send(
          new PutObjectCommand({
            Bucket,
            Key: name,
            Body: content,
            ContentType: type,
            ...(name.startsWith('private-')
              ? { CacheControl: 'private, no-store', ContentDisposition: 'attachment' }
              : { CacheControl: 'public, max-age=31536000, immutable' }),
          }),
        )
        .catch((error: unknown) => Promise.reject(away('put', error)));
    },

    async read(name) {
      const found = await client.send(new GetObjectCommand({ Bucket, Key: name })).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw away('read', error);
      });
      return found && { content: found.Body as Readable, bytes: found.ContentLength ?? 0 };
    },

    async remove(name) {
      await client
        .send(new DeleteObjectCommand({ Bucket, Key: name }))
        .catch((error: unknown) => Promise.reject(away('remove', error)));
    },

    async *namesBefore(time_ms) {
      let ContinuationToken: string | undefined;
      do {
        const page = await client
          .send(new ListObjectsV2Command({ Bucket, ContinuationToken }))
          .catch((error: unknown) => Promise.reject(away('list', error)));
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && LastModified && LastModified.getTime() < time_ms) yield Key;
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}
