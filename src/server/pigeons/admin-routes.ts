/** The admin calls about a season's birds. */

import { dayAt } from '#domain/day.ts';
import { endRight, giveRight, listSeasonPigeons, readSeasonPigeon } from '#domain/pigeons/admin-contract.ts';
import { changeBird, readBird } from '#domain/pigeons/bird-contract.ts';
import { can } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import { actOf, userOf } from '#server/act.ts';
import { findLoft, loadLoft } from '#server/lofts/lofts.ts';
import { pageOf } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { adminBirds, changesOf, chipsOf, countriesOfBirds, listOfBirds, pedigreesOf } from './admin-birds.ts';
import { birdAndOthers, changesOfBird, changeWhichBird } from './bird-identity.ts';
import { correctionsOf } from './enter-pigeon.ts';
import { endShare, giveShare } from './granted-rights.ts';
import { photoChangesOf, photoOf } from './photos.ts';
import { rightsOf } from './rights.ts';

export const pigeonAdminRoutes: Route[] = [
  route(listSeasonPigeons, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id, season }, { query }) => {
      const key = { loft_id, season_id };
      const read = (ids: readonly number[]) => adminBirds(tx, key, ids);
      const { rows, ...page } = await pageOf(
        tx,
        query,
        listOfBirds(key, { ...query, year: season.year }),
        read,
        ({ pigeon_id }) => pigeon_id,
      );
      const countries = await countriesOfBirds(tx, key);
      return { loft: (await findLoft(tx, loft_id))!, season, countries, ...page, pigeons: rows };
    },
  }),
  route(readSeasonPigeon, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id, season }, { params: { pigeon_id } }, { now_ms }) => {
      const [pigeon] = await adminBirds(tx, { loft_id, season_id }, [pigeon_id]);
      if (!pigeon) throw new Refusal('not_found');
      const key = { loft_id, pigeon_id };
      const { loft } = await loadLoft(tx, loft_id);
      return {
        loft,
        season,
        pigeon,
        photo: await photoOf(tx, key),
        pedigree: (await pedigreesOf(tx, key, [pigeon_id])).get(pigeon_id) ?? null,
        changes: await changesOf(tx, key),
        chips: await chipsOf(tx, key),
        corrections: await correctionsOf(tx, key),
        photo_changes: await photoChangesOf(tx, key),
        rights: await rightsOf(tx, key),
        today: dayAt(now_ms, loft.time_zone),
      };
    },
  }),
  route(readBird, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params: { pigeon_id } }, { actor }) => {
      const key = { loft_id, season_id, pigeon_id };
      const { seasons, others } = await birdAndOthers(tx, actor, key);
      const changes = await changesOfBird(tx, key);
      return { seasons, others, changes, may_change: can(actor, 'loft.manage', { loft_id }) };
    },
  }),
  route(changeBird, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params: { pigeon_id }, body }, { actor, now_ms }) => {
      const act = { by: userOf(actor), now_ms, reason: body.reason };
      await changeWhichBird(tx, actor, { loft_id, season_id, pigeon_id }, body.same_as, act);
      return {};
    },
  }),
  route(giveRight, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params: { pigeon_id }, body }, context) => {
      const { time_zone } = (await loadLoft(tx, loft_id)).loft;
      const giving = { ...actOf(context), time_zone };
      return { n: await giveShare(tx, { loft_id, season_id, pigeon_id }, body, giving) };
    },
  }),
  route(endRight, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params: { pigeon_id, n }, body }, context) => {
      const { time_zone } = (await loadLoft(tx, loft_id)).loft;
      const giving = { ...actOf(context), time_zone };
      await endShare(tx, { loft_id, season_id, pigeon_id }, { n, ...body }, giving);
      return {};
    },
  }),
];
