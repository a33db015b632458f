/** The gate before every route, and the form with its password. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import type { Database } from '#server/db/database.ts';
import { countTry } from '#server/limits.ts';
import { networkOf } from '#server/network.ts';
import { ownPath } from '#server/own-site.ts';
import { type Gate, gatePath, pass_s, passCookie } from './gate.ts';

/** Redirects visitors without a pass to the gate; programs and forms are refused. */
export function guard(app: FastifyInstance, gate: Gate): void {
  app.addHook('onRequest', async (request, reply) => {
    const url = request.raw.url ?? '/';
    if (gate.lets({ url, cookie: request.cookies[passCookie] })) return;
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || url.startsWith('/api/') || /\.data(\?|$)/.test(url)) throw new Refusal('access_protected');
    reply.header('cache-control', 'no-store');
    return reply.redirect(`${gatePath}?to=${encodeURIComponent(ownPath(url))}`, 303);
  });
}

export async function gateRoutes(
  app: FastifyInstance,
  { db, gate, secure }: { db: Database; gate: Gate | undefined; secure: boolean },
): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4096 },
    (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.post(gatePath, { config: { access: 'site.read' }, schema: { hide: true } }, async (request, reply) => {
    if (!gate) throw new Refusal('not_found');
    const { password, to } = (request.body ?? {}) as Record<string, unknown>;
    const back = new URLSearchParams({ to: ownPath(to) });
    try {
      await sleep(await countTry(db, 'access_password', { network: networkOf(request.ip) }));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      back.set('wait', String(error.params.seconds));
      return reply.redirect(`${gatePath}?${back.toString()}`, 303);
    }
    if (typeof password !== 'string' || !gate.isPassword(password)) {
      back.set('wrong', '1');
      return reply.redirect(`${gatePath}?${back.toString()}`, 303);
    }
    reply.setCookie(passCookie, gate.pass(), { path: '/', maxAge: pass_s, httpOnly: true, sameSite: 'lax', secure });
    return reply.redirect(ownPath(to), 303);
  });
}
