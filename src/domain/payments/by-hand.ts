/** Money that a merchant or an agent took by hand, and who has to say yes to it (4.1). */
import { Refusal } from '#domain/refusal.ts';
import type { PaymentMethod, PaymentStatus } from './payment.ts';

/** Up to how much an agent's word alone is enough where the loft has said nothing. */
export const usualAgentLimit = 100_000;

export interface Mark {
  amount_cents: number;
  /** Whether something shows it: a receipt, a picture. */
  has_evidence: boolean;
}

/** Whether a merchant has to say yes to what somebody marked: to an agent's mark above the limit, or without evidence. */
export function needsSecondYes(
  { amount_cents, has_evidence }: Mark,
  { is_merchant, agent_limit_cents }: { is_merchant: boolean; agent_limit_cents: number },
): boolean {
  return !is_merchant && (amount_cents > agent_limit_cents || !has_evidence);
}

/** Whether a payment is cash that somebody took and that waits for a merchant's yes. */
export const waitsForYes = ({ method, status }: { method: PaymentMethod; status: PaymentStatus }): boolean =>
  method === 'hand' && status === 'open';

/** So often a loft's merchants are reminded of cash that waits for their yes, in ms. */
export const remindEvery_ms = 2 * 24 * 3_600_000;

/** The how many-th reminder of cash that waits since then is due; 0: none yet. Both in epoch ms. */
export const reminderDue = (since_ms: number, now_ms: number): number =>
  Math.max(0, Math.floor((now_ms - since_ms) / remindEvery_ms));

/** Why somebody cannot say yes to a mark, or null: `second_person`, who made it is not the second. */
export function whyNotApprove(mark: { user_id: number }, by: number): Refusal | null {
  return mark.user_id === by ? new Refusal('second_person') : null;
}
