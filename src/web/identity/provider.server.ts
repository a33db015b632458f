/** Shared parts of the loaders and actions of the provider's pages. */
import { type RouterContextProvider, redirect } from 'react-router';
import type { Account, Identity } from '#domain/identity/account.ts';
import { accountPath, onwardFrom, signInPath } from '#domain/identity/return-path.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { identityContext, pageContext } from '#web/lib/context.ts';
import { type Head, titled } from '#web/lib/head.ts';
import { signInFor } from '#web/lib/loader.ts';

interface Args {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
}

type Title =
  | 'register'
  | 'check_mail'
  | 'verify'
  | 'forgot'
  | 'reset'
  | 'second_step'
  | 'account'
  | 'settings'
  | 'outbox';

/**
 * The provider for this request, and the path to continue to afterwards. `next` is where who has just signed in goes:
 * without another page to the account, signed in at this site too.
 */
export async function providerOf({ context, request }: Args): Promise<{
  identity: Identity;
  onward: string;
  next: string;
}> {
  const onward = onwardFrom(new URL(request.url).searchParams);
  const signsInHere = !context.get(pageContext).site.has_provider;
  return {
    identity: await context.get(identityContext)(),
    onward,
    next: onward === accountPath && signsInHere ? signInPath(accountPath) : onward,
  };
}

/** The signed-in account; without one it redirects to the sign-in, and from there back to this page. */
export async function ownAccount(args: Args): Promise<Account> {
  const { identity } = await providerOf(args);
  const account = await identity.me();
  if (account) return account;
  if (args.context.get(pageContext).site.has_provider) throw redirect('/id/sign-in');
  throw signInFor(args.url.pathname + args.url.search);
}

/** The head of one of these pages. */
export function headOf({ context, url }: Args, title: Title | 'sign_in'): Head {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const text = title === 'sign_in' ? t('nav.log_in') : t(`identity.${title}`);
  return { title: titled(text), description: text, url: public_url + url.pathname };
}

/** The cookies that the provider sets. */
export function cookiesOf({ cookies }: Identity): { headers: [string, string][] } {
  return { headers: cookies.map((cookie) => ['set-cookie', cookie]) };
}

/** These pages are never cached. */
export const noStore = () => ({ 'cache-control': 'no-store' });
