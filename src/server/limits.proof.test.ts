/** Attempts are counted exactly, across several processes and by network (R8). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect, type Database } from '#server/db/database.ts';
import { buildLoft, testConfig } from '#testing/builders.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { readConfig } from './config.ts';
import { countTry, floods, type Limit, type LimitName, limits } from './limits.ts';

let database: TestDatabase;
/** The number of processes. */
let connections: Connection[];
let built: App;

beforeAll(async () => {
  database = await testDatabase();
  connections = Array.from({ length: 4 }, () => connect(database.url, () => {}));
  built = await buildApp({
    config: { ...testConfig, trust_proxy: readConfig({ TRUST_PROXY: '10.0.0.0/8' }).trust_proxy },
    db: connections[0]!.db,
    databaseUrl: database.url,
    version: 'test',
  });
});
afterAll(async () => {
  await built?.app.close();
  for (const connection of connections ?? []) await connection.close();
  await database?.drop();
});

const names = Object.keys(limits) as LimitName[];
const keys = (tag: string): Record<string, string> =>
  Object.fromEntries(['network', 'person', 'email', 'phone', 'browser', 'kind'].map((key) => [key, `${key} ${tag}`]));

type Count = (db: Database, name: LimitName, by: Record<string, string>) => Promise<unknown>;
const count: Count = (db, name, by) => countTry(db, name, by as never);

/** This many attempts at the same moment, by all processes in turn. @returns the number that passed */
async function letThrough(name: LimitName, by: Record<string, string>, tries: number, counted = count) {
  const answers = await Promise.all(
    Array.from({ length: tries }, (_, i) =>
      counted(connections[i % connections.length]!.db, name, by).then(
        () => true,
        (error) => {
          if (!isRefusal(error) || error.code !== 'too_often') throw error;
          return false;
        },
      ),
    ),
  );
  return answers.filter(Boolean).length;
}

/** How many attempts the limits of a name allow for one key. */
const mostOf = (name: LimitName) =>
  Math.min(...(limits[name] as readonly Limit[]).filter(({ over }) => over === 'refuse').map(({ most }) => most));

describe('a limit (R8)', () => {
  const rounds = proveSize(1, 10);
  const times = proveSize(2, 4);

  it('allows exactly its number of simultaneous attempts, for each name, in four processes', async () => {
    let tried = 0;
    const wrong: string[] = [];
    for (const name of names)
      for (let round = 0; round < rounds; round++) {
        const most = mostOf(name);
        // A limit that all share is not filled by one round after the other.
        await sql`delete from idp.attempts where key like '%everybody%'`.execute(connections[0]!.db);
        const through = await letThrough(name, keys(`same ${round}`), most * times);
        tried += most * times;
        if (through !== most) wrong.push(`${name}: ${through} instead of ${most}`);
      }
    expect(wrong).toEqual([]);
    reportProof('R8 at once', { names: names.length, tried, wrong: wrong.length });
  });

  it('of one network adds only its own share to what is counted for a person', async () => {
    const networks = proveSize(3, 20);
    for (let n = 0; n < networks; n++) await letThrough('sign_in', { ...keys('wide'), network: `network ${n}` }, 101);
    const { rows } = await sql<{ count: number }>`
      select max(count) as count from idp.attempts where key like 'sign_in email %'`.execute(connections[0]!.db);
    expect(rows[0]!.count).toBe(networks * 10);
    // It refuses nobody: a person from elsewhere waits at most four seconds.
    expect(await count(connections[0]!.db, 'sign_in', { ...keys('wide'), network: 'elsewhere' })).toBeLessThanOrEqual(
      4000,
    );
  });

  it('control: reading the count first and writing it then lets more through', async () => {
    const looking: Count = async (db, name) => {
      const key = `control ${name}`;
      const { rows } = await sql<{ count: number }>`select count from idp.attempts where key = ${key}`.execute(db);
      const before = rows[0]?.count ?? 0;
      if (before >= mostOf('sign_in')) return count(db, name, keys('full'));
      await sql`insert into idp.attempts (key, count, until) values (${key}, 1, now() + interval '1 hour')
        on conflict (key) do update set count = ${before + 1}`.execute(db);
      return 0;
    };
    await letThrough('sign_in', keys('full'), 20);
    expect(await letThrough('sign_in', keys('x'), 60, looking)).toBeGreaterThan(mostOf('sign_in'));
  });
});

