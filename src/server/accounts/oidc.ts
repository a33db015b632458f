/**
 * This site as a relying party of an OpenID Connect provider (openid-client): discovery, authorization code with PKCE,
 * state, nonce, and checks of issuer and signature. Another issuer is a matter of configuration only. Discovery runs at
 * first use, because the provider may be this very program.
 */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  tokenRevocation,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { fresh_s, type Proof, type ProofClaims, proofOf } from '#domain/accounts/proof.ts';
import { session_s } from '#domain/accounts/session.ts';
import { returnTo } from '#domain/identity/return-path.ts';
import type { Service } from '#server/outside/service.ts';
import { awayAs, awayIn } from '#server/outside/unavailable.ts';
import { claimsOf } from './claims.ts';
import type { Claims } from './users.ts';

export interface RelyingPartyOptions {
  issuer: string;
  client_id: string;
  /** Undefined: a public client. */
  client_secret: string | undefined;
  /** The issuer of its people in `users`, when that is not its address. */
  people?: string;
  /** The `acr` values that mean two factors with this provider. */
  strong_acrs?: readonly string[];
  /** Sends requests to the provider; default: `fetch`. Set when the provider is this program. */
  ask?: CustomFetch;
}

/** The secrets of one attempt; only the browser that began it has them. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** The provider's tokens of a sign-in. */
export interface Tokens {
  access_token: string;
  refresh_token: string | null;
  id_token: string | null;
  /** Lifetime of the access token; null: not stated. */
  lives_s: number | null;
  /** The session at the provider (`sid`), where stated. */
  provider_session: string | null;
}

export interface Grant {
  claims: Claims;
  proof: Proof;
  tokens: Tokens;
}

/** What a sign-in is asked to be. */
export interface AskedSignIn {
  /** Demand a new proof (`prompt=login`). */
  again?: boolean;
  /** Begin with a new account, where the provider offers that (`prompt=create`). */
  register?: boolean;
  /** The page to return to, for the mails of the bundled provider; no other provider learns it. */
  to?: string;
}

export interface RelyingParty {
  client_id(): string;
  /** The authorization address and the secrets of the attempt. */
  begin(redirect_uri: string, asked?: AskedSignIn): Promise<{ address: URL; attempt: Attempt }>;
  /** Redeems the code with which the browser returned to `address`. @throws on any mismatch */
  finish(address: URL, attempt: Attempt): Promise<Grant>;
  /** Redeems a code that a program of the client brings. @throws on any mismatch */
  redeem(brought: { code: string; redirect_uri: string; verifier?: string; nonce?: string }): Promise<Grant>;
  /**
   * New tokens, and the person's present claims; null where only the claims could not be read: the tokens must be
   * stored all the same, because a provider accepts the old refresh token only once. @throws on any mismatch; see
   * {@link isFinal}
   */
  renew(refresh_token: string, subject: string): Promise<{ claims: Claims | null; tokens: Tokens }>;
  /**
   * The address at which a browser ends its session with the provider and returns to `back` (RP-Initiated Logout); null
   * where the provider has none. @throws when the provider is unavailable
   */
  endAddress(id_token: string | null, back: string): Promise<URL | null>;
  /** Revokes a token, where the provider has an endpoint for that. */
  revoke(token: string): Promise<void>;
  /** The refusal for a provider that is unavailable. */
  away(error: unknown): Error;
}

const wanted = ['openid', 'profile', 'email', 'address', 'phone', 'offline_access'];

/**
 * @param options read at each request: the bundled provider's address is known only once the program listens
 * @param service the limits under which any other provider is asked
 */
