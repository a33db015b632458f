/** The signed name of a letter that invites: which invitation, and which of its letters. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface InvitationMail {
  invitation_id: number;
  /** The first letter is 1; only the link of the last one opens. */
  sending: number;
}

/** What the link carries. It holds as long as the invitation and the installation's secret do. */
export function invitationToken(secret: string, { invitation_id, sending }: InvitationMail): string {
  const named = `${invitation_id}.${sending}`;
  return `${named}.${createHmac('sha256', secret).update(`invitation ${named}`).digest('base64url')}`;
}

/** The letter that a token names, or null for one that was not made here. */
export function readInvitationToken(secret: string, token: string): InvitationMail | null {
  const [id, sending] = token.split('.').map(Number);
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(sending)) return null;
  const letter = { invitation_id: id!, sending: sending! };
  const [shown, made] = [Buffer.from(token), Buffer.from(invitationToken(secret, letter))];
  return shown.length === made.length && timingSafeEqual(shown, made) ? letter : null;
}
