/** The call that takes the pedigree of a bird: a PDF or a picture, until the loft has the bird (5.16). */
import type { FastifyInstance } from 'fastify';
import { uploadPedigree } from '#domain/entries/contract.ts';
import type { Database } from '#server/db/database.ts';
import { asked, type Receive, userOf } from '#server/files/routes.ts';
import { findOrder, lockOrder } from '#server/orders/orders.ts';
import { judge, registerContract } from '#server/route.ts';
import { setPedigree } from './entries.ts';

export const pedigreeRoute = (db: Database) => (app: FastifyInstance, receive: Receive) =>
  registerContract(app, uploadPedigree, async (request) => {
    const { actor, params, query } = await asked(uploadPedigree, request, db);
    const order = await findOrder(db, params.order_id);
    judge(actor, uploadPedigree.access, order);
    const sender = { loft_id: order.loft_id, user_id: userOf(actor), name: query.name };
    const kept = await receive(
      request,
      uploadPedigree.body,
      sender,
      ([file]) => ({ file: file!, as: 'document' }),
      async (tx, file_id) => setPedigree(tx, await lockOrder(tx, order.id), params.pigeon_id, file_id),
    );
    return uploadPedigree.reply.parse({ data: [kept] });
  });
