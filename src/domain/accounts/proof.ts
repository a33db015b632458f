/** Strength and age of the proof by which a person signed in (RFC 8176, OpenID Connect Core 2). */

/** Maximum age of the last proof when rights, refunds, limits or keys are changed. */
export const fresh_s = 15 * 60;

/** The claims about the proof in a provider's signed token. */
export interface ProofClaims {
  /** Time of the authentication, in seconds since 1970. */
  auth_time?: unknown;
  /** Authentication methods. */
  amr?: unknown;
  /** Authentication class, in the provider's own words. */
  acr?: unknown;
}

/** The part of the proof that is stored with a session. */
export interface Proof {
  /** Null where the provider does not say. */
  proven_ms: number | null;
  /** With two factors. */
  is_strong: boolean;
}

const knows = new Set(['pwd', 'pin', 'kba']);
const has = new Set(['otp', 'sms', 'tel', 'hwk', 'swk', 'pop', 'sc']);
const is = new Set(['fpt', 'face', 'iris', 'retina', 'vbm']);

/** Classes that mean two factors everywhere (REFEDS, OpenID EAP, PAPE). */
const strongClasses = new Set([
  'https://refeds.org/profile/mfa',
  'phr',
  'phrh',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
]);

/**
 * Reads the proof behind a sign-in. A claim that is missing counts as the weakest.
 *
 * @param strong further classes (`acr`) that mean two factors with this provider
 */
export function proofOf({ auth_time, amr, acr }: ProofClaims, now_ms: number, strong: readonly string[] = []): Proof {
  const methods = Array.isArray(amr) ? amr.filter((one) => typeof one === 'string') : [];
  const kinds = [knows, has, is].filter((kind) => methods.some((one) => kind.has(one)));
  const byClass = typeof acr === 'string' && (strongClasses.has(acr) || strong.includes(acr));
  return {
    proven_ms: typeof auth_time === 'number' && Number.isFinite(auth_time) ? Math.min(auth_time * 1000, now_ms) : null,
    is_strong: byClass || methods.includes('mfa') || kinds.length > 1,
  };
}

/** Whether a proof of that instant is fresh. */
export function isFresh(proven_at: string | null | undefined, now_ms: number): boolean {
  return typeof proven_at === 'string' && now_ms - Date.parse(proven_at) < fresh_s * 1000;
}
