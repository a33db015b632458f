/** Money that a merchant or an agent took by hand, and who has to say yes to it (4.1). */
import { Refusal } from '#domain/refusal.ts';

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

/** Why somebody cannot say yes to a mark, or null: `second_person`, who made it is not the second. */
export function whyNotApprove(mark: { user_id: number }, by: number): Refusal | null {
  return mark.user_id === by ? new Refusal('second_person') : null;
}
