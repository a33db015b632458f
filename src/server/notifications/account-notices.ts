/**
 * Notices about an account: address confirmation, address already registered, new password, and the merge of two.
 * They go through the queue of notifications like all others. The stored notice refers to a row; the address and the
 * link are added when it is sent.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { onwardFrom, withOnward } from '#domain/identity/return-path.ts';
import { isLocale } from '#domain/locales.ts';
import type { Tx } from '#server/db/database.ts';
import { type LinkFor, linkToken, valid_minutes } from './link-token.ts';
import { type FactsOf, notifyAddresses } from './notify.ts';
import type { Addressee } from './render.ts';

export type AccountNotice = 'confirm_email' | 'email_known' | 'new_password' | 'account_merge' | 'account_merged';
/** Their events, for who sends them. */
export const accountNotices: ReadonlySet<string> = new Set<AccountNotice>([
  'confirm_email',
  'email_known',
  'new_password',
  'account_merge',
  'account_merged',
]);

/** Adds a notice about an account to the queue. */
export async function notifyAccount<E extends AccountNotice>(tx: Tx, event: E, facts: FactsOf[E]): Promise<void> {
  const [[what, id] = []] = Object.entries(facts);
  await notifyAddresses(tx, [{ recipient: `${what} ${id}`, event, key: randomUUID(), facts }]);
}

/** The recipient and the link of such a notice; null when it is no longer needed. */
export interface AccountDestination {
  to: Addressee;
  path: string;
}

/**
 * Reads the recipient of a notice at the moment it is sent, from which its link is valid.
 * @param secret signs the link
 */
export async function destinationOf(
  tx: Tx,
  event: AccountNotice,
  facts: FactsOf[AccountNotice],
  { secret, now_ms }: { secret: string; now_ms: number },
): Promise<AccountDestination | null> {
  const until = (what: LinkFor) => new Date(now_ms + valid_minutes[what] * 60_000).toISOString();
  if (event === 'confirm_email') {
    const { registration_id: id } = facts as FactsOf['confirm_email'];
    const { rows } = await sql<Mailbox & { onward: string }>`
      update idp.registrations set until = ${until('registration')} where id = ${id}
      returning email, locale, onward`.execute(tx);
    return rows[0] ? leading(rows[0], '/id/verify-email', linkToken(secret, 'registration', id)) : null;
  }
  if (event === 'new_password') {
    const { reset_id: id } = facts as FactsOf['new_password'];
    const { rows } = await sql<Mailbox & { onward: string }>`
      update idp.password_resets r set until = ${until('password')} from idp."user" u
      where r.id = ${id} and u.id = r.user_id returning u.email, u.locale, r.onward`.execute(tx);
    return rows[0] ? leading(rows[0], '/id/reset-password', linkToken(secret, 'password', id)) : null;
  }
  if (event === 'account_merge') {
    const { merge_id: id } = facts as FactsOf['account_merge'];
    const { rows } = await sql<Mailbox>`
      select u.email, coalesce(s.language, u.language) as locale
      from account_merges m join users u on u.id = m.from_user_id
      left join notification_settings s on s.user_id = u.id
      where m.id = ${id} and m.merged_at is null and m.until > ${new Date(now_ms).toISOString()}
        and u.email is not null`.execute(tx);
    const path = `/account/merge/confirm?token=${linkToken(secret, 'merge', id)}`;
    return rows[0] ? { to: addressee(rows[0]), path } : null;
  }
  if (event === 'account_merged') {
    const { user_id } = facts as FactsOf['account_merged'];
    const { rows } = await sql<Mailbox>`
      select u.email, coalesce(s.language, u.language) as locale from users u
      left join notification_settings s on s.user_id = u.id where u.id = ${user_id} and u.email is not null`.execute(
      tx,
    );
    return rows[0] ? { to: addressee(rows[0]), path: '/registrations/flock' } : null;
  }
  const { account } = facts as FactsOf['email_known'];
  const { rows } = await sql<Mailbox>`select email, locale from idp."user" where id = ${account}`.execute(tx);
  return rows[0] ? { to: addressee(rows[0]), path: '/id/sign-in' } : null;
}

interface Mailbox {
  email: string;
  locale: string | null;
}

function leading({ onward, ...mailbox }: Mailbox & { onward: string }, page: string, token: string) {
  const next = onwardFrom(new URLSearchParams({ to: onward }));
  return { to: addressee(mailbox), path: withOnward(`${page}?token=${token}`, next) };
}

function addressee({ email, locale }: Mailbox): Addressee {
  return { user_id: null, email, phone: null, locale: isLocale(locale) ? locale : 'en', time_zone: 'UTC' };
}
