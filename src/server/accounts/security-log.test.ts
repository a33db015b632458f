import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, connect } from '#server/db/database.ts';
import { testDatabase } from '#testing/database.ts';
import { recordSecurityEvent } from './security-log.ts';
import { enterUser } from './users.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

const from = { network: '192.0.2.7', agent: 'a test' };

describe('the security log', () => {
  it('records an event of a person, of an account, or of neither', async () => {
    const { db } = connection;
    const user_id = await enterUser(db, { issuer: 'https://id.example.org', subject: 'ada' });
    await recordSecurityEvent(db, { of: { user_id }, event: 'sign_in', ...from });
    await recordSecurityEvent(db, { of: { account: 'sub-1' }, event: 'password_reset', ...from });
    await recordSecurityEvent(db, {
      of: null,
      event: 'sign_in_failed',
      network: '2001:db8:0:1',
      agent: 'x'.repeat(900),
    });
    const rows = await db.selectFrom('security_log').selectAll().orderBy('id').execute();
    expect(rows).toMatchObject([
      { user_id, account: null, event: 'sign_in', ...from },
      { user_id: null, account: 'sub-1', event: 'password_reset', ...from },
      { user_id: null, account: null, event: 'sign_in_failed', network: '2001:db8:0:1', agent: 'x'.repeat(512) },
    ]);
  });

  it('is append-only, and keeps recent rows', async () => {
    const { db } = connection;
    await expect(db.updateTable('security_log').set({ event: 'sign_in' }).execute()).rejects.toThrow(
      /append-only|permission/,
    );
    await expect(db.deleteFrom('security_log').execute()).rejects.toThrow('keeps its rows for 90 days');
    await expect(sql`truncate security_log`.execute(db)).rejects.toThrow(/append-only|permission/);
  });
});
