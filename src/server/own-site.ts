/** What belongs to this site: its address, its paths, and requests that its own pages made. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';

/** The site's address as this reader sees it. */
export function originOf(request: FastifyRequest, { public_url }: { public_url: string | undefined }): string {
  return public_url ?? `${request.protocol}://${request.host}`;
}

/** The site's address as far as the program itself knows it: the public one, or where it listens on this machine. */
export function ownAddress(
  { public_url, port }: Pick<Config, 'public_url' | 'port'>,
  { server }: FastifyInstance,
): string {
  const address = server.address();
  return public_url ?? `http://localhost:${typeof address === 'object' && address ? address.port : port}`;
}

/** A path on this site, whatever was asked for: never another origin. */
export function ownPath(to: unknown): string {
  if (typeof to !== 'string' || !to.startsWith('/') || /[\\\p{Cc}]/u.test(to)) return '/';
  const url = URL.parse(to, 'http://own.invalid');
  return url?.origin === 'http://own.invalid' && !url.pathname.startsWith('//') ? url.pathname + url.search : '/';
}

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What other sites may send to: programs and the pages of other sites that sign people in here, by keys of their own. */
const forOthers = /^\/id\/oauth2\//;

/**
 * Whether a page of another site had the browser send this: with the cookies it has for ours, or to get some, as a
 * sign-in with somebody else's password does. Browsers say where a request comes from; what says nothing is no browser,
 * and who shows a key has it from somewhere else than a cookie.
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
