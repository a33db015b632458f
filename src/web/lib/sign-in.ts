/** Signing in without leaving the page, and sign-ins that a link carried. */

/** Where a window that was opened to sign in ends (2.37). */
export const doneAt = '/login/done';
const size = 'popup,width=460,height=780';
const poll_ms = 1000;

type Opened = Pick<Window, 'closed' | 'close'> & { location: Pick<Location, 'pathname'> };
/** What this needs of the browser. */
export interface Around {
  open(address: string, name: string, features: string): Opened | null;
  setInterval(look: () => void, ms: number): number;
  clearInterval(timer: number): void;
  location: Pick<Location, 'pathname' | 'search' | 'assign'>;
}

/**
 * Starts to sign in, in a window of its own; `done` is called when it is over, one way or the other (2.37, 4.11). Where
 * the browser opens no window, the page itself goes there and comes back.
 */
export function startSignIn(done: () => void, around: Around = window): void {
  const opened = around.open(`/login?to=${doneAt}`, 'sign-in', size);
  if (!opened) {
    const { pathname, search } = around.location;
    around.location.assign(`/login?to=${encodeURIComponent(pathname + search)}`);
    return;
  }
  const timer = around.setInterval(() => {
    if (!opened.closed && !isBack(opened)) return;
    around.clearInterval(timer);
    opened.close();
    done();
  }, poll_ms);
}

/** Back on a page of ours, signed in or, on the first one, refused (4.8). While it is elsewhere nobody may ask where. */
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
 * Takes the token that a link carries behind `#access-token:` out of the address, before anybody can read it there, copy
 * it or find it in the history (4.10). It is kept by this page alone.
 */
export function takeCarried(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'> = location,
  forget: (address: string) => void = (address) => history.replaceState(history.state, '', address),
): void {
  if (!hash.startsWith(fragment)) return;
  carried = hash.slice(fragment.length);
  forget(pathname + search);
}

/** The token that the link carried, told once. */
export function carriedToken(): string | null {
  const token = carried;
  carried = null;
  return token;
}
