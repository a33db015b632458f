/** The calls about the photo of a bird, and how replies contain one. */
import { z } from 'zod';
import { name } from '#domain/accounts/contract.ts';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { dataUrl } from '#domain/files/contract.ts';

export const photo = z.object({
  src: z.string().meta({ description: 'Its address on this site; the same address is always the same picture' }),
  thumbnail: z.string().meta({ description: 'The address of a square of at most 10 KB' }),
  width: z.int(),
  height: z.int(),
});
export type Photo = z.output<typeof photo>;

/** The photos of several birds in a reply. */
export const photoOfBird = photo.extend({ pigeon_id: replyId });
export type PhotoOfBird = z.output<typeof photoOfBird>;

/** What happened to the photo of a bird; an addition replaces the photo before. */
export const photoChange = z.object({
  at: instant,
  what: z.enum(['added', 'removed', 'removed_for_owner']),
  by: name.nullable(),
});
export type PhotoChange = z.output<typeof photoChange>;

const path = '/api/admin/seasons/{season_id}/pigeons/{pigeon_id}/photo';
const params = z.object({ season_id: id, pigeon_id: id });

export const uploadPhoto = contract({
  name: 'uploadPhoto',
  summary: 'Keeps a photo of a pigeon, made anew without its metadata, in place of the one before',
  method: 'POST',
  path,
  access: 'season.manage',
  params,
  query: z.strictObject({ name: z.string().max(255).default('') }),
  body: z.array(dataUrl).length(1),
  reply: z.object({ photo }),
});

export const removePhoto = contract({
  name: 'removePhoto',
  summary: 'Removes the photo of a pigeon; that there was one, and who removed it, is kept',
  method: 'DELETE',
  path,
  access: 'season.manage',
  params,
  body: z.strictObject({
    for_owner: z.boolean().default(false).meta({ description: 'The owner of the pigeon asked for it' }),
  }),
  reply: z.object({}),
});
