/** The calls about a loft's own list of its fanciers; all need its package (4.12, 6.11). */

import * as calls from '#domain/fanciers/contract.ts';
import { day_ms, mostInADay } from '#domain/fanciers/message.ts';
import { userOf } from '#server/act.ts';
import { describeLoft, loadLoft } from '#server/lofts/lofts.ts';
import { pageOf } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';
import {
  addFancier,
  changeFancier,
  checkPackage,
  countNotImported,
  fanciersOf,
  listOfFanciers,
  loadFancier,
  mergeFanciers,
  takeFanciers,
  teamsOfFancier,
} from './fanciers.ts';
import { mailsSince, messagesOf, writeToFanciers } from './messages.ts';

export const fancierRoutes: Route[] = [
  route(calls.listFanciers, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft_id }, { query }) => {
      await checkPackage(tx, loft_id);
      const read = (ids: readonly number[]) => fanciersOf(tx, loft_id, ids);
      const asked = { ...query, sort: 'name' as const };
      const { rows, ...page } = await pageOf(tx, asked, listOfFanciers(loft_id), read, ({ id }) => id);
      return { fanciers: rows, ...page, not_imported: await countNotImported(tx, loft_id) };
    },
  }),
  route(calls.addFancier, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft_id }, { body }) => {
      await checkPackage(tx, loft_id);
      return { id: await addFancier(tx, loft_id, body) };
    },
  }),
  route(calls.takeFanciers, {
    load: (tx, { params }) => describeLoft(tx, params.loft_id, { lock: true }),
    act: async (tx, { loft_id }) => {
      await checkPackage(tx, loft_id);
      await takeFanciers(tx, loft_id);
      return {};
    },
  }),
  route(calls.listMessages, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft_id }, _input, { now_ms }) => {
      await checkPackage(tx, loft_id);
      return {
        messages: await messagesOf(tx, loft_id),
        letters_left: Math.max(0, mostInADay - (await mailsSince(tx, loft_id, now_ms - day_ms))),
      };
    },
  }),
  route(calls.writeToFanciers, {
    // The loft is locked, because all messages share the limit of e-mails per day.
    load: (tx, { params }) => describeLoft(tx, params.loft_id, { lock: true }),
    act: async (tx, { loft_id }, { body }, { actor, now_ms }) => {
      await checkPackage(tx, loft_id);
      const by = userOf(actor);
      return { letters: await writeToFanciers(tx, { loft_id, by, now_ms }, body) };
    },
  }),
  route(calls.readFancier, {
    load: (tx, { params }) => loadFancier(tx, params),
    act: async (tx, { loft_id, fancier }, { params }) => {
      await checkPackage(tx, loft_id);
      const all = await fanciersOf(tx, loft_id);
      return {
        fancier,
        teams: await teamsOfFancier(tx, params),
        others: all.filter(({ id }) => id !== fancier.id).map(({ id, name }) => ({ id, name })),
      };
    },
  }),
  route(calls.changeFancier, {
    load: (tx, { params }) => loadFancier(tx, params, { lock: true }),
    act: async (tx, known, { body }) => {
      await checkPackage(tx, known.loft_id);
      await changeFancier(tx, known, body);
      return {};
    },
  }),
  route(calls.mergeFanciers, {
    // The loft is locked, so that two crosswise merges are serialized.
    load: async (tx, { params }) => {
      await describeLoft(tx, params.loft_id, { lock: true });
      return loadFancier(tx, params);
    },
    act: async (tx, { loft_id }, { params, body }, { actor }) => {
      await checkPackage(tx, loft_id);
      await mergeFanciers(tx, params, body.other_id, userOf(actor));
      return {};
    },
  }),
];
