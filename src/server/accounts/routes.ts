/** The calls about permissions, people and the security log. */

import { listAudit, listLoftAudit, loftAuditKinds } from '#domain/accounts/audit-contract.ts';
import {
  beginSeeing as beginSeeingCall,
  changeStanding as changeStandingCall,
  findPeople,
  givePermission,
  readPermissions,
  readSecurityLog as readSecurityLogCall,
  takePermission,
} from '#domain/accounts/contract.ts';
import { listPeople } from '#domain/accounts/people-contract.ts';
import { personOf, userOf } from '#server/act.ts';
import { countTry } from '#server/limits.ts';
import { pageOf } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';
import { entriesOfAudit } from './audit-entries.ts';
import { listOfEverybody, peopleWithRights } from './people.ts';
import {
  changePermission,
  changesOf,
  lockLoftOfRights,
  loftOfRights,
  peopleByEmail,
  peopleForLoft,
  peopleOf,
  personById,
} from './permissions.ts';
import { readSecurityLog } from './security-log.ts';
import { beginSeeing } from './see-as.ts';
import { changeStanding, lockStanding } from './standing.ts';

export const accountRoutes: Route[] = [
  route(readPermissions, {
    load: (tx, { params }) => loftOfRights(tx, params.loft_id),
    act: async (tx, { loft_id, name, time_zone, second_factor }, { query }) => ({
      loft: { id: loft_id, name, time_zone },
      second_factor,
      people: await peopleOf(tx, loft_id),
      ...(await changesOf(tx, loft_id, query.before)),
    }),
  }),
  route(findPeople, {
    load: (tx, { params }) => loftOfRights(tx, params.loft_id),
    counts: true,
    act: async (tx, { loft_id }, { query }, { actor }) => {
      await countTry(tx, 'people_lookup', { person: userOf(actor) ?? '' });
      const is_admin = actor.kind === 'user' && actor.is_admin;
      return { people: await (is_admin ? peopleByEmail(tx, query.email) : peopleForLoft(tx, { loft_id, ...query })) };
    },
  }),
  route(givePermission, {
    load: (tx, { params }) => lockLoftOfRights(tx, params.loft_id),
    act: async (tx, _loft, { params, body }, { actor }) => {
      await changePermission(tx, userOf(actor), params, body);
      return { entry: body };
    },
  }),
  route(takePermission, {
    load: (tx, { params }) => lockLoftOfRights(tx, params.loft_id),
    act: async (tx, _loft, { params }, { actor }) => {
      await changePermission(tx, userOf(actor), params, null);
      return {};
    },
  }),
  route(readSecurityLogCall, {
    load: (tx, { params }) => personById(tx, params.user_id),
    act: async (tx, person, { query }) => ({
      person,
      ...(await readSecurityLog(tx, { user_id: person.user_id }, { before: query.before ?? null, most: 50 })),
    }),
  }),
  route(listPeople, {
    load: async () => null,
    act: async (tx, _site, { query }) => {
      const load = (ids: readonly number[]) => peopleWithRights(tx, ids);
      const { rows, ...page } = await pageOf(tx, query, listOfEverybody(query.kind), load, ({ user_id }) => user_id);
      return { people: rows, ...page };
    },
  }),
  route(listAudit, {
    load: async () => null,
    act: async (tx, _site, { query: { kind, ...query } }) => ({
      ...(await entriesOfAudit(tx, { ...query, kinds: kind && [kind] })),
      lofts: await tx.selectFrom('lofts').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
    }),
  }),
  route(listLoftAudit, {
    load: (tx, { params }) => loftOfRights(tx, params.loft_id),
    act: async (tx, { loft_id, name, time_zone }, { query: { kind, ...query } }) => ({
      ...(await entriesOfAudit(tx, { ...query, kinds: kind ? [kind] : loftAuditKinds, loft_id, time_zone })),
      loft: { id: loft_id, name, time_zone },
    }),
  }),
  route(beginSeeingCall, {
    load: async () => null,
    act: async (tx, _site, { params }, { actor, ...context }) => {
      await beginSeeing(tx, personOf(actor), params.user_id, context);
      return {};
    },
  }),
  route(changeStandingCall, {
    load: (tx, { params }) => lockStanding(tx, params.user_id),
    act: async (tx, person, { body }, { actor }) => ({
      standing: await changeStanding(tx, userOf(actor), person, body),
    }),
  }),
];
