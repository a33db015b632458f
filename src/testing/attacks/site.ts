/** The site with its bundled provider, and browsers that use both as people do. */
import { randomInt } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Identity } from '#domain/identity/account.ts';
import { onwardFrom } from '#domain/identity/return-path.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { openAccount } from '#server/identity/account.ts';
import type { Provider } from '#server/identity/provider.ts';
import { readOutbox } from '#server/notifications/outbox.ts';
import { testConfig } from '../builders.ts';
import { testDatabase } from '../database.ts';

export const password = 'Homing-2026';

export interface Site {
  built: App;
  db: Connection['db'];
  /** Statements of the database's owner, such as those that move time. */
  asOwner(text: string): Promise<void>;
  browser(agent?: string): Browser;
  /** The same database, served at another address. */
  under(public_url: string): Promise<{ browser(): Browser; stop(): Promise<void> }>;
  /** A person who has registered and confirmed their address, with a browser of their own. */
  member(name?: string): Promise<{ browser: Browser; email: string; account: string }>;
  /** The match of `pattern` in the last mail to an address that contains it. */
  letter(email: string, pattern: RegExp): Promise<string>;
  stop(): Promise<void>;
}

/** A browser with its cookies; forms are posted to the provider's endpoints as the pages do. */
export interface Browser {
  cookies: Map<string, string>;
  ip: string;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(url: string, form?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** The calls of the provider's pages in this browser. */
  id<T>(work: (identity: Identity) => Promise<T>): Promise<T>;
  /** Signs in at the site; the provider's form is filled in with the password. @returns the final address */
  logIn(email: string, secret?: string, asked?: () => void): Promise<string>;
  /** Whether the site has a session for this browser. */
  isSignedIn(): Promise<boolean>;
}

const local = `http://localhost:${testConfig.port}`;

export async function startSite(): Promise<Site> {
  const database = await testDatabase();
  const connection = connect(database.url, () => {});
  const config = { ...testConfig, demo: true };
  const built = await buildApp({ config, db: connection.db, databaseUrl: database.url, version: 'test' });
  const provider = await built.provider();
  let people = 0;

  const site: Site = {
    built,
    db: connection.db,
    async asOwner(text) {
      const owner = connect(database.ownerUrl, () => {});
      await sql.raw(text).execute(owner.db);
      await owner.close();
    },
    browser: (agent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0') => browse(built, provider, agent, local),
    async under(public_url) {
      const moved = await buildApp({
        config: { ...config, public_url },
        db: connection.db,
        databaseUrl: database.url,
        version: 'test',
      });
      const there = await moved.provider();
      return { browser: () => browse(moved, there, 'Firefox/140.0', public_url), stop: () => moved.app.close() };
    },
    async member(name = 'fancier') {
      const email = `${name}${++people}@example.org`;
      const browser = site.browser();
      const names = { first_name: 'Ada', last_name: 'Aerts' };
      await browser.id((identity) => identity.register({ ...names, email, password }, '/id/account'));
      const link = await site.letter(email, /http\S+\/id\/verify-email\?\S+/);
      await browser.id((identity) => identity.verifyEmail(new URL(link).searchParams.get('token')!, null));
      const { rows } = await sql<{ id: string }>`select id from idp."user" where email = ${email}`.execute(
        connection.db,
      );
      return { browser, email, account: rows[0]!.id };
    },
    letter: (email, pattern) =>
      vi.waitFor(async () => {
        await built.send();
        for (const { recipient, subject, text } of await readOutbox(connection.db)) {
          const found = recipient === email ? pattern.exec(`${subject}\n${text}`) : null;
          if (found) return found[0];
        }
        throw new Error(`no such letter to ${email}`);
      }, 30_000),
    async stop() {
      await built.app.close();
      await connection.close();
      await database.drop();
    },
  };
  return site;
}

function browse({ app }: App, provider: Provider, agent: string, origin: string): Browser {
  const cookies = new Map<string, string>();
  const ip = Array.from({ length: 4 }, () => randomInt(1, 255)).join('.');
  const keep = (set: readonly string[]) => {
    for (const cookie of set) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0/i.test(cookie) || pair.length === at + 1) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  };
  const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ');
  const send = async (method: 'GET' | 'POST', url: string, headers: Record<string, string>, payload?: string) => {
    const { host } = new URL(origin);
    const answer = await app.inject({
      method,
      url: url.replace(origin, ''),
      remoteAddress: ip,
      headers: { host, 'user-agent': agent, ...(cookies.size && { cookie: cookie() }), ...headers },
      ...(payload !== undefined && { payload }),
    });
    keep([answer.headers['set-cookie'] ?? []].flat());
    return answer;
  };
  const self: Browser = {
    cookies,
    ip,
    get: (url, headers = {}) => send('GET', url, headers),
    post: (url, form = {}) =>
      send(
        'POST',
        url,
        { 'content-type': 'application/x-www-form-urlencoded', origin },
        new URLSearchParams(form).toString(),
      ),
    async id(work) {
      const headers = new Headers({ cookie: cookie(), 'user-agent': agent });
      const identity = openAccount(provider, { headers, ip, locale: 'en', pause: async () => {} });
      try {
        return await work(identity);
      } finally {
        keep(identity.cookies);
      }
    },
    async logIn(email, secret = password, asked) {
      let answer = await self.get('/login?to=/lofts');
      for (let steps = 0; steps < 8 && answer.headers.location; steps += 1) {
        const next = new URL(answer.headers.location, origin);
        if (next.pathname === '/lofts' || next.pathname === '/') break;
        if (next.pathname === '/id/sign-in') {
          const onward = onwardFrom(next.searchParams);
          asked?.();
          await self.id((identity) => identity.signIn({ email, password: secret }, onward));
          answer = await self.get(onward);
        } else answer = await self.get(next.pathname + next.search);
      }
      return new URL(answer.headers.location ?? '/none', origin).pathname;
    },
    isSignedIn: async () => (await self.get('/api/olr/user')).statusCode === 200,
  };
  return self;
}
