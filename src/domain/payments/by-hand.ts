/** Payments that a merchant or an agent enters, and who has to approve them (4.1). */
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { EnteredMethod, PaymentMethod, PaymentStatus } from './payment.ts';

/** Default limit up to which an agent's mark needs no approval. */
export const usualAgentLimit = 100_000;

export interface Mark {
  amount_cents: number;
  /** Whether there is evidence: a receipt, a picture. */
  has_evidence: boolean;
}

/** Whether a merchant has to approve a mark: one of an agent above the limit, or without evidence. */
export function needsApproval(
  { amount_cents, has_evidence }: Mark,
  { is_merchant, agent_limit_cents }: { is_merchant: boolean; agent_limit_cents: number },
): boolean {
  return !is_merchant && (amount_cents > agent_limit_cents || !has_evidence);
}

/**
 * Why a payment cannot be entered like this, or null. Money that came on a day ahead: `paid_in_future` at `paid_on`.
 * Transfers are entered by merchants, who see the account: `transfer_by_merchant` at `method`.
 * @param today the day at the loft
 */
export function whyNotEnter(
  { method, paid_on }: { method: EnteredMethod; paid_on: string },
  { is_merchant, today }: { is_merchant: boolean; today: string },
): Refusal | null {
  if (method === 'transfer' && !is_merchant) return refusalAt('method', 'transfer_by_merchant');
  return paid_on > today ? refusalAt('paid_on', 'paid_in_future') : null;
}

/** Whether a payment is cash that waits for a merchant's approval. */
export const waitsForApproval = ({ method, status }: { method: PaymentMethod; status: PaymentStatus }): boolean =>
  method === 'hand' && status === 'open';

/** Interval of the reminders to a loft's merchants of cash that waits for approval, in ms. */
export const remindEvery_ms = 2 * 24 * 3_600_000;

/** The number of reminders due for cash that waits since `since_ms`; 0: none yet. Both in epoch ms. */
export const reminderDue = (since_ms: number, now_ms: number): number =>
  Math.max(0, Math.floor((now_ms - since_ms) / remindEvery_ms));

/** Why a person cannot approve a mark, or null: `second_person`, it is their own. */
export function whyNotApprove(mark: { user_id: number }, by: number): Refusal | null {
  return mark.user_id === by ? new Refusal('second_person') : null;
}
