/** Merging two accounts of one person: what is asked of both, and why it is refused (decision 93). */
import { Refusal } from '#domain/refusal.ts';

/** One of the two accounts. */
export interface MergeParty {
  user_id: number;
  /** Confirmed by the provider; null: none is. */
  email: string | null;
  is_admin: boolean;
  /** Whether it has an active right in a loft: merchant, agent, staff, seasons. */
  works: boolean;
  has_second_factor: boolean;
  /** Merged already, or erased. */
  is_closed: boolean;
}

/** Why an account cannot take another one over, or null; says nothing of the other one. */
export function whyNotAskToMerge(into: MergeParty): Refusal | null {
  if (into.is_closed) return new Refusal('account_closed');
  if (into.is_admin) return new Refusal('merge_admin');
  return into.email === null ? new Refusal('merge_no_address') : null;
}

/**
 * Why two accounts are not merged, or null. The account that is closed must not work for a loft, because its rights and
 * what it did by them stay its own; it must not be better protected than the other, which would open what it protects;
 * and nothing of it may be under way between others and its person: a payment, a dispute, an offer.
 * @param from the account that is closed
 * @param works_there whether `into` works for a loft in which `from` has a team or an order: nobody is both (8.35)
 * @param is_open whether a payment, a dispute or an offer of `from` is open
 */
export function whyNotMerge(
  into: MergeParty,
  from: MergeParty,
  { works_there, is_open }: { works_there: boolean; is_open: boolean },
): Refusal | null {
  if (into.user_id === from.user_id) return new Refusal('merge_self');
  const no = whyNotAskToMerge(into);
  if (no) return no;
  if (from.is_closed) return new Refusal('account_closed');
  if (from.is_admin) return new Refusal('merge_admin');
  if (from.works) return new Refusal('merge_works');
  if (works_there) return new Refusal('merge_works_there');
  if (from.has_second_factor && !into.has_second_factor) return new Refusal('merge_second_factor');
  return is_open ? new Refusal('merge_open_work') : null;
}
