/** Attempts to keep access to an account after its owner has ended the sessions. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, password, type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const fresh = 'Fresh-2026';

/** A victim and a thief with a browser each, and a program of the thief's, all signed in to the same account. */
async function robbed() {
  const { browser: victim, email, account } = await site.member();
  await victim.logIn(email);
  const thief = site.browser('Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0');
  await thief.logIn(email);
  const program = await programOf(thief);
  expect(await Promise.all([victim.isSignedIn(), thief.isSignedIn(), works(program)])).toEqual([true, true, true]);
  return { victim, thief, program, email, account };
}

/** The tokens of a program that was authorized in this browser. */
async function programOf(browser: Browser): Promise<{ token: string; refreshToken: string }> {
  const begun = await browser.get('/login?to=/');
  const back = await browser.get(begun.headers.location!);
  const callback = new URL(back.headers.location!);
  const [, attempt] = [...browser.cookies].find(([name]) => name.includes('begun-'))!;
  const { verifier, nonce } = JSON.parse(Buffer.from(attempt, 'base64url').toString());
  const redirectUri = callback.origin + callback.pathname;
  const code = callback.searchParams.get('code')!;
  const answer = await handles({ code, redirectUri, codeVerifier: verifier, nonce });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const handles = (brought: Record<string, string>) =>
  site.built.app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    payload: { clientId: 'loftline', ...brought },
    headers: { 'user-agent': 'spy/1.0' },
  });
const works = async ({ token }: { token: string }) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await site.built.app.inject({ url: '/api/oauth/user', headers })).statusCode === 200;
};
/** Makes the tokens of all sessions due for renewal. */
const makeDue = () =>
  sql`update user_sessions set renew_at = now() - interval '1 minute' where renew_at is not null`.execute(site.db);

const attempts: Record<string, (victim: Browser, email: string) => Promise<unknown>> = {
  async 'a password reset'(_victim, email) {
    const elsewhere = site.browser();
    await elsewhere.id((identity) => identity.forgetPassword(email, '/id/account'));
    const link = await site.letter(email, /http\S+\/id\/reset-password\?\S+/);
    const token = new URL(link).searchParams.get('token')!;
    await elsewhere.id((identity) => identity.resetPassword({ token, password: fresh }));
  },
  'a changed password': (victim) =>
    victim.id((identity) => identity.changePassword({ old: password, password: fresh })),
  '“sign out everywhere else”': (victim) => victim.id((identity) => identity.endSessions('others')),
  '“sign out everywhere”': (victim) => victim.id((identity) => identity.endSessions('all')),
};
const keepsOwn = new Set(['a changed password', '“sign out everywhere else”']);

describe.each(Object.entries(attempts))('%s ends', (name, act) => {
  it('a thief’s session at the site, at the provider, and its refresh token', async () => {
    const { victim, thief, email, account } = await robbed();
    await act(victim, email);
    expect(await thief.isSignedIn()).toBe(false);
    expect(await thief.id((identity) => identity.me())).toBeNull();
    // The provider keeps nothing of the account except this browser's session.
    const { rows } = await sql<{ tokens: number; sessions: number }>`
      select (select count(*)::int from idp."oauthRefreshToken" where "userId" = ${account}) as tokens,
        (select count(*)::int from idp."session" where "userId" = ${account}) as sessions`.execute(site.db);
    const own = keepsOwn.has(name) ? 1 : 0;
    expect(rows[0]).toEqual({ tokens: own, sessions: own });
    await makeDue();
    expect(await victim.isSignedIn()).toBe(own === 1);
  });

  it('a thief’s program: neither its token nor its refresh token is valid', async () => {
    const { victim, program, email } = await robbed();
    await act(victim, email);
    expect(await works(program)).toBe(false);
    const answer = await handles({ refreshToken: program.refreshToken });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'refresh_token_error']);
  });

  it('a code that a thief has not redeemed yet', async () => {
    const { victim, thief, email } = await robbed();
    const begun = await thief.get('/login?to=/lofts');
    const back = new URL((await thief.get(begun.headers.location!)).headers.location!);
    await act(victim, email);
    await thief.get(back.pathname + back.search);
    expect(await thief.isSignedIn()).toBe(false);
  });
});

