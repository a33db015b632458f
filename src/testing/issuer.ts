/**
 * An OpenID Connect provider for tests, with faults on demand. It listens on a port, so that nothing of the program is
 * mocked.
 */
import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Faults: how to change a response before it is sent. */
export interface Lies {
  discovery?: (metadata: Json) => void;
  /** The redirect to the site. */
  back?: (address: URL) => void;
  claims?: (claims: Json) => void;
  header?: (header: Json) => void;
  /** The signed token itself. */
  token?: (token: string) => string;
  answer?: (answer: Json) => void;
  userinfo?: (claims: Json) => void;
  /** The error of the token endpoint. */
  fails?: { status: number; error: string };
  /** Accepts a used code, and any verifier. */
  careless?: boolean;
}

export type Json = Record<string, unknown>;

export interface TestIssuer {
  issuer: string;
  client: { client_id: string; client_secret: string };
  lies: Lies;
  /** Lifetime of its access tokens. */
  lives_s: number;
  /** The person who signs in next. */
  person: Json;
  /** Requests at the token endpoint by grant type. */
  asked: Record<string, number>;
  revoked: string[];
  /** Signs the person in. @returns the path to which the browser is redirected */
  approve(address: string): string;
  /** A key that this issuer never published. */
  foreign: KeyObject;
  /** The key that it does publish, as text. */
  published: string;
  stop(): Promise<void>;
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function startTestIssuer(): Promise<TestIssuer> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const client = { client_id: 'loftline-test', client_secret: 'a secret of the test' };
  const codes = new Map<string, { nonce: string; challenge: string; redirect_uri: string; person: Json }>();
  const refreshes = new Map<string, Json>();
  const tokens = new Map<string, Json>();

  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const { status, json } = answer(new URL(request.url!, it.issuer).pathname, request, new URLSearchParams(body));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const it: TestIssuer = {
    issuer,
    client,
    foreign,
    published: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    lies: {},
    lives_s: 3600,
    person: {},
    asked: {},
    revoked: [],
    approve(address) {
      const asked = new URL(address).searchParams;
      const code = randomUUID();
      codes.set(code, {
        nonce: asked.get('nonce')!,
        challenge: asked.get('code_challenge')!,
        redirect_uri: asked.get('redirect_uri')!,
        person: it.person,
      });
      const back = new URL(asked.get('redirect_uri')!);
      back.search = new URLSearchParams({ code, state: asked.get('state')!, iss: issuer }).toString();
      it.lies.back?.(back);
      return back.pathname + back.search;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return it;

  function answer(path: string, request: IncomingMessage, form: URLSearchParams): { status: number; json: unknown } {
    switch (path) {
      case '/.well-known/openid-configuration':
        return { status: 200, json: metadata() };
      case '/jwks': {
        const jwk = keys.publicKey.export({ format: 'jwk' });
        return { status: 200, json: { keys: [{ ...jwk, kid: 'one', use: 'sig', alg: 'RS256' }] } };
      }
      case '/token':
        return token(form, request);
      case '/userinfo': {
        const claims = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
        if (!claims) return { status: 401, json: { error: 'invalid_token' } };
        const reply = { ...claims };
        it.lies.userinfo?.(reply);
        return { status: 200, json: reply };
      }
      case '/revoke':
        it.revoked.push(form.get('token')!);
        refreshes.delete(form.get('token')!);
        return { status: 200, json: {} };
      default:
        return { status: 404, json: {} };
    }
  }

  function metadata(): Json {
    const document: Json = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      revocation_endpoint: `${issuer}/revoke`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
    };
    it.lies.discovery?.(document);
    return document;
  }

  function token(form: URLSearchParams, request: IncomingMessage): { status: number; json: unknown } {
    const kind = form.get('grant_type') ?? '';
    it.asked[kind] = (it.asked[kind] ?? 0) + 1;
    if (it.lies.fails) return { status: it.lies.fails.status, json: { error: it.lies.fails.error } };
    const no = (error: string) => ({ status: 400, json: { error } });
    const shown = `${form.get('client_id')}:${form.get('client_secret')}`;
    const basic = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
    const secret = `${client.client_id}:${client.client_secret}`;
    if (shown !== secret && decodeURIComponent(basic.replaceAll('+', ' ')) !== secret) return no('invalid_client');
    if (kind === 'refresh_token') {
      const person = refreshes.get(form.get('refresh_token')!);
      if (!person) return no('invalid_grant');
      refreshes.delete(form.get('refresh_token')!);
      return { status: 200, json: given(person) };
    }
    const code = codes.get(form.get('code')!);
    if (!code || code.redirect_uri !== form.get('redirect_uri')) return no('invalid_grant');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!it.lies.careless) {
      codes.delete(form.get('code')!);
      if (code.challenge !== challenge) return no('invalid_grant');
    }
    return { status: 200, json: given(code.person, code.nonce) };
  }

  function given(person: Json, nonce?: string): Json {
    const access_token = randomUUID();
    const refresh_token = randomUUID();
    tokens.set(access_token, person);
    refreshes.set(refresh_token, person);
    const now_s = Math.floor(Date.now() / 1000);
    const claims: Json = {
      iss: issuer,
      aud: client.client_id,
      sub: person.sub,
      iat: now_s,
      exp: now_s + 300,
      ...(nonce !== undefined && { nonce }),
    };
    it.lies.claims?.(claims);
    const header: Json = { alg: 'RS256', kid: 'one', typ: 'JWT' };
    it.lies.header?.(header);
    const signed = signedBy(keys.privateKey, header, claims);
    const id_token = it.lies.token?.(signed) ?? signed;
    const response: Json = { access_token, refresh_token, id_token, token_type: 'Bearer', expires_in: it.lives_s };
    it.lies.answer?.(response);
    return response;
  }
}

/** A signed token. */
export function signedBy(key: KeyObject, header: Json, claims: Json): string {
  const text = `${base64(header)}.${base64(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

/** A token signed with a secret as HMAC key. */
export function sealedWith(secret: string, header: Json, claims: Json): string {
  const text = `${base64(header)}.${base64(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

async function read(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
