/**
 * Notices about security events of an account: they go through the queue like all others, and cannot be switched off.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { bundled_issuer } from '#domain/identity/issuer.ts';
import type { NoticedEvent } from '#domain/identity/security.ts';
import { isLocale } from '#domain/locales.ts';
import type { Tx } from '#server/db/database.ts';
import { type FactsOf, notifyAddresses } from './notify.ts';
import { readerZone } from './reader-zone.ts';
import type { Addressee } from './render.ts';

/** The owner: an account of the bundled provider (its `sub`), or a person of this site. */
export type Owner = { user_id: number } | { account: string };

/** The name of an owner in the queue; the address is looked up when the notice is sent. */
function recipientOf(of: Owner): string {
  return 'account' in of ? `account ${of.account}` : `person ${of.user_id}`;
}

/** Adds a notice to the owner of an account to the queue, in the transaction of the event. */
export async function notifyOwner(
  tx: Tx,
  of: Owner,
  facts: Omit<FactsOf['security_notice'], 'account' | 'user_id'>,
): Promise<void> {
  const key = `${facts.what} ${randomUUID()}`;
  await notifyAddresses(tx, [
    { recipient: recipientOf(of), event: 'security_notice', key, facts: { ...of, ...facts } },
  ]);
}

/** When the last notice about this was written to an owner, sent or not; null: never. */
export async function timeOfLastNotice(tx: Tx, of: Owner, what: NoticedEvent): Promise<string | null> {
  const last = await tx
    .selectFrom('notifications')
    .select('created_at')
    .where('user_id', 'is', null)
    .where('recipient', '=', recipientOf(of))
    .where('event', '=', 'security_notice')
    .where('channel', '=', 'mail')
    .where('status', '<>', 'withdrawn')
    .where('key', 'like', `${what} %`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.created_at ?? null;
}

/**
 * The recipient of such a notice at the moment it is sent, and the link to choose a new password: with the bundled
 * provider one of its own. Null when the account is gone.
 */
export async function destinationOfNotice(
  tx: Tx,
  { account, user_id }: FactsOf['security_notice'],
): Promise<{ to: Addressee; path: string } | null> {
  const { rows } = await sql<Reached>`
    select a.email, a.locale, true as is_bundled, s.time_zone, u.country
    from idp."user" a left join users u on u.issuer = ${bundled_issuer} and u.subject = a.id
    left join notification_settings s on s.user_id = u.id where a.id = ${account ?? null}
    union all
    select u.email, coalesce(s.language, u.language), false, s.time_zone, u.country
    from users u left join notification_settings s on s.user_id = u.id where u.id = ${user_id ?? null}`.execute(tx);
  if (!rows[0]) return null;
  const { email, locale, is_bundled, ...at } = rows[0];
  return {
    to: { user_id: null, email, phone: null, locale: isLocale(locale) ? locale : 'en', time_zone: readerZone(at) },
    path: is_bundled ? '/id/forgot-password' : '/login',
  };
}

interface Reached {
  email: string | null;
  locale: string | null;
  is_bundled: boolean;
  time_zone: string | null;
  country: string | null;
}