/** The endpoints that are counted in memory, with their valid reply. */
const endpoints: Record<
  Exclude<keyof typeof floods, 'share_picture' | 'list_file' | 'list_file_person' | 'open_data_key'>,
  { ask: object; within: readonly number[] }
> = {
  login: { ask: { url: '/login/callback?state=x&code=y' }, within: [303] },
  token: {
    ask: { method: 'POST', url: '/api/oauth/token', payload: { clientId: 'loftline', refreshToken: 'x' } },
    within: [401, 400, 422],
  },
  page_error: {
    ask: {
      method: 'POST',
      url: '/api/errors',
      payload: { name: 'Error', message: 'x', stack: '', path: '/', request_id: null },
    },
    within: [200, 422],
  },
  embed: { ask: { url: '/oembed?url=x' }, within: [404] },
  open_data: { ask: { url: '/api/v1/lofts' }, within: [200] },
  site_search: { ask: { url: '/api/search?q=x' }, within: [200] },
  followed: { ask: { url: '/api/followed' }, within: [200] },
  screen: {
    ask: {
      method: 'POST',
      url: '/api/screens/messages',
      payload: { code: 'x'.repeat(22), message: { order: { do: 'next' } } },
    },
    within: [200],
  },
  wrong_key: {
    ask: {
      method: 'POST',
      url: '/api/devices/readings',
      payload: {},
      headers: { authorization: `Bearer clock_${'x'.repeat(43)}` },
    },
    within: [401],
  },
};

describe('a flood (R8)', () => {
  const lines = proveSize(1, 20);
  const inOrder = async (ask: object, ips: readonly string[], proxy?: string) => {
    const statuses = [];
    for (const ip of ips) {
      const headers = { ...(ask as { headers?: object }).headers, ...(proxy && { 'x-forwarded-for': ip }) };
      statuses.push((await built.app.inject({ ...ask, headers, remoteAddress: proxy ?? ip })).statusCode);
    }
    return statuses;
  };

  it.each(Object.entries(endpoints))(
    'at %s is refused by IPv4, by /64, and behind a proxy that is trusted',
    async (name, { ask, within }) => {
      const { most } = floods[name as keyof typeof floods];
      for (let line = 0; line < lines; line++) {
        const at = (line + 1).toString(16);
        const senders: [string[], string?][] = [
          [Array<string>(most + 20).fill(`198.18.${line}.1`)],
          [Array.from({ length: most + 20 }, (_, i) => `2001:db8:1:${at}::${(i + 1).toString(16)}`)],
          [Array.from({ length: most + 20 }, (_, i) => `2001:db8:2:${at}::${(i + 1).toString(16)}`), '10.0.0.1'],
          // A sender that is not a trusted proxy cannot name another address.
          [Array.from({ length: most + 20 }, (_, i) => `192.0.2.${i % 250}`), `198.19.${line}.1`],
        ];
        for (const [ips, proxy] of senders) {
          const statuses = await inOrder(ask, ips, proxy);
          expect(statuses.slice(0, most).filter((status) => !within.includes(status))).toEqual([]);
          expect(statuses.slice(most)).toEqual(Array<number>(20).fill(429));
        }
      }
      expect(within).toContain((await inOrder(ask, ['203.0.113.200']))[0]);
      reportProof(`R8 ${name}`, { lines, asked: lines * 4 * (most + 20), let_through_too_many: 0 });
    },
  );

  it('of wrong keys does not affect a valid clock of the same network', async () => {
    const { key } = await buildLoft(connections[0]!.db);
    await inOrder(endpoints.wrong_key.ask, Array<string>(floods.wrong_key.most + 1).fill('198.18.200.1'));
    const answer = await built.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      payload: {},
      headers: { authorization: `Bearer ${key}` },
      remoteAddress: '198.18.200.1',
    });
    // The clock is known, and gets the error of its request.
    expect(answer.statusCode).toBe(422);
  });
});
