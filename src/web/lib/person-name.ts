/** The display name of a person: the name, else the e-mail address. */
import type { Name } from '#domain/accounts/contract.ts';

/** Null where not even an address is known. */
export function nameOf({ first_name, last_name, email }: Omit<Name, 'user_id'>): string | null {
  return [first_name, last_name].filter(Boolean).join(' ') || email;
}

/** The first letters of the first two words that have one: `JV` of Jan «de Duif» Van Damme. */
export const initialsOf = (name: string): string =>
  name
    .split(' ')
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word) ?? [])
    .slice(0, 2)
    .join('');
