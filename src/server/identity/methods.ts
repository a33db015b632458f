/** By which methods somebody proved who they are, in the words of RFC 8176, and how the site is told. */

/**
 * The claim of the identity token. Its own name is `amr`, which the provider's library reserves and never writes, so it
 * stands under one that belongs to the issuer (OpenID Connect Core, 5.1.2).
 */
export const amrClaim = (issuer: string): string => `${issuer}/amr`;

const factors: Readonly<Record<string, string>> = {
  '/sign-in/email': 'pwd',
  // An address was proved, with a password that was chosen there or then.
  '/sign-in-as': 'pwd',
  '/two-factor/verify-totp': 'pwd otp mfa',
  '/two-factor/verify-backup-code': 'pwd otp mfa',
  '/two-factor/disable': 'pwd',
  // The device has asked for a finger, a face or a PIN as well.
  '/passkey/verify-authentication': 'pop mfa',
};

/**
 * The methods behind a session that begins.
 *
 * @param path the call of the library that begins it
 * @param before the methods of the session that it takes the place of, if there is one
 */
export function amrOf(path: string | undefined, before?: string | null): string | null {
  // A new password takes the place of the session, and not of what it was begun with.
  if (path === '/change-password') return before ?? 'pwd';
  return factors[path ?? ''] ?? null;
}
