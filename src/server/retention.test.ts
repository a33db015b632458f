/** Rows are removed when their retention period is over, and no others; every table with a timestamp has a rule. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { type Connection, connect } from './db/database.ts';
import { removeOld } from './retention.ts';
import { type Age, ages, stays } from './retention-rules.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
/** Inserts rows without the rows that they refer to. */
let owner: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  owner = new pg.Client({ connectionString: database.superUrl });
  await owner.connect();
  await owner.query('set session_replication_role = replica');
});
afterAll(async () => {
  await owner?.end();
  await connection?.close();
  await database?.drop();
});

const day_ms = 86_400_000;
const future = new Date(Date.now() + 1000 * day_ms).toISOString();
const long_ago = '2001-01-01T00:00:00Z';
const name = () => randomUUID();
const number = () => randomBytes(4).readUInt32BE();
const notification = { user_id: 1, channel: 'mail', facts: '{}', status: 'sent' };
const session = { user_id: 1, expires_at: future };
const registered = { given_name: 'x', family_name: 'x', locale: 'en', password: 'x', onward: 'x' };
const token = { clientId: 'x', userId: 'x', createdAt: long_ago, scopes: '[]' };

/** A row of each retention rule, with the start of its period. */
const rowOf: Record<string, (at: string) => Record<string, unknown>> = {
  'notifications 90': (at) => ({ ...notification, event: 'results', key: name(), created_at: at }),
  'notifications 400': (at) => ({ ...notification, event: 'bird_lost', key: name(), created_at: at }),
  'race_events 2': (at) => ({ loft_id: 1, flight_id: 1, pigeon_id: 1, at }),
  'provider_events 90': (at) => ({ id: name(), type: 'x', raw: '{}', received_at: long_ago, done_at: at }),
  'user_sessions ended_at': (at) => ({ ...session, token_hash: randomBytes(32), ended_at: at }),
  'user_sessions expires_at': (at) => ({ ...session, token_hash: randomBytes(32), expires_at: at }),
  'webhook_deliveries 30': (at) => ({ webhook_id: 1, event: 'webhook.test', status: 'delivered', at }),
  'order_requests 90': (at) => ({ user_id: 1, key: name(), loft_id: 1, order_id: 1, fingerprint: '0'.repeat(64), at }),
  'registration_drafts 400': (at) => ({ user_id: number(), loft_id: 1, season_id: 1, choice: '{}', kept_at: at }),
  'contact_messages 400': (at) => ({ name: 'Ann', email: 'ann@example.org', message: 'Hello', locale: 'en', at }),
  'invitations 90': (at) => ({ ...invitation(), expires_at: at }),
  'invitation_letters 30': (at) => ({ loft_id: 1, email: `${name()}@x.org`, day: at }),
  'security_log 90': (at) => ({ event: 'sign_in', at }),
  'device_telemetry 14': (at) => ({ loft_id: 1, device_id: 1, boot: '1', n: number(), at, received_at: at }),
  'device_minutes 400': (at) => ({ loft_id: 1, device_id: number(), minute: at }),
  'forecasts 2': (at) => ({ latitude: number() % 90, longitude: 4, asked_at: at, source: 'windy', series: '{}' }),
  'idp.attempts 0': (at) => ({ key: name(), count: 1, until: at }),
  'account_merges 90': (at) => ({
    id: randomBytes(16).toString('base64url'),
    into_user_id: 1,
    from_user_id: 2,
    asked_at: at,
    until: at,
  }),
  'idp.outbox 1': (at) => ({ channel: 'mail', recipient: 'x', subject: 'x', text: 'x', at }),
  'idp.registrations 0': (at) => ({
    ...registered,
    id: name(),
    email: `${name()}@x.org`,
    browser_hash: randomBytes(32),
    until: at,
  }),
  'idp.password_resets 0': (at) => ({ id: name(), user_id: 'x', onward: 'x', until: at }),
  'idp.known_browsers 400': (at) => ({ user_id: name(), browser_hash: randomBytes(32), seen_at: at }),
  'idp."session" 1': (at) => ({ id: name(), token: name(), userId: 'x', updatedAt: long_ago, expiresAt: at }),
  'idp."verification" 1': (at) => ({ id: name(), identifier: 'x', value: 'x', expiresAt: at }),
  'idp."oauthAccessToken" 1': (at) => ({ ...token, id: name(), token: name(), expiresAt: at }),
  'idp."oauthRefreshToken" 30': (at) => ({ ...token, id: name(), token: name(), expiresAt: at }),
  'idp."oauthClientAssertion" 1': (at) => ({ id: name(), expiresAt: at }),
};
const invitation = () => ({
  loft_id: 1,
  email: `${name()}@x.org`,
  is_staff: true,
  language: 'en',
  sent_at: long_ago,
  expires_at: long_ago.replace('01', '02'),
});
const nameOf = ({ table, since, days }: Age) =>
  table === 'user_sessions' ? `${table} ${since}` : `${table} ${String(days)}`;

