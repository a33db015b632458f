/** The setup of notification tests: a program on a database of its own, and senders controlled by the test. */
import { sql } from 'kysely';
import pino from 'pino';
import type { Channel } from '#domain/notifications/notification.ts';
import type { Database } from '#server/db/database.ts';
import type { Outgoing } from '#server/notifications/channels.ts';
import { type Notice, notify, person } from '#server/notifications/notify.ts';
import { type SenderOptions, sendDue } from '#server/notifications/sender.ts';
import { testConfig } from './builders.ts';

/** Senders that only collect, or run the given function. */
export function countingSenders(act: (outgoing: Outgoing) => Promise<void> = async () => {}) {
  const sent: (Outgoing & { channel: Channel })[] = [];
  const sender = (channel: Channel) => async (outgoing: Outgoing) => {
    await act(outgoing);
    sent.push({ ...outgoing, channel });
    return 'sent' as const;
  };
  return { sent, senders: { mail: sender('mail'), push: sender('push'), sms: sender('sms') } };
}

export const silent = pino({ level: 'silent' });

/** Sends what is due with these senders, like one more process. */
export const sendAll = (options: Omit<SenderOptions, 'log' | 'secret'>, now_ms = Date.now()) =>
  sendDue({ ...options, log: silent, secret: testConfig.auth_secret! }, now_ms);

let changes = 0;

/** Sends a person some notification. */
export async function notifySomething(
  db: Database,
  user_id: number,
  more: Partial<Notice<'rights'>> = {},
): Promise<void> {
  const facts = { loft: 'Highfield', rights: ['is_agent' as const] };
  await notify(db, person(user_id), { event: 'rights', key: `change:${++changes}`, facts, ...more });
}

/** The notifications of a person, in the order of writing; `due_at` as long as they are in the queue. */
export async function waitingFor(db: Database, user_id: number) {
  const rows = await db
    .selectFrom('notifications as n')
    .leftJoin('job_items as i', (join) =>
      join.onRef('i.queue', '=', 'n.channel').on(sql`n.id::text`, '=', sql.ref('i.item')),
    )
    .select(['n.id', 'n.event', 'n.channel', 'n.key', 'n.status', 'i.next_try_at as due_at'])
    .select(
      sql<number>`coalesce(i.attempts,
        (select max(a.n) from notification_attempts a where a.notification_id = n.id), 0)`.as('attempts'),
    )
    .where('n.user_id', '=', user_id)
    .orderBy('n.id')
    .execute();
  return rows.map(({ due_at, ...row }) => ({ ...row, due_at: due_at ?? '' }));
}
