/** The calls about the birds that teams name for rankings. */
import { z } from 'zod';
import { contract, id, replyId } from '#domain/contract.ts';
import { listedRanking } from './contract.ts';

const namedBird = z.object({ pigeon_id: replyId, ring: z.string(), pigeon_name: z.string().nullable() });

const naming = z.object({
  loft_id: replyId,
  loft: z.string(),
  season: z.string(),
  ranking: listedRanking.pick({ id: true, name: true, names: true }),
  team_id: replyId,
  team: z.string(),
  /** So many at most; null: any. */
  most: z.int().nullable(),
  before: z.string().meta({ description: 'The day before which they are named, YYYY-MM-DD' }),
  is_open: z.boolean(),
  /** Those of the team that can fly, and those that are named. */
  birds: z.array(namedBird.extend({ is_named: z.boolean() })),
});
export type TeamNaming = z.output<typeof naming>;

export const listNamings = contract({
  name: 'listNamings',
  summary: "The published rankings for which the signed-in person's teams name birds",
  method: 'GET',
  path: '/api/flock/namings',
  access: 'order.own',
  reply: z.object({ namings: z.array(naming) }),
});

export const nameBirds = contract({
  name: 'nameBirds',
  summary: 'Names the birds of a team that score in a ranking, instead of those named before',
  method: 'PUT',
  path: '/api/lofts/{loft_id}/rankings/{ranking_id}/teams/{team_id}/birds',
  access: 'ranking.name_birds',
  params: z.object({ loft_id: id, ranking_id: id, team_id: id }),
  body: z.strictObject({ pigeon_ids: z.array(id).max(1000) }),
  reply: z.object({ named: z.int() }),
});

export const listNamedBirds = contract({
  name: 'listNamedBirds',
  summary: 'The birds that teams have named for a ranking, for those who set it up',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/rankings/{ranking_id}/birds',
  access: 'season.manage',
  params: z.object({ season_id: id, ranking_id: id }),
  reply: z.object({
    teams: z.array(z.object({ team_id: replyId, team: z.string(), birds: z.array(namedBird) })),
  }),
});