async function write(table: string, row: Record<string, unknown>): Promise<string> {
  const columns = Object.keys(row).map((column) => owner.escapeIdentifier(column));
  const places = columns.map((_, i) => `$${i + 1}`);
  const { rows } = await owner.query<{ row: string }>(
    `insert into ${table} as t (${columns.join()}) values (${places.join()}) returning t::text as row`,
    Object.values(row),
  );
  return rows[0]!.row;
}
async function stillThere(table: string, row: string): Promise<boolean> {
  const { rows } = await owner.query(`select from ${table} t where t::text = $1`, [row]);
  return rows.length > 0;
}

describe('retention', () => {
  it.each(ages.map((age) => [nameOf(age), age] as const))(
    'of %s: removes rows when they are old, and not before',
    async (key, age) => {
      const at = (days: number) => new Date(Date.now() - days * day_ms).toISOString();
      const young = await write(age.table, rowOf[key]!(at(age.days - 2)));
      const old = await write(age.table, rowOf[key]!(at(age.days + 2)));
      await removeOld(connection.db, { of: [age] });
      expect([await stillThere(age.table, young), await stillThere(age.table, old)]).toEqual([true, false]);
      expect(age.why.length).toBeGreaterThan(10);
    },
  );

  it('removes the parts of a row with it', async () => {
    await write('notifications', { ...notification, event: 'results', key: 'with attempts', created_at: long_ago });
    await owner.query(`insert into notification_attempts (notification_id, n, outcome)
      select id, 1, 'sent' from notifications where key = 'with attempts'`);
    await removeOld(connection.db);
    const { rows } = await owner.query('select from notification_attempts');
    expect(rows).toEqual([]);
  });

  it.each([
    ['a notification that waits', 'notifications', { ...notification, event: 'results', key: 'x', status: 'pending' }],
    ['an event that is not worked off', 'provider_events', { id: 'x', type: 'x', raw: '{}', received_at: long_ago }],
    ['an invitation that was accepted', 'invitations', { ...invitation(), accepted_at: long_ago, accepted_by: 1 }],
  ])('keeps at any age: %s', async (_what, table, row) => {
    const aged = table === 'notifications' ? { ...row, created_at: long_ago } : row;
    const written = await write(table, aged);
    await removeOld(connection.db);
    expect(await stillThere(table, written)).toBe(true);
  });

  it('keeps at any age: a sign-in whose browser shows notifications, until it is ended', async () => {
    const row = { ...session, token_hash: randomBytes(32), expires_at: long_ago };
    const written = await write('user_sessions', row);
    await owner.query(
      `insert into push_subscriptions (session_id, endpoint, p256dh, auth)
       select id, 'https://push.example.org/1', $1, $2 from user_sessions where token_hash = $3`,
      ['p'.repeat(87), 'a'.repeat(22), row.token_hash],
    );
    await removeOld(connection.db);
    expect(await stillThere('user_sessions', written)).toBe(true);
    await owner.query('update user_sessions set ended_at = $1 where token_hash = $2', [long_ago, row.token_hash]);
    await removeOld(connection.db);
    const { rows } = await owner.query(`select from push_subscriptions where endpoint = 'https://push.example.org/1'`);
    expect(rows).toEqual([]);
  });

  it('removes a bounded number of rows at a time, and a rule that fails stops no other', async () => {
    for (let i = 0; i < 5; i += 1) await write('contact_messages', rowOf['contact_messages 400']!(long_ago));
    const odd: Age = { table: 'readings', since: 'received_at', days: 1, why: 'a mistake' };
    await write('readings', {
      loft_id: 1,
      number: 1,
      device_id: 1,
      boot: '1',
      sequence: 1,
      chip: 'C000000001',
      device_time: long_ago,
      resolution_ms: 1,
      received_at: long_ago,
      content_hash: randomBytes(32),
      hash: randomBytes(32),
    });
    const of = [odd, ages.find(({ table }) => table === 'contact_messages')!];
    const statements: string[] = [];
    const listened = connection.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(JSON.stringify(node));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    expect(await removeOld(listened, { of, part: 2 })).toEqual({ contact_messages: 5 });
    expect(statements.filter((one) => one.includes('contact_messages') && one.includes('ctid'))).toHaveLength(3);
    const { rows } = await owner.query(`select item from job_items where queue = 'retention'`);
    expect(rows).toMatchObject([{ item: expect.stringContaining('readings') }]);
  });
});

