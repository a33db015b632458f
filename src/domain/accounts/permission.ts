/** The rules for giving and taking rights. */
import { Refusal } from '#domain/refusal.ts';
import type { Permission } from './person.ts';

type Entry = Omit<Permission, 'loft_id'>;

/** Whether an entry makes its person an active merchant (6.4, 6.7). */
export function isActiveMerchant(entry: Pick<Entry, 'is_merchant' | 'is_active'> | null): boolean {
  return entry ? entry.is_merchant && entry.is_active : false;
}

/**
 * Why the entry of a person in a loft cannot change so, or null: an entry gives at least one right, and a loft keeps
 * one active merchant (5.4, 8.24).
 * @param after null: taken away
 * @param others number of active merchants of the loft beside this person
 */
export function whyNotChange(before: Entry | null, after: Entry | null, others: number): Refusal | null {
  if (after && !(after.is_merchant || after.is_agent || after.is_staff || after.has_seasons))
    return new Refusal('permission_empty');
  if (others === 0 && isActiveMerchant(before) && !isActiveMerchant(after)) return new Refusal('last_merchant');
  return null;
}
