/** Messages of a loft to several of its fanciers: one e-mail each through the outbox. The messages are stored. */

import { sql } from 'kysely';
import { day_ms, whyNotWrite } from '#domain/fanciers/message.ts';
import type { Locale } from '#domain/locales.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { authorOf } from '#server/lofts/author.ts';
import { notifyFanciers } from '#server/notifications/notify.ts';

interface ToWrite {
  fancier_ids: readonly number[];
  subject: string;
  text: string;
  language: Locale;
}

/** How many messages are listed. */
const mostMessages = 20;

/** The messages of a loft, the latest first. */
export async function messagesOf(tx: Tx, loft_id: number) {
  const messages = await tx
    .selectFrom('fancier_messages as m')
    .leftJoin('users as u', 'u.id', 'm.written_by')
    .select(['m.id', 'm.subject', 'm.text', 'm.letters', 'm.written_at'])
    .select(['m.written_by as user_id', 'u.first_name', 'u.last_name'])
    .where('m.loft_id', '=', loft_id)
    .orderBy('m.id', 'desc')
    .limit(mostMessages)
    .execute();
  return messages.map(({ user_id, first_name, last_name, ...message }) => ({
    ...message,
    by: authorOf({ user_id, first_name, last_name }),
  }));
}

/** How many e-mails a loft has sent since then. */
export async function mailsSince(tx: Tx, loft_id: number, since_ms: number): Promise<number> {
  const { letters } = await tx
    .selectFrom('fancier_messages')
    .select(sql<number>`coalesce(sum(letters), 0)::int`.as('letters'))
    .where('loft_id', '=', loft_id)
    .where('written_at', '>', new Date(since_ms).toISOString())
    .executeTakeFirstOrThrow();
  return letters;
}

/**
 * Writes to fanciers of a loft, which is locked: one e-mail to each address, also where two share one.
 *
 * @returns how many e-mails are queued
 * @throws Refusal `no_fancier_selected` (8.34), `nobody_reached`, `letters_spent`
 */
export async function writeToFanciers(
  tx: Tx,
  { loft_id, by, now_ms }: Act & { loft_id: number },
  { fancier_ids, subject, text, language }: ToWrite,
): Promise<number> {
  const chosen = fancier_ids.length
    ? await tx
        .selectFrom('fanciers')
        .select(['id', 'email'])
        .where('loft_id', '=', loft_id)
        .where('id', 'in', fancier_ids)
        .orderBy('id')
        .execute()
    : [];
  const byAddress = new Map(chosen.flatMap(({ id, email }) => (email ? [[email.toLowerCase(), id] as const] : [])));
  const reached = [...byAddress.values()];
  const sent = await mailsSince(tx, loft_id, now_ms - day_ms);
  const no = whyNotWrite({ chosen: chosen.length, reached: reached.length, sent });
  if (no) throw no;
  const written_at = new Date(now_ms).toISOString();
  const { id: message_id } = await tx
    .insertInto('fancier_messages')
    .values({ loft_id, subject, text, language, letters: reached.length, written_by: by, written_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await notifyFanciers(tx, { loft_id, message_id }, reached);
  // Without the text: the log says who wrote how many e-mails.
  const after = { message_id, letters: reached.length };
  await writeAudit(tx, { loft_id, user_id: by, action: 'fancier.write', before: null, after });
  return reached.length;
}