describe('the database refuses', () => {
  it.each([
    ['notifications', () => rowOf['notifications 90']!(new Date().toISOString())],
    ['provider_events', () => rowOf['provider_events 90']!(new Date().toISOString())],
    ['order_requests', () => rowOf['order_requests 90']!(new Date().toISOString())],
    ['security_log', () => rowOf['security_log 90']!(new Date().toISOString())],
  ])('to remove a young row of %s, for every role', async (table, row) => {
    await write(table, row());
    await expect(connection.pool.query(`delete from ${table}`)).rejects.toThrow(/keeps its rows for 90 days/);
  });

  it('to remove a pending notification, and the attempts of an existing one', async () => {
    await write('notifications', { ...notification, event: 'x', key: 'y', status: 'pending', created_at: long_ago });
    await expect(connection.pool.query(`delete from notifications where key = 'y'`)).rejects.toThrow('append-only');
    const all = new pg.Client({ connectionString: database.superUrl });
    await all.connect();
    await all.query(`insert into notification_attempts (notification_id, n, outcome)
      select id, 1, 'failed' from notifications where key = 'y'`);
    await expect(all.query('delete from notification_attempts')).rejects.toThrow('append-only');
    await all.end();
  });
});

describe('every table with a timestamp', () => {
  const forgotten = async () => {
    const { rows } = await owner.query<{ table: string }>(`
      select distinct case table_schema when 'public' then '' else table_schema || '.' end || table_name as table
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema in ('public', 'idp') and table_type = 'BASE TABLE'
        and (data_type like 'timestamp%' or data_type = 'date') order by 1`);
    const known = new Set([...ages.map(({ table }) => table.replaceAll('"', '')), ...Object.keys(stays)]);
    return { forgotten: rows.map(({ table }) => table).filter((table) => !known.delete(table)), gone: [...known] };
  };

  it('has a retention period, or a reason to stay', async () => {
    expect(await forgotten()).toEqual({ forgotten: [], gone: [] });
  });

  it('control: a table without a rule is found', async () => {
    await owner.query('create table thought_of_by_nobody (at timestamptz)');
    expect((await forgotten()).forgotten).toEqual(['thought_of_by_nobody']);
    await owner.query('drop table thought_of_by_nobody');
  });

  it('is listed in docs/operating.md with the same rule', () => {
    const book = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
    const lines = ages.map(({ table, since, days, where, why }) => {
      const which = where ? ` where \`${where}\`` : '';
      return `| \`${table}\`${which} | \`${since}\` | ${days} | ${why} |`;
    });
    expect(lines.filter((line) => !book.includes(`\n${line}\n`))).toEqual([]);
  });

  it('has a retention period or a reason to stay, not both', () => {
    expect(ages.filter(({ table }) => table.replaceAll('"', '') in stays)).toEqual([]);
  });
});
