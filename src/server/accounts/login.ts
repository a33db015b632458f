/**
 * Signing in and out with a browser (authorization code flow). The state of each attempt lies in a cookie of its own,
 * so that several tabs may sign in at the same time. Afterwards the browser has a token that no script can read; the
 * provider's tokens stay on the server.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { firstPage, readerKindOf } from '#domain/accounts/person.ts';
import { isFresh } from '#domain/accounts/proof.ts';
import { linkSession_s, session_s } from '#domain/accounts/session.ts';
import { signInPath } from '#domain/identity/return-path.ts';
import { accountLocaleCookie, isLocale } from '#domain/locales.ts';
import type { SignedIn } from '#domain/policy.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { flood } from '#server/limits.ts';
import { networkOf } from '#server/network.ts';
import { originOf, ownPath } from '#server/own-site.ts';
import { type Attempt, isAway, type RelyingParty } from './oidc.ts';
import { recordSecurityEvent } from './security-log.ts';
import {
  beginSession,
  type Ended,
  endSessions,
  newToken,
  openSessions,
  readPerson,
  type Sessions,
} from './sessions.ts';
import { signIn } from './sign-in.ts';
import { signedOutCookie } from './signed-out-cookie.ts';

export interface LoginOptions {
  db: Database;
  party: RelyingParty;
  sessions: Sessions;
  public_url: string | undefined;
  /** Whether a link may carry a sign-in (4.10). */
  fragment_token: boolean;
  /** The site's only address that is registered with the provider; undefined: the address of the request. */
  home: (() => string) | undefined;
  /** Ends a session of the bundled provider; undefined: the browser is redirected to the provider to end it there. */
  endProviderSession: ((tx: Tx, provider_session: string) => Promise<unknown>) | undefined;
}

/** The page that explains that the session at the provider is still open. */
const providerStillOpenPath = '/login/left';
/** How long an attempt to sign in is valid. */
const attempt_s = 15 * 60;
/** Age of the browser cookie; browsers keep no cookie for longer. */
const browser_s = 400 * 86_400;
/** Open attempts per browser; beyond that the older ones are dropped. */
const mostAttempts = 5;

/** The state of one attempt, in its cookie. */
interface Begun extends Attempt {
  /** The page to return to; empty where none was asked for. */
  to: string;
  /** Whether a proof was demanded; whether it is fresh is read from the provider's token. */
  again?: boolean;
}