export function createRelyingParty(options: () => RelyingPartyOptions, service: Service): RelyingParty {
  let known: Promise<Configuration> | undefined;
  let looking: Promise<Configuration> | undefined;

  /** Runs a request under the limit for the whole attempt, unless the provider is this program. */
  const asked =
    <Args extends unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) =>
    (...args: Args) =>
      options().ask ? ask(...args) : service.whole(() => ask(...args));

  return {
    client_id: () => options().client_id,
    away: (error) => awayAs('provider_away', service, error, true),
    begin: asked(async (redirect_uri: string, { again = false, register = false, to }: AskedSignIn = {}) => {
      const provider = await present();
      const { strong_acrs } = options();
      const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const { scopes_supported, prompt_values_supported } = provider.serverMetadata();
      const scopes = wanted.filter((one) => one === 'openid' || (scopes_supported ?? wanted).includes(one));
      // A provider may refuse a refresh token without consent (OpenID Connect Core 11); the bundled one has no consent
      // page.
      const asks = !options().ask && scopes.includes('offline_access');
      // `create` stands alone (Initiating User Registration via OpenID Connect 1.0).
      const creates = register && Array.isArray(prompt_values_supported) && prompt_values_supported.includes('create');
      const prompt = creates ? 'create' : [...(again ? ['login'] : []), ...(asks ? ['consent'] : [])].join(' ');
      const address = buildAuthorizationUrl(provider, {
        redirect_uri,
        scope: scopes.join(' '),
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        ...(prompt && { prompt }),
        ...(options().ask && to !== undefined && { [returnTo]: to }),
        // With `max_age` the provider must state `auth_time`.
        max_age: String(again ? fresh_s : session_s),
        ...(again && strong_acrs?.length && { acr_values: strong_acrs.join(' ') }),
      });
      return { address, attempt };
    }),
    finish: asked(async (address: URL, { state, nonce, verifier }: Attempt) => {
      const provider = await found();
      const given = await authorizationCodeGrant(provider, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return {
        claims: await whoIs(provider, given, options().people),
        tokens: tokensOf(given),
        proof: proofIn(provider, given, options().strong_acrs),
      };
    }),
    redeem: asked(async ({ code, redirect_uri, verifier, nonce }: Parameters<RelyingParty['redeem']>[0]) => {
      const provider = await found();
      const address = new URL(redirect_uri);
      // The program has received the issuer's response, so `iss` is not sent again; there is only this issuer.
      address.search = new URLSearchParams({ code, iss: provider.serverMetadata().issuer }).toString();
      const given = await authorizationCodeGrant(provider, address, {
        ...(verifier !== undefined && { pkceCodeVerifier: verifier }),
        ...(nonce !== undefined && { expectedNonce: nonce }),
        idTokenExpected: true,
      });
      return {
        claims: await whoIs(provider, given, options().people),
        tokens: tokensOf(given),
        proof: proofIn(provider, given, options().strong_acrs),
      };
    }),
    renew: asked(async (refresh_token: string, subject: string) => {
      const provider = await found();
      const given = await refreshTokenGrant(provider, refresh_token);
      const tokens = tokensOf(given);
      // Without rotation the old refresh token stays valid.
      tokens.refresh_token ??= refresh_token;
      const claims = await whoIs(provider, given, options().people, subject).catch((error) => {
        if (isFinal(error)) throw error;
        return null;
      });
      return { claims, tokens };
    }),
    endAddress: asked(async (id_token: string | null, back: string) => {
      const provider = await present();
      if (!provider.serverMetadata().end_session_endpoint) return null;
      const hint = id_token && { id_token_hint: id_token };
      return buildEndSessionUrl(provider, { post_logout_redirect_uri: back, ...hint });
    }),
    revoke: asked(async (token: string) => {
      const provider = await found();
      if (provider.serverMetadata().revocation_endpoint) await tokenRevocation(provider, token);
    }),
  };

  /** The provider's metadata, read again: no browser is redirected to a provider that is unavailable. */
  function present(): Promise<Configuration> {
    // The bundled provider is this program.
    if (options().ask) return found();
    if (!looking) {
      known = undefined;
      looking = found().finally(() => {
        looking = undefined;
      });
    }
    return looking;
  }

  function found(): Promise<Configuration> {
    if (!known) {
      const { issuer, client_id, client_secret, ask } = options();
      const finding = discovery(new URL(issuer), client_id, client_secret, client_secret ? undefined : None(), {
        execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
        timeout: service.limits.whole_ms / 1000,
        [customFetch]: ask ?? ((url, init) => service.fetch(url, init as RequestInit)),
      });
      known = finding;
      // Failed discovery is not cached.
      finding.catch(() => {
        if (known === finding) known = undefined;
      });
    }
    return known;
  }
}

/** Wraps a relying party so that `away` is called for each request that the provider did not answer. */
export function noteAway(party: RelyingParty, away: () => void): RelyingParty {
  const noted =
    <Args extends unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) =>
    (...args: Args) =>
      ask(...args).catch((error) => {
        if (isAway(error)) away();
        throw error;
      });
  return {
    client_id: party.client_id,
    away: party.away,
    begin: noted(party.begin),
    finish: noted(party.finish),
    redeem: noted(party.redeem),
    renew: noted(party.renew),
    endAddress: noted(party.endAddress),
    revoke: noted(party.revoke),
  };
}

type Given = Awaited<ReturnType<typeof refreshTokenGrant>>;

function tokensOf(given: Given): Tokens {
  const sid = given.claims()?.sid;
  return {
    access_token: given.access_token,
    refresh_token: given.refresh_token ?? null,
    id_token: given.id_token ?? null,
    lives_s: given.expiresIn() ?? null,
    provider_session: typeof sid === 'string' && sid !== '' && sid.length <= 255 ? sid : null,
  };
}

/** The proof of the person, from the signed token only. */
function proofIn(provider: Configuration, given: Given, strong_acrs: readonly string[] | undefined): Proof {
  const signed: ProofClaims & Record<string, unknown> = { ...given.claims() };
  // The bundled provider's library reserves `amr` (identity/methods.ts).
  const amr = signed.amr ?? signed[`${provider.serverMetadata().issuer}/amr`];
  return proofOf({ ...signed, amr }, Date.now(), strong_acrs);
}

/** The claims of the person of the signed token, with those of the userinfo endpoint. */
async function whoIs(provider: Configuration, given: Given, people?: string, expected?: string): Promise<Claims> {
  const { issuer, userinfo_endpoint } = provider.serverMetadata();
  const signed = given.claims();
  const subject = expected ?? signed!.sub;
  if (signed && signed.sub !== subject) throw Object.assign(new Error('about somebody else'), { code: claimsDiffer });
  const userinfo = userinfo_endpoint ? await fetchUserInfo(provider, given.access_token, subject) : {};
  return claimsOf({ issuer: people ?? issuer, subject }, { ...signed, ...userinfo });
}

const claimsDiffer = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED';
const invalid = new Set([
  claimsDiffer,
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_INVALID_RESPONSE',
]);

/** Whether the provider refused, or its response is invalid. Any other error means a provider that is unavailable. */
export function isFinal(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status < 500;
  return error instanceof WWWAuthenticateChallengeError || invalid.has((error as { code?: string }).code ?? '');
}

/** Whether the provider could not be reached, or answered with a server error. */
export function isAway(error: unknown): boolean {
  const { status, code = '', name, cause } = (error ?? {}) as Record<string, unknown> & { code?: string };
  if (awayIn(error)) return true;
  if (typeof status === 'number' && status >= 500) return true;
  if (
    name === 'TimeoutError' ||
    /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|UND_ERR|OAUTH_TIMEOUT)/.test(String(code))
  )
    return true;
  return cause !== undefined && isAway(cause);
}
