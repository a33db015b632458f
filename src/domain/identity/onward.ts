/** Where a person goes after signing in: back to the site that sent them here, or to their account. */

const authorize = '/id/oauth2/authorize';
export const accountPath = '/id/account';

/**
 * What the provider adds when it sends somebody to the sign-in page, and `prompt`: what it asks for, to sign in again or
 * to register, is what happens here.
 */
const left = new Set(['sig', 'exp', 'ba_iat', 'ba_param', 'ba_pl', 'prompt']);

/**
 * The way on, from what the address of a sign-in page says. The provider sends the whole request of the site along;
 * pages hand it to each other as `to`. Whatever else `to` says is not followed.
 */
export function onwardFrom(search: Iterable<readonly [string, string]>): string {
  const said = [...search];
  const asked = said.filter(([name]) => !left.has(name));
  if (asked.some(([name]) => name === 'client_id'))
    return `${authorize}?${asked.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
  const to = said.find(([name]) => name === 'to')?.[1] ?? '';
  return to.startsWith(`${authorize}?`) ? to : accountPath;
}

/** An address of the provider that knows the way on. */
export function withOnward(path: string, onward: string): string {
  if (onward === accountPath) return path;
  return `${path}${path.includes('?') ? '&' : '?'}to=${encodeURIComponent(onward)}`;
}
