/** The page where a person continues after signing in: the site that sent them here, or their account. */

export const authorizePath = '/id/oauth2/authorize';
const logIn = '/login';
export const accountPath = '/id/account';

/**
 * The parameter in which this site names the page to return to in an authorization request of its own. The secrets of
 * an attempt to sign in stay in its browser; a link in a mail may be opened in another one, and leads back all the same.
 */
export const returnTo = 'return_to';

/**
 * Parameters that the provider adds when it sends a person to the sign-in page, and `prompt`: its request to sign in
 * again or to register is met here.
 */
const left = new Set(['sig', 'exp', 'ba_iat', 'ba_param', 'ba_pl', 'prompt']);

/**
 * The page to continue at, from the query of a sign-in page. The provider passes the whole authorization request; pages
 * pass it on as `to`, mails the site's sign-in. Any other value of `to` is ignored.
 */
export function onwardFrom(search: Iterable<readonly [string, string]>): string {
  const parameters = [...search];
  const asked = parameters.filter(([name]) => !left.has(name));
  if (asked.some(([name]) => name === 'client_id'))
    return `${authorizePath}?${asked.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
  const to = parameters.find(([name]) => name === 'to')?.[1] ?? '';
  return [authorizePath, logIn].some((path) => to.startsWith(`${path}?`)) ? to : accountPath;
}

/** An address of the provider with the page to continue at. */
export function withOnward(path: string, onward: string): string {
  if (onward === accountPath) return path;
  return `${path}${path.includes('?') ? '&' : '?'}to=${encodeURIComponent(onward)}`;
}

/** The page that says that a mail to this address confirms a registration. */
export function sentPath(email: string, onward: string): string {
  return withOnward(`/id/verify-email?email=${encodeURIComponent(email)}`, onward);
}

/** The site's sign-in, which leads to a page of this site; whether it is one, the site checks when it leads there. */
export function signInPath(to: string): string {
  return `${logIn}?to=${encodeURIComponent(to)}`;
}
