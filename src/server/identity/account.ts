/** The provider's side of its pages (domain/identity/account.ts), for one request with its cookies and its address. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Account, Identity } from '#domain/identity/account.ts';
import { accountPath, authorizePath, returnTo, signInPath } from '#domain/identity/return-path.ts';
import { isRefusal, Refusal, refusalAt } from '#domain/refusal.ts';
import { readSecurityLog } from '#server/accounts/security-log.ts';
import { transact } from '#server/db/transaction.ts';
import { notifyAccount } from '#server/notifications/account-notices.ts';
import { readLinkToken, valid_minutes } from '#server/notifications/link-token.ts';
import { readOutbox } from '#server/notifications/outbox.ts';
import { isKnownBrowser } from './known-browsers.ts';
import { passkeysOf } from './passkeys.ts';
import { languageOf, type Provider, type StoredUser } from './provider.ts';
import {
  confirmRegistration,
  isResetOpen,
  keepRegistration,
  keepReset,
  lastRegistration,
  readRegistration,
  takeReset,
} from './registrations.ts';
import { createRequestContext, isFresh, type Opening } from './request-context.ts';
import { secondFactorOf } from './second-factor.ts';
import { identityClient } from './secret.ts';
import { endBrowser, endOtherSessions, endSession, inTransaction, listSessions } from './sessions.ts';

/** Limit of log entries in an export: more than an account gathers in the retention time, except in a flood. */
const mostTakenEntries = 10_000;

/** Opens the provider for one request. */
export function openAccount(provider: Provider, opening: Opening): Identity {
  const { api, users, site, config, db, log } = provider;
  const context = createRequestContext(provider, opening);
  const { cookies, headers, network, browser, browser_hash } = context;
  const { ask, request, session, user, hereOf, tried, mayMail, signedIn, record } = context;
  const { locale } = opening;
  const outbox_open = config.demo && config.smtp_url === undefined;

  /**
   * The page to continue at from a mail, which may be opened in any browser: an authorization request of this site holds
   * the secrets of the browser that began it, so the site's sign-in is begun anew. Those of other sites stay as they are.
   */
  function fromMail(onward: string): string {
    if (config.oidc) return onward;
    if (onward === accountPath) return signInPath(accountPath);
    const asked = new URLSearchParams(onward.startsWith(`${authorizePath}?`) ? onward.split('?')[1] : '');
    return asked.get('client_id') === identityClient(config).client_id
      ? signInPath(asked.get(returnTo) ?? '/')
      : onward;
  }

  return {
    cookies,
    reset_minutes: valid_minutes.password,
    outbox_open,

    async me() {
      const found = await session();
      return found ? { ...accountOf(found.user), proven: isFresh(found.session) } : null;
    },

    async register({ email, password, first_name, last_name }, onward) {
      await tried('register', { email, network });
      // Hashed in any case, so that the time does not show whether the address is known.
      const hash = await users.hash(password);
      const account = await users.idOf(email);
      cookies.push(browser.cookie);
      if (!(await mayMail(email, account === undefined ? 'confirm' : 'known'))) return;
      const registration = {
        email,
        first_name,
        last_name,
        locale,
        password: hash,
        browser_hash,
        onward: fromMail(onward),
      };
      await transact(db, (tx) =>
        account === undefined ? keepRegistration(tx, registration) : notifyAccount(tx, 'email_known', { account }),
      );
    },

    async sendConfirmation(email) {
      await tried('register', { email, network });
      const account = await users.idOf(email);
      const waiting = account === undefined ? await lastRegistration(db, email, browser_hash) : null;
      // A stranger's browser sends nothing to the address of a registration.
      const is_own = waiting?.browser_hash.equals(browser_hash) ?? false;
      if ((account === undefined && !is_own) || !(await mayMail(email, account === undefined ? 'confirm' : 'known')))
        return;
      if (account !== undefined) await notifyAccount(db, 'email_known', { account });
      else await notifyAccount(db, 'confirm_email', { registration_id: waiting!.id });
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
      const { account, onward } = await transact(db, (tx) => confirmRegistration(tx, id, proof));
      await ask(api.signInAs(request({ account })));
      await signedIn(account);
      return fromMail(onward);
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
      transact(db, (tx) => keepReset(tx, { account, onward: fromMail(onward) })).catch((error: unknown) =>
        log.error({ err: error }, 'an e-mail for a new password was not written'),
      );
    },

    async canReset(link) {
      const id = readLinkToken(config.auth_secret!, 'password', link);
      return id !== null && (await isResetOpen(db, id, Date.now()));
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

    ...secondFactorOf(context, provider),
    ...passkeysOf(context, provider),

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
