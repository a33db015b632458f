/** Maps OpenID Connect claims to the columns of `users`. */
import { chooseLocale } from '#domain/locales.ts';
import type { Claims } from './users.ts';

/**
 * The claims of a provider that can be stored: blank, overlong or otherwise unusable values count as absent. An e-mail
 * address counts only with `email_verified`, because people are found and given rights by it.
 */
export function claimsOf(who: { issuer: string; subject: string }, raw: Readonly<Record<string, unknown>>): Claims {
  const address = typeof raw.address === 'object' && raw.address !== null ? raw.address : {};
  const where = { ...raw, ...address } as Record<string, unknown>;
  const picture = line(raw.picture, 2048);
  return {
    ...who,
    email: isTrue(raw.email_verified) ? eMail(raw.email) : null,
    first_name: line(raw.given_name, 128) ?? line(raw.name, 128),
    last_name: line(raw.family_name, 128),
    identity_number: line(raw.ipfn, 64),
    city: line(where.locality ?? where.city, 128),
    street: line(where.street_address ?? where.street, 128),
    zipcode: line(where.postal_code ?? where.zipcode, 32),
    country: country(where.country),
    image: picture && /^(https?:\/\/|\/(?!\/))/.test(picture) ? picture : null,
    phone: raw.phone_number_verified === false ? null : phone(raw.phone_number),
    language: typeof raw.locale === 'string' ? chooseLocale(undefined, raw.locale.replace('_', '-')) : null,
  };
}

/** True as a boolean or as a string: some providers quote it (Amazon Cognito's userinfo does). */
function isTrue(raw: unknown): boolean {
  return raw === true || raw === 'true';
}

/** A text of one line of at most `most` characters. */
function line(raw: unknown, most: number): string | null {
  if (typeof raw !== 'string') return null;
  const text = raw.replace(/\p{Cc}+/gu, ' ').trim();
  return text.length >= 1 && text.length <= most ? text : null;
}

/** A country by its two letters; a name of one, which some providers send, is of no language in particular. */
function country(raw: unknown): string | null {
  const code = line(raw, 2)?.toUpperCase();
  return code && /^[A-Z]{2}$/.test(code) ? code : null;
}

/** A phone number in E.164. */
function phone(raw: unknown): string | null {
  const text = line(raw, 32);
  return text && /^\+[1-9]\d{3,14}$/.test(text) ? text : null;
}

function eMail(raw: unknown): string | null {
  const text = line(raw, 128);
  return text && /^[^\s@]+@[^\s@]+$/.test(text) ? text : null;
}
