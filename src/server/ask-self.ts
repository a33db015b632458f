/**
 * A `fetch` for addresses of this program: it calls the routes in-process, before the program listens and behind any
 * proxy.
 */
import type { FastifyInstance } from 'fastify';
import type { CustomFetch } from 'openid-client';

export function createAskSelf(app: FastifyInstance): CustomFetch {
  return async (address, { method, headers, body }) => {
    const { host, pathname, search } = new URL(address);
    const payload = await new Response(body).text();
    const answer = await app.inject({
      method: method as 'GET' | 'POST',
      url: pathname + search,
      headers: { ...headers, host },
      ...(payload && { payload }),
    });
    return new Response(answer.body, { status: answer.statusCode, headers: answer.headers as Record<string, string> });
  };
}
