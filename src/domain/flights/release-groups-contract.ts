/** The call by which a later group of a mass release is said. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { boundedInteger } from '#domain/validation.ts';
import { mostGroups } from './release-groups.ts';

export const declareReleaseGroup = contract({
  name: 'declareReleaseGroup',
  summary: 'Say that a group of birds in the air was released later than the first, or say it anew',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/flights/{flight_id}/release/groups',
  access: 'season.manage',
  params: z.object({ season_id: id, flight_id: id }),
  body: z.strictObject({
    group: boundedInteger({ min: 2, max: mostGroups }),
    at: instant.nullable().meta({ description: 'Null: the group was not released apart' }),
    crates: z.string().trim().max(1000).default('').meta({ description: '`7-12, 15`' }),
    rings: z.string().trim().max(200_000).default('').meta({ description: 'In place of crates, one in each line' }),
  }),
  reply: z.object({ flight_id: replyId, group: z.int(), birds: z.int() }),
});
