/**
 * The token of a link in a mail: the id of a row, signed with the installation's secret. It is made when the mail is
 * sent and stored nowhere, so that access to the database or the queue gives no links.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The purpose of the link; a link for one does not work for the other. */
export type LinkFor = 'registration' | 'password' | 'merge';

/** How long a link is valid, in minutes from its sending: for an address confirmation, a new password (9.3), a merge. */
export const valid_minutes = { registration: 24 * 60, password: 60, merge: 24 * 60 } as const;

/** The token of a link. */
export function linkToken(secret: string, what: LinkFor, id: string): string {
  return `${id}.${createHmac('sha256', secret).update(`link ${what} ${id}`).digest('base64url')}`;
}

/** The id in a token; null for one that was not made here, or has another purpose. */
export function readLinkToken(secret: string, what: LinkFor, token: string): string | null {
  const id = /^([\w-]{22})\.[\w-]{43}$/.exec(token)?.[1];
  if (id === undefined) return null;
  return timingSafeEqual(Buffer.from(token), Buffer.from(linkToken(secret, what, id))) ? id : null;
}
