/** The addresses at which a reader without a session signs in or registers, and from there comes back to this page. */
import { useLocation } from 'react-router';
import { onwardFrom, signInPath, withOnward } from '#domain/identity/return-path.ts';
import { useAsOf } from '#web/lib/as-of.ts';
import { useRootData } from '#web/lib/root-data.ts';

export interface SignInLinks {
  log_in: string | null;
  register: string | null;
}

/** Null where the site has no such page, for who is signed in, on the page itself, and without a network. */
export function useSignInLinks(): SignInLinks {
  const { pathname, search } = useLocation();
  const around = useRootData();
  // A page that is kept for a phone without a network is nobody's, also for who is signed in.
  const isKept = useAsOf() !== null || pathname === '/offline';
  if (!around || around.reader || isKept) return { log_in: null, register: null };
  const { log_in, register } = around.links;
  // A page of the provider leads on to where its reader came from, not back to itself.
  if (pathname.startsWith('/id/')) {
    const onward = onwardFrom(new URLSearchParams(search));
    const at = (path: string) => (pathname === path ? null : withOnward(path, onward));
    return { log_in: log_in && at('/id/sign-in'), register: register && at('/id/register') };
  }
  const from = pathname + search;
  // From the first page nobody asks for a page: who has work to do is led to it (server/accounts/login.ts).
  const to = from === '/' ? '/login?' : signInPath(from);
  return { log_in: log_in && to, register: register && `${to}&register` };
}
