/** Documents: files that only the people of their record may read. Each request is authorized. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { id } from '#domain/contract.ts';
import { nameInStorage, privateNameInStorage } from '#domain/files/file.ts';
import type { DocumentSubject } from '#domain/policy.ts';
import { anonymous } from '#domain/policy.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { actorOf, authorize } from '#server/route.ts';
import { filePolicy } from './routes.ts';
import type { Storage } from './stored-content.ts';

export interface Document extends DocumentSubject {
  id: number;
  type: string;
  name: string;
  sha256: string | null;
  private_key: string;
}

/** A document with the facts for its policy. @throws Refusal `not_found`, also for a public picture */
export async function findDocument(tx: Tx, file_id: number): Promise<Document> {
  const { rows } = await sql<Document>`
    select f.id, f.loft_id, f.user_id, f.type, f.name, f.sha256, f.private_key,
      exists (select from contracts c where c.loft_id = f.loft_id and c.file_id = f.id and c.version is not null) as is_published,
      exists (select from contracts c where c.loft_id = f.loft_id and c.file_id = f.id) as is_contract,
      exists (select from payments p where p.loft_id = f.loft_id and p.file_id = f.id)
        or exists (select from refunds r where r.loft_id = f.loft_id and r.file_id = f.id)
        or exists (select from cash_hand_overs h where h.loft_id = f.loft_id and h.file_id = f.id)
        or exists (select from prize_payouts x where x.loft_id = f.loft_id and x.file_id = f.id) as is_receipt,
      exists (select from pigeons p where p.loft_id = f.loft_id and p.pedigree_file_id = f.id) as is_pedigree,
      exists (select from dispute_files d where d.loft_id = f.loft_id and d.file_id = f.id) as is_dispute,
      exists (select from ruling_files e where e.loft_id = f.loft_id and e.file_id = f.id) as is_evidence,
      exists (select from ruling_files e
        join ruling_decisions d on d.loft_id = e.loft_id and d.flight_id = e.flight_id and d.n = e.n
          and d.decision = 'made'
        join flights flown on flown.loft_id = e.loft_id and flown.id = e.flight_id and not flown.is_draft
        join seasons s on s.loft_id = flown.loft_id and s.id = flown.season_id and s.status <> 'draft'
        where e.loft_id = f.loft_id and e.file_id = f.id) as is_in_log,
      coalesce((select json_agg(distinct o.user_id) from pigeons p
        join entries e on e.loft_id = p.loft_id and e.pigeon_id = p.id
        join orders o on o.loft_id = e.loft_id and o.id = e.order_id
        where p.loft_id = f.loft_id and p.pedigree_file_id = f.id), '[]') as customer_ids
    from files f where f.id = ${file_id} and f.private_key is not null`.execute(tx);
  if (!rows[0]) throw new Refusal('not_found');
  return rows[0];
}

/** Sends a document as a download; the caller chooses the cache policy. */
export async function sendDocument(
  reply: FastifyReply,
  storage: Storage,
  document: Pick<Document, 'type' | 'sha256' | 'private_key'>,
  { name, cache }: { name: string; cache: string },
): Promise<FastifyReply> {
  const { type, private_key, sha256 } = document;
  const found =
    (await storage.read(privateNameInStorage(private_key, type))) ??
    // A document that has not been moved yet (moveDocuments).
    (sha256 === null ? null : await storage.read(nameInStorage(sha256, type, 'full')));
  if (!found) throw new Refusal('not_found');
  return reply
    .type(type)
    .headers({
      'cache-control': cache,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}`,
      'content-security-policy': filePolicy,
      'content-length': found.bytes,
    })
    .send(found.content);
}

const key = z.object({ file_id: id });

export function documentRoute(app: FastifyInstance, { db, storage }: { db: Database; storage: Storage }): void {
  app.get('/files/:file_id', { config: { access: 'file.read' }, schema: { hide: true } }, async (request, reply) => {
    const asked = key.safeParse(request.params);
    if (!asked.success) throw new Refusal('not_found');
    const actor = await actorOf(request, db).catch((error: unknown) => {
      if (isRefusal(error)) return anonymous;
      throw error;
    });
    const document = await findDocument(db, asked.data.file_id);
    authorize(actor, 'file.read', document);
    return sendDocument(reply, storage, document, { name: document.name, cache: 'private, no-store' });
  });
}
