/** What loaders and actions of the provider's pages begin and end with. */
import { type RouterContextProvider, redirect } from 'react-router';
import type { Account, Identity } from '#domain/identity/account.ts';
import { onwardFrom } from '#domain/identity/onward.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { identityContext, pageContext } from '#web/lib/context.ts';
import { type Head, titled } from '#web/lib/head.ts';

interface Args {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
}

type Title = 'sign_in' | 'register' | 'verify' | 'forgot' | 'reset' | 'second_step' | 'account' | 'settings' | 'outbox';

/** The provider as this request sees it, and the way on. */
export async function opened({ context, request }: Args): Promise<{ identity: Identity; onward: string }> {
  return {
    identity: await context.get(identityContext)(),
    onward: onwardFrom(new URL(request.url).searchParams),
  };
}

/** The account of who asks; nobody is led to the sign-in page. */
export async function ownAccount(args: Args): Promise<Account> {
  const { identity } = await opened(args);
  const account = await identity.me();
  if (!account) throw redirect('/id/sign-in');
  return account;
}

/** The head of one of the pages. */
export function headOf({ context, url }: Args, title: Title): Head {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const said = t(`identity.${title}`);
  return { title: titled(said), description: said, url: public_url + url.pathname };
}

/** What the provider wants the browser to keep. */
export function cookiesOf({ cookies }: Identity): { headers: [string, string][] } {
  return { headers: cookies.map((cookie) => ['set-cookie', cookie]) };
}

/** Nothing of these pages is kept anywhere. */
export const noStore = () => ({ 'cache-control': 'no-store' });
