/** Signing in without leaving the page, and sign-ins that a link carried. */

import { signInPath } from '#domain/identity/return-path.ts';

/** The last address of a sign-in window (2.37). */
export const doneAt = '/login/done';
const size = 'popup,width=460,height=780';
const poll_ms = 1000;

type Opened = Pick<Window, 'closed' | 'close'> & { location: Pick<Location, 'pathname'> };
/** The parts of the browser that are used here. */
export interface BrowserParts {
  open(address: string, name: string, features: string): Opened | null;
  setInterval(look: () => void, ms: number): number;
  clearInterval(timer: number): void;
  location: Pick<Location, 'pathname' | 'search' | 'assign'>;
}

/**
 * Starts to sign in, in a pop-up window; `done` is called when it has ended, with or without success (2.37, 4.11).
 * Where the browser opens no window, the page itself navigates there and returns.
 */
export function startSignIn(done: () => void, around: BrowserParts = window): void {
  const opened = around.open(`/login?to=${doneAt}`, 'sign-in', size);
  if (!opened) {
    const { pathname, search } = around.location;
    around.location.assign(signInPath(pathname + search));
    return;
  }
  const timer = around.setInterval(() => {
    if (!opened.closed && !isBack(opened)) return;
    around.clearInterval(timer);
    opened.close();
    done();
  }, poll_ms);
}

/**
 * Whether the window is back on a page of ours: signed in, or refused on the first page (4.8). The address of another
 * site cannot be read.
 */
function isBack(opened: Opened): boolean {
  try {
    return [doneAt, '/'].includes(opened.location.pathname);
  } catch {
    return false;
  }
}

const fragment = '#access-token:';
let carried: string | null = null;

/**
 * Removes the token that a link carries behind `#access-token:` from the address, before it can be read there, copied,
 * or found in the history (4.10). Only this page keeps it.
 */
export function takeCarried(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'> = location,
  forget: (address: string) => void = (address) => history.replaceState(history.state, '', address),
): void {
  if (!hash.startsWith(fragment)) return;
  carried = hash.slice(fragment.length);
  forget(pathname + search);
}

/** The token of the link, returned once. */
export function carriedToken(): string | null {
  const token = carried;
  carried = null;
  return token;
}
