/** The challenge for a sign-in with a passkey. */

import { answers } from '#web/lib/loader.ts';
import type { Route } from './+types/passkey-challenge.ts';
import { cookiesOf, providerOf } from './provider.server.ts';

export async function action(args: Route.ActionArgs) {
  const { identity } = await providerOf(args);
  const options = await answers(() => identity.askPasskey());
  const { headers } = cookiesOf(identity);
  return Response.json(options, { headers: [...headers, ['cache-control', 'no-store']] });
}
