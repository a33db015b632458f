/**
 * This site as a relying party of an OpenID Connect provider: discovery, authorisation code with PKCE, state, nonce,
 * the issuer's name and signature checked (openid-client). Any issuer takes another's place by configuration alone. It
 * is looked up when it is first needed, because it may be this very program.
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
import { awayAs, awayIn } from '#server/outside/away.ts';
import type { Service } from '#server/outside/service.ts';
import { claimsOf } from './claims.ts';
import type { Claims } from './users.ts';

export interface RelyingPartyOptions {
  issuer: string;
  client_id: string;
  /** None: a public client. */
  client_secret: string | undefined;
  /** The issuer under which its people are known here, when that is not its address. */
  people?: string;
  /** Classes of proof (`acr`) that mean two factors with this provider. */
  strong_acrs?: readonly string[];
  /** How the provider is asked; `fetch` unless it is this program. */
  ask?: CustomFetch;
}

/** What only the browser that began to sign in knows of it. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** What the provider gave for a person. */
export interface Tokens {
  access_token: string;
  refresh_token: string | null;
  id_token: string | null;
  /** How long the access token lives; null where the provider does not say. */
  lives_s: number | null;
  /** The session at the provider in which they were given (`sid`), where it tells. */
  provider_session: string | null;
}

export interface Grant {
  claims: Claims;
  proof: Proof;
  tokens: Tokens;
}

export interface RelyingParty {
  client_id(): string;
  /** Where the browser is sent to sign in, and what it has to bring back. */
  /** `again`: whoever is signed in there proves once more who they are. */
  begin(redirect_uri: string, again?: boolean): Promise<{ address: URL; attempt: Attempt }>;
  /** Redeems what the browser came back with at `address`. @throws whatever does not fit. */
  finish(address: URL, attempt: Attempt): Promise<Grant>;
  /** Redeems a code that a program of the client's own brings, with what it began with. @throws whatever does not fit. */
  redeem(brought: { code: string; redirect_uri: string; verifier?: string; nonce?: string }): Promise<Grant>;
  /**
   * New tokens, and the person as they are now; null where only that could not be asked: the tokens are to be kept all
   * the same, because a provider takes the old ones only once. @throws whatever does not fit; see {@link isFinal}.
   */
  renew(refresh_token: string, subject: string): Promise<{ claims: Claims | null; tokens: Tokens }>;
  /**
   * Where a browser ends its session with the provider and comes back to `back` (RP-Initiated Logout); null where the
   * provider has no such address. @throws when it is away.
   */
  endAddress(id_token: string | null, back: string): Promise<URL | null>;
  /** Tells the provider that a token is no longer needed, if it wants to know. */
  revoke(token: string): Promise<void>;
  /** The provider did not answer, as people are told of it. */
  away(error: unknown): Error;
}

const wanted = ['openid', 'profile', 'email', 'address', 'phone', 'offline_access'];

/**
 * `whom` to ask is known when somebody comes: the bundled provider's address is that of a program which listens.
 * @param service by which any other provider is asked
 */
