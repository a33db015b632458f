/** A new loft with its first merchant, who gets the rights or an invitation. */
import { sql } from 'kysely';
import type { Entry } from '#domain/accounts/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { LoftToCreate } from '#domain/lofts/settings.ts';
import { refusalAt } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import { changePermission, lockLoftOfRights, peopleByEmail } from '#server/accounts/permissions.ts';
import type { Tx } from '#server/db/database.ts';
import { findLoft, openLoft } from '#server/lofts/lofts.ts';
import { type Inviting, inviteStaff } from './invitations.ts';

const nothing = { is_merchant: false, is_agent: false, is_staff: false, has_seasons: false };
const merchant: Entry = { ...nothing, is_merchant: true, is_active: true };

/**
 * Open a loft, once for each request key. Its merchant is the person of `merchant_email`, who is invited when nobody
 * has signed in with that address. Without an address, and beside an invitation, it is the merchant who opens the loft.
 * @throws Refusal at `merchant_email` where an admin names no merchant; `error_unique` at `name`
 */
export async function createLoft(
  tx: Tx,
  act: Inviting,
  { merchant_email, language, request_key, country, ...wanted }: LoftToCreate,
  by: { user_id: number; is_admin: boolean },
): Promise<{ loft: Loft; is_invited: boolean }> {
  const email = merchant_email.toLowerCase();
  if (email === '' && by.is_admin) throw refusalAt('merchant_email', 'error_required');
  const [person] = email === '' ? [] : await peopleByEmail(tx, email);
  const is_invited = email !== '' && !person;
  if (request_key) {
    const opened = await openedBefore(tx, { request_key, name: wanted.name });
    if (opened) return { loft: opened, is_invited };
  }
  const loft = await openLoft(
    tx,
    { ...wanted, country: country || null, request_key: request_key || null },
    { by: by.user_id },
  );
  const loft_id = loft.id;
  const merchant_id = person?.user_id ?? (by.is_admin ? null : by.user_id);
  await lockLoftOfRights(tx, loft_id);
  if (merchant_id !== null) await changePermission(tx, by.user_id, { loft_id, user_id: merchant_id }, merchant);
  const change = { loft_id, user_id: by.user_id, action: 'loft.create' } as const;
  const about = merchant_id === null ? {} : { about_user_id: merchant_id };
  await writeAudit(tx, { ...change, ...about, before: null, after: loft });
  if (is_invited) await inviteStaff(tx, act, { loft_id, email, language, rights: { ...nothing, is_merchant: true } });
  return { loft, is_invited };
}

/** The loft that this form has opened before; the same form sent at this moment waits. */
async function openedBefore(tx: Tx, form: { request_key: string; name: string }): Promise<Loft | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`loft ${form.request_key}`}, 0))`.execute(tx);
  const row = await tx
    .selectFrom('lofts')
    .select('id')
    .where('request_key', '=', form.request_key)
    .where('name', '=', form.name)
    .executeTakeFirst();
  return row && findLoft(tx, row.id);
}
