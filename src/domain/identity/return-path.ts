/** The page where a person continues after signing in: the site that sent them here, or their account. */

const authorize = '/id/oauth2/authorize';
export const accountPath = '/id/account';

/**
 * Parameters that the provider adds when it sends a person to the sign-in page, and `prompt`: its request to sign in
 * again or to register is met here.
 */
const left = new Set(['sig', 'exp', 'ba_iat', 'ba_param', 'ba_pl', 'prompt']);

/**
 * The page to continue at, from the query of a sign-in page. The provider passes the whole authorization request; pages
 * pass it on as `to`. Any other value of `to` is ignored.
 */
export function onwardFrom(search: Iterable<readonly [string, string]>): string {
  const parameters = [...search];
  const asked = parameters.filter(([name]) => !left.has(name));
  if (asked.some(([name]) => name === 'client_id'))
    return `${authorize}?${asked.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
  const to = parameters.find(([name]) => name === 'to')?.[1] ?? '';
  return to.startsWith(`${authorize}?`) ? to : accountPath;
}

/** An address of the provider with the page to continue at. */
export function withOnward(path: string, onward: string): string {
  if (onward === accountPath) return path;
  return `${path}${path.includes('?') ? '&' : '?'}to=${encodeURIComponent(onward)}`;
}
