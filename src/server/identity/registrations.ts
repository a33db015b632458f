/**
 * Pending registrations and password resets. A person can type an address that is not theirs; the typed password
 * becomes that of an account only if the link in the e-mail is opened in the same browser. In another browser the owner
 * of the mailbox chooses the password.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '#domain/refusal.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { notifyAccount } from '#server/notifications/account-notices.ts';

export interface RegistrationToKeep {
  email: string;
  first_name: string;
  last_name: string;
  locale: string;
  /** The hash of the password. */
  password: string;
  browser_hash: Buffer;
  onward: string;
}

export interface WaitingRegistration {
  id: string;
  email: string;
  given_name: string;
  family_name: string;
  locale: string;
  password: string;
  browser_hash: Buffer;
  onward: string;
  at: string;
}

const newId = () => randomBytes(16).toString('base64url');

/** Stores a registration and queues its e-mail in the outbox; others of the same address stay. */
export async function keepRegistration(tx: Tx, registration: RegistrationToKeep): Promise<void> {
  const { email, first_name, last_name, locale, password, browser_hash, onward } = registration;
  const id = newId();
  await sql`
    insert into idp.registrations (id, email, given_name, family_name, locale, password, browser_hash, onward)
    values (${id}, ${email.toLowerCase()}, ${first_name}, ${last_name}, ${locale}, ${password}, ${browser_hash}, ${onward})`.execute(
    tx,
  );
  await notifyAccount(tx, 'confirm_email', { registration_id: id });
}

/** The registration of a link that is still valid. */
export async function readRegistration(db: Database, id: string, now_ms: number): Promise<WaitingRegistration | null> {
  const { rows } = await sql<WaitingRegistration>`
    select * from idp.registrations where id = ${id} and until > ${new Date(now_ms).toISOString()}`.execute(db);
  return rows[0] ?? null;
}

/** The pending registration of this address: the one of this browser, or else the latest. */
export async function lastRegistration(
  db: Database,
  email: string,
  browser_hash: Buffer,
): Promise<WaitingRegistration | null> {
  const { rows } = await sql<WaitingRegistration>`
    select * from idp.registrations where email = ${email.toLowerCase()}
    order by browser_hash = ${browser_hash} desc, at desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Turns a registration into an account, once, and deletes all others of its address.
 *
 * @param password the hash of the password that the owner of the mailbox chose; null in the browser that registered
 * @returns the account and its registration
 * @throws Refusal `token_invalid` when the link has expired, `bad_input` where a password has to be chosen
 */
export async function confirmRegistration(
  tx: Tx,
  id: string,
  { password, browser_hash, now_ms }: { password: string | null; browser_hash: Buffer; now_ms: number },
): Promise<WaitingRegistration & { account: string }> {
  // All rows of the address are locked in one order, so that two confirmations at the same moment are serialized.
  const { rows } = await sql<WaitingRegistration & { is_good: boolean | null }>`
    select *, until > ${new Date(now_ms).toISOString()} as is_good from idp.registrations
    where email = (select email from idp.registrations where id = ${id}) order by id for update`.execute(tx);
  const found = rows.find((one) => one.id === id);
  if (!found?.is_good) throw new Refusal('token_invalid');
  if (password === null && !found.browser_hash.equals(browser_hash))
    throw new Refusal('bad_input', {}, { password: [{ code: 'error_required' }] });
  const account = newId();
  await sql`delete from idp.registrations where email = ${found.email}`.execute(tx);
  const { numAffectedRows } = await sql`
    insert into idp."user" ("id", "name", "email", "emailVerified", "updatedAt", "givenName", "familyName", "locale")
    values (${account}, ${`${found.given_name} ${found.family_name}`}, ${found.email}, true, now(),
      ${found.given_name}, ${found.family_name}, ${found.locale})
    on conflict (email) do nothing`.execute(tx);
  if (!numAffectedRows) throw new Refusal('token_invalid');
  await sql`
    insert into idp."account" ("id", "accountId", "providerId", "userId", "password", "updatedAt")
    values (${newId()}, ${account}, 'credential', ${account}, ${password ?? found.password}, now())`.execute(tx);
  return { ...found, account };
}

/** Stores a password reset and queues its e-mail in the outbox. */
export async function keepReset(tx: Tx, { account, onward }: { account: string; onward: string }): Promise<void> {
  const id = newId();
  await sql`insert into idp.password_resets (id, user_id, onward) values (${id}, ${account}, ${onward})`.execute(tx);
  await notifyAccount(tx, 'new_password', { reset_id: id });
}

/** Whether a password reset can still be used. */
export async function isResetOpen(db: Database, id: string, now_ms: number): Promise<boolean> {
  const { rows } = await sql`
    select from idp.password_resets where id = ${id} and until > ${new Date(now_ms).toISOString()}`.execute(db);
  return rows.length > 0;
}

/** Uses up a password reset, and deletes all others of its account. @throws Refusal `token_invalid`. */
export async function takeReset(tx: Tx, id: string, now_ms: number): Promise<string> {
  const { rows } = await sql<{ user_id: string }>`
    delete from idp.password_resets where id = ${id} and until > ${new Date(now_ms).toISOString()}
    returning user_id`.execute(tx);
  const account = rows[0]?.user_id;
  if (account === undefined) throw new Refusal('token_invalid');
  await sql`delete from idp.password_resets where user_id = ${account}`.execute(tx);
  return account;
}
