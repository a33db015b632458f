/** What every answer of the program carries, so that no browser makes more of it than it is. */

/** For what is no page: nothing in it is ever shown, run or framed. Pages have a policy of their own (render.ts). */
export const closedPolicy =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Where maps come from, when not from here: what the operator's style names has to be there as well. */
export function mapsAt({ map_style_url }: { map_style_url: string | undefined }): string {
  return map_style_url === undefined ? '' : new URL(map_style_url).origin;
}

/** Headers by the id of the request. Browsers are held to https only by a site that is reached by it. */
export function answerHeaders(public_url: string | undefined): (id: string) => Record<string, string> {
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Signing in opens a window of another site and hears from it.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(public_url?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  // The scripts of a page can read the second one only: it is how a browser's error finds the request (8.4).
  return (id) => ({ 'x-request-id': id, 'server-timing': `request;desc="${id}"`, ...always });
}
