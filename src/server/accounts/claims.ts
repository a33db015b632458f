/** A person in the words of OpenID Connect, and in ours. */
import { chooseLocale } from '#domain/locales.ts';
import type { Claims } from './users.ts';

/**
 * What a provider tells, as far as it can be kept: blank, endless or otherwise unusable values count as not told. An
 * address that the provider does not vouch for in so many words is nobody's, because people are found and given rights
 * by it.
 */
export function claimsOf(who: { issuer: string; subject: string }, told: Readonly<Record<string, unknown>>): Claims {
  const address = typeof told.address === 'object' && told.address !== null ? told.address : {};
  const where = { ...told, ...address } as Record<string, unknown>;
  const picture = line(told.picture, 2048);
  return {
    ...who,
    email: isVouchedFor(told.email_verified) ? eMail(told.email) : null,
    first_name: line(told.given_name, 128) ?? line(told.name, 128),
    last_name: line(told.family_name, 128),
    identity_number: line(told.ipfn, 64),
    city: line(where.locality ?? where.city, 128),
    street: line(where.street_address ?? where.street, 128),
    zipcode: line(where.postal_code ?? where.zipcode, 32),
    image: picture && /^(https?:\/\/|\/(?!\/))/.test(picture) ? picture : null,
    phone: told.phone_number_verified === false ? null : phone(told.phone_number),
    language: typeof told.locale === 'string' ? chooseLocale(undefined, told.locale.replace('_', '-')) : null,
  };
}

/** Some providers write the word in quotes (Amazon Cognito's userinfo does). */
function isVouchedFor(told: unknown): boolean {
  return told === true || told === 'true';
}

/** A text of one line, not longer than it may be. */
function line(told: unknown, most: number): string | null {
  if (typeof told !== 'string') return null;
  const text = told.replace(/\p{Cc}+/gu, ' ').trim();
  return text.length >= 1 && text.length <= most ? text : null;
}

/** A number as phones dial it from everywhere (E.164). */
function phone(told: unknown): string | null {
  const text = line(told, 32);
  return text && /^\+[1-9]\d{3,14}$/.test(text) ? text : null;
}

function eMail(told: unknown): string | null {
  const text = line(told, 128);
  return text && /^[^\s@]+@[^\s@]+$/.test(text) ? text : null;
}
