/** Keeps what a reader has allowed, in a cookie of a year; only a form of this site can say it. */
import type { FastifyInstance } from 'fastify';
import { consentFrom } from '#domain/consent.ts';
import { Refusal } from '#domain/refusal.ts';
import { ownPath } from './own-site.ts';

const year_s = 365 * 86_400;

export async function consentRoutes(app: FastifyInstance, { secure }: { secure: boolean }): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4096 },
    (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.post('/misc/consent', { config: { access: 'site.read' }, schema: { hide: true } }, async (request, reply) => {
    const { consent, to } = (request.body ?? {}) as Record<string, unknown>;
    // Whoever has no cookie yet is told apart by nothing else.
    if (['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site'])))
      throw new Refusal('other_site');
    const chosen = consentFrom(consent);
    if (chosen) reply.setCookie('consent', chosen, { path: '/', maxAge: year_s, sameSite: 'lax', secure });
    return reply.redirect(ownPath(to), 303);
  });
}
