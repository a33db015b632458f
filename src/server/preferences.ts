/** A reader's preferences, kept in cookies for a year: language, theme, consent to measurement. */
import type { FastifyInstance } from 'fastify';
import { consentFrom } from '#domain/consent.ts';
import { chosenLocaleCookie, isLocale, isPseudoLocale } from '#domain/locales.ts';
import { themeFrom } from '#domain/site.ts';
import { ownPath } from './own-site.ts';

export interface ChoiceOptions {
  secure: boolean;
  /** Whether the pseudo-locales can be chosen too. */
  testing: boolean;
}

export async function choiceRoutes(app: FastifyInstance, { secure, testing }: ChoiceOptions): Promise<void> {
  const open = { config: { access: 'site.read' as const }, schema: { hide: true } };
  const forAYear = { path: '/', maxAge: 365 * 86_400, sameSite: 'lax', secure } as const;
  app.get('/misc/language', open, async (request, reply) => {
    const { locale, to } = request.query as Record<string, unknown>;
    if (isLocale(locale) || (testing && isPseudoLocale(locale))) reply.setCookie(chosenLocaleCookie, locale, forAYear);
    // A `lang` parameter in the address would override the choice.
    return reply.redirect(
      ownPath(to).replace(/([?&])lang=[a-z]{2}(&|$)/, (_, before, after) => after && before),
      303,
    );
  });
  app.get('/misc/theme', open, async (request, reply) => {
    const { theme, to } = request.query as Record<string, unknown>;
    const chosen = themeFrom(theme);
    if (chosen) reply.setCookie('theme', chosen, forAYear);
    else reply.clearCookie('theme', { path: '/' });
    return reply.redirect(ownPath(to), 303);
  });
  // Only a form of this site may set it (own-site.ts).
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4096 },
    (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.post('/misc/consent', open, async (request, reply) => {
    const { consent, to } = (request.body ?? {}) as Record<string, unknown>;
    const chosen = consentFrom(consent);
    if (chosen) reply.setCookie('consent', chosen, forAYear);
    return reply.redirect(ownPath(to), 303);
  });
}
