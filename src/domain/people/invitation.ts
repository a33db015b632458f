/** The rules of invitations: how long one is valid, for whom, and which rights it gives. */
import type { Entry } from '#domain/accounts/contract.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';

/** How long the link in the mail of an invitation is valid. */
export const invitation_ms = 7 * 86_400_000;

/** Minimum time between two mails of an invitation. */
export const pause_ms = 60_000;

/** Maximum number of open invitations of a loft, including expired ones. */
export const mostOpen = 100;

/** Maximum number of mails from a loft to one address in a day. */
export const mostMails = 5;

/** The rights that an invitation can give in a loft. */
export const invitedRights = ['is_merchant', 'is_agent', 'is_staff', 'has_seasons'] as const;
export type InvitedRights = Pick<Entry, (typeof invitedRights)[number]>;

/** The facts of an invitation that the rules need; instants in epoch ms. */
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
 * Why a person cannot accept an invitation by the link of a mail, or null: it is over, was accepted or withdrawn, or
 * another mail was sent since (8.30); or it is for another address than the one verified by their provider.
 *
 * @param sending the number of the mail that had the link
 */
export function whyNotAccept(
  invitation: Invitation,
  { sending, email, now_ms }: { sending: number; email: string | null; now_ms: number },
): Refusal | null {
  if (stateOf(invitation, now_ms) !== 'open' || sending !== invitation.sendings) return new Refusal('token_invalid');
  return email?.toLowerCase() === invitation.email ? null : new Refusal('invitation_for_another');
}

/** Why a loft with so many open invitations cannot send another, or null. */
export function whyNotInvite(open: number): Refusal | null {
  return open < mostOpen ? null : new Refusal('invitations_full', { max: mostOpen });
}

/** Why no further mail can go to an address that got so many from a loft in a day, or null. */
export function whyNotMail(mails: number): Refusal | null {
  return mails < mostMails ? null : refusalAt('email', 'letters_full', { max: mostMails });
}

/** Why the mail cannot be sent again, or null: the invitation is closed, or a mail was sent just now. */
export function whyNotSendAgain(invitation: Invitation, now_ms: number): Refusal | null {
  if (!['open', 'expired'].includes(stateOf(invitation, now_ms))) return new Refusal('token_invalid');
  const left_ms = invitation.sent_ms + pause_ms - now_ms;
  return left_ms > 0 ? new Refusal('too_often', { seconds: Math.ceil(left_ms / 1000) }) : null;
}

/**
 * The rights of a person in a loft after accepting: their present ones and those of the invitation. Rights that were
 * switched off stay off: a former merchant who comes back as an agent is an agent.
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
