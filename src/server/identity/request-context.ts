/**
 * One request to the provider, with its cookies and its address: calls of the library, attempts that are counted, the
 * account behind it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isAPIError } from 'better-auth/api';
import { failures, type SecurityEvent } from '#domain/identity/security.ts';
import type { Locale } from '#domain/locales.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import { recordSecurityEvent } from '#server/accounts/security-log.ts';
import { clearSignedOutCookie } from '#server/accounts/signed-out-cookie.ts';
import type { Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { countTry, type LimitName, type Tried } from '#server/limits.ts';
import { networkOf } from '#server/network.ts';
import { browserOf, hashOfBrowser, rememberBrowser } from './known-browsers.ts';
import { addressHeader, type Provider, type StoredUser } from './provider.ts';
import type { Here } from './sessions.ts';

export interface Opening {
  headers: Headers;
  /** The address of the request; attempts are counted by its network. */
  ip: string;
  locale: Locale;
  /** Delays an attempt after too many; replaced in tests. */
  pause?: (ms: number) => Promise<unknown>;
}

/** The library's error codes as refusals. A code that is missing here is a bug. */
const refusals = {
  INVALID_EMAIL_OR_PASSWORD: 'credentials_wrong',
  INVALID_PASSWORD: 'credentials_wrong',
  INVALID_TOKEN: 'token_invalid',
  TOKEN_EXPIRED: 'token_invalid',
  USER_NOT_FOUND: 'token_invalid',
  INVALID_CODE: 'verify_code_wrong',
  INVALID_BACKUP_CODE: 'verify_code_wrong',
  INVALID_OTP: 'verify_code_wrong',
  OTP_NOT_FOUND: 'token_invalid',
  OTP_EXPIRED: 'token_invalid',
  TOO_MANY_ATTEMPTS: 'token_invalid',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'token_invalid',
  INVALID_TWO_FACTOR_COOKIE: 'token_invalid',
  ACCOUNT_TEMPORARILY_LOCKED: 'token_invalid',
  PHONE_NUMBER_EXIST: 'phone_invalid_or_taken',
  INVALID_PHONE_NUMBER: 'phone_invalid_or_taken',
  CHALLENGE_NOT_FOUND: 'passkey_refused',
  PASSKEY_NOT_FOUND: 'passkey_refused',
  AUTHENTICATION_FAILED: 'passkey_refused',
  FAILED_TO_VERIFY_REGISTRATION: 'passkey_refused',
  UNAUTHORIZED: 'sign_in_first',
} as const;

/** Age up to which a proof is fresh: a key is added or removed without the password. */
const fresh_ms = 15 * 60_000;
/** What the calls of one request share. */
export interface RequestContext {
  /** The cookies to set. */
  cookies: string[];
  headers: Headers;
  network: ReturnType<typeof networkOf>;
  browser: ReturnType<typeof browserOf>;
  browser_hash: ReturnType<typeof hashOfBrowser>;
  /** Awaits a call of the library, collects its cookies and maps its errors to refusals. */
  ask<T>(call: Promise<{ headers?: Headers | undefined; response: T }>): Promise<T>;
  /** The input of a call of the library. */
  request<Body>(body: Body): { body: Body; headers: Headers; returnHeaders: true };
  session(): Promise<{ user: StoredUser; session: { id: string; createdAt: Date } } | null>;
  /** @throws Refusal `sign_in_first` */
  user(): Promise<StoredUser>;
  /** The user, after a fresh proof or with the password. @throws Refusal `proof_needed` */
  proven(password: string | null): Promise<StoredUser>;
  /** The sessions of this browser. @param token of its session here, where the library has just issued a new one */
  hereOf(account: string, token?: string | null): Promise<Here>;
  /** Counts an attempt, and delays it after too many. @throws Refusal `too_often`. */
  tried<N extends LimitName>(name: N, by: Tried<N>): Promise<void>;
  /** Whether the limit of e-mails of a kind to a mailbox allows one more. */
  mayMail(email: string, kind: 'confirm' | 'known' | 'reset'): Promise<boolean>;
  /** After a sign-in: the browser becomes a known one of the account, and is no longer marked as signed out. */
  signedIn(user_id: string): Promise<void>;
  /** Records a security event of the account, or of none. */
  record(event: SecurityEvent, account: string | undefined, tx?: Tx): Promise<void>;
}

