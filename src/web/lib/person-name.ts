/** The display name of a person: the name, else the e-mail address. */
import type { Name } from '#domain/accounts/contract.ts';

/** Null where not even an address is known. */
export function nameOf({ first_name, last_name, email }: Omit<Name, 'user_id'>): string | null {
  return [first_name, last_name].filter(Boolean).join(' ') || email;
}
