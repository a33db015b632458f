/** All personal data at the provider as a JSON file, for its owner. */
import type { Route } from './+types/account-json.ts';
import { ownAccount, providerOf } from './provider.server.ts';

export async function loader(args: Route.LoaderArgs) {
  await ownAccount(args);
  const { identity } = await providerOf(args);
  return new Response(await identity.takeData(), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="account.json"',
      'cache-control': 'no-store',
    },
  });
}
