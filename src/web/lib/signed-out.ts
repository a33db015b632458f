/** Reloads the site when the person has signed out: the shown page was made for that person (4.8, 8.5). */
import { useEffect, useRef } from 'react';
import type { Person } from '#domain/accounts/contract.ts';
import { clearPageCaches, forgetViews } from './service-worker.ts';

/** Undefined: the identity could not be read. That, an aborted request, or a lost network is not a sign-out. */
export function useLeaveWhenSignedOut(me: Person | null | undefined): void {
  const was = useRef(me);
  useEffect(() => {
    if (me === undefined) return;
    if (was.current && !me) void clearPageCaches().finally(() => location.assign('/'));
    was.current = me;
  }, [me]);
  useEffect(() => {
    // Signing out leads to another document, which does not know who has left; the worker deletes the pages.
    const leave = ({ target }: Event) => {
      if (target instanceof HTMLFormElement && target.getAttribute('action') === '/logout') forgetViews();
    };
    document.addEventListener('submit', leave);
    return () => document.removeEventListener('submit', leave);
  }, []);
}
