/** How long a sign-in is valid, and when its token is renewed (4.9, 9.9). */

/** Maximum duration of a sign-in, however often it was renewed. */
export const session_s = 30 * 86_400;

/**
 * Minimum duration of a sign-in without a refresh token: a day's work. A longer life of its access token extends it.
 */
export const unrenewed_s = 12 * 3600;

/** Maximum duration of a program's sign-in, which the program renews itself. */
export const program_s = 90 * 86_400;

/** Duration of a sign-in by a link: half an hour (4.10, 9.9). */
export const linkSession_s = 30 * 60;

/**
 * When the new tokens of a program expire: like any sign-in, but at most {@link program_s} after the sign-in.
 *
 * @returns epoch ms; not after `now_ms` where the program has to sign in again
 */
export function tokensExpireAt(signed_in_ms: number, now_ms: number): number {
  return Math.min(now_ms + session_s * 1000, signed_in_ms + program_s * 1000);
}

/**
 * When to renew a token: a day before it ends (9.9), but not before half of its life is over, because a token that
 * lives for an hour would always count as ended.
 *
 * @param lives_s its life from `now_ms` on
 * @returns epoch ms
 */
export function renewalOf(lives_s: number, now_ms: number): number {
  return now_ms + (lives_s - Math.min(86_400, lives_s / 2)) * 1000;
}

/**
 * When a sign-in without a refresh token expires.
 *
 * @param lives_s life of its access token; null where the provider does not say
 * @returns epoch ms
 */
export function unrenewedUntil(lives_s: number | null, now_ms: number): number {
  return now_ms + Math.min(Math.max(lives_s ?? 0, unrenewed_s), session_s) * 1000;
}
