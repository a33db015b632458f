/** People with the claims of their identity provider, and their rights. */
import { sql } from 'kysely';
import { maskedEmail } from '#domain/accounts/masked-email.ts';
import type { Permission, Rights } from '#domain/accounts/person.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';

/** The claims of a provider about a person; issuer and subject identify them. */
export interface Claims {
  issuer: string;
  subject: string;
  email?: string | null;
  first_name?: string | null;
  last_name?: string | null;
  identity_number?: string | null;
  city?: string | null;
  street?: string | null;
  zipcode?: string | null;
  /** Two letters. */
  country?: string | null;
  image?: string | null;
  phone?: string | null;
  language?: string | null;
}

/**
 * Enter or update the person of these claims. A claim that the provider no longer sends is cleared here too.
 *
 * @returns the person's id
 * @throws Refusal `account_merged` for an account that was merged into another, with the masked address of that one
 */
export async function enterUser(tx: Tx, { issuer, subject, ...claims }: Claims): Promise<number> {
  // An address that another account has now is no longer the former owner's.
  if (claims.email)
    await tx
      .updateTable('users')
      .set({ email: null })
      .where('issuer', '=', issuer)
      .where(sql`lower(email)`, '=', claims.email.toLowerCase())
      .where('subject', '!=', subject)
      .execute();
  const known = {
    email: claims.email ?? null,
    first_name: claims.first_name ?? null,
    last_name: claims.last_name ?? null,
    identity_number: claims.identity_number ?? null,
    city: claims.city ?? null,
    street: claims.street ?? null,
    zipcode: claims.zipcode ?? null,
    country: claims.country ?? null,
    image: claims.image ?? null,
    phone: claims.phone ?? null,
    language: claims.language ?? null,
  };
  const entered = await tx
    .insertInto('users')
    .values({ issuer, subject, ...known })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet(known).where('users.merged_into', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  if (!entered) throw await mergedRefusal(tx, { issuer, subject });
  return entered.id;
}

async function mergedRefusal(tx: Tx, { issuer, subject }: Claims): Promise<Refusal> {
  const { email } = await tx
    .selectFrom('users as u')
    .innerJoin('users as now', 'now.id', 'u.merged_into')
    .select('now.email')
    .where('u.issuer', '=', issuer)
    .where('u.subject', '=', subject)
    .executeTakeFirstOrThrow();
  return new Refusal('account_merged', { email: email === null ? '–' : maskedEmail(email) });
}

/** Update a person who is known here; the first sign-in enters them. */
export async function updateUser(tx: Tx, claims: Claims): Promise<void> {
  const { issuer, subject } = claims;
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('merged_into', 'is', null)
    .executeTakeFirst();
  if (found) await enterUser(tx, claims);
}

/** Clears the personal data of a person; the id stays, because the audit log refers to it. */
export async function forgetUser(tx: Tx, user_id: number): Promise<void> {
  const nothing = { email: null, first_name: null, last_name: null, identity_number: null, phone: null, image: null };
  const nowhere = { street: null, zipcode: null, city: null, country: null, language: null };
  await tx
    .updateTable('users')
    .set({ ...nothing, ...nowhere })
    .where('id', '=', user_id)
    .execute();
}

/** The rights of a person in a session. A session without two factors withholds the rights that need them. */
export function rightsFrom(
  { is_admin, has_second_factor }: { is_admin: boolean; has_second_factor: boolean },
  given: readonly (Permission & { second_factor: boolean })[],
  { is_strong, admins_need_two }: { is_strong: boolean; admins_need_two: boolean },
): Rights {
  const all = given.map(({ second_factor, ...permission }) => ({ permission, held: second_factor && !is_strong }));
  const permissionsIf = (held: boolean): Permission[] =>
    all.filter((one) => one.held === held).map(({ permission }) => permission);
  // An admin who has ever had a second factor keeps needing it: without it a stolen password would be enough.
  const admin_held = is_admin && !is_strong && (admins_need_two || has_second_factor);
  const withheld = { is_admin: admin_held, permissions: permissionsIf(true) };
  return {
    is_admin: is_admin && !admin_held,
    permissions: permissionsIf(false),
    ...((admin_held || withheld.permissions.some(({ is_active }) => is_active)) && { withheld }),
  };
}