export function createRelyingParty(whom: () => RelyingPartyOptions, service: Service): RelyingParty {
  let known: Promise<Configuration> | undefined;
  let looking: Promise<Configuration> | undefined;

  /** Asks under the limit for the whole try, unless the provider is this program. */
  const asked =
    <Args extends unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) =>
    (...args: Args) =>
      whom().ask ? ask(...args) : service.whole(() => ask(...args));

  return {
    client_id: () => whom().client_id,
    away: (error) => awayAs('provider_away', service, error, true),
    begin: asked(async (redirect_uri: string, again = false) => {
      const provider = await present();
      const { strong_acrs } = whom();
      const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const { scopes_supported } = provider.serverMetadata();
      const scopes = wanted.filter((one) => one === 'openid' || (scopes_supported ?? wanted).includes(one));
      // A provider need not give a refresh token to whom it did not ask (OpenID Connect Core 11); ours has no such question.
      const asks = !whom().ask && scopes.includes('offline_access');
      const prompt = [...(again ? ['login'] : []), ...(asks ? ['consent'] : [])].join(' ');
      const address = buildAuthorizationUrl(provider, {
        redirect_uri,
        scope: scopes.join(' '),
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        ...(prompt && { prompt }),
        // Whoever is asked for it has to say when the proof was given.
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
        claims: await whoIs(provider, given, whom().people),
        tokens: tokensOf(given),
        proof: proofIn(provider, given, whom().strong_acrs),
      };
    }),
    redeem: asked(async ({ code, redirect_uri, verifier, nonce }: Parameters<RelyingParty['redeem']>[0]) => {
      const provider = await found();
      const address = new URL(redirect_uri);
      // Whoever brings the code has seen the issuer's answer; here it is the only issuer there is.
      address.search = new URLSearchParams({ code, iss: provider.serverMetadata().issuer }).toString();
      const given = await authorizationCodeGrant(provider, address, {
        ...(verifier !== undefined && { pkceCodeVerifier: verifier }),
        ...(nonce !== undefined && { expectedNonce: nonce }),
        idTokenExpected: true,
      });
      return {
        claims: await whoIs(provider, given, whom().people),
        tokens: tokensOf(given),
        proof: proofIn(provider, given, whom().strong_acrs),
      };
    }),
    renew: asked(async (refresh_token: string, subject: string) => {
      const provider = await found();
      const given = await refreshTokenGrant(provider, refresh_token);
      const tokens = tokensOf(given);
      // A provider that does not rotate goes on taking the old one.
      tokens.refresh_token ??= refresh_token;
      const claims = await whoIs(provider, given, whom().people, subject).catch((error) => {
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

  /** The provider as it answers now: no browser is sent to one that is away. */
  function present(): Promise<Configuration> {
    // The bundled one is this program.
    if (whom().ask) return found();
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
      const { issuer, client_id, client_secret, ask } = whom();
      const finding = discovery(new URL(issuer), client_id, client_secret, client_secret ? undefined : None(), {
        execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
        timeout: service.limits.whole_ms / 1000,
        [customFetch]: ask ?? ((url, options) => service.fetch(url, options as RequestInit)),
      });
      known = finding;
      // Who is not found now may be there at the next attempt.
      finding.catch(() => {
        if (known === finding) known = undefined;
      });
    }
    return known;
  }
}

/** The same, telling of each question that the provider did not answer. */
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

/** How the person proved who they are: what the signed token says, and nothing else. */
function proofIn(provider: Configuration, given: Given, strong_acrs: readonly string[] | undefined): Proof {
  const signed: ProofClaims & Record<string, unknown> = { ...given.claims() };
  // The bundled provider's library keeps `amr` to itself (identity/methods.ts).
  const amr = signed.amr ?? signed[`${provider.serverMetadata().issuer}/amr`];
  return proofOf({ ...signed, amr }, Date.now(), strong_acrs);
}

/** The person whom the signed token names, as the provider tells of them. */
async function whoIs(provider: Configuration, given: Given, people?: string, expected?: string): Promise<Claims> {
  const { issuer, userinfo_endpoint } = provider.serverMetadata();
  const signed = given.claims();
  const subject = expected ?? signed!.sub;
  if (signed && signed.sub !== subject) throw Object.assign(new Error('about somebody else'), { code: claimsDiffer });
  const told = userinfo_endpoint ? await fetchUserInfo(provider, given.access_token, subject) : {};
  return claimsOf({ issuer: people ?? issuer, subject }, { ...signed, ...told });
}

const claimsDiffer = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED';
const untrue = new Set([
  claimsDiffer,
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_INVALID_RESPONSE',
]);

/** Whether the provider itself said no, or what it said is not true. Anything else is a provider that is away. */
export function isFinal(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status < 500;
  return error instanceof WWWAuthenticateChallengeError || untrue.has((error as { code?: string }).code ?? '');
}

/** Whether the provider could not be asked, or answered that it cannot answer now. */
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
