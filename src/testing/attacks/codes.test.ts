/** Attempts to redeem a code that belongs to somebody else, or without the verifier of its authorization. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, type Site, startSite } from './site.ts';

let site: Site;
let redirectUri: string;
beforeAll(async () => {
  site = await startSite();
  const begun = await site.browser().get('/login?to=/');
  redirectUri = new URL(begun.headers.location!).searchParams.get('redirect_uri')!;
});
afterAll(() => site?.stop());

const handles = (brought: Record<string, string>) =>
  site.built.app.inject({ method: 'POST', url: '/api/oauth/token', payload: { clientId: 'loftline', ...brought } });

describe('a code of the bundled provider', () => {
  /** The code of an authorization that the person's browser was led to, with or without a challenge. */
  async function codeOf(browser: Browser, challenge?: string): Promise<string> {
    const asked = new URLSearchParams({
      client_id: 'loftline',
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      ...(challenge && { code_challenge: challenge, code_challenge_method: 'S256' }),
    });
    const back = await browser.get(`/id/oauth2/authorize?${asked}`);
    return new URL(back.headers.location!).searchParams.get('code')!;
  }
  const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
  const verifier = 'v'.repeat(43);

  it('is exchanged with its client, itself and the address alone, once (7.10)', async () => {
    const { browser, email } = await site.member();
    await browser.logIn(email);
    const body = { code: await codeOf(browser), redirectUri };
    const answer = await handles(body);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ email, token: expect.any(String), refreshToken: expect.any(String) });
    expect((await handles(body)).statusCode).toBe(401);
  });

  it.each([
    ['of an authorization with a challenge, without its verifier', challengeOf(verifier), {}],
    ['of one with a challenge, with another verifier', challengeOf(verifier), { codeVerifier: 'w'.repeat(43) }],
    ['of one whose challenge was taken away on its way, with the verifier', undefined, { codeVerifier: verifier }],
    ['for another address', undefined, { redirectUri: 'https://evil.example/login/callback' }],
  ])('is refused %s', async (_name, challenge, brought) => {
    const { browser, email } = await site.member();
    await browser.logIn(email);
    const code = await codeOf(browser, challenge);
    expect((await handles({ code, redirectUri, ...brought })).statusCode).toBe(401);
  });

  it('is not sent to an address that is not this site’s', async () => {
    const { browser, email } = await site.member();
    await browser.logIn(email);
    const asked = { client_id: 'loftline', response_type: 'code', scope: 'openid' };
    const query = new URLSearchParams({ ...asked, redirect_uri: 'https://evil.example/login/callback' });
    const { headers } = await browser.get(`/id/oauth2/authorize?${query}`);
    expect(headers.location ?? '').not.toMatch(/^https:\/\/evil\.example/);
  });
});
