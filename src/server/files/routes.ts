/** The upload call, and the address of public pictures. */

import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Contract } from '#domain/contract.ts';
import { uploadFiles } from '#domain/files/contract.ts';
import { inSize, mostMegabytes, typeOfName } from '#domain/files/file.ts';
import { parseFields } from '#domain/parse-fields.ts';
import { Refusal } from '#domain/refusal.ts';
import { loftOfRights } from '#server/accounts/permissions.ts';
import { personOf } from '#server/act.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { isKnown } from '#server/reply-cache.ts';
import { actorOf, authorize, parseInput, registerContract } from '#server/route.ts';
import { createFairQueue } from './fair-queue.ts';
import type { UploadKind } from './maker.ts';
import type { Keep, Sender } from './store-upload.ts';
import type { Storage } from './stored-content.ts';

interface Uploaded {
  file: string;
  as: UploadKind;
}

/** Attaches an uploaded file to its record; throws `not_found` for an unknown record. */
export type Attach = (tx: Tx, to: { loft_id: number; fileable_id: number; file_id: number }) => Promise<void>;

/**
 * Reads the body of a request, re-encodes and stores its file, and runs `then` with it; a failure deletes the file. What
 * `fileIn` refuses is not re-encoded.
 * @throws Refusal `bad_input`, `body_broken`, `file_too_large`, `pedigree.import_invalid_file`, `too_often`.
 */
export type Receive = <S extends z.ZodType>(
  request: FastifyRequest,
  schema: S,
  sender: Sender,
  fileIn: (body: z.output<S>) => Uploaded | Promise<Uploaded>,
  then: (tx: Tx, file_id: number, body: z.output<S>, sha256: string) => Promise<void>,
) => ReturnType<Keep>;

export interface FilesOptions {
  db: Database;
  keep: Keep;
  /** By the kind of record that a file may be uploaded for. */
  attach: { news?: Attach };
  /** Calls of other modules that accept a file. */
  also?: readonly ((app: FastifyInstance, receive: Receive) => void)[];
}

/** A file of ten megabytes as Base64, with the JSON around it. */
const mostBodyBytes = 15 << 20;

export async function fileRoutes(app: FastifyInstance, { db, keep, attach, also = [] }: FilesOptions): Promise<void> {
  /** Uploads in memory, one of each person; the others wait in their sockets. */
  const reading = createFairQueue({ most: 8, mostWaitingOfOne: 8, mostWaiting: 200 });
  const receive: Receive = (request, schema, sender, fileIn, then) =>
    reading(sender.user_id, async () => {
      const { data: body, errors } = parseFields(schema, await readJson(request));
      if (errors) throw new Refusal('bad_input', {}, errors);
      return keep(sender, await fileIn(body), (tx, file_id, sha256) => then(tx, file_id, body, sha256));
    });

  // The body is read later, after authorization and when a slot is free.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (_request, payload, done) => done(null, payload));
  registerContract(app, uploadFiles, async (request) => {
    const { actor, params, query } = await asked(uploadFiles, request, db);
    authorize(actor, uploadFiles.access, await loftOfRights(db, params.loft_id));
    const sender = { loft_id: params.loft_id, user_id: personOf(actor).user_id, name: query.name };
    const stored = await receive(
      request,
      uploadFiles.body,
      sender,
      (body) => (Array.isArray(body) ? { file: body[0]!, as: query.as } : { file: body.file, as: 'image' }),
      async (tx, file_id, body) => {
        if (Array.isArray(body)) return;
        if (!attach.news) throw new Refusal('not_found');
        await attach.news(tx, { ...params, fileable_id: body.fileable_id, file_id });
      },
    );
    return uploadFiles.reply.parse({ data: [stored] });
  });
  for (const call of also) call(app, receive);
}

/** Actor and parameters of a request, before a byte of the body is read. @throws Refusal `sign_in_first`. */
export async function asked<C extends Contract>(contract: C, request: FastifyRequest, db: Database) {
  const actor = await actorOf(request, db);
  if (actor.kind === 'anonymous') throw new Refusal('sign_in_first');
  const raw = { params: request.params, query: request.query, body: null };
  const { params, query } = parseInput({ ...contract, body: z.null() }, raw as never);
  return { actor, params: params as z.output<C['params']>, query: query as z.output<C['query']> };
}

/**
 * The body of a request.
 * @throws Refusal `file_too_large`, `body_broken`.
 */
async function readJson(request: FastifyRequest): Promise<unknown> {
  const tooLarge = () => new Refusal('file_too_large', { max: mostMegabytes });
  if (Number(request.headers['content-length']) > mostBodyBytes) throw tooLarge();
  if (!request.body) throw new Refusal('body_broken');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.body as Readable) {
    bytes += (chunk as Buffer).length;
    if (bytes > mostBodyBytes) throw tooLarge();
    chunks.push(chunk as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new Refusal('body_broken');
  }
}

/** Content security policy of all files: a browser may only display them. */
export const filePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

export function mediaRoute(app: FastifyInstance, storage: Storage): void {
  const open = { config: { access: 'site.read' as const }, schema: { hide: true } };
  // The second address is the one that 7.19 names.
  for (const path of ['/media/:name', '/assets/olr/:name']) app.get(path, open, answer);

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const asked = (request.params as { name: string }).name;
    const type = typeOfName(asked);
    if (!type) throw new Refusal('not_found');
    // With Save-Data the small size is sent (2.38).
    const name = request.headers['save-data'] === 'on' ? inSize(asked, 'low') : asked;
    const etag = `"${name}"`;
    // The name is a hash of the content, so it never changes.
    void reply.headers({
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': filePolicy,
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'save-data',
    });
    if (isKnown(etag, request.headers['if-none-match'])) return reply.status(304).send();
    const found = await storage.read(name);
    if (!found) throw new Refusal('not_found');
    return reply.type(type).header('content-length', found.bytes).send(found.content);
  }
}
