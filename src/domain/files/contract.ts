/** The call that uploads files (3.14, 7.13), and the schema of a file in a reply. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';

/** A public file. */
export const file = z.object({
  id: replyId,
  kind: z.enum(['image', 'pdf']),
  type: z.string(),
  name: z.string(),
  src: z.string().meta({ description: 'Its address; of a picture the full size, `-full.` can be swapped' }),
  bytes: z.int().min(1),
  width: z.int().nullable(),
  height: z.int().nullable(),
});
export type FileShown = z.output<typeof file>;

export const dataUrl = z.string().startsWith('data:').meta({ description: 'A data URL in Base64' });

export const uploadFiles = contract({
  name: 'uploadFiles',
  summary: 'Keeps a picture, or a PDF where documents are taken; a picture is made anew in three sizes',
  method: 'POST',
  path: '/api/lofts/{loft_id}/files',
  access: 'file.keep',
  params: z.object({ loft_id: id }),
  query: z.strictObject({
    as: z.enum(['image', 'document']).default('image').meta({ description: 'A document can also be a PDF (5.16)' }),
    name: z.string().max(255).default('').meta({ description: 'What the file is called' }),
  }),
  body: z.union([
    z.array(dataUrl).length(1),
    z.strictObject({
      fileable_type: z.literal('news'),
      fileable_id: id,
      file_type: z.literal('image'),
      file_category: z.literal('news_attachment'),
      file: dataUrl,
    }),
  ]),
  reply: z.object({ data: z.array(file.extend({ created_at: instant })) }),
});
