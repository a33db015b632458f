/** What the browser asks a passkey to answer when somebody signs in. */

import { answers } from '#web/lib/loader.ts';
import type { Route } from './+types/passkey-challenge.ts';
import { cookiesOf, opened } from './opened.server.ts';

export async function action(args: Route.ActionArgs) {
  const { identity } = await opened(args);
  const asked = await answers(() => identity.askPasskey());
  const { headers } = cookiesOf(identity);
  return Response.json(asked, { headers: [...headers, ['cache-control', 'no-store']] });
}
