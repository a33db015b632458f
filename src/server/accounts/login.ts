/**
 * Signing in and out with a browser. It is sent to the provider and comes back with a code; what it needs to bring back
 * with it lies in a cookie of its own for each attempt, so that several tabs may sign in at the same time. Afterwards it
 * has a token that no script can read, and everything the provider gave stays here.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { carried_s, session_s } from '#domain/accounts/session.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Database } from '#server/db/database.ts';
import { flood } from '#server/limits.ts';
import { networkOf } from '#server/network.ts';
import { originOf, ownPath } from '#server/own-site.ts';
import type { Attempt, RelyingParty } from './oidc.ts';
import { beginSession, endSessions, newToken, readPerson, type Sessions, type SignedIn } from './sessions.ts';
import { signIn } from './sign-in.ts';

export interface LoginOptions {
  db: Database;
  party: RelyingParty;
  sessions: Sessions;
  public_url: string | undefined;
  /** Whether a link may carry a sign-in (4.10). */
  fragment_token: boolean;
  /** The only address to which the provider sends people back, where that is not whatever they came by. */
  home: (() => string) | undefined;
}

/** How long somebody may take to sign in. */
const attempt_s = 15 * 60;
/** How long a browser is known again; no browser keeps a cookie for longer. */
const browser_s = 400 * 86_400;
/** So many attempts a browser may have under way; beyond that the older ones are forgotten. */
const mostAttempts = 5;

/** What one attempt leaves with its browser. */
interface Begun extends Attempt {
  /** Where it goes on afterwards. */
  to: string;
}

