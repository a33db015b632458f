/** Whoever was signed in and is not any more begins anew: what stands on the page was told to somebody else (4.8, 8.5). */
import { useEffect, useRef } from 'react';
import type { Person } from '#domain/accounts/contract.ts';
import { forgetCached } from './keep.ts';

/** Undefined: nobody could be asked. That, a request that was aborted, or a lost network sign nobody out. */
export function useLeaveWhenSignedOut(me: Person | null | undefined): void {
  const was = useRef(me);
  useEffect(() => {
    if (me === undefined) return;
    if (was.current && !me) void forgetCached().finally(() => location.assign('/'));
    was.current = me;
  }, [me]);
}
