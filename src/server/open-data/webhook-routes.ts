/** The calls about a person's own webhooks. */
import {
  addWebhook as addCall,
  listWebhooks,
  readWebhook,
  removeWebhook as removeCall,
  resendDelivery,
  testWebhook,
} from '#domain/open-data/webhooks-contract.ts';
import { personOf } from '#server/act.ts';
import type { Config } from '#server/config.ts';
import type { Tx } from '#server/db/database.ts';
import { allLofts } from '#server/lofts/lofts.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import {
  addWebhook,
  deliveriesOf,
  findWebhook,
  removeWebhook,
  resend,
  secretOf,
  sendTest,
  webhooksOf,
} from './webhooks.ts';

const own = async (_tx: Tx, _input: unknown, { actor }: CallContext) => ({ user_id: personOf(actor).user_id });

/** A webhook of the person who asks. */
const ownWebhook = async (
  tx: Tx,
  { params: { webhook_id } }: { params: { webhook_id: number } },
  { actor }: CallContext,
) => {
  const { user_id } = personOf(actor);
  return { user_id, webhook: await findWebhook(tx, user_id, webhook_id) };
};

export function webhookRoutes({ auth_secret, push_anywhere }: Pick<Config, 'auth_secret' | 'push_anywhere'>): Route[] {
  return [
    route(listWebhooks, {
      load: own,
      act: async (tx, { user_id }) => ({ webhooks: await webhooksOf(tx, user_id), lofts: await allLofts(tx) }),
    }),
    route(addCall, { load: own, act: (tx, { user_id }, { body }) => addWebhook(tx, user_id, body, push_anywhere) }),
    route(readWebhook, {
      load: ownWebhook,
      act: async (tx, { webhook }) => ({
        webhook,
        secret: secretOf(auth_secret!, webhook.id),
        deliveries: await deliveriesOf(tx, webhook.id),
      }),
    }),
    route(removeCall, {
      load: ownWebhook,
      act: async (tx, { webhook }) => {
        await removeWebhook(tx, webhook.id);
        return {};
      },
    }),
    route(testWebhook, { load: ownWebhook, act: (tx, { webhook }) => sendTest(tx, webhook.id) }),
    route(resendDelivery, {
      load: ownWebhook,
      act: async (tx, { webhook }, { params }) => {
        await resend(tx, webhook.id, params.delivery_id);
        return {};
      },
    }),
  ];
}
