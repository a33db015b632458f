/** The request for a page as React Router and the catalogues need it: its address on this site, and its language. */
import type { FastifyRequest } from 'fastify';
import { askedLocale, chooseLocale, isPseudoLocale, type Locale, storedLocale } from '#domain/locales.ts';

export function asWebRequest(request: FastifyRequest, gone: AbortSignal, form: Buffer | null, origin: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith(':') || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  return new Request(addressOf(request.raw.url ?? '/', origin), {
    method: request.method,
    headers,
    signal: gone,
    ...(form && { body: new Uint8Array(form) }),
  });
}

/** The language of the address, or the reader's; the pseudo-locale only in development. */
export function localeOf({ raw, cookies, headers }: FastifyRequest, { production }: { production: boolean }): Locale {
  const asked = askedLocale(raw.url ?? '');
  if (asked) return asked;
  const stored = storedLocale(cookies);
  return !production && isPseudoLocale(stored) ? stored : chooseLocale(stored, headers['accept-language']);
}

/**
 * The requested address, on this site: `//x` is a path here, not another host.
 * @throws a 400 when the Host header is not exactly a host.
 */
export function addressOf(url: string, origin: string): URL {
  const site = URL.parse(origin);
  const address = URL.parse(origin + url.replace(/^https?:\/\/[^/]*/i, ''));
  if (!site || !address || site.href !== `${site.origin}/` || address.origin !== site.origin)
    throw Object.assign(new Error(`no address: ${origin}`), { statusCode: 400 });
  return address;
}
