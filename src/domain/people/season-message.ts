/** Messages of a loft to the customers of a season. */
import { z } from 'zod';
import { name } from '#domain/accounts/contract.ts';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { season } from '#domain/seasons/contract.ts';
import { requiredText } from '#domain/validation.ts';

/**
 * The groups of customers that a message can go to: all with a team or an order that stands, those with an order that
 * waits for its money, those with birds on their way to the loft, and those with places and no bird in them.
 */
export const messageGroups = ['all', 'to_pay', 'in_transit', 'without_pigeons'] as const;
export type MessageGroup = (typeof messageGroups)[number];

/** How many of the people whom a message does not reach are named. */
export const mostLeftOut = 100;

/** How many messages a loft writes to its seasons within a day; the database counts too. */
export const mostMessagesInADay = 10;

/**
 * Why a message cannot be sent, or null: `nobody_reached` for a group of nobody with an address; `messages_spent` after
 * {@link mostMessagesInADay}.
 */
export function whyNotSend({ recipients, sent_today }: { recipients: number; sent_today: number }): Refusal | null {
  if (recipients === 0) return new Refusal('nobody_reached');
  return sent_today >= mostMessagesInADay ? new Refusal('messages_spent', { max: mostMessagesInADay }) : null;
}

const box = z.union([z.boolean(), z.enum(['', 'on']).transform((value) => value === 'on')]);

/** The input of an operator. */
export const seasonMessageFields = z.strictObject({
  request_key: z.uuid().meta({ description: 'Calls with the same key are one message, however often they are sent' }),
  people: z.enum(messageGroups),
  subject: requiredText({ max: 128 }),
  text: requiredText({ max: 4000 }),
  is_essential: box.default(false).meta({
    description: 'It is about their own order or birds, and also goes to those who stopped the messages of lofts',
  }),
});
export type SeasonMessageFields = z.output<typeof seasonMessageFields>;

const ofSeason = z.object({ season_id: id });

export const listSeasonMessages = contract({
  name: 'listSeasonMessages',
  summary: 'The messages of a season to its customers, the latest first, how far each is, and whom one would reach',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/messages',
  access: 'season.manage',
  params: ofSeason,
  reply: z.object({
    loft: z.object({ id: replyId, name: z.string(), time_zone: z.string(), email: z.string().nullable() }),
    season,
    messages: z.array(
      z.object({
        id: replyId,
        people: z.enum(messageGroups),
        subject: z.string(),
        text: z.string(),
        is_essential: z.boolean(),
        recipients: z.int(),
        /** Of its e-mails and notices, those that still wait, went out, and did not; 0 of each after some weeks. */
        waiting: z.int(),
        sent: z.int(),
        failed: z.int(),
        written_at: instant,
        by: z.object({ first_name: z.string().nullable(), last_name: z.string().nullable() }).nullable(),
      }),
    ),
    groups: z.array(
      z.object({
        people: z.enum(messageGroups),
        count: z.int().meta({ description: 'How many people an essential message reaches' }),
        stopped: z.int().meta({ description: 'How many of them stopped other messages of lofts' }),
        without_address: z.int().meta({ description: 'How many more have no e-mail address' }),
        left_out: z.array(name.extend({ has_address: z.boolean() })).meta({
          description: `Those who stopped them and those without an address, the first ${mostLeftOut} by name`,
        }),
      }),
    ),
    messages_left: z.int().meta({ description: 'Within a day' }),
  }),
});

export const sendSeasonMessage = contract({
  name: 'sendSeasonMessage',
  summary:
    'Write to the customers of a season, or to a group of them; sent again with the same key it is the same message',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/messages',
  access: 'season.manage',
  params: ofSeason,
  body: seasonMessageFields,
  reply: z.object({ id: replyId, recipients: z.int() }),
});

/** A group of a season, and whom a message to it does not reach. */
export type MessageReach = z.output<typeof listSeasonMessages.reply>['groups'][number];
