/**
 * What a link in a letter carries: the id of a row, signed with the installation's secret. It is made when the letter is
 * sent and kept nowhere, so that whoever reads the database or the outbox has no link.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the link is for; a link for one is none for the other. */
export type LinkFor = 'registration' | 'password';

/** The token of a link. */
export function linkToken(secret: string, what: LinkFor, id: string): string {
  return `${id}.${createHmac('sha256', secret).update(`link ${what} ${id}`).digest('base64url')}`;
}

/** The id that a token carries; null for one that was not made here, or is for something else. */
export function readLinkToken(secret: string, what: LinkFor, token: string): string | null {
  const id = /^([\w-]{22})\.[\w-]{43}$/.exec(token)?.[1];
  if (id === undefined) return null;
  return timingSafeEqual(Buffer.from(token), Buffer.from(linkToken(secret, what, id))) ? id : null;
}
