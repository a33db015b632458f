/**
 * The body of a request to a page. It is read whole before the page handles it, and only if it is a form: the action of
 * a page expects form data. Everything else is refused here for all pages, and is not an internal error.
 */
import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { mostMegabytes } from '#domain/files/file.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import { limitConcurrency } from './concurrency.ts';

/** The fields of a form, and pictures that the browser has reduced. */
const mostBytes = 1 << 20;
/** A file that is sent without a script, with its multipart envelope. */
const mostWithFileBytes = 32 << 20;
/** The most parts of a form; each takes time to parse. */
const mostParts = 5000;
/** The number of large forms in memory; the others wait in files. */
const limitLarge = limitConcurrency(2);
/** The number of large uploads at once, of one address and of all; a refused client may retry. */
const mostOfOne = 4;
const mostOfAll = 64;
const retry_s = 10;
const uploading = new Map<string, number>();

/**
 * The body of a form, unparsed.
 * @throws Refusal `form_expected` for a body that is no form, `body_too_large` or `file_too_large`, `request_broken`
 * for an incomplete one; `uploads_waiting`.
 */
export async function readForm(request: FastifyRequest): Promise<Buffer> {
  const type = request.headers['content-type'] ?? '';
  const has_files = /^multipart\/form-data\s*;/i.test(type);
  if (!has_files && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw new Refusal('form_expected');
  const most = has_files ? mostWithFileBytes : mostBytes;
  const tooLarge = () =>
    has_files ? new Refusal('file_too_large', { max: mostMegabytes }) : new Refusal('body_too_large');
  const header = request.headers['content-length'];
  const length = header === undefined ? null : Number(header);
  if (length !== null && length > most) throw tooLarge();
  const formIn = async (body: Buffer) => {
    if (length !== null && body.length !== length) throw new Refusal('request_broken');
    if (has_files && partsOf(body, type) > mostParts) throw new Refusal('form_expected');
    // A body that does not match its content type would be an internal error of the page that parses it.
    await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
      throw new Refusal('form_expected');
    });
    return body;
  };
  const parts = partsWithin(request.raw, most, tooLarge);
  if (length !== null && length <= mostBytes) return formIn(await wholeOf(parts));
  return withUploadSlot(request.ip, () => viaFile(parts, formIn));
}

/** Runs work for an address within the limit of simultaneous uploads. @throws Refusal `uploads_waiting`. */
async function withUploadSlot<T>(address: string, work: () => Promise<T>): Promise<T> {
  const own = uploading.get(address) ?? 0;
  const all = [...uploading.values()].reduce((sum, count) => sum + count, 0);
  if (own >= mostOfOne || all >= mostOfAll) throw new Refusal('uploads_waiting', { seconds: retry_s });
  uploading.set(address, own + 1);
  try {
    return await work();
  } finally {
    const left = uploading.get(address)! - 1;
    if (left > 0) uploading.set(address, left);
    else uploading.delete(address);
  }
}

/** Stores the body in an unnamed file until it is complete: a slow sender holds no slot meanwhile. */
async function viaFile<T>(parts: AsyncIterable<Buffer>, then: (body: Buffer) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `loftline-form-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    let bytes = 0;
    for await (const part of parts) {
      await file.write(part, 0, part.length, bytes);
      bytes += part.length;
    }
    return await limitLarge(async () => {
      const body = Buffer.allocUnsafe(bytes);
      await file.read(body, 0, bytes, 0);
      return then(body);
    });
  } finally {
    await file.close();
  }
}

function partsOf(body: Buffer, type: string): number {
  const line = `--${/boundary="?([^";]+)/i.exec(type)?.[1] ?? ''}`;
  let count = 0;
  for (let at = body.indexOf(line); at >= 0 && count <= mostParts; at = body.indexOf(line, at + line.length))
    count += 1;
  return count;
}

async function wholeOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

async function* partsWithin(stream: AsyncIterable<Buffer>, most: number, tooLarge: () => Refusal) {
  let bytes = 0;
  try {
    for await (const part of stream) {
      bytes += part.length;
      if (bytes > most) throw tooLarge();
      yield part;
    }
  } catch (error) {
    throw isRefusal(error) ? error : new Refusal('request_broken');
  }
}
