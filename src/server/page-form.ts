/**
 * What a page is sent. It is read whole before the page has its turn, and only where it is a form: an action of a page
 * may take it for one. What is none is refused here for all pages, and is no failure of the program.
 */
import type { FastifyRequest } from 'fastify';
import { mostMegabytes } from '#domain/files/file.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import { createTurns } from './turns.ts';

/** What stands in the fields of a form, and pictures that a browser has made smaller. */
const mostBytes = 1 << 20;
/** A file that is sent without a script, with what stands around it. */
const mostWithFileBytes = 32 << 20;
/** No form has more parts; each takes its time to be read. */
const mostParts = 5000;
/** So many large forms are in memory; the others wait in their sockets. */
const inTurn = createTurns(2);

/**
 * The body of a form, as it came.
 * @throws Refusal `form_expected` for what is no form, `body_too_large` or `file_too_large`, `request_broken` for one
 *   that ends before its end.
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
  const read = async () => {
    const body = await wholeOf(request.raw, most, tooLarge);
    if (length !== null && body.length !== length) throw new Refusal('request_broken');
    if (has_files && partsOf(body, type) > mostParts) throw new Refusal('form_expected');
    // What cannot be read as its type says would be a failure of whichever page asks for its fields.
    await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
      throw new Refusal('form_expected');
    });
    return body;
  };
  return length === null || length > mostBytes ? inTurn(read) : read();
}

function partsOf(body: Buffer, type: string): number {
  const line = `--${/boundary="?([^";]+)/i.exec(type)?.[1] ?? ''}`;
  let count = 0;
  for (let at = body.indexOf(line); at >= 0 && count <= mostParts; at = body.indexOf(line, at + line.length))
    count += 1;
  return count;
}

async function wholeOf(stream: AsyncIterable<Buffer>, most: number, tooLarge: () => Refusal): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of stream) {
      bytes += part.length;
      if (bytes > most) throw tooLarge();
      parts.push(part);
    }
  } catch (error) {
    throw isRefusal(error) ? error : new Refusal('request_broken');
  }
  return Buffer.concat(parts);
}