export async function loginRoutes(
  app: FastifyInstance,
  { db, party, sessions, public_url, fragment_token, home, endProviderSession }: LoginOptions,
) {
  const open = { config: { access: 'site.read' as const, rateLimit: flood('login') }, schema: { hide: true } };
  const { cookieOptions } = sessions;
  const prefix = `${sessions.cookie}-begun-`;
  // Path `/login`: on other pages a reader without a session is not recognized.
  const browserCookie = cookieOptions.secure ? '__Secure-browser' : 'browser';
  const left = signedOutCookie(cookieOptions);
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
    const { again, register, ...query } = request.query as { to?: unknown; again?: unknown; register?: unknown };
    const to = query.to === undefined ? '' : returnPath(query.to);
    const asksAgain = again !== undefined;
    const registers = register !== undefined;
    // The cookie of the attempt must be set under the host name that the provider redirects to.
    if (siteOf(request) !== originOf(request, { public_url }))
      return reply.redirect(
        `${siteOf(request)}${to ? signInPath(to) : '/login?'}${asksAgain ? '&again' : ''}${registers ? '&register' : ''}`,
        303,
      );
    // After a sign-out another person may use this browser.
    const hasLeft = request.cookies[left] !== undefined;
    const asked = { again: asksAgain || hasLeft, register: registers, to: to || '/' };
    const { address, attempt } = await party.begin(redirectUri(request), asked).catch((error) => {
      throw party.away(error);
    });
    const openAttempts = Object.keys(request.cookies).filter((name) => name.startsWith(prefix));
    if (openAttempts.length >= mostAttempts) for (const name of openAttempts) reply.clearCookie(name, cookieOptions);
    const begun: Begun = { ...attempt, to, ...(asksAgain && { again: true }) };
    const value = Buffer.from(JSON.stringify(begun)).toString('base64url');
    reply.setCookie(prefix + nameOf(attempt.state), value, { ...cookieOptions, maxAge: attempt_s });
    return reply.redirect(address.href, 303);
  });

  app.get('/login/callback', open, async (request, reply) => {
    const { state, error } = request.query as Record<string, unknown>;
    const name = prefix + nameOf(String(state));
    const begun = parsed(request.cookies[name]);
    // Not begun in this browser: possibly a link that somebody else made.
    if (!begun || begun.state !== state) return reply.redirect('/', 303);
    reply.clearCookie(name, cookieOptions);
    if (error === 'access_denied') return reply.redirect(returnPath(begun.to), 303);
    const address = new URL(redirectUri(request));
    address.search = new URL(request.raw.url!, address).search;
    const began_ms = Date.now();
    try {
      const grant = await party.finish(address, begun);
      const { proven_ms } = grant.proof;
      const proven_at = proven_ms === null ? null : new Date(proven_ms).toISOString();
      if (begun.again && !isFresh(proven_at, Date.now())) throw new Refusal('proof_not_given');
      const agent = request.headers['user-agent'];
      const browser = request.cookies[browserCookie] ?? newToken();
      const session = { agent, network: networkOf(request.ip), browser, began_ms, now_ms: Date.now() };
      const { token } = await transact(db, (tx) => signIn(tx, grant, session));
      await leave(request, reply);
      reply.setCookie(browserCookie, browser, browserOptions);
      reply.clearCookie(left, { ...browserOptions, maxAge: 0 });
      reply.setCookie(sessions.cookie, token, { ...cookieOptions, maxAge: session_s });
      const { language } = grant.claims;
      if (isLocale(language)) reply.setCookie(accountLocaleCookie, language, { ...cookieOptions, maxAge: browser_s });
      // Who asked for no page begins at their work.
      const person = begun.to ? null : await sessions.signedInBy(token);
      return reply.redirect(person ? firstPage(readerKindOf(person)) : returnPath(begun.to), 303);
    } catch (error) {
      if (isAway(error)) throw party.away(error);
      if (isRefusal(error) && error.code === 'proof_not_given') throw error;
      if (isRefusal(error) && error.code === 'account_merged') {
        // The next sign-in asks who it is, so that it can be the account that is left.
        reply.setCookie(left, '1', browserOptions);
        throw error;
      }
      request.log.warn({ err: error }, 'a sign-in failed');
      await leave(request, reply);
      return reply.redirect('/', 303);
    }
  });

  app.post('/logout', open, async (request, reply) => {
    const everywhere = (request.body as { everywhere?: unknown } | null)?.everywhere !== undefined;
    const ended = await leave(request, reply, { everywhere });
    reply.setCookie(left, '1', browserOptions);
    // The next person at this browser has a language of their own.
    if (request.cookies[accountLocaleCookie] !== undefined) reply.clearCookie(accountLocaleCookie, cookieOptions);
    return reply.redirect(ended ? await signOutAddress(request, ended) : '/', 303);
  });

  /** Where to redirect after signing out: the provider's end-session address, or the first page (4.8). */
  async function signOutAddress(request: FastifyRequest, { id_token, provider_session }: Ended): Promise<string> {
    // The bundled provider's session was ended with the site's.
    if (endProviderSession || (id_token === null && provider_session === null)) return '/';
    try {
      // Without an end-session address the next sign-in still asks for a proof.
      return (await party.endAddress(id_token, `${siteOf(request)}/`))?.href ?? '/';
    } catch (error) {
      request.log.warn({ err: error }, 'the identity provider is not there');
      return providerStillOpenPath;
    }
  }

  // A token in a link (4.10). The page shows whose it is first; confirmed, it becomes a session of half an hour in a
  // session cookie.
  if (fragment_token) {
    app.get('/login/carried', open, async (request) => {
      const { first_name, last_name, email } = await readPerson(db, await carriedBy(request));
      return { name: [first_name, last_name].filter(Boolean).join(' ') || (email ?? '') };
    });
    app.post('/login/carried', open, async (request, reply) => {
      const { user_id, session_id } = await carriedBy(request);
      const expires_at = new Date(Date.now() + linkSession_s * 1000).toISOString();
      const from = { agent: request.headers['user-agent'], network: networkOf(request.ip) };
      const token = await transact(db, async (tx) => {
        // The same row lock as in `endSessions` for all of the person's sessions: that call waits for this one, or has
        // ended the shown session.
        await tx.selectFrom('users').select('id').where('id', '=', user_id).forShare().executeTakeFirstOrThrow();
        const shown = await openSessions(tx, user_id);
        if (!shown.some((one) => one.session_id === session_id)) throw new Refusal('token_invalid');
        return (await beginSession(tx, { user_id, expires_at, ...from })).token;
      });
      await leave(request, reply);
      return reply.setCookie(sessions.cookie, token, cookieOptions).status(204).send();
    });
  }

  /** The person of the Bearer token; a cookie does not count. @throws Refusal `token_invalid` */
  async function carriedBy({ headers }: FastifyRequest): Promise<SignedIn> {
    const token = /^Bearer ([\w-]{1,512})$/.exec(headers.authorization ?? '')?.[1];
    const person = token && (await sessions.signedInBy(token));
    if (!person) throw new Refusal('token_invalid');
    return person;
  }

  /**
   * Ends the session of this browser. A sign-out ends the bundled provider's too, and all of the person's with
   * `everywhere`.
   * @returns the browser's own
   */
  async function leave(
    request: FastifyRequest,
    reply: FastifyReply,
    logout?: { everywhere: boolean },
  ): Promise<Ended | undefined> {
    const token = request.cookies[sessions.cookie];
    const had = token === undefined ? null : await sessions.signedInBy(token);
    reply.clearCookie(sessions.cookie, cookieOptions);
    if (!had) return undefined;
    const { user_id, session_id } = had;
    const ended = await transact(db, async (tx) => {
      const over = await endSessions(tx, logout?.everywhere ? { user_id } : { session_id });
      if (!logout) return over;
      for (const { provider_session, is_program } of over)
        if (provider_session && !is_program) await endProviderSession?.(tx, provider_session);
      const event = logout.everywhere ? 'sessions_end' : 'sign_out';
      const agent = request.headers['user-agent'];
      await recordSecurityEvent(tx, { of: { user_id }, event, network: networkOf(request.ip), agent });
      return over;
    });
    for (const { refresh_token } of ended)
      if (refresh_token)
        party
          .revoke(refresh_token)
          .catch((error) => request.log.info({ err: error }, 'a token could not be given back'));
    return ended.find((one) => one.session_id === session_id);
  }
}

/** The name of an attempt's cookie: the beginning of its `state`. */
function nameOf(state: string): string {
  return /^[\w-]{43}$/.test(state) ? state.slice(0, 8) : 'none';
}

/** The page to return to; the first page instead of the callback or a page that leads to sign-in (4.8). */
function returnPath(to: unknown): string {
  const path = ownPath(to);
  return /^\/(login|logout)(\/callback)?\/?(\?|$)/.test(path) ? '/' : path;
}

function parsed(cookie: string | undefined): Begun | null {
  try {
    const begun: unknown = JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString());
    const { state, nonce, verifier, to, again } = (begun ?? {}) as Record<string, unknown>;
    const texts = [state, nonce, verifier, to];
    if (!texts.every((one) => typeof one === 'string')) return null;
    return { state, nonce, verifier, to, again: again === true } as Begun;
  } catch {
    return null;
  }
}
