/** The origin of this site, its paths, and the check for requests from other sites. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';

/** The origin of the site as this reader sees it. */
export function originOf(request: FastifyRequest, { public_url }: { public_url: string | undefined }): string {
  return public_url ?? `${request.protocol}://${request.host}`;
}

/** The origin of the site as the program knows it: the public one, or where it listens on this machine. */
export function ownAddress(
  { public_url, port }: Pick<Config, 'public_url' | 'port'>,
  { server }: FastifyInstance,
): string {
  const address = server.address();
  return public_url ?? `http://localhost:${typeof address === 'object' && address ? address.port : port}`;
}

/** The requested path on this site; never another origin. */
export function ownPath(to: unknown): string {
  if (typeof to !== 'string' || !to.startsWith('/') || /[\\\p{Cc}]/u.test(to)) return '/';
  const url = URL.parse(to, 'http://own.invalid');
  return url?.origin === 'http://own.invalid' && !url.pathname.startsWith('//') ? url.pathname + url.search : '/';
}

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Endpoints that other sites may call: programs and other sites that sign people in here, with keys of their own. */
const forOthers = /^\/id\/oauth2\//;

/**
 * Whether a page of another site caused this request: with the cookies of this site, or to set some, such as a sign-in
 * with an attacker's password. Browsers name the origin of a request; without an origin it is not a browser, and a
 * Bearer key does not come from a cookie.
 */
export function isForeign(
  { method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>,
  own: readonly string[],
) {
  if (harmless.has(method) || headers.authorization !== undefined) return false;
  if (headers.cookie === undefined && forOthers.test(url)) return false;
  const { origin, host } = headers;
  if (origin !== undefined && own.includes(origin)) return false;
  const from = headers['sec-fetch-site'];
  if (from !== undefined) return from !== 'same-origin' && from !== 'none';
  return origin !== undefined && URL.parse(origin)?.host !== host;
}
