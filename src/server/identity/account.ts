/** The provider's side of its pages (domain/identity/account.ts), for one request with its cookies and its address. */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAPIError } from 'better-auth/api';
import { sql } from 'kysely';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Account, Identity } from '#domain/identity/account.ts';
import { accountPath } from '#domain/identity/return-path.ts';
import { failures, type SecurityEvent } from '#domain/identity/security.ts';
import type { Locale } from '#domain/locales.ts';
import { isRefusal, Refusal, refusalAt } from '#domain/refusal.ts';
import { readSecurityLog, recordSecurityEvent } from '#server/accounts/security-log.ts';
import { clearSignedOutCookie } from '#server/accounts/signed-out-cookie.ts';
import type { Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { countTry, type LimitName, type Tried } from '#server/limits.ts';
import { networkOf } from '#server/network.ts';
import { notifyAccount } from '#server/notifications/account-notices.ts';
import { good_minutes, readLinkToken } from '#server/notifications/link-token.ts';
import { readOutbox } from '#server/notifications/outbox.ts';
import { browserOf, hashOfBrowser, isKnownBrowser, rememberBrowser } from './known-browsers.ts';
import { addressHeader, languageOf, type Provider, type StoredUser } from './provider.ts';
import {
  confirmRegistration,
  keepRegistration,
  keepReset,
  lastRegistration,
  readRegistration,
  takeReset,
  type WaitingRegistration,
} from './registrations.ts';
import { identityClient } from './secret.ts';
import { endBrowser, endOtherSessions, endSession, type Here, inTransaction, listSessions } from './sessions.ts';

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
/** Limit of log entries in an export: more than an account gathers in the retention time, except in a flood. */
const mostTakenEntries = 10_000;
/** A little less than the site's time limit of an attempt to sign in (accounts/login.ts). */
const attempt_ms = 14 * 60_000;

/** Opens the provider for one request. */
export function openAccount(
  { api, users, site, config, db, address, log }: Provider,
  { headers: shown, ip, locale, pause = sleep }: Opening,
): Identity {
  const cookies: string[] = [];
  // The library stores an address with each session; a header of the browser must not set it.
  const headers = new Headers(shown);
  headers.set(addressHeader, ip);
  const network = networkOf(ip);
  const secure = address.startsWith('https:');
  const browser = browserOf(headers, { secure });
  const browser_hash = hashOfBrowser(browser);
  const outbox_open = config.demo && config.smtp_url === undefined;

  /** Awaits a call of the library, collects its cookies and maps its errors to refusals. */
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
    return ask(api.getSession({ headers, returnHeaders: true }));
  }
  async function user(): Promise<StoredUser> {
    const found = await session();
    if (!found) throw new Refusal('sign_in_first');
    return found.user as unknown as StoredUser;
  }
  /** The user, after a fresh proof or with the password. @throws Refusal `proof_needed` */
  async function proven(password: string | null): Promise<StoredUser> {
    const own = await user();
    if (password !== null) {
      await tried('password', { person: own.id, network });
      await ask(api.verifyPassword(request({ password })));
    } else if (!isFresh((await session())?.session)) throw new Refusal('proof_needed');
    return own;
  }
  /** @throws Refusal `passkey_refused` for a key that is not the person's */
  async function ownPasskey(id: string): Promise<void> {
    await user();
    const own = await ask(api.listPasskeys({ headers, returnHeaders: true }));
    if (!own.some((one) => one.id === id)) throw new Refusal('passkey_refused');
  }
  /** The sessions of this browser. @param token of its session here, where the library has just issued a new one */
  async function hereOf(account: string, token?: string | null): Promise<Here> {
    const provider_session = token ? await users.sessionOf(token) : ((await session())?.session.id ?? null);
    const session_id = await site.sessionShown(db, headers.get('cookie') ?? '', account);
    return { provider_session, session_id };
  }

  /** Counts an attempt, and delays it after too many. @throws Refusal `too_often`. */
  async function tried<N extends LimitName>(name: N, by: Tried<N>): Promise<void> {
    const wait_ms = await countTry(db, name, by);
    if (wait_ms) await pause(wait_ms);
  }

  /**
   * Whether the limit of e-mails of a kind to a mailbox allows one more. The page does not show that it does not: links
   * sent before are still valid.
   */
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
  /**
   * The next page after an address was confirmed: back to the site's sign-in, where this browser began it within its
   * time limit; otherwise a new sign-in, which finds the session that begins now.
   */
  function nextPath({ onward, at, is_same_browser }: WaitingRegistration & { is_same_browser: boolean }): string {
    if (config.oidc) return onward;
    if (onward === accountPath) return `/login?to=${encodeURIComponent(accountPath)}`;
    const client = new URLSearchParams(onward.split('?')[1]).get('client_id');
    const is_begun = is_same_browser && Date.now() - Date.parse(at) < attempt_ms;
    return client === identityClient(config).client_id && !is_begun ? '/login' : onward;
  }
  /** After a sign-in: the browser becomes a known one of the account, and is no longer marked as signed out. */
  async function signedIn(user_id: string): Promise<void> {
    await rememberBrowser(db, browser, user_id);
    cookies.push(browser.cookie);
    if (!config.oidc) cookies.push(clearSignedOutCookie({ secure }));
  }
  /** Records a security event of the account, or of none. */
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
    reset_minutes: good_minutes.password,
    outbox_open,

    async me() {
      const found = await session();
      return found ? { ...accountOf(found.user as unknown as StoredUser), proven: isFresh(found.session) } : null;
    },

    async register({ email, password, first_name, last_name }, onward) {
      await tried('register', { email, network });
      // Hashed in any case, so that the time does not show whether the address is known.
      const hash = await users.hash(password);
      const account = await users.idOf(email);
      cookies.push(browser.cookie);
      if (!(await mayMail(email, account === undefined ? 'confirm' : 'known'))) return;
      const registration = { email, first_name, last_name, locale, onward, password: hash, browser_hash };
      await transact(db, (tx) =>
        account === undefined ? keepRegistration(tx, registration) : notifyAccount(tx, 'email_known', { account }),
      );
    },

    async registration(token) {
      const id = readLinkToken(config.auth_secret!, 'registration', token);
      const found = id === null ? null : await readRegistration(db, id, Date.now());
      if (!found) return null;
      const { email, given_name: first_name, family_name: last_name } = found;
      return { email, first_name, last_name, needs_password: !found.browser_hash.equals(browser_hash) };
    },

    async verifyEmail(token, password) {
      await tried('verify_email', { network });
      const id = readLinkToken(config.auth_secret!, 'registration', token);
      if (id === null) throw new Refusal('token_invalid');
      const hash = password === null ? null : await users.hash(password);
      const proof = { password: hash, browser_hash, now_ms: Date.now() };
      const { account, ...confirmed } = await transact(db, (tx) => confirmRegistration(tx, id, proof));
      await ask(api.signInAs(request({ account })));
      await signedIn(account);
      return nextPath(confirmed);
    },

    async signIn({ email, password }, onward) {
      if (await isKnownBrowser(db, browser, { email }))
        await tried('sign_in_known_browser', { email, browser: browser.token });
      else await tried('sign_in', { email, network });
      const began_ms = Date.now();
      try {
        const answer = await ask(api.signInEmail(request({ email, password, callbackURL: onward })));
        if ('twoFactorRedirect' in answer) return 'second_factor';
        // The password was changed during the check.
        if (await users.hasNewPassword(answer.user.id, began_ms)) {
          await users.endSession(answer.token);
          throw new Refusal('credentials_wrong');
        }
        await signedIn(answer.user.id);
        return 'done';
      } catch (error) {
        if (!isRefusal(error) || error.code !== 'credentials_wrong') throw error;
        // With the password of a registration the reply says that its e-mail is waiting (8.28).
        const waiting = await lastRegistration(db, email, browser_hash);
        if (await users.isPassword(password, waiting?.password)) {
          if (await mayMail(email, 'confirm'))
            await notifyAccount(db, 'confirm_email', { registration_id: waiting!.id });
          return 'verify_email';
        }
        await record('sign_in_failed', await users.idOf(email));
        throw error;
      }
    },

    async proveSecondFactor(code) {
      const person = await users.inSecondStep(headers);
      if (person === undefined) throw new Refusal('token_invalid');
      if (await isKnownBrowser(db, browser, { user_id: person }))
        await tried('second_factor_known_browser', { person, browser: browser.token });
      else await tried('second_factor', { person, network });
      const digits = code.replace(/\s/g, '');
      try {
        const isOfApp = /^\d{6}$/.test(digits);
        // A code is valid once, so that one who saw it typed cannot use it; the person waits for the next one.
        if (isOfApp) await tried('second_factor_code', { person, code: digits });
        await ask(
          isOfApp ? api.verifyTOTP(request({ code: digits })) : api.verifyBackupCode(request({ code: digits })),
        );
      } catch (error) {
        await record('second_factor_failed', person);
        throw error;
      }
      await signedIn(person);
    },

    async signOut() {
      const here = await session();
      await ask(api.signOut({ headers, returnHeaders: true }));
      if (here) await inTransaction(db, (tx) => endBrowser(tx, site, here.user.id, here.session.id));
    },

    async forgetPassword(email, onward) {
      if (await isKnownBrowser(db, browser, { email }))
        await tried('forgotten_password_known_browser', { email, browser: browser.token });
      else await tried('forgotten_password', { email, network });
      const account = await users.idOf(email);
      if (!(await mayMail(email, 'reset')) || account === undefined) return;
      // Not awaited: a longer time for a known address would show that it is known.
      transact(db, (tx) => keepReset(tx, { account, onward })).catch((error: unknown) =>
        log.error({ err: error }, 'an e-mail for a new password was not written'),
      );
    },

    async resetPassword({ token: link, password }) {
      await tried('reset_password', { network });
      const id = readLinkToken(config.auth_secret!, 'password', link);
      if (id === null) throw new Refusal('token_invalid');
      const account = await transact(db, (tx) => takeReset(tx, id, Date.now()));
      const token = await users.resetToken(account);
      await ask(api.resetPassword(request({ token, newPassword: password })));
      await inTransaction(db, async (tx) => {
        await endOtherSessions(tx, site, account, null);
        await record('password_reset', account, tx);
      });
    },

    async changeProfile({ first_name, last_name, language, street, zipcode, city, country }) {
      const { id } = await user();
      await users.change(id, {
        name: `${first_name} ${last_name}`,
        givenName: first_name,
        familyName: last_name,
        locale: language,
        street: street || null,
        zipcode: zipcode || null,
        city: city || null,
        country: country || null,
      });
    },

    async changePicture(bytes) {
      const { id } = await user();
      if (!bytes) {
        await sql`delete from idp.pictures where user_id = ${id}`.execute(db);
        await users.change(id, { image: null });
        return;
      }
      await tried('picture', { person: id });
      const picture = await site.portrait(id, Buffer.from(bytes)).catch((error: unknown) => {
        throw isRefusal(error) ? refusalAt('picture', error.code, error.params) : error;
      });
      const name = randomBytes(16).toString('hex');
      await sql`insert into idp.pictures (user_id, name, kind, bytes, painted) values (${id}, ${name}, 'image/jpeg', ${picture}, true)
        on conflict (user_id) do update set name = excluded.name, kind = excluded.kind, bytes = excluded.bytes, painted = true, at = now()`.execute(
        db,
      );
      await users.change(id, { image: `/id/pictures/${name}` });
    },

    async sendPhoneCode(phone) {
      const { id, country } = await user();
      const number = parsePhoneNumberFromString(phone, (country ?? undefined) as never);
      if (!number?.isValid()) throw new Refusal('phone_invalid_or_taken');
      const taken = await users.byPhone(number.number);
      if (taken && taken.id !== id) throw new Refusal('phone_invalid_or_taken');
      await tried('phone_code', { person: id, network, phone: number.number });
      await ask(api.sendPhoneNumberOTP(request({ phoneNumber: number.number })));
      return number.number;
    },

    async verifyPhone(phone, code) {
      await tried('phone_verify', { person: (await user()).id });
      const digits = code.replace(/\s/g, '');
      await ask(api.verifyPhoneNumber(request({ phoneNumber: phone, code: digits, updatePhoneNumber: true })));
    },

    async changePassword({ old, password }) {
      await tried('password', { person: (await user()).id, network });
      const { id } = await user();
      const change = { currentPassword: old, newPassword: password, revokeOtherSessions: true };
      const { token } = await ask(api.changePassword(request(change)));
      const here = await hereOf(id, token);
      await inTransaction(db, async (tx) => {
        await endOtherSessions(tx, site, id, here);
        await record('password_change', id, tx);
      });
    },

    async sessions() {
      const { id } = await user();
      return listSessions(db, site, id, await hereOf(id));
    },

    async endSession(which) {
      const { id } = await user();
      await inTransaction(db, async (tx) => {
        if (await endSession(tx, site, id, which)) await record('session_end', id, tx);
      });
    },

    async endSessions(which) {
      const { id } = await user();
      const here = which === 'others' ? await hereOf(id) : null;
      await inTransaction(db, async (tx) => {
        await endOtherSessions(tx, site, id, here);
        await record('sessions_end', id, tx);
      });
      if (which === 'all') await ask(api.signOut({ headers, returnHeaders: true }));
    },

    async securityLog(page) {
      return readSecurityLog(db, { account: (await user()).id }, page);
    },

    async beginSecondFactor(password) {
      await tried('password', { person: (await user()).id, network });
      const begun = await ask(api.enableTwoFactor(request({ password, method: 'totp' as const })));
      if (!('totpURI' in begun)) throw new Error('the library gave no second factor');
      const secret = new URL(begun.totpURI).searchParams.get('secret') ?? '';
      return { uri: begun.totpURI, secret, backup_codes: begun.backupCodes };
    },

    async confirmSecondFactor(code) {
      const { id } = await user();
      await tried('factor_confirm', { person: id });
      await ask(api.verifyTOTP(request({ code: code.replace(/\s/g, '') })));
      await record('second_factor_on', id);
    },

    async endSecondFactor(password) {
      const { id } = await user();
      await tried('password', { person: id, network });
      await ask(api.disableTwoFactor(request({ password })));
      await record('second_factor_off', id);
    },

    async askPasskey() {
      await tried('passkey_challenge', { network });
      const asked = await ask(api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true }));
      // The library accepts keys without user verification.
      return { ...asked, userVerification: 'required' };
    },

    async signInWithPasskey(answer) {
      await tried('passkey', { network });
      try {
        const { user } = await ask(api.verifyPasskeyAuthentication(request({ response: answer as never })));
        await signedIn(user.id);
      } catch (error) {
        if (isRefusal(error)) await record('sign_in_failed', await users.ofPasskey(answer.id));
        throw error;
      }
    },

    async passkeys() {
      await user();
      const keys = await ask(api.listPasskeys({ headers, returnHeaders: true }));
      return keys
        .map(({ id, name, createdAt }) => ({ id, name: name ?? '', since: new Date(createdAt).toISOString() }))
        .sort((a, b) => a.since.localeCompare(b.since));
    },

    async beginPasskey(password) {
      const { id } = await proven(password);
      await tried('new_passkey', { person: id });
      return { ...(await ask(api.generatePasskeyRegistrationOptions({ headers, query: {}, returnHeaders: true }))) };
    },

    async addPasskey(name, answer) {
      const { id } = await user();
      await ask(api.verifyPasskeyRegistration(request({ response: answer, name })));
      await record('passkey_add', id);
    },

    async renamePasskey(id, name) {
      await ownPasskey(id);
      await ask(api.updatePasskey(request({ id, name })));
    },

    async removePasskey(id, password) {
      const own = await proven(password);
      await ownPasskey(id);
      await ask(api.deletePasskey(request({ id })));
      await record('passkey_remove', own.id);
    },

    async deleteAccount(password) {
      await tried('password', { person: (await user()).id, network });
      await ask(api.deleteUser(request({ password })));
    },

    async takeData() {
      const own = await user();
      const sessions = await ask(api.listSessions({ headers, returnHeaders: true }));
      return JSON.stringify(
        {
          account: accountOf(own),
          site: await site.dataOf(own.id),
          security_log: (await readSecurityLog(db, { account: own.id }, { most: mostTakenEntries })).entries,
          sessions: sessions.map(({ createdAt, expiresAt, ipAddress, userAgent }) => ({
            since: createdAt,
            until: expiresAt,
            address: ipAddress ?? null,
            browser: userAgent ?? null,
          })),
        },
        null,
        2,
      );
    },

    async outbox() {
      return outbox_open ? readOutbox(db) : [];
    },
  };
}

function codeOf(error: unknown): string | undefined {
  return isAPIError(error) ? ((error.body as { code?: string } | undefined)?.code ?? String(error.status)) : undefined;
}

function isFresh(session: { createdAt: Date } | undefined): boolean {
  return session !== undefined && Date.now() - session.createdAt.getTime() < fresh_ms;
}

function accountOf(user: StoredUser): Omit<Account, 'proven'> {
  return {
    email: user.email,
    first_name: user.givenName ?? '',
    last_name: user.familyName ?? '',
    identity_number: user.ipfn ?? '',
    phone: user.phoneNumber ?? null,
    street: user.street ?? null,
    zipcode: user.zipcode ?? null,
    city: user.city ?? null,
    country: user.country ?? null,
    language: languageOf(user.locale),
    image: user.image ?? null,
    second_factor: user.twoFactorEnabled ?? false,
    created_at: user.createdAt.toISOString(),
  };
}
