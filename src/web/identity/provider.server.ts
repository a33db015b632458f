/** Shared parts of the loaders and actions of the provider's pages. */
import { type RouterContextProvider, redirect } from 'react-router';
import type { Account, Identity } from '#domain/identity/account.ts';
import { onwardFrom } from '#domain/identity/return-path.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { identityContext, pageContext } from '#web/lib/context.ts';
import { type Head, titled } from '#web/lib/head.ts';

interface Args {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
}

type Title = 'sign_in' | 'register' | 'verify' | 'forgot' | 'reset' | 'second_step' | 'account' | 'settings' | 'outbox';

/** The provider for this request, and the path to continue to afterwards. */
export async function providerOf({ context, request }: Args): Promise<{ identity: Identity; onward: string }> {
  return {
    identity: await context.get(identityContext)(),
    onward: onwardFrom(new URL(request.url).searchParams),
  };
}

/** The signed-in account; redirects to the sign-in page without one. */
export async function ownAccount(args: Args): Promise<Account> {
  const { identity } = await providerOf(args);
  const account = await identity.me();
  if (!account) throw redirect('/id/sign-in');
  return account;
}

/** The head of one of these pages. */
export function headOf({ context, url }: Args, title: Title): Head {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const text = t(`identity.${title}`);
  return { title: titled(text), description: text, url: public_url + url.pathname };
}

/** The cookies that the provider sets. */
export function cookiesOf({ cookies }: Identity): { headers: [string, string][] } {
  return { headers: cookies.map((cookie) => ['set-cookie', cookie]) };
}

/** These pages are never cached. */
export const noStore = () => ({ 'cache-control': 'no-store' });