describe('a session in the list of the settings', () => {
  it('can be ended alone: a browser, or a program', async () => {
    const { victim, thief, program } = await robbed();
    const listed = await victim.id((identity) => identity.sessions());
    expect(listed.map(({ kind, here }) => ({ kind, here }))).toEqual([
      { kind: 'browser', here: true },
      { kind: 'program', here: false },
      { kind: 'browser', here: false },
    ]);
    expect(listed.map(({ network }) => network)).toEqual([victim.ip, '127.0.0.1', thief.ip]);
    const [, ofProgram, ofThief] = listed;
    await victim.id((identity) => identity.endSession(ofProgram!.id));
    expect([await works(program), await thief.isSignedIn()]).toEqual([false, true]);
    await victim.id((identity) => identity.endSession(ofThief!.id));
    expect([await thief.isSignedIn(), await victim.isSignedIn()]).toEqual([false, true]);
    expect(await thief.id((identity) => identity.me())).toBeNull();
    expect(await victim.id((identity) => identity.sessions())).toHaveLength(1);
  });

  it('of another person cannot be ended', async () => {
    const { victim } = await robbed();
    const stranger = await site.member('stranger');
    await stranger.browser.logIn(stranger.email);
    for (const { id } of await victim.id((identity) => identity.sessions()))
      await stranger.browser.id((identity) => identity.endSession(id));
    expect(await victim.isSignedIn()).toBe(true);
    expect(await victim.id((identity) => identity.sessions())).toHaveLength(3);
  });
});

it('a program’s tokens end 90 days after the sign-in, however often they are renewed, and say so', async () => {
  let { program: held } = await robbed();
  const day = (days: number) =>
    site.asOwner(`update user_sessions set created_at = created_at - ${days} * interval '1 day',
      expires_at = expires_at - ${days} * interval '1 day' where refresh_hash is not null and ended_at is null`);
  const lives: number[] = [];
  for (const after of [25, 25, 25, 14]) {
    await day(after);
    const answer = await handles({ refreshToken: held.refreshToken });
    held = answer.json();
    lives.push(Math.round((held as unknown as { expiresIn: number }).expiresIn / 86_400));
  }
  expect(lives).toEqual([30, 30, 15, 1]);
  await day(1.1);
  expect((await handles({ refreshToken: held.refreshToken })).statusCode).toBe(401);
  expect(await works(held)).toBe(false);
});

it('sign-ins in progress while all sessions are ended leave no session', async () => {
  const { victim, email, account } = await robbed();
  const signedIn = () =>
    sql<{ count: number }>`select count(*)::int from user_sessions s join users u on u.id = s.user_id
      where u.subject = ${account} and s.ended_at is null`.execute(site.db);
  for (let round = 0; round < 5; round += 1) {
    const thieves = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const thief = site.browser();
        await thief.id((identity) => identity.signIn({ email, password }, '/id/account'));
        const begun = await thief.get('/login?to=/lofts');
        const back = new URL((await thief.get(begun.headers.location!)).headers.location!);
        return () => thief.get(back.pathname + back.search);
      }),
    );
    await Promise.all([...thieves.map((come) => come()), victim.id((identity) => identity.endSessions('others'))]);
    expect((await signedIn()).rows[0]!.count).toBe(1);
  }
});

it('a sign-in that was finished after all sessions were ended begins no session; one that began later does', async () => {
  const { email, account } = await site.member();
  const thief = site.browser();
  await thief.logIn(email);
  const come = async () => {
    const begun = await thief.get('/login?to=/lofts');
    const back = new URL((await thief.get(begun.headers.location!)).headers.location!);
    await thief.get(back.pathname + back.search);
  };
  const endedAt = (when: string) =>
    site.asOwner(`update users set signed_out_at = ${when} where subject = '${account}';
    update user_sessions set ended_at = now() where ended_at is null`);
  // The end falls between the redemption of the code and the start of the session.
  await endedAt(`now() + interval '1 minute'`);
  await come();
  expect(await thief.isSignedIn()).toBe(false);
  await endedAt(`now() - interval '1 minute'`);
  await come();
  expect(await thief.isSignedIn()).toBe(true);
});

it('a password that was replaced after its check is detected', async () => {
  const { browser, account } = await site.member();
  const { users } = await site.built.provider();
  const began_ms = Date.now();
  expect(await users.hasNewPassword(account, began_ms)).toBe(false);
  await browser.id((identity) => identity.changePassword({ old: password, password: fresh }));
  expect(await users.hasNewPassword(account, began_ms)).toBe(true);
});

it('signing out at the provider ends the session at the site', async () => {
  const { browser, email } = await site.member();
  await browser.logIn(email);
  expect(await browser.isSignedIn()).toBe(true);
  await browser.id((identity) => identity.signOut());
  expect(await browser.isSignedIn()).toBe(false);
});

it('a changed address of the site keeps all accounts', async () => {
  const { browser, email, account } = await site.member('moved');
  await browser.logIn(email);
  const { id } = await site.db
    .selectFrom('users')
    .select('id')
    .where('subject', '=', account)
    .executeTakeFirstOrThrow();
  const moved = await site.under('https://new.example.org');
  try {
    const there = moved.browser();
    expect(await there.logIn(email)).toBe('/lofts');
    expect(await there.isSignedIn()).toBe(true);
    const people = await site.db.selectFrom('users').select('id').where('subject', '=', account).execute();
    expect(people).toEqual([{ id }]);
  } finally {
    await moved.stop();
  }
});
