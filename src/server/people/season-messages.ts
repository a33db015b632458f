/** Messages to the customers of a season: stored with their queue of notifications, in one transaction. */
import { type RawBuilder, sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import {
  type MessageGroup,
  type MessageReach,
  messageGroups,
  mostLeftOut,
  mostMessagesInADay,
  type SeasonMessageFields,
  whyNotSend,
} from '#domain/people/season-message.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { authorOf } from '#server/lofts/author.ts';
import { isNotifiedOf, keyOfMessage, notifyCustomers } from '#server/notifications/notify.ts';
import { alphabetically, nameOf } from '#server/pagination.ts';

const day_ms = 86_400_000;

/** How many messages are listed. */
const mostMessages = 50;

/** A query of the ids of the people of a group. */
function idsIn({ loft_id, season_id }: SeasonKey, group: MessageGroup): RawBuilder<unknown> {
  const own = (alias: string) =>
    sql`${sql.ref(`${alias}.loft_id`)} = ${loft_id} and ${sql.ref(`${alias}.season_id`)} = ${season_id}`;
  const ids = {
    all: sql`select t.user_id from teams t where ${own('t')}
      union select o.user_id from orders o where ${own('o')} and o.status not in ('rejected', 'cancelled')`,
    to_pay: sql`select o.user_id from orders o where ${own('o')} and is_to_pay(o.status)`,
    in_transit: sql`select t.user_id from pigeons p
      join teams t on t.loft_id = p.loft_id and t.id = p.team_id where ${own('p')} and p.location = 'in_transit'`,
    without_pigeons: sql`select o.user_id from orders o
      join registrations r on r.loft_id = o.loft_id and r.order_id = o.id
      where ${own('o')} and o.status in ('confirmed', 'payment_pending', 'paid', 'revoked')
        and not exists (select from entries e where e.loft_id = o.loft_id and e.order_id = o.id)`,
  } satisfies Record<MessageGroup, RawBuilder<unknown>>;
  return ids[group];
}

/**
 * A query of the people of a group whom a message reaches: an essential one all who have an e-mail address, any other
 * those who did not stop the messages of lofts. Its column is `user_id`.
 */
const peopleIn = (season: SeasonKey, group: MessageGroup, is_essential: boolean): RawBuilder<unknown> =>
  sql`select u.id as user_id from users u where u.id in (${idsIn(season, group)})
    and u.email is not null and ${is_essential ? sql`true` : isNotifiedOf('loft_message')}`;

async function countIn(tx: Tx, season: SeasonKey, group: MessageGroup, is_essential: boolean): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from (${peopleIn(season, group, is_essential)}) g`.execute(tx);
  return rows[0]!.count;
}

/** How many people each group of a season has, and whom a message to it does not reach. */
export async function groupsOf(tx: Tx, season: SeasonKey): Promise<MessageReach[]> {
  const groups: MessageReach[] = [];
  for (const people of messageGroups) {
    const { rows: members } = await sql<MessageReach['left_out'][number] & { is_reached: boolean }>`
      select u.id as user_id, u.email, u.first_name, u.last_name, u.email is not null as has_address,
        u.email is not null and ${isNotifiedOf('loft_message')} as is_reached
      from users u where u.id in (${idsIn(season, people)})
      order by ${alphabetically(nameOf('u'))}, u.id`.execute(tx);
    const left_out = members.filter(({ is_reached }) => !is_reached);
    const without_address = left_out.filter(({ has_address }) => !has_address).length;
    groups.push({
      people,
      count: members.length - without_address,
      stopped: left_out.length - without_address,
      without_address,
      left_out: left_out.slice(0, mostLeftOut),
    });
  }
  return groups;
}

/** How many messages a loft can still write to its seasons within the day. */
export async function messagesLeft(tx: Tx, loft_id: number, now_ms: number): Promise<number> {
  const { count } = await tx
    .selectFrom('season_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('loft_id', '=', loft_id)
    .where('written_at', '>', new Date(now_ms - day_ms).toISOString())
    .executeTakeFirstOrThrow();
  return Math.max(0, mostMessagesInADay - Number(count));
}

/** The messages of a season, the latest first, with how far each is. */
export async function seasonMessagesOf(tx: Tx, { loft_id, season_id }: SeasonKey) {
  const messages = await tx
    .selectFrom('season_messages as m')
    .leftJoin('users as u', 'u.id', 'm.written_by')
    .select(['m.id', 'm.people', 'm.subject', 'm.text', 'm.is_essential', 'm.recipients', 'm.written_at'])
    .select(['m.written_by as user_id', 'u.first_name', 'u.last_name'])
    .where('m.loft_id', '=', loft_id)
    .where('m.season_id', '=', season_id)
    .orderBy('m.id', 'desc')
    .limit(mostMessages)
    .execute();
  const keys = messages.map(({ id }) => keyOfMessage(id));
  const { rows } = await sql<{ key: string; waiting: number; sent: number; failed: number }>`
    select key, count(*) filter (where status = 'pending')::int as waiting,
      count(*) filter (where status = 'sent')::int as sent, count(*) filter (where status = 'given_up')::int as failed
    from notifications where event = 'loft_message' and key = any(${keys}::text[]) group by key`.execute(tx);
  const progress = new Map(rows.map(({ key, ...counts }) => [key, counts]));
  return messages.map(({ user_id, first_name, last_name, ...message }) => ({
    ...message,
    ...(progress.get(keyOfMessage(message.id)) ?? { waiting: 0, sent: 0, failed: 0 }),
    by: authorOf({ user_id, first_name, last_name }),
  }));
}

/**
 * Write to a group of the customers of a season. The loft is locked, so that of several simultaneous requests with one key
 * only one writes, and so that the messages of the day are counted; message and notifications are stored together.
 * @returns the message, and how many people it goes to
 * @throws Refusal by {@link whyNotSend}
 */
export async function sendToCustomers(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  { by, now_ms }: Act,
  { request_key, people, subject, text, is_essential }: SeasonMessageFields,
): Promise<{ id: number; recipients: number }> {
  await tx.selectFrom('lofts').select('id').where('id', '=', loft_id).forNoKeyUpdate().execute();
  const before = await tx
    .selectFrom('season_messages')
    .select(['id', 'recipients'])
    .where('loft_id', '=', loft_id)
    .where('request_key', '=', request_key)
    .executeTakeFirst();
  if (before) return before;
  const season = { loft_id, season_id };
  const recipients = await countIn(tx, season, people, is_essential);
  const sent_today = mostMessagesInADay - (await messagesLeft(tx, loft_id, now_ms));
  const no = whyNotSend({ recipients, sent_today });
  if (no) throw no;
  const written_at = new Date(now_ms).toISOString();
  const { id } = await tx
    .insertInto('season_messages')
    .values({ ...season, request_key, people, subject, text, is_essential, recipients, written_by: by, written_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await notifyCustomers(tx, peopleIn(season, people, is_essential), { loft_id, message_id: id, is_essential });
  // Without the text: the log says who wrote to how many.
  const after = { season_id, message_id: id, people, recipients };
  await writeAudit(tx, { loft_id, user_id: by, action: 'season.message', before: null, after });
  return { id, recipients };
}
