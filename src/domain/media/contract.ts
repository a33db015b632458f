/** The pictures of a loft: the public call, and those of their editors (2.23). */
import { z } from 'zod';
import { contract, id, replyId } from '#domain/contract.ts';
import { file } from '#domain/files/contract.ts';
import { locales } from '#domain/locales.ts';
import { text } from '#domain/validation.ts';

const language = z.enum(locales);

/** A picture with its caption in each language that has one. */
export const picture = z.object({
  id: replyId,
  place: z.int().min(1),
  captions: z.partialRecord(language, z.string()),
  file,
});
export type LoftPicture = z.output<typeof picture>;

const loftParams = z.object({ loft_id: id });
const pictureParams = z.object({ loft_id: id, media_id: id });

export const listMedia = contract({
  name: 'listMedia',
  summary: 'The pictures of a loft in their order',
  method: 'GET',
  path: '/api/lofts/{loft_id}/media',
  access: 'loft.read',
  params: loftParams,
  reply: z.object({ media: z.array(picture) }),
});

export const manageMedia = contract({
  name: 'manageMedia',
  summary: 'The pictures of a loft for their editors',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/media',
  access: 'loft.manage',
  params: loftParams,
  reply: z.object({ loft: z.object({ id: replyId, name: z.string() }), media: z.array(picture) }),
});

export const addMedia = contract({
  name: 'addMedia',
  summary: 'Adds an uploaded picture after the others',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/media',
  access: 'loft.manage',
  params: loftParams,
  body: z.strictObject({ file_id: id }),
  reply: z.object({ picture }),
});

export const moveMedia = contract({
  name: 'moveMedia',
  summary: 'Puts a picture at a place; the others move up or down',
  method: 'PUT',
  path: '/api/admin/lofts/{loft_id}/media/{media_id}/place',
  access: 'loft.manage',
  params: pictureParams,
  body: z.strictObject({ place: z.coerce.number().int().min(1).max(60) }),
  reply: z.object({}),
});

export const longestCaption = 200;

export const captionMedia = contract({
  name: 'captionMedia',
  summary: 'Captions a picture in the languages given; an empty text removes a caption',
  method: 'PUT',
  path: '/api/admin/lofts/{loft_id}/media/{media_id}/captions',
  access: 'loft.manage',
  params: pictureParams,
  body: z.strictObject({ captions: z.partialRecord(language, text({ max: longestCaption })) }),
  reply: z.object({}),
});

export const removeMedia = contract({
  name: 'removeMedia',
  summary: 'Removes a picture',
  method: 'DELETE',
  path: '/api/admin/lofts/{loft_id}/media/{media_id}',
  access: 'loft.manage',
  params: pictureParams,
  body: z.strictObject({}),
  reply: z.object({}),
});
