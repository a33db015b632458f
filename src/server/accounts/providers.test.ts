/** Signing in and out behaves the same with the bundled provider and with a third-party one. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect, type Database } from '#server/db/database.ts';
import { retry_ms } from '#server/outside/service.ts';
import { type Site, startSite } from '#testing/attacks/site.ts';
import { testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { type IssuerBrowser, startTestIssuer, type TestIssuer } from '#testing/issuer.ts';
import { visit } from '#testing/visitor.ts';

/** A person with a browser, with either provider. */
interface Reader {
  /** Log in and answer the provider's prompts. @returns the prompts */
  logIn(as: string): Promise<string[]>;
  logOut(): Promise<string>;
  isSignedIn(): Promise<boolean>;
}

interface Kind {
  db(): Database;
  person(name: string): Promise<string>;
  reader(): Reader;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const home = 'http://loft.example';

function bundled(): Kind {
  let site: Site;
  return {
    start: async () => {
      site = await startSite();
    },
    stop: () => site.stop(),
    db: () => site.db,
    person: async (name) => (await site.member(name)).email,
    reader() {
      const browser = site.browser();
      return {
        async logIn(email) {
          const asked: string[] = [];
          expect(await browser.logIn(email, undefined, () => asked.push('login'))).toBe('/lofts');
          return asked;
        },
        logOut: async () => (await browser.post('/logout')).headers.location!,
        isSignedIn: () => browser.isSignedIn(),
      };
    },
  };
}

let foreign: TestIssuer;
let app: App['app'];

function elsewhere(): Kind {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let connection: Connection;
  let built: App;
  return {
    async start() {
      [database, foreign] = await Promise.all([testDatabase(), startTestIssuer()]);
      connection = connect(database.url, () => {});
      const oidc = { issuer: foreign.issuer, ...foreign.client };
      const config = { ...testConfig, public_url: home, oidc };
      built = await buildApp({ config, db: connection.db, databaseUrl: database.url, version: 'test' });
      app = built.app;
    },
    async stop() {
      await built.app.close();
      await connection.close();
      await foreign.stop();
      await database.drop();
    },
    db: () => connection.db,
    async person(name) {
      foreign.people.set(name, { given_name: 'Ada', email: `${name}@example.org`, email_verified: true });
      return name;
    },
    reader: () => foreignReader(foreign.browser()),
  };
}

function foreignReader(there: IssuerBrowser): Reader & { visitor: ReturnType<typeof visit> } {
  const visitor = visit(app);
  return {
    visitor,
    async logIn(as) {
      const begun = await visitor.get('/login?to=/lofts');
      const { back, asked } = await there.go(begun.headers.location!, as);
      expect((await visitor.get(back.pathname + back.search)).headers.location).toBe('/lofts');
      return asked;
    },
    async logOut() {
      const { location } = (await visitor.post('/logout')).headers;
      if (!location?.startsWith(foreign.issuer)) return location!;
      const { back } = await there.go(location, '');
      expect(back.origin).toBe(home);
      return back.pathname;
    },
    isSignedIn: async () => (await visitor.get('/api/olr/user')).statusCode === 200,
  };
}

const makeDue = (db: Database) =>
  sql`update user_sessions set renew_at = now() - interval '1 minute' where renew_at is not null`.execute(db);

describe.each([
  ['the bundled provider', bundled()],
  ['a third-party provider', elsewhere()],
])('%s', (_name, kind) => {
  beforeAll(() => kind.start());
  afterAll(() => kind.stop());

  it('signs in, and stays signed in by renewing its tokens (4.8, 4.9)', async () => {
    const reader = kind.reader();
    await reader.logIn(await kind.person('ada'));
    for (let times = 0; times < 2; times += 1) {
      await makeDue(kind.db());
      expect(await reader.isSignedIn()).toBe(true);
      const { rows } = await sql<{ is_new: boolean }>`
        select bool_and(renew_at > now()) as is_new from user_sessions where ended_at is null`.execute(kind.db());
      expect(rows[0]!.is_new).toBe(true);
    }
  });

  it('asks for a password after “Log out”, as on a shared computer', async () => {
    const reader = kind.reader();
    const [first, second] = [await kind.person('first'), await kind.person('second')];
    expect(await reader.logIn(first)).toContain('login');
    expect(await reader.logOut()).toBe('/');
    expect(await reader.isSignedIn()).toBe(false);
    expect(await reader.logIn(second)).toContain('login');
    const { rows } = await sql<{ count: number }>`
      select count(distinct user_id)::int as count from user_sessions where created_at > now() - interval '10 seconds'
        and user_id in (select id from users where email like 'first%' or email like 'second%')`.execute(kind.db());
    expect(rows[0]!.count).toBe(2);
  });

  it('does not ask for a password again when only the site’s session has ended', async () => {
    const reader = kind.reader();
    const ada = await kind.person('again');
    await reader.logIn(ada);
    await sql`update user_sessions set expires_at = now() where ended_at is null`.execute(kind.db());
    expect(await reader.isSignedIn()).toBe(false);
    expect(await reader.logIn(ada)).not.toContain('login');
    expect(await reader.isSignedIn()).toBe(true);
  });

  it('records sign-ins and sign-outs with their network', async () => {
    const reader = kind.reader();
    await reader.logIn(await kind.person('logged'));
    await reader.logOut();
    const { rows } = await sql<{ event: string; network: string }>`
      select event, network from security_log where user_id = (select id from users where email like 'logged%')
      order by id`.execute(kind.db());
    expect(rows.map(({ event }) => event)).toEqual(['sign_in', 'sign_out']);
    expect(rows.every(({ network }) => /^\d+\.\d+\.\d+\.\d+$/.test(network))).toBe(true);
  });
});

describe('a third-party provider with its own behaviour', () => {
  const kind = elsewhere();
  beforeAll(() => kind.start());
  afterAll(() => kind.stop());

  it('issues a refresh token, because the person is asked for consent', async () => {
    const reader = kind.reader();
    expect(await reader.logIn(await kind.person('asked'))).toEqual(['login', 'consent']);
    const rows = await kind.db().selectFrom('user_sessions').select(['refresh_token', 'renew_at']).execute();
    expect(rows.every(({ refresh_token, renew_at }) => refresh_token !== null && renew_at !== null)).toBe(true);
    expect(foreign.asked).toEqual({ authorization_code: 1 });
  });

  it('may send no name: the person then has none', async () => {
    foreign.people.set('cyd', {});
    const reader = kind.reader();
    await reader.logIn('cyd');
    expect(await reader.isSignedIn()).toBe(true);
    const cyd = await kind.db().selectFrom('users').selectAll().where('subject', '=', 'cyd').executeTakeFirstOrThrow();
    expect([cyd.first_name, cyd.last_name, cyd.email]).toEqual([null, null, null]);
  });

  it('unavailable: sessions stay, signing in fails, signing out warns of the open provider session', async () => {
    const there = foreign.browser();
    const [reader, waiting] = [foreignReader(there), foreignReader(foreign.browser())];
    await reader.logIn(await kind.person('dora'));
    const begun = await waiting.visitor.get('/login?to=/lofts');
    const { back } = await foreign.browser().go(begun.headers.location!, 'dora');
    await foreign.stop();
    try {
      await makeDue(kind.db());
      expect(await reader.isSignedIn()).toBe(true);
      // The browser has the code, but it cannot be redeemed.
      const returned = await waiting.visitor.get(back.pathname + back.search, { accept: 'text/html' });
      expect([returned.statusCode, returned.body.includes('href="/"')]).toEqual([503, true]);
      expect(await reader.logOut()).toBe('/login/left');
      const refused = await foreignReader(there).visitor.get('/login', { accept: 'text/html' });
      expect([refused.statusCode, refused.body.includes('href="/"')]).toEqual([503, true]);
      expect(await reader.isSignedIn()).toBe(false);
    } finally {
      await foreign.start();
    }
    // The service limit pauses after so many failures.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + retry_ms });
    try {
      // The provider's session is still open; the site asks for a password all the same.
      expect(await reader.logIn('dora')).toContain('login');
    } finally {
      vi.useRealTimers();
    }
  });
});
