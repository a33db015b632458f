/** The calls about a bird over several seasons: the other seasons of the same bird, and the correction of that link. */
import { z } from 'zod';
import { name } from '#domain/accounts/contract.ts';
import { contract, id, instant } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { season } from '#domain/seasons/contract.ts';
import { reason } from './admin-contract.ts';
import { bird } from './contract.ts';

/** A season of a bird, with the fields that the season shows to the actor. */
const birdSeason = z.object({
  loft: loft.pick({ id: true, name: true, country: true }),
  season,
  pigeon: bird,
  flight_count: z
    .int()
    .nullable()
    .meta({ description: 'Number of its flights there; null where the season hides them' }),
});
export type BirdSeason = z.output<typeof birdSeason>;

export const listBirdSeasons = contract({
  name: 'listBirdSeasons',
  summary: 'The other seasons of the same bird that show it, of any loft, the latest first',
  method: 'GET',
  path: '/api/lofts/{loft_id}/pigeons/{pigeon_id}/seasons',
  access: 'season.read',
  params: z.object({ loft_id: id, pigeon_id: id }),
  reply: z.object({ seasons: z.array(birdSeason) }),
});

const path = '/api/admin/seasons/{season_id}/pigeons/{pigeon_id}/bird';
const params = z.object({ season_id: id, pigeon_id: id });

/** A change of the link between a pigeon and its bird. */
const birdChange = z.object({
  n: z.int(),
  at: instant,
  is_new: z.boolean().meta({ description: 'It was separated as a new bird; else linked to a known one' }),
  reason: z.string().nullable(),
  by: name.nullable(),
});
export type BirdChange = z.output<typeof birdChange>;

export const readBird = contract({
  name: 'readBird',
  summary: 'Which bird the pigeon of a season is: its other seasons, and other birds with its ring',
  method: 'GET',
  path,
  access: 'season.manage',
  params,
  reply: z.object({
    seasons: z.array(birdSeason),
    others: z.array(z.object({ seasons: z.array(birdSeason) })),
    changes: z.array(birdChange),
    may_change: z.boolean(),
  }),
});

export const changeBird = contract({
  name: 'changeBird',
  summary: 'Separate the pigeon of a season as a new bird (null), or link it to the bird of a pigeon with its ring',
  method: 'PUT',
  path,
  access: 'loft.manage',
  params,
  body: z.strictObject({ same_as: z.int().min(1).nullable(), reason }),
  reply: z.object({}),
});
