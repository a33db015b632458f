/** The calls about a person's own webhooks (decision 76). They are told what is public, and nothing else. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { text } from '#domain/validation.ts';

/** What a webhook can be told. The arrivals of a minute come together. */
export const webhookEvents = [
  'flight.released',
  'flight.release_taken_back',
  'arrivals.added',
  'result.published',
  'result.official',
  'result.amended',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Why a delivery got no answer. */
export const deliveryFailures = ['no_name', 'no_connection', 'timeout'] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

/** At most this many webhooks of one person. */
export const mostWebhooks = 10;
/** So many deliveries are shown of a webhook, the latest. */
export const shownDeliveries = 50;

export const webhookToAdd = z.strictObject({
  url: text({ max: 1024 }),
  events: z.array(z.enum(webhookEvents)).refine((some) => some.length > 0, { params: { code: 'error_no_event' } }),
  loft_id: replyId.nullable(),
});

const webhook = z.object({
  id: replyId,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  loft: z.object({ id: replyId, name: z.string() }).nullable().meta({ description: 'Null: all lofts' }),
  created_at: instant,
});

const ofWebhook = z.object({ webhook_id: id });
const nothing = z.strictObject({}).nullable();

export const listWebhooks = contract({
  name: 'listWebhooks',
  summary: 'The webhooks of the signed-in person, the latest first',
  method: 'GET',
  path: '/api/webhooks',
  access: 'webhook.keep',
  reply: z.object({
    webhooks: z.array(webhook),
    lofts: z.array(z.object({ id: replyId, name: z.string() })).meta({ description: 'Those to choose from, by name' }),
  }),
});

export const addWebhook = contract({
  name: 'addWebhook',
  summary: 'Add a webhook: an https address on the public internet, and what it is told',
  method: 'POST',
  path: '/api/webhooks',
  access: 'webhook.keep',
  body: webhookToAdd,
  reply: z.object({ id: replyId }),
});

export const readWebhook = contract({
  name: 'readWebhook',
  summary: 'A webhook with the secret that its deliveries are signed with, and the latest deliveries',
  method: 'GET',
  path: '/api/webhooks/{webhook_id}',
  access: 'webhook.keep',
  params: ofWebhook,
  reply: z.object({
    webhook,
    secret: z.string().meta({ description: 'As Standard Webhooks write it: whsec_ and Base64' }),
    deliveries: z.array(
      z.object({
        id: replyId,
        event: z.union([z.enum(webhookEvents), z.literal('webhook.test')]),
        flight: z.object({ loft_id: replyId, id: replyId, name: z.string() }).nullable(),
        at: instant,
        status: z.enum(['pending', 'delivered', 'failed']),
        attempts: z.int(),
        last_status: z.int().nullable().meta({ description: 'The status of the last answer; null: there was none' }),
        last_failure: z.enum(deliveryFailures).nullable(),
        last_at: instant.nullable(),
        next_at: instant.nullable().meta({ description: 'When a delivery that failed is tried again' }),
      }),
    ),
  }),
});

export const removeWebhook = contract({
  name: 'removeWebhook',
  summary: 'Remove a webhook with its log; what waits is not sent any more',
  method: 'DELETE',
  path: '/api/webhooks/{webhook_id}',
  access: 'webhook.keep',
  params: ofWebhook,
  body: nothing,
  reply: z.object({}),
});

export const testWebhook = contract({
  name: 'testWebhook',
  summary: 'Send a webhook an event that says nothing but that it arrives',
  method: 'POST',
  path: '/api/webhooks/{webhook_id}/test',
  access: 'webhook.keep',
  params: ofWebhook,
  body: nothing,
  reply: z.object({ delivery_id: replyId }),
});

export const resendDelivery = contract({
  name: 'resendDelivery',
  summary: 'Send a delivery of a webhook again, with the same id, as what it is about is now',
  method: 'POST',
  path: '/api/webhooks/{webhook_id}/deliveries/{delivery_id}',
  access: 'webhook.keep',
  params: z.object({ webhook_id: id, delivery_id: id }),
  body: nothing,
  reply: z.object({}),
});
