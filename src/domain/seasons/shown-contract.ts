/** The calls about what a season shows to everybody (3.15). */
import { z } from 'zod';
import { contract, id } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { season } from './contract.ts';
import { shown, shownToSay } from './shown.ts';

const path = '/api/admin/seasons/{season_id}/visibility';
const params = z.object({ season_id: id });

export const readVisibility = contract({
  name: 'readVisibility',
  summary: 'What a season shows to everybody, list by list',
  method: 'GET',
  path,
  access: 'season.manage',
  params,
  reply: z.object({ loft, season, shown }),
});

export const changeVisibility = contract({
  name: 'changeVisibility',
  summary:
    'Say for every field of every list of a season whether everybody sees it. It holds at once, also on open pages',
  method: 'PUT',
  path,
  access: 'season.manage',
  params,
  body: shownToSay,
  reply: z.object({ shown }),
});
