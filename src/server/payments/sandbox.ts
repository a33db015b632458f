/**
 * The page of the card sandbox, served by the site itself so that every reader reaches it. With real card keys there is
 * none, and its addresses are not found.
 */
import type { FastifyInstance } from 'fastify';
import { askedLocale, chooseLocale, storedLocale } from '#domain/locales.ts';
import { Refusal } from '#domain/refusal.ts';

/** The input of the page's form: the button, and how the sandbox notifies the site; in its address the step. */
export interface Shown {
  intent: string;
  delivery: string;
  step?: string;
}

/** The page of a session, or a redirect; null: there is no such session. */
export type SandboxPage = { html: string; policy: string } | { to: string } | null;

export interface CardsSandbox {
  page(session: string, shown: Shown, locale: string): SandboxPage | Promise<SandboxPage>;
}

export async function sandboxRoutes(app: FastifyInstance, sandbox: CardsSandbox): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  app.route({
    method: ['GET', 'POST'],
    url: '/sandbox/cards/:session',
    config: { access: 'site.read' },
    schema: { hide: true },
    handler: async (request, reply) => {
      // The buttons are pressed by a POST, which is redirected: the way back never asks to send a form again.
      const isPressed = request.method === 'POST';
      const { intent = '', delivery = '' } = (request.body ?? {}) as Partial<Shown>;
      const shown = isPressed ? { intent, delivery } : { delivery, ...(request.query as object), intent: '' };
      const locale =
        askedLocale(request.url) ?? chooseLocale(storedLocale(request.cookies), request.headers['accept-language']);
      const { session } = request.params as { session: string };
      const page = await sandbox.page(session, shown, locale);
      if (!page) throw new Refusal('not_found');
      if ('to' in page) return reply.redirect(page.to, 303);
      return reply
        .headers({ 'cache-control': 'no-store', 'content-security-policy': page.policy })
        .type('text/html; charset=utf-8')
        .send(page.html);
    },
  });
}
