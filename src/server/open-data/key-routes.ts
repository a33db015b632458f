/** The calls about a person's own keys to the open data. */
import { listApiKeys, makeApiKey, revokeApiKey } from '#domain/open-data/keys-contract.ts';
import { personOf } from '#server/act.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { keysOf, makeKey, revokeKey } from './keys.ts';

const own = async (_tx: unknown, _input: unknown, { actor }: CallContext) => ({ user_id: personOf(actor).user_id });

export const keyRoutes: Route[] = [
  route(listApiKeys, { load: own, act: async (tx, { user_id }) => ({ keys: await keysOf(tx, user_id) }) }),
  route(makeApiKey, { load: own, act: (tx, { user_id }, { body }) => makeKey(tx, user_id, body.name) }),
  route(revokeApiKey, {
    load: own,
    act: async (tx, { user_id }, { params }) => {
      await revokeKey(tx, user_id, params.key_id);
      return {};
    },
  }),
];