export function createRequestContext(
  { api, users, site, config, db, address, log }: Provider,
  { headers: shown, ip, pause = sleep }: Opening,
): RequestContext {
  const cookies: string[] = [];
  // The library stores an address with each session; a header of the browser must not set it.
  const headers = new Headers(shown);
  headers.set(addressHeader, ip);
  const network = networkOf(ip);
  const secure = address.startsWith('https:');
  const browser = browserOf(headers, { secure });
  const browser_hash = hashOfBrowser(browser);

  async function ask<T>(call: Promise<{ headers?: Headers | undefined; response: T }>): Promise<T> {
    try {
      const { headers: set, response } = await call;
      cookies.push(...(set?.getSetCookie() ?? []));
      return response;
    } catch (error) {
      const code = codeOf(error);
      if (code && code in refusals) throw new Refusal(refusals[code as keyof typeof refusals]);
      throw error;
    }
  }
  const request = <Body>(body: Body) => ({ body, headers, returnHeaders: true as const });

  async function session() {
    const found = await ask(api.getSession({ headers, returnHeaders: true }));
    return found && { user: found.user as unknown as StoredUser, session: found.session };
  }
  async function user(): Promise<StoredUser> {
    const found = await session();
    if (!found) throw new Refusal('sign_in_first');
    return found.user;
  }
  async function proven(password: string | null): Promise<StoredUser> {
    const own = await user();
    if (password !== null) {
      await tried('password', { person: own.id, network });
      await ask(api.verifyPassword(request({ password })));
    } else if (!isFresh((await session())?.session)) throw new Refusal('proof_needed');
    return own;
  }
  async function hereOf(account: string, token?: string | null): Promise<Here> {
    const provider_session = token ? await users.sessionOf(token) : ((await session())?.session.id ?? null);
    const session_id = await site.sessionShown(db, headers.get('cookie') ?? '', account);
    return { provider_session, session_id };
  }

  async function tried<N extends LimitName>(name: N, by: Tried<N>): Promise<void> {
    const wait_ms = await countTry(db, name, by);
    if (wait_ms) await pause(wait_ms);
  }

  // The page does not show a refusal: links sent before are still valid.
  async function mayMail(email: string, kind: 'confirm' | 'known' | 'reset'): Promise<boolean> {
    try {
      await countTry(db, 'letter', { email, kind });
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      log.info({ kind, network }, 'an e-mail was not written: its mailbox has enough of them');
      return false;
    }
  }
  async function signedIn(user_id: string): Promise<void> {
    await rememberBrowser(db, browser, user_id);
    cookies.push(browser.cookie);
    if (!config.oidc) cookies.push(clearSignedOutCookie({ secure }));
  }
  async function record(event: SecurityEvent, account: string | undefined, tx?: Tx): Promise<void> {
    const entry = {
      of: account === undefined ? null : { account },
      event,
      network,
      agent: headers.get('user-agent'),
    };
    if (tx) await recordSecurityEvent(tx, entry);
    else await transact(db, (own) => recordSecurityEvent(own, entry));
    // Alarms count these lines by account or network; they contain no e-mail address.
    if (failures.includes(event)) log.warn({ event, account: account ?? null, network }, 'a proof was wrong');
  }

  return {
    cookies,
    headers,
    network,
    browser,
    browser_hash,
    ask,
    request,
    session,
    user,
    proven,
    hereOf,
    tried,
    mayMail,
    signedIn,
    record,
  };
}

function codeOf(error: unknown): string | undefined {
  return isAPIError(error) ? ((error.body as { code?: string } | undefined)?.code ?? String(error.status)) : undefined;
}

export function isFresh(session: { createdAt: Date } | undefined): boolean {
  return session !== undefined && Date.now() - session.createdAt.getTime() < fresh_ms;
}
