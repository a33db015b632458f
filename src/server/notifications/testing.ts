/** What tests of notifications begin with: a program on a database of its own, and ways out that a test holds. */
import { sql } from 'kysely';
import pino from 'pino';
import type { Channel } from '#domain/notifications/notification.ts';
import { type App, buildApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { type Connection, connect, type Database } from '#server/db/database.ts';
import { testDatabase } from '#server/db/test-database.ts';
import { testConfig } from '#server/testing.ts';
import type { Outgoing } from './channels.ts';
import { type News, person, tell } from './notify.ts';
import { type SenderOptions, sendDue } from './sender.ts';

export interface Scene extends App {
  connection: Connection;
  db: Database;
  /** For who must get past the program's own role. */
  ownerUrl: string;
  end(): Promise<void>;
}

/** A program that listens nowhere. */
export async function begin(config: Partial<Config> = {}): Promise<Scene> {
  const database = await testDatabase();
  const connection = connect(database.url, () => {});
  const { db } = connection;
  const built = await buildApp({
    config: { ...testConfig, ...config },
    db,
    databaseUrl: database.url,
    version: 'test',
  });
  return {
    ...built,
    connection,
    db,
    ownerUrl: database.ownerUrl,
    async end() {
      await built.app.close();
      await connection.close();
      await database.drop();
    },
  };
}

/** Ways out that only count, or do what a test says. */
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

/** Sends what is due with these ways, as one more process would. */
export const sendAll = (options: Omit<SenderOptions, 'log' | 'secret'>, now_ms = Date.now()) =>
  sendDue({ ...options, log: silent, secret: testConfig.auth_secret! }, now_ms);

let news = 0;

/** Something that is told to a person. */
export async function notifySomething(
  db: Database,
  user_id: number,
  more: Partial<News<'rights'>> = {},
): Promise<void> {
  const facts = { loft: 'Highfield', rights: ['is_agent' as const] };
  await tell(db, person(user_id), { event: 'rights', key: `change:${++news}`, facts, ...more });
}

/** What stands in the outbox for a person, in the order in which it was put in; `due_at` as long as it is in the queue. */
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
