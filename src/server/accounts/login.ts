/**
 * Signing in and out with a browser. It is sent to the provider and comes back with a code; what it needs to bring back
 * with it lies in a cookie of its own for each attempt, so that several tabs may sign in at the same time. Afterwards it
 * has a token that no script can read, and everything the provider gave stays here.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFresh } from '#domain/accounts/proof.ts';
import { carried_s, session_s } from '#domain/accounts/session.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { flood } from '#server/limits.ts';
import { networkOf } from '#server/network.ts';
import { originOf, ownPath } from '#server/own-site.ts';
import { leftCookie } from './left.ts';
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
  type SignedIn,
} from './sessions.ts';
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
  /** Ends a session of the bundled provider; without it the browser is sent to the provider to end it there. */
  endProviderSession: ((tx: Tx, provider_session: string) => Promise<unknown>) | undefined;
}

/** Says what is left of a sign-in that only the provider can end. */
const leftAt = '/login/left';
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
  /** Whether a proof was asked for; that there is a fresh one, the provider's token says. */
  again?: boolean;
}

export async function loginRoutes(
  app: FastifyInstance,
  { db, party, sessions, public_url, fragment_token, home, endProviderSession }: LoginOptions,
) {
  const open = { config: { access: 'site.read' as const, rateLimit: flood('login') }, schema: { hide: true } };
  const { cookieOptions } = sessions;
  const prefix = `${sessions.cookie}-begun-`;
  // Sent to the sign-in alone: everywhere else a reader without a session is nobody.
  const browserCookie = cookieOptions.secure ? '__Secure-browser' : 'browser';
  const left = leftCookie(cookieOptions);
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
    const { to, again } = request.query as { to?: unknown; again?: unknown };
    const asksAgain = again !== undefined;
    // Under another of the site's names the browser would not have what it is to bring back.
    if (siteOf(request) !== originOf(request, { public_url }))
      return reply.redirect(
        `${siteOf(request)}/login?to=${encodeURIComponent(wayBack(to))}${asksAgain ? '&again' : ''}`,
        303,
      );
    // Who has logged out here may not be who comes now.
    const hasLeft = request.cookies[left] !== undefined;
    const { address, attempt } = await party.begin(redirectUri(request), asksAgain || hasLeft).catch((error) => {
      throw party.away(error);
    });
    const underWay = Object.keys(request.cookies).filter((name) => name.startsWith(prefix));
    if (underWay.length >= mostAttempts) for (const name of underWay) reply.clearCookie(name, cookieOptions);
    const begun: Begun = { ...attempt, to: wayBack(to), ...(asksAgain && { again: true }) };
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
      return reply.redirect(wayBack(begun.to), 303);
    } catch (error) {
      if (isAway(error)) throw party.away(error);
      if (isRefusal(error) && error.code === 'proof_not_given') throw error;
      request.log.warn({ err: error }, 'a sign-in failed');
      await leave(request, reply);
      return reply.redirect('/', 303);
    }
  });

  app.post('/logout', open, async (request, reply) => {
    const everywhere = (request.body as { everywhere?: unknown } | null)?.everywhere !== undefined;
    const ended = await leave(request, reply, { everywhere });
    reply.setCookie(left, '1', browserOptions);
    return reply.redirect(ended ? await wayOut(request, ended) : '/', 303);
  });

  /** Where a browser goes whose session is over: to the provider, if it has one there, and back to the first page (4.8). */
  async function wayOut(request: FastifyRequest, { id_token, provider_session }: Ended): Promise<string> {
    // The bundled provider's has ended together with the site's.
    if (endProviderSession || (id_token === null && provider_session === null)) return '/';
    try {
      // Where a provider has no such address, the next sign-in asks for a proof all the same.
      return (await party.endAddress(id_token, `${siteOf(request)}/`))?.href ?? '/';
    } catch (error) {
      request.log.warn({ err: error }, 'the identity provider is not there');
      return leftAt;
    }
  }

  // A link carried a token (4.10). First its reader is told whose it is; only then it becomes a session of half an hour,
  // in a cookie that goes with the browser.
  if (fragment_token) {
    app.get('/login/carried', open, async (request) => {
      const { first_name, last_name, email } = await readPerson(db, await carriedBy(request));
      return { name: [first_name, last_name].filter(Boolean).join(' ') || (email ?? '') };
    });
    app.post('/login/carried', open, async (request, reply) => {
      const { user_id, session_id } = await carriedBy(request);
      const expires_at = new Date(Date.now() + carried_s * 1000).toISOString();
      const from = { agent: request.headers['user-agent'], network: networkOf(request.ip) };
      const token = await transact(db, async (tx) => {
        // Whoever ends all sessions of the person waits for this one, or has ended what was shown.
        await tx.selectFrom('users').select('id').where('id', '=', user_id).forShare().executeTakeFirstOrThrow();
        const shown = await openSessions(tx, user_id);
        if (!shown.some((one) => one.session_id === session_id)) throw new Refusal('token_invalid');
        return (await beginSession(tx, { user_id, expires_at, ...from })).token;
      });
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

  /**
   * Ends the session that this browser had. Who logs out ends the bundled provider's too, and everywhere if they want.
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
    const { state, nonce, verifier, to, again } = (begun ?? {}) as Record<string, unknown>;
    const texts = [state, nonce, verifier, to];
    if (!texts.every((one) => typeof one === 'string')) return null;
    return { state, nonce, verifier, to, again: again === true } as Begun;
  } catch {
    return null;
  }
}
