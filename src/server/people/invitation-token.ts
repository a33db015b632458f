/** The signed token of an invitation e-mail: the invitation, and which of its e-mails. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface InvitationMail {
  invitation_id: number;
  /** The first e-mail is 1; only the link of the last one is valid. */
  sending: number;
}

/** The token of the link. It is valid as long as the invitation and the installation's secret. */
export function invitationToken(secret: string, { invitation_id, sending }: InvitationMail): string {
  const named = `${invitation_id}.${sending}`;
  return `${named}.${createHmac('sha256', secret).update(`invitation ${named}`).digest('base64url')}`;
}

/** The e-mail of a token; null for a forged one. */
export function readInvitationToken(secret: string, token: string): InvitationMail | null {
  const [id, sending] = token.split('.').map(Number);
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(sending)) return null;
  const mail = { invitation_id: id!, sending: sending! };
  const [shown, made] = [Buffer.from(token), Buffer.from(invitationToken(secret, mail))];
  return shown.length === made.length && timingSafeEqual(shown, made) ? mail : null;
}
