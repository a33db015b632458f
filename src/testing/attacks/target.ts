/** Shared tools of the attacks: the program with its pages, and strangers who send it forms. */

import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { vi } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { readOutbox } from '#server/notifications/outbox.ts';
import { testConfig } from '../builders.ts';
import { builtPages } from '../built-pages.ts';
import { type TestDatabase, testDatabase } from '../database.ts';

export interface Target extends App {
  database: TestDatabase;
  connection: Connection;
  /** The texts of the mails to a mailbox, the newest first, once one matches. */
  mailsTo(recipient: string, like?: RegExp): Promise<string[]>;
  close(): Promise<void>;
}

/** The program on a database of its own, with its mails in the outbox. */
export async function target(config: Partial<typeof testConfig> = {}): Promise<Target> {
  const database = await testDatabase();
  const connection = connect(database.url, () => {});
  const built = await buildApp({
    config: { ...testConfig, demo: true, production: true, ...config },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
    pages: builtPages,
  });
  return {
    ...built,
    database,
    connection,
    mailsTo: (recipient, like = /./) =>
      vi.waitFor(async () => {
        await built.send();
        const mails = (await readOutbox(connection.db)).filter((one) => one.recipient === recipient);
        if (!mails.some(({ text }) => like.test(text))) throw new Error(`no such letter to ${recipient}`);
        return mails.map(({ text }) => text);
      }, 30_000),
    async close() {
      await built.app.close();
      await connection.close();
      await database.drop();
    },
  };
}

export interface Stranger {
  cookies: Map<string, string>;
  get(url: string): Promise<LightMyRequestResponse>;
  /** Sends a form as a browser without scripts does. */
  post(url: string, form: Record<string, string>): Promise<LightMyRequestResponse>;
}

/** A browser at this address; behind a proxy, which forwards the address. */
export function stranger(app: FastifyInstance, ip: string, { proxy }: { proxy?: string } = {}): Stranger {
  const cookies = new Map<string, string>();
  async function send(method: 'GET' | 'POST', url: string, form?: Record<string, string>) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await app.inject({
      method,
      url,
      remoteAddress: proxy ?? ip,
      headers: {
        host: 'localhost:3000',
        'user-agent': 'Attack',
        ...(proxy && { 'x-forwarded-for': ip }),
        ...(cookie && { cookie }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' }),
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    });
    for (const { name, value, maxAge } of answer.cookies)
      if (maxAge === 0 || value === '') cookies.delete(name);
      else cookies.set(name, value);
    return answer;
  }
  return { cookies, get: (url) => send('GET', url), post: (url, form) => send('POST', url, form) };
}
