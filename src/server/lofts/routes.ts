/**
 * The calls for the people who run a loft. Its address is changed in server/flights, which measures the flights again.
 */

import { demandSecondFactor as demandSecondFactorCall } from '#domain/accounts/contract.ts';
import { merchantOf } from '#domain/accounts/person.ts';
import { dayAt } from '#domain/day.ts';
import {
  addNote as addNoteCall,
  addSubscription as addSubscriptionCall,
  changeLoftAccent,
  changeLoftLogo,
  changeLoftSettings,
  changeSubscription as changeSubscriptionCall,
  givePackage as givePackageCall,
  hideFirstSteps as hideFirstStepsCall,
  listAdministered,
  listNotes,
  pinNote,
  readLoftPackages,
  readLoftSettings,
  takeNote,
  takeSubscriptionBack as takeSubscriptionBackCall,
} from '#domain/lofts/contract.ts';
import { can } from '#domain/policy.ts';
import { lockLoftOfRights } from '#server/accounts/permissions.ts';
import { personOf } from '#server/act.ts';
import { pageOf } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';
import { administeredLofts, countriesOfLofts, listOfLofts } from './administered.ts';
import { changeAccent, changeLogo, changeSettings, describeLoft, hideFirstSteps, loadLoft } from './lofts.ts';
import { addNote, changeNote, listOfNotes, notesOf } from './notes.ts';
import {
  addSubscription,
  changeSubscription,
  givePackage,
  packagesOf,
  subscriptionChangesOf,
  subscriptionsOf,
  takeSubscriptionBack,
} from './packages.ts';
import { demandSecondFactor } from './second-factor.ts';

/** The policy of these calls admits signed-in persons only, so `personOf` applies. */
export const loftRoutes: Route[] = [
  route(listAdministered, {
    load: async () => null,
    act: async (tx, _lofts, { query }, { actor }) => {
      const person = personOf(actor);
      const loft_ids = person.is_admin ? 'all' : merchantOf(person);
      const list = listOfLofts({ ...query, loft_ids });
      const read = (ids: readonly number[]) => administeredLofts(tx, ids);
      const { rows, ...page } = await pageOf(tx, { ...query, sort: 'name' }, list, read, ({ id }) => id);
      const countries = await countriesOfLofts(tx, loft_ids);
      return { lofts: rows, ...page, countries };
    },
  }),
  route(demandSecondFactorCall, {
    load: (tx, { params }) => lockLoftOfRights(tx, params.loft_id),
    act: async (tx, loft, { body: { is_demanded } }, { actor }) => {
      await demandSecondFactor(tx, personOf(actor), loft, is_demanded);
      return { is_demanded };
    },
  }),
  route(readLoftSettings, {
    load: (tx, { params }) => describeLoft(tx, params.loft_id),
    act: async (_tx, loft) => loft,
  }),
  route(changeLoftSettings, {
    load: (tx, { params }) => describeLoft(tx, params.loft_id, { lock: true }),
    act: (tx, loft, { body }, { actor }) => changeSettings(tx, loft, body, personOf(actor).user_id),
  }),
  route(changeLoftAccent, {
    load: (tx, { params }) => describeLoft(tx, params.loft_id, { lock: true }),
    act: async (tx, loft, { body: { accent } }, { actor }) => {
      await changeAccent(tx, loft, accent, personOf(actor).user_id);
      return { accent };
    },
  }),
  route(changeLoftLogo, {
    load: (tx, { params }) => describeLoft(tx, params.loft_id, { lock: true }),
    act: async (tx, loft, { body: { file_id } }, { actor }) => ({
      logo: await changeLogo(tx, loft, file_id, personOf(actor).user_id),
    }),
  }),
  route(hideFirstStepsCall, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft_id }, { body: { is_hidden } }) => {
      await hideFirstSteps(tx, loft_id, is_hidden);
      return {};
    },
  }),
  route(readLoftPackages, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft_id, loft }, _input, { actor, now_ms }) => ({
      loft_types: await packagesOf(tx, loft_id),
      subscriptions: await subscriptionsOf(tx, loft_id, dayAt(now_ms, loft.time_zone)),
      changes: await subscriptionChangesOf(tx, loft_id),
      may_change: can(actor, 'package.manage', { loft_id }),
    }),
  }),
  route(givePackageCall, {
    load: (tx, { params }) => describeLoft(tx, params.loft_id, { lock: true }),
    act: async (tx, { loft_id }, { body }, { actor }) => {
      await givePackage(tx, loft_id, body.type, personOf(actor).user_id);
      return { latest_loft_type: { package: { type: body.type } } };
    },
  }),
  route(addSubscriptionCall, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: (tx, { loft_id }, { body }, { actor }) => addSubscription(tx, loft_id, body, personOf(actor).user_id),
  }),
  route(changeSubscriptionCall, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: (tx, _loft, { params, body: { version, reason, ...now } }, { actor }) =>
      changeSubscription(tx, params, now, { version, reason, by: personOf(actor).user_id }),
  }),
  route(takeSubscriptionBackCall, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, _loft, { params, body }, { actor }) => {
      await takeSubscriptionBack(tx, params, { ...body, by: personOf(actor).user_id });
      return {};
    },
  }),
  route(listNotes, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft_id }, { query }) => {
      const read = (ids: readonly number[]) => notesOf(tx, loft_id, ids);
      const asked = { ...query, sort: 'pinned' as const };
      const { rows, ...page } = await pageOf(tx, asked, listOfNotes(loft_id), read, ({ id }) => id);
      return { notes: rows, ...page };
    },
  }),
  route(addNoteCall, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft_id }, { body }, { actor }) => ({
      id: await addNote(tx, loft_id, body, personOf(actor).user_id),
    }),
  }),
  route(pinNote, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, _loft, { params, body }) => {
      await changeNote(tx, params, body);
      return {};
    },
  }),
  route(takeNote, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, _loft, { params }) => {
      await changeNote(tx, params, { text: null });
      return {};
    },
  }),
];
