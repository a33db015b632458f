/**
 * A third-party OpenID Connect provider for tests (oidc-provider, certified), with what people do on its pages, and with
 * faults on demand. It listens on a port, so that nothing of the program is mocked.
 */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export type Json = Record<string, unknown>;

/** Faults: how to change a response before it is sent. */
export interface Lies {
  discovery?: (metadata: Json) => void;
  /** The redirect to the site. */
  back?: (address: URL) => void;
  /** The ID token, before it is signed. */
  claims?: (claims: Json) => void;
  /** Another ID token, made from the parts of the honest one. */
  token?: (header: Json, claims: Json, signature: string) => string;
  answer?: (answer: Json) => void;
  userinfo?: (claims: Json) => void;
  /** The error of the token endpoint. */
  fails?: { status: number; error: string };
}

export interface TestIssuer {
  issuer: string;
  client: { client_id: string; client_secret: string };
  lies: Lies;
  /** The claims of its people by subject; people who are not listed have only a subject. */
  people: Map<string, Json>;
  /** The person who is signed in by `approve`. */
  person: Json;
  /** Requests at the token endpoint by grant type. */
  asked: Record<string, number>;
  /** The refresh tokens that were revoked. */
  revoked: string[];
  /** The key with which it signs. */
  key: KeyObject;
  /** Signs the person in without a page. @returns the path to which the browser is redirected */
  approve(address: string): Promise<string>;
  browser(): IssuerBrowser;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** A browser at the provider, with its cookies. */
export interface IssuerBrowser {
  /** Opens an address of the provider and fills in its pages, until it redirects to the site. */
  go(address: string, as: string): Promise<Hop>;
}

export interface Hop {
  /** The final redirect. */
  back: URL;
  /** The prompts: `login`, `consent`, `logout`. */
  asked: string[];
}

const site = 'http://loft.example';
const day_s = 86_400;

export async function startTestIssuer(): Promise<TestIssuer> {
  const server = createServer();
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const client = { client_id: 'loftline', client_secret: 'a-secret-of-the-test-that-is-long-enough' };
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [`${site}/login/callback`],
        post_logout_redirect_uris: [`${site}/`],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kty: 'RSA' }] },
    cookies: { keys: ['only for tests'] },
    features: { revocation: { enabled: true, allowedPolicy: () => true } },
    ttl: { AccessToken: 3600, Grant: day_s, IdToken: 3600, Interaction: 3600, RefreshToken: day_s, Session: day_s },
    rotateRefreshToken: true,
    claims: {
      profile: ['name', 'given_name', 'family_name', 'picture', 'locale', 'ipfn'],
      email: ['email', 'email_verified'],
      address: ['address'],
      phone: ['phone_number', 'phone_number_verified'],
    },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...it.people.get(sub) }) }),
  });
  provider.on('refresh_token.destroyed', ({ jti }) => it.revoked.push(jti));
  provider.use(async (ctx, next) => {
    const { fails, discovery, answer, userinfo } = it.lies;
    if (fails && ctx.path === '/token') {
      ctx.status = fails.status;
      ctx.body = { error: fails.error };
      return;
    }
    await next();
    const body = ctx.body as Json;
    switch (ctx.path) {
      case '/.well-known/openid-configuration':
        return discovery?.(body);
      case '/me':
        return userinfo?.(body);
      case '/token': {
        const kind = String(ctx.oidc.params?.grant_type);
        it.asked[kind] = (it.asked[kind] ?? 0) + 1;
        if (typeof body.id_token === 'string') body.id_token = altered(body.id_token);
        answer?.(body);
      }
    }
  });
  const respond = provider.callback();
  server.on('request', (request, response) => void respond(request, response));

  const it: TestIssuer = {
    issuer,
    client,
    key,
    lies: {},
    people: new Map(),
    person: {},
    asked: {},
    revoked: [],
    async approve(address) {
      const { redirect_uri = '', scope = '', state = '', ...asked } = Object.fromEntries(new URL(address).searchParams);
      const accountId = String(it.person.sub);
      it.people.set(accountId, it.person);
      const grant = new provider.Grant({ clientId: client.client_id, accountId });
      grant.addOIDCScope(scope);
      const code = new provider.AuthorizationCode({
        client: (await provider.Client.find(client.client_id))!,
        accountId,
        grantId: await grant.save(),
        gty: 'authorization_code',
        redirectUri: redirect_uri,
        scope,
        nonce: asked.nonce,
        codeChallenge: asked.code_challenge,
        codeChallengeMethod: 'S256',
      });
      const back = new URL(redirect_uri);
      back.search = new URLSearchParams({ code: await code.save(), state, iss: issuer }).toString();
      it.lies.back?.(back);
      return back.pathname + back.search;
    },
    browser: () => browse(issuer),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
    start: () => listen(port),
  };
  return it;

  function altered(token: string): string {
    const [head = '', body = '', signature = ''] = token.split('.');
    const [header, claims] = [head, body].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json);
    if (it.lies.token) return it.lies.token(header!, claims!, signature);
    if (!it.lies.claims) return token;
    it.lies.claims(claims!);
    return signedBy(key, header!, claims!);
  }
}

/** A token signed with a private key, or with a secret (HMAC). */
export function signedBy(key: KeyObject | string, header: Json, claims: Json): string {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature =
    typeof key === 'string' ? createHmac('sha256', key).update(text).digest() : sign('sha256', Buffer.from(text), key);
  return `${text}.${signature.toString('base64url')}`;
}

function browse(issuer: string): IssuerBrowser {
  const cookies = new Map<string, { value: string; path: string }>();
  async function ask(address: URL, form?: Record<string, string>): Promise<Response> {
    const cookie = [...cookies]
      .filter(([, { path }]) => address.pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
      .join('; ');
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie && { cookie }) },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      const path = /path=([^;]+)/i.exec(set)?.[1] ?? '/';
      if (value) cookies.set(`${name} ${path}`, { value, path });
      else cookies.delete(`${name} ${path}`);
    }
    return answer;
  }
  return {
    async go(address, as) {
      const asked: string[] = [];
      let at = new URL(address);
      let answer = await ask(at);
      for (let steps = 0; steps < 20; steps += 1) {
        const { location } = Object.fromEntries(answer.headers);
        if (location) {
          at = new URL(location, at);
          if (at.origin !== issuer) return { back: at, asked };
          answer = await ask(at);
          continue;
        }
        const page = await answer.text();
        if (answer.status !== 200)
          throw new Error(`${at.pathname} was answered ${answer.status}: ${page.slice(0, 500)}`);
        const action = new URL(/<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? at, at);
        const hidden = Object.fromEntries(
          [...page.matchAll(/<input[^>]*type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(
            ([, name, value]) => [name!, value!],
          ),
        );
        const what = hidden.prompt ?? 'logout';
        asked.push(what);
        const typed = answers(what, as);
        at = action;
        answer = await ask(at, { ...hidden, ...typed });
      }
      throw new Error('the provider leads nowhere');
    },
  };
}

/** The form fields for a page of the provider. */
function answers(what: string, as: string): Record<string, string> {
  if (what === 'login') return { login: as, password: 'any' };
  return what === 'logout' ? { logout: 'yes' } : {};
}
