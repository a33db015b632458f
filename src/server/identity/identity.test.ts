import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { onwardFrom } from '#domain/identity/return-path.ts';
import { Refusal } from '#domain/refusal.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { readOutbox } from '#server/notifications/outbox.ts';
import { testConfig } from '#testing/builders.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { pictureOf } from '#testing/files.ts';
import { openAccount } from './account.ts';
import type { Provider } from './provider.ts';
import { identityClient } from './secret.ts';

let database: TestDatabase;
let connection: Connection;
let built: App;
let provider: Provider;
const config = { ...testConfig, demo: true };
const site = `http://localhost:${config.port}`;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({ config, db: connection.db, databaseUrl: database.url, version: 'test' });
  provider = await built.provider();
});
afterAll(async () => {
  await built.app.close();
  await connection.close();
  await database.drop();
});

let people = 0;
const secret = 'Homing-2026';

/** A browser, with its cookies between requests. */
function browser(ip = `198.51.100.${++people}`) {
  const jar = new Map<string, string>();
  const keep = (cookies: readonly string[]) => {
    for (const cookie of cookies) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0/i.test(cookie)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
  };
  const cookie = () => [...jar].map((pair) => pair.join('=')).join('; ');
  return {
    keep,
    cookie,
    async do<T>(work: (account: ReturnType<typeof openAccount>) => Promise<T>): Promise<T> {
      const headers = new Headers({ cookie: cookie(), 'user-agent': 'Test' });
      const account = openAccount(provider, { headers, ip, locale: 'en', pause: async () => {} });
      try {
        return await work(account);
      } finally {
        keep(account.cookies);
      }
    },
  };
}

/** The link or code in the last e-mail to an address. */
async function mailTo(recipient: string, pattern: RegExp): Promise<string> {
  return vi.waitFor(async () => {
    await built.send();
    const mail = (await readOutbox(connection.db)).find((one) => one.recipient === recipient);
    const found = pattern.exec(mail?.text ?? '');
    if (!found) throw new Error(`no mail to ${recipient}`);
    return found[0];
  }, 30_000);
}
const linkTo = async (email: string, page: string) =>
  new URL(await mailTo(email, new RegExp(`http\\S+/id/${page}\\?\\S+`))).searchParams;

async function registered(onward = '/id/account') {
  const person = browser();
  const email = `fancier${++people}@example.org`;
  const names = { first_name: 'Ada', last_name: 'Aerts' };
  await person.do((account) => account.register({ ...names, email, password: secret }, onward));
  return { person, email, link: await linkTo(email, 'verify-email') };
}

async function member() {
  const { person, email, link } = await registered();
  await person.do((account) => account.verifyEmail(link.get('token')!, null));
  return { person, email };
}

