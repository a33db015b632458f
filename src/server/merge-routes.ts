/** The calls by which a person merges two accounts of their own. */
import {
  askToMerge as askCall,
  mergeAccounts as mergeCall,
  readMerge as readCall,
} from '#domain/accounts/merge-contract.ts';
import { personOf } from './act.ts';
import type { Config } from './config.ts';
import { countTry } from './limits.ts';
import { askToMerge, mergeAccounts, readMerge } from './merging.ts';
import { readLinkToken } from './notifications/link-token.ts';
import { type CallContext, type Route, route } from './route.ts';

export function mergeRoutes({ auth_secret }: Pick<Config, 'auth_secret'>): Route[] {
  const requestOf = (token: string, { actor, now_ms }: CallContext) => ({
    id: readLinkToken(auth_secret!, 'merge', token),
    by: personOf(actor).user_id,
    now_ms,
  });
  return [
    route(askCall, {
      load: async () => null,
      act: async (tx, _own, { body }, { actor, now_ms }) => {
        const by = personOf(actor).user_id;
        await countTry(tx, 'account_merge', { person: by });
        await askToMerge(tx, body, { by, now_ms });
        return {};
      },
    }),
    route(readCall, {
      load: async () => null,
      act: async (tx, _own, { query }, context) => ({ merge: await readMerge(tx, requestOf(query.token, context)) }),
    }),
    route(mergeCall, {
      load: async () => null,
      act: async (tx, _own, { body }, context) => {
        await mergeAccounts(tx, requestOf(body.token, context));
        return {};
      },
    }),
  ];
}
