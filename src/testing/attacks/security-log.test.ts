/**
 * Attempts on an account are visible: its owner sees them in the security log, and gets mails that cannot be switched
 * off.
 */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failures_ms, mostFailures } from '#domain/identity/security.ts';
import { recordSecurityEvent } from '#server/accounts/security-log.ts';
import { readOutbox } from '#server/notifications/outbox.ts';
import { testPasskey } from '../passkey.ts';
import { type Browser, password, type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const fresh = 'Fresh-2026';
const agent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0';

/** The code that an authenticator app shows (RFC 6238). */
function codeOf(secret: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = hash[19]! & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

const eventsOf = async (browser: Browser) =>
  (await browser.id((identity) => identity.securityLog({ most: 100 }))).entries.map(({ event }) => event);

/** The subjects of the mails to a mailbox, once everything has been sent. */
async function subjectsTo(email: string): Promise<string[]> {
  await site.built.send();
  return (await readOutbox(site.db)).filter(({ recipient }) => recipient === email).map(({ subject }) => subject);
}

async function setUpFactor(browser: Browser): Promise<void> {
  const { secret } = await browser.id((identity) => identity.beginSecondFactor(password));
  await browser.id((identity) => identity.confirmSecondFactor(codeOf(secret)));
}

describe('a change of an account is in its security log, and in a mail', () => {
  const changes: [string, string, string, (browser: Browser, email: string) => Promise<unknown>][] = [
    [
      'a changed password',
      'password_change',
      'Password changed',
      (browser) => browser.id((identity) => identity.changePassword({ old: password, password: fresh })),
    ],
    [
      'a password reset',
      'password_reset',
      'New password by e-mail',
      async (browser, email) => {
        await browser.id((identity) => identity.forgetPassword(email, '/id/account'));
        const link = await site.letter(email, /http\S+\/id\/reset-password\?\S+/);
        const token = new URL(link).searchParams.get('token')!;
        await browser.id((identity) => identity.resetPassword({ token, password: fresh }));
        await browser.id((identity) => identity.signIn({ email, password: fresh }, '/id/account'));
      },
    ],
    ['a second factor', 'second_factor_on', 'Second factor switched on', setUpFactor],
    [
      'the end of a second factor',
      'second_factor_off',
      'Second factor switched off',
      async (browser) => {
        await setUpFactor(browser);
        await browser.id((identity) => identity.endSecondFactor(password));
      },
    ],
    ['a passkey', 'passkey_add', 'Passkey added', addPasskey],
    [
      'the end of a passkey',
      'passkey_remove',
      'Passkey removed',
      async (browser) => {
        await addPasskey(browser);
        const [one] = await browser.id((identity) => identity.passkeys());
        await browser.id((identity) => identity.removePasskey(one!.id, password));
      },
    ],
    [
      'the end of all other sessions',
      'sessions_end',
      'Logged out everywhere',
      (browser) => browser.id((identity) => identity.endSessions('others')),
    ],
    [
      'the end of all sessions at the site',
      'sessions_end',
      'Logged out everywhere',
      async (browser, email) => {
        await browser.logIn(email);
        await browser.post('/logout', { everywhere: '1' });
        await browser.id((identity) => identity.signIn({ email, password }, '/id/account'));
      },
    ],
  ];
  it.each(changes)('%s', async (_what, event, subject, act) => {
    const { browser, email } = await site.member('owner');
    await act(browser, email);
    expect(await eventsOf(browser)).toContain(event);
    expect((await subjectsTo(email)).filter((one) => one === `Loftline: ${subject}`)).toHaveLength(1);
    const letter = await site.letter(email, new RegExp(`${subject}[\\s\\S]*`));
    expect(letter).toContain('Browser: Firefox, Windows');
    expect(letter).toContain(`Network: ${browser.ip}`);
    expect(letter).toMatch(/\/id\/forgot-password$/m);
    expect(letter).not.toContain('/notifications/stop');
  });

  async function addPasskey(browser: Browser): Promise<void> {
    const key = testPasskey(`http://localhost:3000`);
    const asked = await browser.id((identity) => identity.beginPasskey(password));
    await browser.id((identity) => identity.addPasskey('My phone', key.make(asked)));
  }

  it('in the language of the account', async () => {
    const { browser, email } = await site.member('owner');
    const names = { first_name: 'Ada', last_name: 'Aerts' };
    await browser.id((identity) => identity.changeProfile({ ...names, language: 'de' }));
    await browser.id((identity) => identity.endSessions('others'));
    expect(await site.letter(email, /Überall abgemeldet[\s\S]*neues Passwort/)).toContain('Netz: ');
  });
});

describe('the reader of a security log', () => {
  it('is its owner, newest first and page by page, and gets it with the data export', async () => {
    const { browser, email } = await site.member('owner');
    await browser.logIn(email);
    await browser.id((identity) => identity.endSessions('others'));
    const stranger = site.browser('Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0');
    const wrong = stranger.id((identity) => identity.signIn({ email, password: 'Wrong-2026' }, '/'));
    await expect(wrong).rejects.toMatchObject({ code: 'credentials_wrong' });
    const whole = await browser.id((identity) => identity.securityLog({ most: 100 }));
    expect(whole).toMatchObject({
      entries: [
        { event: 'sign_in_failed', network: stranger.ip },
        { event: 'sessions_end', network: browser.ip, agent },
        { event: 'sign_in', network: browser.ip, agent },
      ],
      older: null,
    });
    const first = await browser.id((identity) => identity.securityLog({ most: 2 }));
    expect(first).toEqual({ entries: whole.entries.slice(0, 2), older: whole.entries[1]!.id });
    const rest = await browser.id((identity) => identity.securityLog({ before: first.older, most: 2 }));
    expect(rest).toEqual({ entries: whole.entries.slice(2), older: null });
    const taken = JSON.parse(await browser.id((identity) => identity.takeData()));
    expect(taken.security_log).toEqual(whole.entries);
  });

  it('is an admin, and nobody else: for another person it does not exist', async () => {
    const { browser, email, account } = await site.member('owner');
    await browser.logIn(email);
    const other = await site.member('other');
    await other.browser.logIn(other.email);
    const { id } = await site.db
      .selectFrom('users')
      .select('id')
      .where('subject', '=', account)
      .executeTakeFirstOrThrow();
    const url = `/api/people/${id}/security-log`;
    expect((await other.browser.get(url)).statusCode).toBe(404);
    expect((await site.browser().get(url)).statusCode).toBe(401);
    expect((await browser.get(url)).json()).toMatchObject({ person: { email }, entries: [{ event: 'sign_in' }] });
    await site.asOwner(`update users set is_admin = true where email = '${other.email}'`);
    expect((await other.browser.get(url)).json()).toMatchObject({ person: { email }, entries: [{ event: 'sign_in' }] });
  });
});

describe('guessing', () => {
  const failed = (account: string) =>
    site.db
      .transaction()
      .execute((tx) =>
        recordSecurityEvent(tx, { of: { account }, event: 'sign_in_failed', network: '198.51.100.9', agent }),
      );
  const noticesTo = async (email: string) =>
    (await subjectsTo(email)).filter((one) => one === 'Loftline: Several logins failed').length;

  it('passwords is reported by one mail, however many are wrong at the same moment', async () => {
    const { email, account } = await site.member('guessed');
    const thief = site.browser();
    const guess = () =>
      expect(thief.id((identity) => identity.signIn({ email, password: 'Wrong-2026' }, '/'))).rejects.toMatchObject({
        code: 'credentials_wrong',
      });
    for (let n = 1; n < mostFailures; n += 1) await guess();
    expect(await noticesTo(email)).toBe(0);
    await Promise.all(Array.from({ length: 20 }, () => failed(account)));
    expect(await noticesTo(email)).toBe(1);
    await guess();
    expect(await noticesTo(email)).toBe(1);
  });

  it('that goes on is reported once an hour', async () => {
    const { email, account } = await site.member('guessed');
    for (let n = 0; n < mostFailures; n += 1) await failed(account);
    expect(await noticesTo(email)).toBe(1);
    const back = `interval '${failures_ms + 1000} milliseconds'`;
    await site.asOwner(`
      alter table notifications disable trigger user;
      update notifications set created_at = created_at - ${back} where recipient = 'account ${account}';
      alter table notifications enable trigger user`);
    await Promise.all(Array.from({ length: 10 }, () => failed(account)));
    expect(await noticesTo(email)).toBe(2);
  });

  it('is reported only when it is frequent within an hour', async () => {
    const { email, account } = await site.member('guessed');
    for (let n = 1; n < mostFailures; n += 1) await failed(account);
    await site.asOwner(`
      alter table security_log disable trigger user;
      update security_log set at = at - interval '61 minutes' where account = '${account}';
      alter table security_log enable trigger user`);
    await failed(account);
    expect(await noticesTo(email)).toBe(0);
  });

  it('is in the program’s log with account and network, and without the address', async () => {
    const { email, account } = await site.member('guessed');
    const lines: unknown[][] = [];
    const provider = await site.built.provider();
    const warn = vi.spyOn(provider.log, 'warn').mockImplementation((...line: unknown[]) => void lines.push(line));
    const thief = site.browser();
    for (const typed of [email, 'nobody@example.org'])
      await expect(
        thief.id((identity) => identity.signIn({ email: typed, password: 'Wrong-2026' }, '/')),
      ).rejects.toMatchObject({ code: 'credentials_wrong' });
    warn.mockRestore();
    expect(lines).toEqual([
      [{ event: 'sign_in_failed', account, network: thief.ip }, 'a proof was wrong'],
      [{ event: 'sign_in_failed', account: null, network: thief.ip }, 'a proof was wrong'],
    ]);
  });
});

it('a mail about an erased account is not sent', async () => {
  const { browser, email, account } = await site.member('gone');
  await browser.id((identity) => identity.endSessions('others'));
  await browser.id((identity) => identity.deleteAccount(password));
  expect((await subjectsTo(email)).filter((one) => one.endsWith('everywhere'))).toEqual([]);
  const { rows } = await sql<{ status: string }>`
    select status from notifications where recipient = ${`account ${account}`}`.execute(site.db);
  expect(rows.map(({ status }) => status)).toEqual(['given_up']);
});
