/**
 * Lists as files: limits for each network and each person, the urgency of a file, and cancelling when the reader has
 * gone.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import { userOf } from '#server/act.ts';
import { files_at_once, flood } from '#server/limits.ts';
import { networkOf } from '#server/network.ts';
import { type Urgency, urgency } from './maker.ts';
import type { FileFormat } from './paint.ts';
import type { Painter } from './painter.ts';

export interface ListFiles {
  /**
   * Counts a file of this reader, once for a request, and as running until the returned function is called.
   * @throws Refusal `too_often` with the seconds to wait
   */
  begin(request: FastifyRequest, actor: Actor): Promise<() => void>;
  /**
   * The file of a list, of confirmations or of a manifest. A cached one, or one being made for another reader, is not
   * counted.
   * @param list its JSON and its tag: the same content has the same tag
   * @throws Refusal `too_often`; the signal's reason when the reader has gone
   */
  make(list: { body: Buffer; etag: string }, format: string, by: FileReader): Promise<Buffer>;
}

export interface FileReader {
  request: FastifyRequest;
  actor: Actor;
  /** Aborted when the reader has gone. */
  gone: AbortSignal;
}

export function createListFiles(app: FastifyInstance, painter: Pick<Painter, 'file' | 'hasFile'>): ListFiles {
  const person_of = new WeakMap<FastifyRequest, number>();
  const ofNetwork = app.createRateLimit(flood('list_file'));
  const ofPerson = app.createRateLimit({
    ...flood('list_file_person'),
    keyGenerator: (request) => `${person_of.get(request)} ${networkOf(request.ip)}`,
  });
  const counted = new WeakSet<FastifyRequest>();
  const under_way = new Map<string, number>();

  return {
    begin,
    async make({ body, etag }, format, { request, actor, gone }) {
      const key = `${format} ${etag}`;
      const end = painter.hasFile(key) ? undefined : await begin(request, actor);
      try {
        const asked = { urgency: urgencyOf(actor, request.url, format), signal: gone };
        return Buffer.from(await painter.file(key, { format: format as FileFormat, json: body }, asked));
      } finally {
        end?.();
      }
    },
  };

  async function begin(request: FastifyRequest, actor: Actor): Promise<() => void> {
    const person = userOf(actor);
    const whose = person === null ? `network ${networkOf(request.ip)}` : `person ${person}`;
    const before = under_way.get(whose) ?? 0;
    if (before >= files_at_once[person === null ? 'network' : 'person']) throw new Refusal('too_often', { seconds: 5 });
    under_way.set(whose, before + 1);
    const end = () => {
      const left = under_way.get(whose)! - 1;
      if (left) under_way.set(whose, left);
      else under_way.delete(whose);
    };
    if (!counted.has(request)) {
      if (person !== null) person_of.set(request, person);
      const tried = await (person === null ? ofNetwork : ofPerson)(request);
      if (!tried.isAllowed && tried.isExceeded) {
        end();
        throw new Refusal('too_often', { seconds: tried.ttlInSeconds });
      }
      counted.add(request);
    }
    return end;
  }
}

/** Work comes first: lists of a loft in which the reader has rights, and all documents that are not public. */
function urgencyOf(actor: Actor, url: string, format: string): Urgency {
  if (actor.kind !== 'user') return urgency.stranger;
  const loft_id = format === 'pdf' || format === 'xlsx' ? /^\/lofts\/(\d+)\//.exec(url)?.[1] : undefined;
  const at_work =
    loft_id === undefined ||
    actor.is_admin ||
    actor.permissions.some((one) => one.is_active && one.loft_id === Number(loft_id));
  return at_work ? urgency.work : urgency.person;
}
