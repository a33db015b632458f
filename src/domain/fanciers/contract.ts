/** The calls about a loft's own list of its fanciers (4.12, 6.11). */
import { z } from 'zod';
import { contract, id, instant, pageQuery, replyId } from '#domain/contract.ts';
import { locales } from '#domain/locales.ts';
import { country, phone } from '#domain/lofts/settings.ts';
import { postalAddress } from '#domain/postal-address.ts';
import { boundedInteger, email, requiredText, text } from '#domain/validation.ts';
import { mostAtOnce } from './message.ts';

const details = {
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  ...postalAddress,
};

export const fancierFields = z.strictObject({
  name: requiredText({ max: 128 }),
  email: email({ required: false }),
  phone,
  street: text({ max: 128 }),
  zipcode: text({ max: 32 }),
  city: text({ max: 128 }),
  country,
  note: text({ max: 4000 }),
});
export type FancierFields = z.output<typeof fancierFields>;

export const changedFancier = fancierFields.extend({ version: boundedInteger({ min: 1 }) });

const ofLoft = z.object({ loft_id: id });
const ofFancier = z.object({ loft_id: id, fancier_id: id });

export const listFanciers = contract({
  name: 'listFanciers',
  summary: 'The fanciers of a loft by name; how many teams have none in the list yet',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/fanciers',
  access: 'loft.manage',
  params: ofLoft,
  query: z.object(pageQuery),
  reply: z.object({
    fanciers: z.array(z.object({ id: replyId, ...details, teams: z.array(z.string()) })),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
    not_imported: z.int(),
  }),
});

export const addFancier = contract({
  name: 'addFancier',
  summary: 'Add a fancier to the list of a loft',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/fanciers',
  access: 'loft.manage',
  params: ofLoft,
  body: fancierFields,
  reply: z.object({ id: replyId }),
});

export const takeFanciers = contract({
  name: 'takeFanciers',
  summary: 'Take the fanciers of teams into the list who are not there yet; the same name and country is one person',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/fanciers/take',
  access: 'loft.manage',
  params: ofLoft,
  body: z.strictObject({}),
  reply: z.object({}),
});

export const readFancier = contract({
  name: 'readFancier',
  summary: 'A fancier with their teams over the seasons, and the others of the list',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/fanciers/{fancier_id}',
  access: 'loft.manage',
  params: ofFancier,
  reply: z.object({
    fancier: z.object({ id: replyId, ...details, note: z.string().nullable(), version: z.int() }),
    teams: z.array(z.object({ team_id: replyId, name: z.string(), season: z.string() })),
    others: z.array(z.object({ id: replyId, name: z.string() })),
  }),
});

export const changeFancier = contract({
  name: 'changeFancier',
  summary: 'Change what is known of a fancier',
  method: 'PUT',
  path: '/api/admin/lofts/{loft_id}/fanciers/{fancier_id}',
  access: 'loft.manage',
  params: ofFancier,
  body: changedFancier,
  reply: z.object({}),
});

export const mergeFanciers = contract({
  name: 'mergeFanciers',
  summary: 'Make two entries one: the teams and notes of the other come here, the other is gone',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/fanciers/{fancier_id}/merge',
  access: 'loft.manage',
  params: ofFancier,
  body: z.strictObject({
    other_id: z
      .union([z.literal(['', null]).transform(() => null), id])
      .meta({ description: 'Nobody: refused (8.34)' }),
  }),
  reply: z.object({}),
});

export const listMessages = contract({
  name: 'listFancierMessages',
  summary: 'The messages of a loft to its fanciers, the latest first, and how many e-mails are left for the day',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/fanciers/messages',
  access: 'loft.manage',
  params: ofLoft,
  reply: z.object({
    messages: z.array(
      z.object({
        id: replyId,
        subject: z.string(),
        text: z.string(),
        letters: z.int(),
        written_at: instant,
        by: z.object({ first_name: z.string().nullable(), last_name: z.string().nullable() }).nullable(),
      }),
    ),
    letters_left: z.int(),
  }),
});

/** Subject and text of a message. */
export const messageWords = z.strictObject({
  subject: requiredText({ max: 128 }),
  text: requiredText({ max: 4000 }),
});

export const writeToFanciers = contract({
  name: 'writeToFanciers',
  summary: 'Write to several fanciers: an e-mail to each who has an address',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/fanciers/messages',
  access: 'loft.manage',
  params: ofLoft,
  body: messageWords.extend({
    fancier_ids: z.array(id).max(mostAtOnce).meta({ description: 'Nobody: refused (8.34)' }),
    /** The language of the words around the message, for a fancier whose account has none. */
    language: z.enum(locales),
  }),
  /** The number of e-mails that are being sent. */
  reply: z.object({ letters: z.int() }),
});