export async function loginRoutes(
  app: FastifyInstance,
  { db, party, sessions, public_url, fragment_token, home }: LoginOptions,
) {
  const open = { config: { access: 'site.read' as const, rateLimit: flood('login') }, schema: { hide: true } };
  const { cookieOptions } = sessions;
  const prefix = `${sessions.cookie}-begun-`;
  // Sent to the sign-in alone: everywhere else a reader without a session is nobody.
  const browserCookie = cookieOptions.secure ? '__Secure-browser' : 'browser';
  const browserOptions = { ...cookieOptions, path: '/login', maxAge: browser_s };
  const siteOf = (request: FastifyRequest) => home?.() ?? originOf(request, { public_url });
  const redirectUri = (request: FastifyRequest) => `${siteOf(request)}/login/callback`;

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.get('/login', open, async (request, reply) => {
    const { to } = request.query as { to?: unknown };
    // Under another of the site's names the browser would not have what it is to bring back.
    if (siteOf(request) !== originOf(request, { public_url }))
      return reply.redirect(`${siteOf(request)}/login?to=${encodeURIComponent(wayBack(to))}`, 303);
    const { address, attempt } = await party.begin(redirectUri(request)).catch((error) => {
      request.log.warn({ err: error }, 'the identity provider is not there');
      throw new Refusal('provider_away');
    });
    const underWay = Object.keys(request.cookies).filter((name) => name.startsWith(prefix));
    if (underWay.length >= mostAttempts) for (const name of underWay) reply.clearCookie(name, cookieOptions);
    const begun: Begun = { ...attempt, to: wayBack(to) };
    const value = Buffer.from(JSON.stringify(begun)).toString('base64url');
    reply.setCookie(prefix + nameOf(attempt.state), value, { ...cookieOptions, maxAge: attempt_s });
    return reply.redirect(address.href, 303);
  });

  app.get('/login/callback', open, async (request, reply) => {
    const { state, error } = request.query as Record<string, unknown>;
    const name = prefix + nameOf(String(state));
    const begun = parsed(request.cookies[name]);
    // Nobody began this here: it may be a link that somebody else made.
    if (!begun || begun.state !== state) return reply.redirect('/', 303);
    reply.clearCookie(name, cookieOptions);
    if (error === 'access_denied') return reply.redirect(wayBack(begun.to), 303);
    const address = new URL(redirectUri(request));
    address.search = new URL(request.raw.url!, address).search;
    const began_ms = Date.now();
    try {
      const grant = await party.finish(address, begun);
      const agent = request.headers['user-agent'];
      const browser = request.cookies[browserCookie] ?? newToken();
      const session = { agent, network: networkOf(request.ip), browser, began_ms, now_ms: Date.now() };
      const { token } = await db.transaction().execute((tx) => signIn(tx, grant, session));
      await leave(request, reply);
      reply.setCookie(browserCookie, browser, browserOptions);
      reply.setCookie(sessions.cookie, token, { ...cookieOptions, maxAge: session_s });
      return reply.redirect(wayBack(begun.to), 303);
    } catch (error) {
      request.log.warn({ err: error }, 'a sign-in failed');
      await leave(request, reply);
      return reply.redirect('/', 303);
    }
  });

  app.post('/logout', open, async (request, reply) => {
    const everywhere = (request.body as { everywhere?: unknown } | null)?.everywhere !== undefined;
    await leave(request, reply, everywhere);
    return reply.redirect('/', 303);
  });

  // A link carried a token (4.10). First its reader is told whose it is; only then it becomes a session of half an hour,
  // in a cookie that goes with the browser.
  if (fragment_token) {
    app.get('/login/carried', open, async (request) => {
      const { first_name, last_name, email } = await readPerson(db, await carriedBy(request));
      return { name: [first_name, last_name].filter(Boolean).join(' ') || (email ?? '') };
    });
    app.post('/login/carried', open, async (request, reply) => {
      const { user_id } = await carriedBy(request);
      const expires_at = new Date(Date.now() + carried_s * 1000).toISOString();
      const { token } = await beginSession(db, { user_id, expires_at, agent: request.headers['user-agent'] });
      await leave(request, reply);
      return reply.setCookie(sessions.cookie, token, cookieOptions).status(204).send();
    });
  }

  /** Whose token is shown as Bearer; a cookie does not count. @throws Refusal `token_invalid` */
  async function carriedBy({ headers }: FastifyRequest): Promise<SignedIn> {
    const token = /^Bearer ([\w-]{1,512})$/.exec(headers.authorization ?? '')?.[1];
    const person = token && (await sessions.signedInBy(token));
    if (!person) throw new Refusal('token_invalid');
    return person;
  }

  /** Ends the session this browser had, or all of its person's, here and with the provider. */
  async function leave(request: FastifyRequest, reply: FastifyReply, everywhere = false): Promise<void> {
    const token = request.cookies[sessions.cookie];
    const had = token === undefined ? null : await sessions.signedInBy(token);
    reply.clearCookie(sessions.cookie, cookieOptions);
    if (!had) return;
    const which = everywhere ? { user_id: had.user_id } : { session_id: had.session_id };
    const ended = await db.transaction().execute((tx) => endSessions(tx, which));
    for (const { refresh_token } of ended)
      if (refresh_token)
        party
          .revoke(refresh_token)
          .catch((error) => request.log.info({ err: error }, 'a token could not be given back'));
  }
}

/** Attempts are told apart by the beginning of what only they carry. */
function nameOf(state: string): string {
  return /^[\w-]{43}$/.test(state) ? state.slice(0, 8) : 'none';
}

/** The page somebody came from; after the callback itself, or a page that only leads here, the first page (4.8). */
function wayBack(to: unknown): string {
  const path = ownPath(to);
  return /^\/(login|logout)(\/callback)?\/?(\?|$)/.test(path) ? '/' : path;
}

function parsed(cookie: string | undefined): Begun | null {
  try {
    const begun: unknown = JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString());
    const { state, nonce, verifier, to } = (begun ?? {}) as Record<string, unknown>;
    const texts = [state, nonce, verifier, to];
    return texts.every((one) => typeof one === 'string') ? ({ state, nonce, verifier, to } as Begun) : null;
  } catch {
    return null;
  }
}
