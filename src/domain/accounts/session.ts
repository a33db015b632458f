/** How long a sign-in holds, and when it is renewed (4.9, 9.9). */

/** A sign-in ends after so long, however often it was renewed. */
export const session_s = 30 * 86_400;

/** Without a token to renew it by, a sign-in holds for a day's work, and for as long as what the provider gave lives. */
export const unrenewed_s = 12 * 3600;

/** A program's sign-in is renewed by the program itself, and ends after so long all the same. */
export const program_s = 90 * 86_400;

/** A sign-in that a link carried holds half an hour (4.10, 9.9). */
export const carried_s = 30 * 60;

/**
 * Until when a program's new handles hold: as long as any sign-in, but never beyond {@link program_s} after the sign-in.
 *
 * @returns epoch ms; not after `now_ms` where the program has to sign in again
 */
export function handlesUntil(signed_in_ms: number, now_ms: number): number {
  return Math.min(now_ms + session_s * 1000, signed_in_ms + program_s * 1000);
}

/**
 * When a token that lives so long from `now_ms` on is to be renewed: a day before it ends (9.9), but never before half of
 * its life is over, because one that lives for an hour would always count as ended.
 *
 * @returns epoch ms
 */
export function renewalOf(lives_s: number, now_ms: number): number {
  return now_ms + (lives_s - Math.min(86_400, lives_s / 2)) * 1000;
}

/**
 * Until when a sign-in holds whose provider gave nothing to renew it by.
 *
 * @param lives_s how long its access token lives; null where the provider does not say
 * @returns epoch ms
 */
export function unrenewedUntil(lives_s: number | null, now_ms: number): number {
  return now_ms + Math.min(Math.max(lives_s ?? 0, unrenewed_s), session_s) * 1000;
}
