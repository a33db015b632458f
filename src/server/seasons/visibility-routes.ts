/** The calls about the visibility settings of a season. */

import { hiddenOf, shownExcept } from '#domain/seasons/visibility.ts';
import { changeVisibility, mergeSwitches, readVisibility } from '#domain/seasons/visibility-contract.ts';
import { userOf } from '#server/act.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeasonById } from './seasons.ts';
import { changeHidden, hiddenIn } from './visibility.ts';

export const shownRoutes: Route[] = [
  route(readVisibility, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id, season }) => ({
      loft: (await loadLoft(tx, loft_id)).loft,
      season,
      shown: shownExcept(await hiddenIn(tx, { loft_id, season_id })),
    }),
  }),
  route(changeVisibility, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id, { lock: true }),
    act: async (tx, { loft_id, season_id }, { body }, { actor }) => {
      const key = { loft_id, season_id };
      const shown = mergeSwitches(shownExcept(await hiddenIn(tx, key)), body);
      await changeHidden(tx, userOf(actor), key, hiddenOf(shown));
      return { shown };
    },
  }),
];
