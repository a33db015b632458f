/**
 * What a page is sent. It is read whole before the page has its turn, and only where it is a form: an action of a page
 * may take it for one. What is none is refused here for all pages, and is no failure of the program.
 */
import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { mostMegabytes } from '#domain/files/file.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import { limitConcurrency } from './concurrency.ts';

/** What stands in the fields of a form, and pictures that a browser has made smaller. */
const mostBytes = 1 << 20;
/** A file that is sent without a script, with what stands around it. */
const mostWithFileBytes = 32 << 20;
/** No form has more parts; each takes its time to be read. */
const mostParts = 5000;
/** So many large forms are in memory; the others wait in files. */
const inTurn = limitConcurrency(2);
/** So many large forms of one address are on their way at once, and of all; who is refused may try again. */
const mostOfOne = 4;
const mostOfAll = 64;
const again_s = 10;
const onTheirWay = new Map<string, number>();

/**
 * The body of a form, as it came.
 * @throws Refusal `form_expected` for what is no form, `body_too_large` or `file_too_large`, `request_broken` for one
 *   that ends before its end; `uploads_waiting`.
 */
export async function readForm(request: FastifyRequest): Promise<Buffer> {
  const type = request.headers['content-type'] ?? '';
  const has_files = /^multipart\/form-data\s*;/i.test(type);
  if (!has_files && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw new Refusal('form_expected');
  const most = has_files ? mostWithFileBytes : mostBytes;
  const tooLarge = () =>
    has_files ? new Refusal('file_too_large', { max: mostMegabytes }) : new Refusal('body_too_large');
  const said = request.headers['content-length'];
  const length = said === undefined ? null : Number(said);
  if (length !== null && length > most) throw tooLarge();
  const formIn = async (body: Buffer) => {
    if (length !== null && body.length !== length) throw new Refusal('request_broken');
    if (has_files && partsOf(body, type) > mostParts) throw new Refusal('form_expected');
    // What cannot be read as its type says would be a failure of whichever page asks for its fields.
    await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
      throw new Refusal('form_expected');
    });
    return body;
  };
  const parts = partsWithin(request.raw, most, tooLarge);
  if (length !== null && length <= mostBytes) return formIn(await wholeOf(parts));
  return oneMoreOf(request.ip, () => byFile(parts, formIn));
}

/** Does something for an address that does not do it too often at once. @throws Refusal `uploads_waiting`. */
async function oneMoreOf<T>(address: string, work: () => Promise<T>): Promise<T> {
  const own = onTheirWay.get(address) ?? 0;
  const all = [...onTheirWay.values()].reduce((sum, count) => sum + count, 0);
  if (own >= mostOfOne || all >= mostOfAll) throw new Refusal('uploads_waiting', { seconds: again_s });
  onTheirWay.set(address, own + 1);
  try {
    return await work();
  } finally {
    const left = onTheirWay.get(address)! - 1;
    if (left > 0) onTheirWay.set(address, left);
    else onTheirWay.delete(address);
  }
}

/** Keeps what comes in a file without a name until it is there: who sends slowly has no turn meanwhile. */
async function byFile<T>(parts: AsyncIterable<Buffer>, then: (body: Buffer) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `loftline-form-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    let bytes = 0;
    for await (const part of parts) {
      await file.write(part, 0, part.length, bytes);
      bytes += part.length;
    }
    return await inTurn(async () => {
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
