/** The calls about the rulebook of a season. */

import type { SeasonKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import type { SeasonOfLoft } from '#domain/seasons/contract.ts';
import { changedParts } from '#domain/seasons/rulebook.ts';
import { publishRulebook as publishCall, readRulebook, readRulebookAdmin } from '#domain/seasons/rulebook-contract.ts';
import { userOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { type Route, route } from '#server/route.ts';
import { publishRulebook, rulebooksOf } from './rulebook.ts';
import { currencyOf, loadSeason, loadSeasonById } from './seasons.ts';

export const rulebookRoutes: Route[] = [
  route(readRulebook, {
    load: (tx, { params }) => loadSeason(tx, params.loft_id, params.season_id),
    act: async (tx, { loft_id, season }, { query }) => {
      const { versions, ...view } = await rulebookView(tx, { loft_id, season_id: season!.id }, season!, query.version);
      return { ...view, versions: versions.map(({ by: _by, ...version }) => version) };
    },
  }),
  route(readRulebookAdmin, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: (tx, { season, ...key }) => rulebookView(tx, key, season),
  }),
  route(publishCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id, { lock: true }),
    act: async (tx, { loft_id, season_id }, { body }, { actor }) => ({
      version: await publishRulebook(tx, { loft_id, season_id }, { ...body, user_id: userOf(actor) }),
    }),
  }),
];

/** A version of the rulebook, with the changes of all versions. @throws Refusal `not_found` for an unknown version. */
async function rulebookView(tx: Tx, key: SeasonKey, season: SeasonOfLoft, version?: number) {
  const all = await rulebooksOf(tx, key);
  const shown = version === undefined ? all[0] : all.find((one) => one.version === version);
  if (!shown) throw new Refusal('not_found');
  return {
    loft: (await loadLoft(tx, key.loft_id)).loft,
    season,
    currency: await currencyOf(tx, key),
    version: shown.version,
    at: shown.at,
    rulebook: shown.rulebook,
    versions: all.map(({ version, at, by, rulebook }, i) => {
      const before = all[i + 1];
      return { version, at, by, changed: before ? changedParts(before.rulebook, rulebook) : [] };
    }),
  };
}
