/** The calls by which a loft sets the states and facts of birds, and enters birds outside an order. */

import {
  correctPigeon as correctPigeonCall,
  raceOutsideOrder as raceOutsideOrderCall,
} from '#domain/entries/intake-contract.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { changePigeonStatuses, sendPigeonStatus } from '#domain/pigeons/admin-contract.ts';
import { statusTypeOf } from '#domain/pigeons/status.ts';
import { Refusal } from '#domain/refusal.ts';
import { actOf, userOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { correctPigeon } from '#server/pigeons/enter-pigeon.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { raceOutsideOrder, setByHand } from './extra-places.ts';

export const byHandRoutes: Route[] = [
  route(changePigeonStatuses, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, season, { body }, context) => {
      const { reason, ...wanted } = body;
      const act = { ...actOf(context), reason };
      return { changed: await setByHand(tx, season, wanted, act) };
    },
  }),
  route(sendPigeonStatus, {
    load: (tx, { body }) => seasonOfBird(tx, body.pigeon_id),
    act: async (tx, season, { body }, { actor, now_ms }) => {
      const { pigeon_id, pigeon_status_type_id, reason, without_fee } = body;
      const { id, code, is_not_racing } = statusTypeOf(pigeon_status_type_id);
      const act = { by: userOf(actor), reason, now_ms };
      await setByHand(tx, season, { pigeon_ids: [pigeon_id], status: code, without_fee }, act);
      const created_at = new Date(now_ms).toISOString();
      const pigeon_status_type = { id, code, is_not_racing };
      return { pigeon_id, pigeon_status_type_id: id, pigeon_status_type, reason, created_at };
    },
  }),
  route(correctPigeonCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params, body }, { actor }) => {
      await correctPigeon(tx, { loft_id, season_id }, params.pigeon_id, body, userOf(actor));
      return {};
    },
  }),
  route(raceOutsideOrderCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params: { pigeon_id }, body }, context) => {
      const act = actOf(context);
      await raceOutsideOrder(tx, { loft_id, season_id }, { pigeon_id, ...body }, act);
      return {};
    },
  }),
];
/** The season of a bird by the bird's id. @throws Refusal `not_found`. */
async function seasonOfBird(tx: Tx, pigeon_id: number): Promise<SeasonKey> {
  const found = await tx
    .selectFrom('pigeons')
    .select(['loft_id', 'season_id'])
    .where('id', '=', pigeon_id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return found;
}
