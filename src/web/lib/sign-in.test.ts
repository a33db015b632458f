import { describe, expect, it, vi } from 'vitest';
import { type BrowserParts, carriedToken, startSignIn, takeCarried } from './sign-in.ts';

/** A browser whose pop-up window is at the address that the test sets. */
function browser(where: { pathname?: string; closed?: boolean; isElsewhere?: boolean } | null) {
  const opened = where && {
    closed: false,
    close: vi.fn(),
    get location(): { pathname: string } {
      if (where.isElsewhere) throw new Error('of another site');
      return { pathname: where.pathname ?? '/id/sign-in' };
    },
  };
  let look = () => {};
  const around = {
    open: vi.fn(() => opened),
    setInterval: vi.fn((asked: () => void) => {
      look = asked;
      return 7;
    }),
    clearInterval: vi.fn(),
    location: { pathname: '/lofts', search: '?page=2', assign: vi.fn() },
  } satisfies BrowserParts;
  return { around, opened, look: () => look() };
}

describe('signing in without leaving the page', () => {
  it('opens a window of 460 × 780 and checks each second whether it is back (2.37)', () => {
    const { around } = browser({});
    startSignIn(() => {}, around);
    expect(around.open).toHaveBeenCalledWith('/login?to=/login/done', 'sign-in', 'popup,width=460,height=780');
    expect(around.setInterval).toHaveBeenCalledWith(expect.any(Function), 1000);
  });

  it.each([
    ['it is back', { pathname: '/login/done' }, 1],
    ['it was refused and is on the first page (4.8)', { pathname: '/' }, 1],
    ['somebody signs in there', { pathname: '/id/sign-in' }, 0],
    ['it is with a provider elsewhere', { isElsewhere: true }, 0],
  ])('when %s (2.37)', (_name, where, times) => {
    const { around, opened, look } = browser(where);
    const done = vi.fn();
    startSignIn(done, around);
    look();
    expect(done).toHaveBeenCalledTimes(times);
    expect(opened!.close).toHaveBeenCalledTimes(times);
    expect(around.clearInterval).toHaveBeenCalledTimes(times);
  });

  it('ends when the window is closed', () => {
    const { around, opened, look } = browser({ isElsewhere: true });
    const done = vi.fn();
    startSignIn(done, around);
    opened!.closed = true;
    look();
    expect(done).toHaveBeenCalledOnce();
  });

  it('navigates the page itself where no window opens, and returns (4.11)', () => {
    const { around } = browser(null);
    startSignIn(() => {}, around);
    expect(around.location.assign).toHaveBeenCalledWith('/login?to=%2Flofts%3Fpage%3D2');
    expect(around.setInterval).not.toHaveBeenCalled();
  });
});

describe('a token that a link carried (4.10)', () => {
  it('is removed from the address at once, and read once', () => {
    const forget = vi.fn();
    takeCarried({ pathname: '/lofts', search: '?page=2', hash: '#access-token:abc' }, forget);
    expect(forget).toHaveBeenCalledWith('/lofts?page=2');
    expect(carriedToken()).toBe('abc');
    expect(carriedToken()).toBeNull();
  });

  it.each(['', '#result', '#token:abc'])('is not in %j', (hash) => {
    const forget = vi.fn();
    takeCarried({ pathname: '/lofts', search: '', hash }, forget);
    expect(forget).not.toHaveBeenCalled();
    expect(carriedToken()).toBeNull();
  });
});
