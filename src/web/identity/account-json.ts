/** All that the provider knows of a person, for themselves to keep. */
import type { Route } from './+types/account-json.ts';
import { opened, ownAccount } from './opened.server.ts';

export async function loader(args: Route.LoaderArgs) {
  await ownAccount(args);
  const { identity } = await opened(args);
  return new Response(await identity.takeData(), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="account.json"',
      'cache-control': 'no-store',
    },
  });
}
