/** Authentication methods of a session (RFC 8176), and the claim that carries them to the site. */

/**
 * The claim of the ID token. The provider's library reserves `amr` and never writes it, so the claim has a name that
 * belongs to the issuer (OpenID Connect Core, 5.1.2).
 */
export const amrClaim = (issuer: string): string => `${issuer}/amr`;

const factors: Readonly<Record<string, string>> = {
  '/sign-in/email': 'pwd',
  // An e-mail address was confirmed, with a password chosen at the registration or then.
  '/sign-in-as': 'pwd',
  '/two-factor/verify-totp': 'pwd otp mfa',
  '/two-factor/verify-backup-code': 'pwd otp mfa',
  '/two-factor/disable': 'pwd',
  // User verification by the device: a finger, a face or a PIN.
  '/passkey/verify-authentication': 'pop mfa',
};

/**
 * The methods of a new session.
 *
 * @param path the call of the library that begins it
 * @param before the methods of the session that it replaces, if any
 */
export function amrOf(path: string | undefined, before?: string | null): string | null {
  // A new password replaces the session, but its methods stay.
  if (path === '/change-password') return before ?? 'pwd';
  return factors[path ?? ''] ?? null;
}