describe('a new account', () => {
  it('leads from registration by e-mail to a code, tokens and userinfo (1.7, 3.11)', async () => {
    const verifier = randomBytes(32).toString('base64url');
    const asked = new URLSearchParams({
      client_id: identityClient(config).client_id,
      redirect_uri: `${site}/login/callback`,
      response_type: 'code',
      scope: 'openid profile email address offline_access',
      state: 'state-of-the-site',
      nonce: 'nonce-of-the-site',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      return_to: '/lofts/7',
    });
    const first = await built.app.inject({ url: `/id/oauth2/authorize?${asked}` });
    expect(first.statusCode).toBe(302);
    const page = new URL(first.headers.location!, site);
    expect(page.pathname).toBe('/id/sign-in');
    const onward = onwardFrom(page.searchParams);

    const { person, email, link } = await registered(onward);
    // The secrets of the attempt are in the browser that began it: the mail begins a new one, to the same page.
    expect(link.get('to')).toBe('/login?to=%2Flofts%2F7');
    await person.do((account) => account.verifyEmail(link.get('token')!, null));
    await person.do((account) =>
      account.changeProfile({
        first_name: 'Ada',
        last_name: 'Aerts',
        street: 'Duivenstraat 1',
        zipcode: '9300',
        city: 'Aalst',
        country: 'BE',
        language: 'nl',
      }),
    );

    const back = await built.app.inject({ url: onward, headers: { cookie: person.cookie() } });
    const callback = new URL(back.headers.location!);
    expect(callback.origin + callback.pathname).toBe(`${site}/login/callback`);
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({ state: 'state-of-the-site', iss: `${site}/id` });

    const grant = {
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code')!,
      code_verifier: verifier,
    };
    const exchange = () => token({ ...grant, redirect_uri: `${site}/login/callback` });
    const tokens = await exchange();
    expect(tokens.statusCode).toBe(200);
    const { access_token, refresh_token, id_token, expires_in } = tokens.json();
    expect(expires_in).toBe(2 * 86_400);
    expect(JSON.parse(Buffer.from(id_token.split('.')[1], 'base64url').toString())).toMatchObject({
      iss: `${site}/id`,
      aud: 'loftline',
      nonce: 'nonce-of-the-site',
    });
    const userinfo = await built.app.inject({
      url: '/id/oauth2/userinfo',
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(userinfo.json()).toMatchObject({
      ipfn: expect.stringMatching(/^1\d{7}$/),
      given_name: 'Ada',
      family_name: 'Aerts',
      email,
      email_verified: true,
      street: 'Duivenstraat 1',
      city: 'Aalst',
      zipcode: '9300',
      locale: 'nl',
    });
    // Without the site's secret the token endpoint refuses.
    const wrong = await token({ grant_type: 'refresh_token', refresh_token, client_secret: 'wrong' });
    expect(wrong.json()).toMatchObject({ error: 'invalid_client' });
    const renewed = await token({ grant_type: 'refresh_token', refresh_token });
    expect(renewed.statusCode).toBe(200);
    // A code is valid once.
    expect((await exchange()).statusCode).toBe(400);
  });

  it('cannot be used before its address is confirmed, and says so only with the right password (8.28)', async () => {
    const { person, email, link } = await registered();
    const signIn = (password: string) => person.do((account) => account.signIn({ email, password }, '/id/account'));
    expect(await signIn(secret)).toBe('verify_email');
    await expect(signIn('Wrong-2026')).rejects.toMatchObject({ code: 'credentials_wrong' });
    expect(await person.do((account) => account.me())).toBeNull();
    await person.do((account) => account.verifyEmail(link.get('token')!, null));
    expect(await person.do((account) => account.me())).toMatchObject({ email, first_name: 'Ada' });
  });

  it('is not made by a forged link (8.30)', async () => {
    const { person, link } = await registered();
    const token = link.get('token')!;
    const tampered = `${token.slice(0, -3)}${token.endsWith('aaa') ? 'bbb' : 'aaa'}`;
    await expect(person.do((account) => account.verifyEmail(tampered, null))).rejects.toMatchObject({
      code: 'token_invalid',
    });
    await expect(person.do((account) => account.verifyEmail('', null))).rejects.toMatchObject({
      code: 'token_invalid',
    });
  });

  it('gets the same replies as an existing one; only the e-mail to the owner differs', async () => {
    const { email } = await member();
    const stranger = browser();
    const again = { first_name: 'Eve', last_name: 'X', email, password: 'Other-2026' };
    expect(await stranger.do((account) => account.register(again, '/id/account'))).toBeUndefined();
    await mailTo(email, /has one already/);
    // The password is unchanged, and no session began.
    expect(await stranger.do((account) => account.me())).toBeNull();
    const guess = (address: string) =>
      stranger.do((account) => account.signIn({ email: address, password: 'Other-2026' }, '/id/account'));
    await expect(guess(email)).rejects.toMatchObject({ code: 'credentials_wrong' });
    await expect(guess('nobody@example.org')).rejects.toMatchObject({ code: 'credentials_wrong' });
  });
});

describe('a forgotten password', () => {
  it('is replaced once by the link, and ends the sessions (9.3)', async () => {
    const { person, email } = await member();
    await person.do((account) => account.forgetPassword(email, '/id/account'));
    const token = (await linkTo(email, 'reset-password')).get('token')!;
    await mailTo(email, /good for 60 minutes/);
    const reset = () => person.do((account) => account.resetPassword({ token, password: 'Fresh-2026' }));
    const canReset = () => person.do((account) => account.canReset(token));
    expect(await canReset()).toBe(true);
    await reset();
    // A used link shows no form.
    expect(await canReset()).toBe(false);
    expect(await person.do((account) => account.me())).toBeNull();
    await expect(reset()).rejects.toMatchObject({ code: 'token_invalid' });
    expect(await person.do((account) => account.signIn({ email, password: 'Fresh-2026' }, '/id/account'))).toBe('done');
  });

  it('cannot be replaced with an expired link (8.30)', async () => {
    const { person, email } = await member();
    await person.do((account) => account.forgetPassword(email, '/id/account'));
    const token = (await linkTo(email, 'reset-password')).get('token')!;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 });
    try {
      const reset = person.do((account) => account.resetPassword({ token, password: 'Fresh-2026' }));
      await expect(reset).rejects.toMatchObject({ code: 'token_invalid' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('gets the same reply for an unknown address, and no e-mail', async () => {
    const stranger = browser();
    expect(await stranger.do((account) => account.forgetPassword('nobody@example.org', '/id/account'))).toBeUndefined();
    expect((await readOutbox(connection.db)).some(({ recipient }) => recipient === 'nobody@example.org')).toBe(false);
  });
});

describe('guessing', () => {
  it('is refused after ten passwords from one address, with the time to wait', async () => {
    const { email } = await member();
    const guesser = browser();
    const guess = () => guesser.do((account) => account.signIn({ email, password: 'Wrong-2026' }, '/id/account'));
    for (let i = 0; i < 10; i++) await expect(guess()).rejects.toMatchObject({ code: 'credentials_wrong' });
    await expect(guess()).rejects.toMatchObject({ code: 'too_often', params: { seconds: expect.any(Number) } });
    // The owner is not locked out in another network.
    expect(await browser().do((account) => account.signIn({ email, password: secret }, '/id/account'))).toBe('done');
  });

  it('counts all addresses of one network together, and other networks separately', async () => {
    const { email } = await member();
    const guessFrom = (ip: string) =>
      browser(ip).do((account) => account.signIn({ email, password: 'Wrong-2026' }, '/id/account'));
    for (let i = 1; i <= 10; i++)
      await expect(guessFrom(`2001:db8:7:7::${i}`)).rejects.toMatchObject({ code: 'credentials_wrong' });
    await expect(guessFrom('2001:db8:7:7:ffff::1')).rejects.toMatchObject({ code: 'too_often' });
    await expect(guessFrom('2001:db8:7:8::1')).rejects.toMatchObject({ code: 'credentials_wrong' });
  });

  it('delays codes to one phone but refuses none, so that strangers cannot lock out its owner', async () => {
    const phone = '+32470998877';
    const codeFor = async () => {
      const { person } = await member();
      return person.do((account) => account.sendPhoneCode(phone));
    };
    for (let i = 0; i < 15; i++) await codeFor();
    expect(await codeFor()).toBe(phone);
    const { rows } = await sql<{ count: number }>`
      select max(count)::int as count from idp.attempts where key like 'phone_code phone %'`.execute(connection.db);
    expect(rows).toEqual([{ count: 16 }]);
  });

  it.each<[string, number, (account: ReturnType<typeof openAccount>) => Promise<unknown>]>([
    // The sign-in of the member was one.
    ['links that prove an address', 59, (account) => account.verifyEmail('made-up', null)],
    ['links to a new password', 30, (account) => account.resetPassword({ token: 'made-up', password: secret })],
    ['codes on a phone', 20, (account) => account.verifyPhone('+32470123456', '000000')],
    ['codes of a second factor', 20, (account) => account.confirmSecondFactor('000000')],
    ['pictures', 20, (account) => account.changePicture(Buffer.from('no picture'))],
  ])('%s are limited', async (_what, most, attempt) => {
    const { person } = await member();
    for (let i = 0; i < most; i++) await expect(person.do(attempt)).rejects.not.toMatchObject({ code: 'too_often' });
    await expect(person.do(attempt)).rejects.toMatchObject({
      code: 'too_often',
      params: { seconds: expect.any(Number) },
    });
  });
});

describe('an account', () => {
  it('takes a phone number by its code; no wrong code, invalid or taken number (5.8, 8.29, 8.31)', async () => {
    const { person } = await member();
    const invalid = person.do((account) => account.sendPhoneCode('+32 1'));
    await expect(invalid).rejects.toMatchObject({ code: 'phone_invalid_or_taken' });
    const phone = await person.do((account) => account.sendPhoneCode('+32 470 12 34 56'));
    expect(phone).toBe('+32470123456');
    const code = await mailTo(phone, /\d{6}/);
    const verify = (typed: string) => person.do((account) => account.verifyPhone(phone, typed));
    await expect(verify(code === '000000' ? '111111' : '000000')).rejects.toMatchObject({ code: 'verify_code_wrong' });
    await verify(code);
    expect(await person.do((account) => account.me())).toMatchObject({ phone });
    const other = await member();
    const taken = other.person.do((account) => account.sendPhoneCode(phone));
    await expect(taken).rejects.toMatchObject({ code: 'phone_invalid_or_taken' });
  });

  it('changes its password with the old one, and ends the sessions of other browsers', async () => {
    const { person, email } = await member();
    const other = browser();
    await other.do((account) => account.signIn({ email, password: secret }, '/id/account'));
    expect(await person.do((account) => account.sessions())).toMatchObject([{ here: true }, { here: false }]);
    const changeFrom = (old: string) => person.do((account) => account.changePassword({ old, password: 'Fresh-2026' }));
    await expect(changeFrom('Wrong-2026')).rejects.toMatchObject({ code: 'credentials_wrong' });
    await changeFrom(secret);
    expect(await other.do((account) => account.me())).toBeNull();
    expect(await person.do((account) => account.me())).toMatchObject({ email });
  });

  it('ends the session of one of its browsers, but no other account’s', async () => {
    const { person, email } = await member();
    const other = browser();
    await other.do((account) => account.signIn({ email, password: secret }, '/id/account'));
    const there = (await person.do((account) => account.sessions())).find(({ here }) => !here)!;
    const stranger = await member();
    await stranger.person.do((account) => account.endSession(there.id));
    expect(await other.do((account) => account.me())).not.toBeNull();
    await person.do((account) => account.endSession(there.id));
    expect(await other.do((account) => account.me())).toBeNull();
  });

  it('asks for the second factor once it is set up; a backup code works once', async () => {
    const { person, email } = await member();
    const factor = await person.do((account) => account.beginSecondFactor(secret));
    const confirm = person.do((account) => account.confirmSecondFactor('000000'));
    await expect(confirm).rejects.toMatchObject({ code: 'verify_code_wrong' });
    await person.do((account) => account.confirmSecondFactor(totp(factor.secret)));
    const elsewhere = async () => {
      const other = browser();
      expect(await other.do((account) => account.signIn({ email, password: secret }, '/id/account'))).toBe(
        'second_factor',
      );
      expect(await other.do((account) => account.me())).toBeNull();
      return other;
    };
    const one = await elsewhere();
    await one.do((account) => account.proveSecondFactor(factor.backup_codes[0]!));
    expect(await one.do((account) => account.me())).toMatchObject({ email, second_factor: true });
    const two = await elsewhere();
    const again = two.do((account) => account.proveSecondFactor(factor.backup_codes[0]!));
    await expect(again).rejects.toMatchObject({ code: 'verify_code_wrong' });
    await two.do((account) => account.proveSecondFactor(totp(factor.secret)));
    expect(await two.do((account) => account.me())).not.toBeNull();
    await two.do((account) => account.endSecondFactor(secret));
    expect(await two.do((account) => account.me())).toMatchObject({ second_factor: false });
  });

  it('accepts a code of the app once, also of two at the same moment (RFC 6238, 5.2)', async () => {
    const { person, email } = await member();
    const factor = await person.do((account) => account.beginSecondFactor(secret));
    await person.do((account) => account.confirmSecondFactor(totp(factor.secret)));
    const browsers = [browser(), browser(), browser()];
    for (const one of browsers) await one.do((account) => account.signIn({ email, password: secret }, '/id/account'));
    const code = totp(factor.secret);
    const prove = (one: (typeof browsers)[number]) => one.do((account) => account.proveSecondFactor(code));
    const ends = await Promise.allSettled([prove(browsers[0]!), prove(browsers[1]!)]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(prove(browsers[2]!)).rejects.toMatchObject({ code: 'too_often' });
    expect(await browsers[2]!.do((account) => account.me())).toBeNull();
  });

  it('shows a picture, and refuses any other file (5.16)', async () => {
    const { person } = await member();
    const text = person.do((account) => account.changePicture(Buffer.from('<svg onload="alert(1)"/>')));
    await expect(text).rejects.toMatchObject({ code: 'pedigree.import_invalid_file' });
    // As from a phone: rotated, with the place in its metadata.
    const taken = await sharp(await pictureOf(3000, 2000))
      .jpeg({ quality: 100 })
      .withExif({ IFD0: { Copyright: 'the mark' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const large = person.do((account) => account.changePicture(Buffer.concat([taken, Buffer.alloc(10 << 20)])));
    await expect(large).rejects.toMatchObject({
      errors: { picture: [{ code: 'file_too_large', params: { max: 10 } }] },
    });
    await person.do((account) => account.changePicture(taken));
    const { image } = (await person.do((account) => account.me()))!;
    const answer = await built.app.inject({ url: image! });
    // Re-encoded: upright, small, without metadata.
    const { exif, width, height } = await sharp(answer.rawPayload).metadata();
    expect({ exif, width, height }).toEqual({ exif: undefined, width: 341, height: 512 });
    expect(answer.headers['content-type']).toBe('image/jpeg');
    // A picture that was stored as uploaded is not shown until it is re-encoded.
    const uploaded = await sharp(await pictureOf(300, 200))
      .jpeg({ quality: 50 })
      .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer();
    await sql`update idp.pictures set bytes = ${uploaded}, painted = false where name = ${image!.split('/').at(-1)}`.execute(
      connection.db,
    );
    expect((await built.app.inject({ url: image! })).statusCode).toBe(404);
    await built.sweep();
    const again = await built.app.inject({ url: image! });
    expect((await sharp(again.rawPayload).metadata()).exif).toBeUndefined();
    await person.do((account) => account.changePicture(null));
    expect((await built.app.inject({ url: image! })).statusCode).toBe(404);
  });

  it('is exported and deleted by its owner', async () => {
    const { person, email } = await member();
    expect(JSON.parse(await person.do((account) => account.takeData()))).toMatchObject({
      account: { email, first_name: 'Ada' },
      sessions: [{ browser: 'Test' }],
    });
    const wrong = person.do((account) => account.deleteAccount('Wrong-2026'));
    await expect(wrong).rejects.toMatchObject({ code: 'credentials_wrong' });
    const site_of = vi.spyOn(provider.site, 'forget').mockRejectedValueOnce(new Refusal('last_merchant'));
    const refused = person.do((account) => account.deleteAccount(secret));
    await expect(refused).rejects.toMatchObject({ code: 'last_merchant' });
    await person.do((account) => account.me()); // nothing was deleted
    await person.do((account) => account.deleteAccount(secret));
    expect(site_of).toHaveBeenCalledTimes(2);
    const back = person.do((account) => account.signIn({ email, password: secret }, '/id/account'));
    await expect(back).rejects.toMatchObject({ code: 'credentials_wrong' });
  });

  it('needs a session', async () => {
    const stranger = browser();
    const tries: ((account: ReturnType<typeof openAccount>) => Promise<unknown>)[] = [
      (account) => account.sessions(),
      (account) => account.takeData(),
      (account) => account.changePicture(null),
      (account) => account.sendPhoneCode('+32 470 12 34 57'),
      (account) => account.beginSecondFactor(secret),
      (account) => account.deleteAccount(secret),
    ];
    for (const work of tries) await expect(stranger.do(work)).rejects.toMatchObject({ code: 'sign_in_first' });
  });
});

/** The code of an authenticator app (RFC 6238). */
function totp(base32: string): string {
  const bits = Array.from(base32)
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = hash[19]! & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

describe('the endpoints for programs', () => {
  it('are those of OpenID Connect and no others of the library', async () => {
    const discovery = await built.app.inject({ url: '/id/.well-known/openid-configuration' });
    expect(discovery.json()).toMatchObject({
      issuer: `${site}/id`,
      authorization_endpoint: `${site}/id/oauth2/authorize`,
      token_endpoint: `${site}/id/oauth2/token`,
      jwks_uri: `${site}/id/jwks`,
    });
    const keys = (await built.app.inject({ url: '/id/jwks' })).json().keys;
    expect(keys.every((key: Record<string, unknown>) => !('d' in key) && key.alg === 'ES256')).toBe(true);
    for (const path of ['sign-in/email', 'sign-up/email', 'update-user', 'delete-user', 'oauth2/register', 'token'])
      expect((await built.app.inject({ method: 'POST', url: `/id/${path}` })).statusCode, path).toBe(404);
  });

  it('redirect with a code to no address but the site’s', async () => {
    const elsewhere = new URLSearchParams({
      client_id: 'loftline',
      redirect_uri: 'https://evil.example/login/callback',
      response_type: 'code',
      scope: 'openid',
    });
    const { person } = await member();
    const answer = await built.app.inject({
      url: `/id/oauth2/authorize?${elsewhere}`,
      headers: { cookie: person.cookie() },
    });
    expect(answer.headers.location ?? '').not.toContain('evil.example/');
  });
});

async function token(form: Record<string, string>) {
  return built.app.inject({
    method: 'POST',
    url: '/id/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...identityClient(config), ...form }).toString(),
  });
}
