/** The calls about the public fields of a season's lists (3.15). */
import { z } from 'zod';
import { contract, id } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { season } from './contract.ts';
import { shown, shownInput } from './visibility.ts';

const path = '/api/admin/seasons/{season_id}/visibility';
const params = z.object({ season_id: id });

export const readVisibility = contract({
  name: 'readVisibility',
  summary: 'The public fields of a season, list by list',
  method: 'GET',
  path,
  access: 'season.manage',
  params,
  reply: z.object({ loft, season, shown }),
});

export const changeVisibility = contract({
  name: 'changeVisibility',
  summary:
    'Set for every field of every list of a season whether it is public. It takes effect at once, also on open pages',
  method: 'PUT',
  path,
  access: 'season.manage',
  params,
  body: shownInput,
  reply: z.object({ shown }),
});
