import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { readForm } from './page-form.ts';

const megabyte = 1 << 20;
const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
const large = (megabytes: number) =>
  Buffer.concat([Buffer.from(head), Buffer.alloc(megabytes * megabyte, 'a'), Buffer.from('\r\n--x--\r\n')]);

function formOf(ip: string, raw: AsyncIterable<Buffer>, length?: number): Promise<Buffer> {
  const type = { 'content-type': 'multipart/form-data; boundary=x' };
  const headers = length === undefined ? type : { ...type, 'content-length': String(length) };
  return readForm({ ip, raw, headers } as unknown as FastifyRequest);
}

async function* at_once(body: Buffer) {
  for (let from = 0; from < body.length; from += 65_536) yield body.subarray(from, from + 65_536);
}

/** Sends the beginning, and the rest on request. */
function slowly(body: Buffer) {
  const { promise, resolve } = Promise.withResolvers<void>();
  async function* parts() {
    yield body.subarray(0, megabyte);
    await promise;
    yield body.subarray(megabyte);
  }
  return { parts: parts(), goOn: resolve };
}

it('large forms that arrive slowly delay no other, and arrive whole', async () => {
  const body = large(3);
  const slow = Array.from({ length: 10 }, (_, n) => ({ ip: `10.0.0.${n}`, ...slowly(body) }));
  const arriving = slow.map(({ ip, parts }) => formOf(ip, parts, body.length));
  const own = large(2);
  const first = await Promise.race([formOf('10.0.1.1', at_once(own), own.length), sleep(5000)]);
  expect(first?.equals(own)).toBe(true);
  for (const { goOn } of slow) goOn();
  for (const arrived of await Promise.all(arriving)) expect(arrived.equals(body)).toBe(true);
});

it('four large forms of one address are uploaded at once; a further one is told to retry, a small one is not', async () => {
  const body = large(2);
  const slow = Array.from({ length: 4 }, () => slowly(body));
  const arriving = slow.map(({ parts }) => formOf('10.0.2.1', parts, body.length));
  await expect(formOf('10.0.2.1', at_once(body), body.length)).rejects.toMatchObject({ code: 'uploads_waiting' });
  const small = Buffer.from(`${head}a\r\n--x--\r\n`);
  expect((await formOf('10.0.2.1', at_once(small), small.length)).equals(small)).toBe(true);
  for (const { goOn } of slow) goOn();
  await Promise.all(arriving);
  expect((await formOf('10.0.2.1', at_once(body))).equals(body)).toBe(true);
});

it('a large form that breaks off, or grows too large, is refused and no longer counted', async () => {
  const body = large(2);
  async function* broken() {
    yield body.subarray(0, megabyte);
    throw new Error('ECONNRESET');
  }
  for (let tries = 0; tries < 5; tries += 1) {
    await expect(formOf('10.0.3.1', broken(), body.length)).rejects.toMatchObject({ code: 'request_broken' });
    await expect(formOf('10.0.3.1', at_once(large(33)))).rejects.toMatchObject({ code: 'file_too_large' });
  }
});
