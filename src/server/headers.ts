/** The security headers of every reply of the program. */

/**
 * The policy of replies that are not pages: nothing in them may be shown, run or framed. Pages have their own
 * (render.ts).
 */
export const closedPolicy =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The origin of maps, when it is another site; everything that the operator's style names must be there too. */
export function mapsAt({ map_style_url }: { map_style_url: string | undefined }): string {
  return map_style_url === undefined ? '' : new URL(map_style_url).origin;
}

const deviceless = 'geolocation=(self), microphone=(), payment=(), usb=()';

/** The policy of the basketing desks, which read codes with the camera and chips with a reader. */
const deskPermissions = `${deviceless}, camera=(self), serial=(self), hid=(self)`;

/** Whether an address is a basketing desk, with a network or without. */
const isDesk = (path: string): boolean => /^(\/admin\/seasons\/\d+\/flights\/\d+)?\/basketing(\?|$)/.test(path);

/** The headers of a reply, by the id of its request and its address. */
export type HeadersOf = (id: string, url?: string) => Record<string, string>;

/** Browsers are held to https only by a site that is served over it. */
export function answerHeaders(public_url: string | undefined): HeadersOf {
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Signing in opens a window of another site and receives its messages.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `${deviceless}, camera=(), serial=(), hid=()`,
    ...(public_url?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  // Scripts can read only `server-timing`: it links an error in the browser to its request (8.4).
  return (id, url = '') => ({
    'x-request-id': id,
    'server-timing': `request;desc="${id}"`,
    ...always,
    ...(isDesk(url) && { 'permissions-policy': deskPermissions }),
  });
}
