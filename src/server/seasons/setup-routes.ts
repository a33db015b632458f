/** The calls that set up a season. */

import { dayAt } from '#domain/day.ts';
import { can } from '#domain/policy.ts';
import { registrationState } from '#domain/seasons/registration.ts';
import { checklist, whyNotNext } from '#domain/seasons/setup.ts';
import {
  changeSeason as changeCall,
  copySeason as copyCall,
  copySharedSeason as copySharedCall,
  createSeason as createCall,
  createStandardSeason,
  listSeasonLofts,
  readSeasonSetup,
  setSeasonStatus,
} from '#domain/seasons/setup-contract.ts';
import { userOf } from '#server/act.ts';
import { loadLoft, loftsWithCurrency } from '#server/lofts/lofts.ts';
import { type Route, route } from '#server/route.ts';
import { dueDatesOf } from './due-dates.ts';
import { copySeason, copySharedSeason, openStandardDraft, seasonsToCopy } from './new-season.ts';
import { loadSeasonById } from './seasons.ts';
import {
  changeSeason,
  historyOf,
  nextOf,
  openDraft,
  plannedFlights,
  settingsOf,
  stepFacts,
  walkSeason,
} from './setup.ts';

export const setupRoutes: Route[] = [
  route(readSeasonSetup, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, _input, { actor, now_ms }) => {
      const { loft } = await loadLoft(tx, loft_id);
      const key = { loft_id, season_id };
      const season = await settingsOf(tx, key);
      const due_dates = await dueDatesOf(tx, key);
      const facts = await stepFacts(tx, loft, { season_id, now_ms });
      const next = nextOf(season.status);
      const no = whyNotNext(season.status, facts);
      return {
        loft,
        season,
        due_dates,
        flights: await plannedFlights(tx, key, loft.time_zone, { with_drafts: true }),
        today: dayAt(now_ms, loft.time_zone),
        registration: registrationState(season.status === 'in_progress' ? due_dates : [], now_ms, loft.time_zone),
        checklist: checklist(facts),
        next: next && { status: next.status, why_not: no && { code: no.code, params: { ...no.params } } },
        history: await historyOf(tx, key),
        may_manage_loft: can(actor, 'loft.manage', { loft_id }),
      };
    },
  }),
  route(listSeasonLofts, {
    load: async () => null,
    act: async (tx, _seasons, _input, { actor }) => {
      const lofts = (await loftsWithCurrency(tx)).filter(({ id }) => can(actor, 'season.manage', { loft_id: id }));
      const loft_ids = lofts.map(({ id }) => id);
      return { lofts, ...(await seasonsToCopy(tx, loft_ids)) };
    },
  }),
  route(createCall, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft_id }, { body }, { actor }) => {
      const { id } = await openDraft(tx, userOf(actor), loft_id, body);
      return { season: await settingsOf(tx, { loft_id, season_id: id }) };
    },
  }),
  route(createStandardSeason, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft_id, loft }, { body }, { actor }) => {
      const { id } = await openStandardDraft(tx, userOf(actor), loft, body);
      return { season: await settingsOf(tx, { loft_id, season_id: id }) };
    },
  }),
  route(copySharedCall, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft_id, loft }, { body }, { actor }) => {
      const { id } = await copySharedSeason(tx, userOf(actor), loft, body);
      return { season: await settingsOf(tx, { loft_id, season_id: id }) };
    },
  }),
  route(changeCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id, { lock: true }),
    act: async (tx, season, { body }, { actor }) => ({
      season: await changeSeason(tx, userOf(actor), season, body),
    }),
  }),
  route(setSeasonStatus, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id, { lock: true }),
    act: async (tx, { loft_id, season_id }, { body }, { actor, now_ms }) => {
      const { loft } = await loadLoft(tx, loft_id);
      await walkSeason(tx, userOf(actor), loft, { season_id, ...body, now_ms });
      return { season: await settingsOf(tx, { loft_id, season_id }) };
    },
  }),
  route(copyCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id, { lock: true }),
    act: async (tx, from, { body }, { actor }) => {
      const { id } = await copySeason(tx, userOf(actor), from, body);
      return { season: await settingsOf(tx, { loft_id: from.loft_id, season_id: id }) };
    },
  }),
];
