/** The calls about the public fields of a season's lists (3.15). */
import { z } from 'zod';
import { contract, id } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { season } from './contract.ts';
import { fieldsOfLists, type Shown, switches } from './visibility.ts';

/** The switches that are off, as replies contain them. */
export const hiddenSwitches = z.array(z.enum(switches));

const listSchema = <Field extends string>(fields: readonly Field[]) =>
  z.strictObject(Object.fromEntries(fields.map((field) => [field, z.boolean()])) as Record<Field, z.ZodBoolean>);

/** The switches as a reply has them. */
export const shown = z.strictObject({
  participants: listSchema(fieldsOfLists.participants),
  fanciers: listSchema(fieldsOfLists.fanciers),
  results: listSchema(fieldsOfLists.results),
  baskets: listSchema(fieldsOfLists.baskets),
  aces: listSchema(fieldsOfLists.aces),
});

/** The same as the input of a call. A field that is not in 3.15 may be left out: then it is unchanged. */
export const shownInput = shown.extend({
  fanciers: shown.shape.fanciers.partial({ eyeColor: true, hatchYear: true, breeder: true, sire: true, dam: true }),
});

/** The switches after a change. */
export const mergeSwitches = (before: Shown, changes: z.output<typeof shownInput>): Shown => ({
  ...changes,
  fanciers: { ...before.fanciers, ...changes.fanciers },
});

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
