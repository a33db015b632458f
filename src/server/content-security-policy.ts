/** The Content-Security-Policy of a page. */
import { createHash } from 'node:crypto';
import type { Consent } from '#domain/consent.ts';
import { type Site, tagManagerAt } from '#domain/site.ts';
import type { Config } from './config.ts';
import { mapsAt } from './headers.ts';

export interface PolicyOptions {
  site: Omit<Site, 'pages'>;
  live_url: string | undefined;
  /** Other sites that the reply to a form may redirect to: `form-action` applies to redirects too. */
  forms_lead_to: readonly string[];
  /** Vite's websocket, in development. */
  connect_src: string | undefined;
}

/**
 * The hashes of a page's inline scripts or styles for its policy. React writes `<`, `>` and `&` as entities in
 * attributes.
 */
export function hashesOf(tag: 'script' | 'style', page: readonly (string | Uint8Array)[] = []): string {
  const pattern = new RegExp(`<${tag}(?:\\s[^>]*)?>(.*?)</${tag}>`, 'gs');
  const elements = page.flatMap((piece) => (typeof piece === 'string' ? [...piece.matchAll(pattern)] : []));
  const hashes = elements.flatMap(([, text = '']) =>
    text === '' ? [] : `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return [...new Set(hashes)].join(' ');
}

/** `scripts` and `styles`: the sources allowed for scripts and inline styles, beside this site's own style sheets. */
export function contentSecurityPolicy(
  scripts: string,
  styles: string,
  { live_url = '', connect_src = '', site, forms_lead_to }: PolicyOptions,
  consent: Consent | undefined,
): string {
  const maps = mapsAt(site);
  const tags = site.tag_manager && consent === 'all' ? tagManagerAt : '';
  return [
    "default-src 'self'",
    `script-src ${scripts} ${tags}`,
    `style-src 'self' ${styles}`,
    // React writes style attributes; they cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    // Pictures that wait on this device, and photos that a desk keeps, are shown from blobs.
    `img-src 'self' data: blob: ${site.media_url ?? ''} ${maps} ${tags}`,
    // The clip of a race is recorded on this device, and shown from a blob.
    "media-src 'self' blob:",
    // Two workers: the service worker (src/web/sw) and that of maps; `script-src` does not allow them, where scripts
    // need a nonce.
    "worker-src 'self'",
    `connect-src 'self' ${live_url} ${connect_src} ${maps} ${tags}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self' ${forms_lead_to.join(' ')}`,
    "frame-ancestors 'none'",
  ]
    .map((line) => line.replace(/ +/g, ' ').trim())
    .join('; ');
}

/** The origins that forms may redirect to after “Log out” and “Pay by card”: the identity provider and Stripe. */
export function formsLeadTo({ oidc, stripe }: Config): string[] {
  const card_page = stripe && (stripe.api_base ?? 'https://checkout.stripe.com');
  return [...(oidc ? [new URL(oidc.issuer).origin] : []), ...(card_page ? [card_page] : [])];
}
