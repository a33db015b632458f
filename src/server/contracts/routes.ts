/** The calls about the contract of a loft, and the download of its PDF. */

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { id } from '#domain/contract.ts';
import {
  changeContract as changeCall,
  listContracts,
  manageContracts,
  publishContract as publishCall,
  removeContract as removeCall,
  writeContract as writeCall,
} from '#domain/contracts/contract.ts';
import { stateOf } from '#domain/contracts/version.ts';
import { dayAt } from '#domain/day.ts';
import { Refusal } from '#domain/refusal.ts';
import { lockLoftOfRights, loftOfRights } from '#server/accounts/permissions.ts';
import { personOf } from '#server/act.ts';
import type { Database } from '#server/db/database.ts';
import { findDocument, sendDocument } from '#server/files/documents.ts';
import type { Storage } from '#server/files/stored-content.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { type Route, route } from '#server/route.ts';
import {
  acceptancesOf,
  changeContract,
  publishContract,
  removeContract,
  versionsOf,
  writeContract,
} from './contracts.ts';

export const contractRoutes: Route[] = [
  route(listContracts, {
    load: async (tx, { params }) => (await loadLoft(tx, params.loft_id)).loft,
    act: async (tx, loft, _input, { now_ms }) => {
      const all = await versionsOf(tx, loft.id);
      const today = dayAt(now_ms, loft.time_zone);
      return { loft, contracts: all.filter((one) => stateOf(one, all, today) === 'in_force') };
    },
  }),
  route(manageContracts, {
    load: (tx, { params }) => loftOfRights(tx, params.loft_id),
    act: async (tx, { loft_id, name, time_zone }, _input, { now_ms }) => {
      const all = await versionsOf(tx, loft_id);
      const accepted = await acceptancesOf(tx, loft_id);
      const today = dayAt(now_ms, time_zone);
      const contracts = all.map((one) => ({
        ...one,
        state: stateOf(one, all, today),
        accepted_count: accepted.get(one.id) ?? 0,
      }));
      return { loft: { id: loft_id, name, time_zone }, today, contracts };
    },
  }),
  route(writeCall, {
    load: (tx, { params }) => lockLoftOfRights(tx, params.loft_id),
    act: async (tx, { loft_id }, { body }, { actor }) => ({
      contract_id: await writeContract(tx, loft_id, personOf(actor).user_id, body),
    }),
  }),
  route(changeCall, {
    load: (tx, { params }) => lockLoftOfRights(tx, params.loft_id),
    act: async (tx, _loft, { params, body }) => {
      await changeContract(tx, params, body);
      return {};
    },
  }),
  route(publishCall, {
    load: (tx, { params }) => lockLoftOfRights(tx, params.loft_id),
    act: async (tx, _loft, { params }, { actor, now_ms }) => ({
      version: await publishContract(tx, params, personOf(actor).user_id, now_ms),
    }),
  }),
  route(removeCall, {
    load: (tx, { params }) => lockLoftOfRights(tx, params.loft_id),
    act: async (tx, _loft, { params }) => {
      await removeContract(tx, params);
      return {};
    },
  }),
];

const key = z.object({ loft_id: id, contract_id: id });

/** The PDF of a published version, with a descriptive file name (7.14). */
export function contractPdfRoute(app: FastifyInstance, { db, storage }: { db: Database; storage: Storage }): void {
  app.get(
    '/lofts/:loft_id/contracts/:contract_id/pdf',
    { config: { access: 'loft.read' }, schema: { hide: true } },
    async (request, reply) => {
      const asked = key.safeParse(request.params);
      if (!asked.success) throw new Refusal('not_found');
      const { loft_id, contract_id } = asked.data;
      const { loft } = await loadLoft(db, loft_id);
      const found = (await versionsOf(db, loft_id)).find((one) => one.id === contract_id && one.version !== null);
      if (!found?.file) throw new Refusal('not_found');
      const name = `${loft.name}, ${found.title}, ${found.language} ${found.version}.pdf`;
      const document = await findDocument(db, found.file.id);
      return sendDocument(reply, storage, document, { name, cache: 'public, max-age=86400' });
    },
  );
}
