/** A new loft, with the one who looks after it. */
import type { Loft } from '#domain/lofts/contract.ts';
import type { LoftToCreate } from '#domain/lofts/settings.ts';
import { refusalAt } from '#domain/refusal.ts';
import { writeDown } from '#server/accounts/audit.ts';
import { changePermission, lockLoftOfRights, peopleByEmail } from '#server/accounts/permissions.ts';
import type { Tx } from '#server/db/database.ts';
import { openLoft } from './lofts.ts';

/**
 * Open a loft. Its merchant is the person of `merchant_email`, else whoever opens it.
 * @throws Refusal at `merchant_email` where an admin names nobody or nobody who has signed in; `error_unique` at `name`
 */
export async function createLoft(
  tx: Tx,
  { merchant_email, country, ...loft }: LoftToCreate,
  by: { user_id: number; is_admin: boolean },
): Promise<Loft> {
  const merchant_id = await merchantOf(tx, merchant_email, by);
  const opened = await openLoft(tx, { ...loft, country: country || null }, { by: by.user_id });
  const key = { loft_id: opened.id, user_id: merchant_id };
  await lockLoftOfRights(tx, opened.id);
  const merchant = { is_merchant: true, is_agent: false, is_staff: false, has_seasons: false, is_active: true };
  await changePermission(tx, by.user_id, key, merchant);
  const change = {
    loft_id: opened.id,
    user_id: by.user_id,
    action: 'loft.create',
    about_user_id: merchant_id,
  } as const;
  await writeDown(tx, { ...change, before: null, after: opened });
  return opened;
}

async function merchantOf(tx: Tx, email: string, by: { user_id: number; is_admin: boolean }): Promise<number> {
  if (email === '' && !by.is_admin) return by.user_id;
  const [person] = email === '' ? [] : await peopleByEmail(tx, email);
  if (person) return person.user_id;
  const code = email === '' ? 'error_required' : 'error_unknown_person';
  throw refusalAt('merchant_email', code);
}
