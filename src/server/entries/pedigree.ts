/** The pedigree of a bird: a PDF or an image, uploaded and removed until the loft has the bird; a missing one is taken later too (5.16). */

import type { FastifyInstance } from 'fastify';
import type { InputOf } from '#domain/contract.ts';
import { uploadPedigree } from '#domain/entries/contract.ts';
import type { Actor } from '#domain/policy.ts';
import { personOf } from '#server/act.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { asked, type Receive } from '#server/files/routes.ts';
import type { Keep } from '#server/files/store-upload.ts';
import { findRegistration, lockRegistration } from '#server/orders/registrations.ts';
import { authorize, parseInput, type Route, registerContract } from '#server/route.ts';
import { setPedigree } from './entries.ts';

/** Upload by the API: a missing right is refused before a byte of the file is read. */
export const pedigreeRoute = (db: Database) => (app: FastifyInstance, receive: Receive) =>
  registerContract(app, uploadPedigree, async (request) => {
    const { actor, ...input } = await asked(uploadPedigree, request, db);
    const { sender, give } = await allowed(db, actor, input);
    const saved = await receive(
      request,
      uploadPedigree.body,
      sender,
      ([file]) => ({ file: file!, as: 'document' }),
      give,
    );
    return uploadPedigree.reply.parse({ data: [saved] });
  });

/** Upload by the form of a page, whose file has been read by then. */
export const pedigreeOfForm = (keep: Keep): Route => ({
  contract: uploadPedigree,
  async run(db, raw, { actor }) {
    const input = parseInput(uploadPedigree, raw) as InputOf<typeof uploadPedigree>;
    const { sender, give } = await allowed(db, actor, input);
    const saved = await keep(sender, { file: input.body[0]!, as: 'document' }, give);
    return uploadPedigree.reply.parse({ data: [saved] });
  },
});

/**
 * Checks the sender's right, and returns what is done with the file.
 * @throws Refusal `not_found` and those of the policy.
 */
async function allowed(
  db: Database,
  actor: Actor,
  { params: { order_id, pigeon_id }, query }: Pick<InputOf<typeof uploadPedigree>, 'params' | 'query'>,
) {
  const order = await findRegistration(db, order_id);
  authorize(actor, uploadPedigree.access, order);
  return {
    sender: { loft_id: order.loft_id, user_id: personOf(actor).user_id, name: query.name },
    give: async (tx: Tx, file_id: number) => setPedigree(tx, await lockRegistration(tx, order_id), pigeon_id, file_id),
  };
}
