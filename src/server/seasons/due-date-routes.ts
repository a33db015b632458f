/** The calls about the due dates of a season. */

import { dayAt } from '#domain/day.ts';
import {
  addDueDate as addCall,
  changeDueDate as changeCall,
  listDueDates,
  readDueDates,
  removeDueDate as removeCall,
} from '#domain/seasons/due-dates-contract.ts';
import { registrationState } from '#domain/seasons/registration.ts';
import { userOf } from '#server/act.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { type Route, route } from '#server/route.ts';
import { addDueDate, changeDueDate, dueDatesOf, removeDueDate } from './due-dates.ts';
import { loadSeasonById } from './seasons.ts';

export const dueDateRoutes: Route[] = [
  route(readDueDates, {
    load: async (tx, { headers }) => {
      const found = await loadSeasonById(tx, headers.seasonid);
      return { ...found, season_status: found.season.status };
    },
    act: (tx, season) => dueDatesOf(tx, season),
  }),
  route(listDueDates, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { season, ...key }, _input, { now_ms }) => {
      const { loft } = await loadLoft(tx, key.loft_id);
      const due_dates = await dueDatesOf(tx, key);
      return {
        loft,
        season,
        due_dates,
        today: dayAt(now_ms, loft.time_zone),
        registration: registrationState(season.status === 'in_progress' ? due_dates : [], now_ms, loft.time_zone),
      };
    },
  }),
  route(addCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id, { lock: true }),
    act: async (tx, season, { body }, { actor }) => ({
      due_date: await addDueDate(tx, userOf(actor), season, body),
    }),
  }),
  route(changeCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id, { lock: true }),
    act: async (tx, season, { params, body }, { actor }) => ({
      due_date: await changeDueDate(tx, userOf(actor), season, { id: params.due_date_id, ...body }),
    }),
  }),
  route(removeCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id, { lock: true }),
    act: async (tx, season, { params, body }, { actor }) => {
      await removeDueDate(tx, userOf(actor), season, { id: params.due_date_id, ...body });
      return {};
    },
  }),
];
