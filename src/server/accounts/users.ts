/** People as their identity provider tells of them, and the rights they have here. */
import { sql } from 'kysely';
import type { Permission, Rights } from '#domain/accounts/person.ts';
import type { Tx } from '#server/db/database.ts';

/**
 * The issuer of the bundled provider's people, as `users` knows it. Its tokens carry the address of the site, which may
 * change; who its people are may not.
 */
export const bundled_issuer = 'urn:loftline:accounts';

/** What a provider tells of a person; issuer and subject are who it is. */
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
  image?: string | null;
  phone?: string | null;
  language?: string | null;
}

/**
 * The person these claims are about, entered or brought up to date. What the provider does not tell is forgotten here
 * too: it is the one that knows.
 *
 * @returns the person's id
 */
export async function enterUser(tx: Tx, { issuer, subject, ...told }: Claims): Promise<number> {
  // An address that is another's now was given up by whoever had it.
  if (told.email)
    await tx
      .updateTable('users')
      .set({ email: null })
      .where('issuer', '=', issuer)
      .where(sql`lower(email)`, '=', told.email.toLowerCase())
      .where('subject', '!=', subject)
      .execute();
  const known = {
    email: told.email ?? null,
    first_name: told.first_name ?? null,
    last_name: told.last_name ?? null,
    identity_number: told.identity_number ?? null,
    city: told.city ?? null,
    street: told.street ?? null,
    zipcode: told.zipcode ?? null,
    image: told.image ?? null,
    phone: told.phone ?? null,
    language: told.language ?? null,
  };
  const { id } = await tx
    .insertInto('users')
    .values({ issuer, subject, ...known })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(known))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Bring a person up to date, if they are known here already: who never signed in is entered by the sign-in. */
export async function updateUser(tx: Tx, claims: Claims): Promise<void> {
  const { issuer, subject } = claims;
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (found) await enterUser(tx, claims);
}

/** Leaves of a person a number without a name: the log of rights goes on naming it. */
export async function forgetUser(tx: Tx, user_id: number): Promise<void> {
  const nothing = { email: null, first_name: null, last_name: null, identity_number: null, phone: null, image: null };
  const nowhere = { street: null, zipcode: null, city: null, language: null };
  await tx
    .updateTable('users')
    .set({ ...nothing, ...nowhere })
    .where('id', '=', user_id)
    .execute();
}

/**
 * What a person may do in a session. Where two factors are asked for, a session without them holds back what they would
 * be needed for.
 */
export function rightsFrom(
  { is_admin, has_second_factor }: { is_admin: boolean; has_second_factor: boolean },
  given: readonly (Permission & { second_factor: boolean })[],
  { is_strong, admins_need_two }: { is_strong: boolean; admins_need_two: boolean },
): Rights {
  const all = given.map(({ second_factor, ...permission }) => ({ permission, held: second_factor && !is_strong }));
  const permissionsIf = (held: boolean): Permission[] =>
    all.filter((one) => one.held === held).map(({ permission }) => permission);
  // Whoever has had a second factor keeps needing it: what opens an account without it is a stolen password.
  const admin_held = is_admin && !is_strong && (admins_need_two || has_second_factor);
  const withheld = { is_admin: admin_held, permissions: permissionsIf(true) };
  return {
    is_admin: is_admin && !admin_held,
    permissions: permissionsIf(false),
    ...((admin_held || withheld.permissions.some(({ is_active }) => is_active)) && { withheld }),
  };
}
