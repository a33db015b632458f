/** What tests of notifications begin with: a program on a database of its own, and ways out that a test holds. */
import pino from 'pino';
import type { Channel } from '#domain/notifications/notification.ts';
import { type App, buildApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { type Connection, connect, type Database } from '#server/db/database.ts';
import { testDatabase } from '#server/db/test-database.ts';
import { testConfig } from '#server/testing.ts';
import { type SenderOptions, sendDue } from './sender.ts';
import { type News, person, tell } from './tell.ts';
import type { Outgoing } from './ways.ts';

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
export function countingWays(act: (outgoing: Outgoing) => Promise<void> = async () => {}) {
  const sent: (Outgoing & { channel: Channel })[] = [];
  const way = (channel: Channel) => async (outgoing: Outgoing) => {
    await act(outgoing);
    sent.push({ ...outgoing, channel });
    return 'sent' as const;
  };
  return { sent, ways: { mail: way('mail'), push: way('push'), sms: way('sms') } };
}

export const silent = pino({ level: 'silent' });

/** Sends what is due with these ways, as one more process would. */
export const sendAll = (options: Omit<SenderOptions, 'log' | 'secret'>, now_ms = Date.now()) =>
  sendDue({ ...options, log: silent, secret: testConfig.auth_secret! }, now_ms);

let news = 0;

/** Something that is told to a person. */
export async function tellSomething(db: Database, user_id: number, more: Partial<News<'rights'>> = {}): Promise<void> {
  const facts = { loft: 'Highfield', rights: ['is_agent' as const] };
  await tell(db, person(user_id), { event: 'rights', key: `change:${++news}`, facts, ...more });
}

/** What stands in the outbox for a person, in the order in which it was put in. */
export const waitingFor = (db: Database, user_id: number) =>
  db
    .selectFrom('notifications')
    .select(['id', 'event', 'channel', 'key', 'status', 'attempts', 'due_at'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute();
