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

/** Headers by request id. Browsers are held to https only by a site that is served over it. */
export function answerHeaders(public_url: string | undefined): (id: string) => Record<string, string> {
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Signing in opens a window of another site and receives its messages.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
    ...(public_url?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  // Scripts can read only `server-timing`: it links an error in the browser to its request (8.4).
  return (id) => ({ 'x-request-id': id, 'server-timing': `request;desc="${id}"`, ...always });
}
