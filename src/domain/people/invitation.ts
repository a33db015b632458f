/** The rules of invitations: how long one holds, for whom, and what it gives. */
import type { Entry } from '#domain/accounts/contract.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';

/** So long the link of a letter opens an invitation. */
export const invitation_ms = 7 * 86_400_000;

/** So long after a letter another one can be sent. */
export const pause_ms = 60_000;

/** So many invitations of a loft wait for an answer at most, those that have expired too. */
export const mostOpen = 100;

/** So many letters go from a loft to one address in a day at most. */
export const mostMails = 5;

/** What an invitation can give of a loft. */
export const invitedRights = ['is_merchant', 'is_agent', 'is_staff', 'has_seasons'] as const;
export type InvitedRights = Pick<Entry, (typeof invitedRights)[number]>;

/** What the rules want to know of an invitation; instants in epoch ms. */
export interface Invitation {
  email: string;
  sendings: number;
  sent_ms: number;
  expires_ms: number;
  accepted_by: number | null;
  is_withdrawn: boolean;
}

export type InvitationState = 'open' | 'expired' | 'accepted' | 'withdrawn';

export function stateOf({ accepted_by, is_withdrawn, expires_ms }: Invitation, now_ms: number): InvitationState {
  if (accepted_by !== null) return 'accepted';
  if (is_withdrawn) return 'withdrawn';
  return now_ms < expires_ms ? 'open' : 'expired';
}

/**
 * Why somebody cannot accept an invitation by the link of a letter, or null: it is over, was answered, or another letter
 * was sent since (8.30); or it is for another address than the one their provider vouches for.
 *
 * @param sending which letter the link stood in
 */
export function whyNotAccept(
  invitation: Invitation,
  { sending, email, now_ms }: { sending: number; email: string | null; now_ms: number },
): Refusal | null {
  if (stateOf(invitation, now_ms) !== 'open' || sending !== invitation.sendings) return new Refusal('token_invalid');
  return email?.toLowerCase() === invitation.email ? null : new Refusal('invitation_for_another');
}

/** Why a loft with so many invitations that wait cannot send another, or null. */
export function whyNotInvite(open: number): Refusal | null {
  return open < mostOpen ? null : new Refusal('invitations_full', { max: mostOpen });
}

/** Why no further letter can go to an address that got so many of a loft in a day, or null. */
export function whyNotMail(letters: number): Refusal | null {
  return letters < mostMails ? null : refusalAt('email', 'letters_full', { max: mostMails });
}

/** Why no further letter can be sent, or null: it was answered, or a letter has only just gone. */
export function whyNotSendAgain(invitation: Invitation, now_ms: number): Refusal | null {
  if (!['open', 'expired'].includes(stateOf(invitation, now_ms))) return new Refusal('token_invalid');
  const left_ms = invitation.sent_ms + pause_ms - now_ms;
  return left_ms > 0 ? new Refusal('too_often', { seconds: Math.ceil(left_ms / 1000) }) : null;
}

/**
 * What somebody may do in a loft once they have accepted: what they may now and what they are invited to. Rights that
 * were switched off stay off: a former merchant who comes back as an agent is an agent.
 */
export function entryWith(before: Entry | null, invited: InvitedRights): Entry {
  const now = before?.is_active ? before : null;
  return {
    is_merchant: invited.is_merchant || (now?.is_merchant ?? false),
    is_agent: invited.is_agent || (now?.is_agent ?? false),
    is_staff: invited.is_staff || (now?.is_staff ?? false),
    has_seasons: invited.has_seasons || (now?.has_seasons ?? false),
    is_active: true,
  };
}

/** An address that those may see who have the link of a letter: enough to know one's own. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
