/** A browser for tests: it keeps cookies and follows no redirect by itself. */
import { randomInt } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { TestIssuer } from './issuer.ts';

export interface Visitor {
  cookies: Map<string, string>;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(url: string, form?: Record<string, string>, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Signs in at the issuer. @returns the callback's response */
  signIn(issuer: TestIssuer, to?: string): Promise<LightMyRequestResponse>;
}

export function visit(app: FastifyInstance, host = 'loft.example'): Visitor {
  const cookies = new Map<string, string>();
  // Each visitor has an address of their own, because limits count by address.
  const remoteAddress = Array.from({ length: 4 }, () => randomInt(1, 255)).join('.');
  const send = (method: 'GET' | 'POST', url: string, headers: Record<string, string>, payload?: string) =>
    ask(app, cookies, { method, url, remoteAddress, payload, headers: { host, ...headers } });
  const visitor: Visitor = {
    cookies,
    get: (url, headers = {}) => send('GET', url, headers),
    post: (url, form = {}, headers = {}) =>
      send(
        'POST',
        url,
        { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${host}`, ...headers },
        new URLSearchParams(form).toString(),
      ),
    async signIn(issuer, to = '/lofts') {
      const begun = await visitor.get(`/login?to=${encodeURIComponent(to)}`);
      return visitor.get(await issuer.approve(begun.headers.location!));
    },
  };
  return visitor;
}

async function ask(
  app: FastifyInstance,
  cookies: Map<string, string>,
  {
    headers,
    payload,
    ...request
  }: {
    method: 'GET' | 'POST';
    url: string;
    remoteAddress: string;
    payload?: string | undefined;
    headers: Record<string, string>;
  },
): Promise<LightMyRequestResponse> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await app.inject({
    ...request,
    headers: { ...(cookie && { cookie }), ...headers },
    ...(payload !== undefined && { payload }),
  });
  for (const { name, value, maxAge } of answer.cookies)
    if (maxAge === 0 || value === '') cookies.delete(name);
    else cookies.set(name, value);
  return answer;
}
