/** A transaction that PostgreSQL aborts for a conflict is retried once from its start, and then refused. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { enterPigeons } from '#server/pigeons/pigeons.ts';
import { type BuiltRace, buildPerson, buildRace, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { type Connection, connect } from './database.ts';
import { isConflict, transact } from './transaction.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let app: App['app'];
let race: BuiltRace;
/**
 * A rival that holds what a scan needs, and never gives up: PostgreSQL detects the deadlock on the scan's side only.
 */
let rival: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  ({ app } = await buildApp({
    config: testConfig,
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
  }));
  rival = new pg.Client({
    connectionString: database.superUrl,
    application_name: 'rival',
    options: '-c deadlock_timeout=10min',
  });
  await rival.connect();
});
afterAll(async () => {
  await rival?.end();
  await app?.close();
  await connection?.close();
  await database?.drop();
});
beforeEach(async () => {
  race = await buildRace(connection.db, { birds: 1, until: 'planned' });
});

/** A scanner assigns a chip to the race's bird. */
async function scan(chip: string) {
  const merchant = await buildPerson(connection.db, {
    entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }],
  });
  const { rows } = await rival.query<{ ring: string }>('select ring from pigeons where id = $1', [race.pigeon_ids[0]]);
  return app.inject({
    method: 'POST',
    url: `/api/admin/seasons/${race.season_id}/intake`,
    headers: merchant.headers,
    payload: { ring: rows[0]!.ring, chip, reason: 'Lost on the way' },
  });
}

const wornChips = async () =>
  (
    await rival.query('select chip from pigeon_chips where pigeon_id = $1 order by lower(during)', [race.pigeon_ids[0]])
  ).rows.map(({ chip }) => chip);
/** Whether a backend waits for the rival's lock. */
const isWaiting = async () => {
  const { rowCount } = await connection.pool.query(
    'select from pg_stat_activity, pg_stat_activity as rival where rival.application_name = $1 and rival.pid = any(pg_blocking_pids(pg_stat_activity.pid))',
    ['rival'],
  );
  return rowCount === 1;
};

/**
 * The rival has locked the ledger. Once a scan that wrote its chip waits for it, the rival locks the table of chips.
 */
async function breakOff(): Promise<void> {
  await expect.poll(isWaiting, { timeout: 30_000, interval: 10 }).toBe(true);
  await rival.query('lock table pigeon_chips in access exclusive mode');
}

describe('a call that PostgreSQL aborts', () => {
  it('is retried once and answered normally', async () => {
    await rival.query('begin');
    await rival.query('select from ledgers where loft_id = $1 for update', [race.loft.id]);
    const answer = scan('E1000001');
    await breakOff();
    await rival.query('commit');
    expect((await answer).statusCode).toBe(200);
    expect(await wornChips()).toEqual([race.chips[0], 'E1000001']);
  });

  it('is refused with a request to send it again where the retry is aborted too, and leaves no trace', async () => {
    await rival.query('begin');
    await rival.query('select from ledgers where loft_id = $1 for update', [race.loft.id]);
    const answer = scan('E2000002');
    await rival.query('savepoint without_chips');
    await breakOff();
    await rival.query('rollback to without_chips');
    await breakOff();
    const reply = await answer;
    await rival.query('commit');
    expect(reply.statusCode).toBe(503);
    expect(reply.headers['retry-after']).toBe('1');
    expect(reply.json()).toMatchObject({ code: 'changed_at_once', error: expect.stringMatching(/send it again/) });
    expect(await wornChips()).toEqual([race.chips[0]]);
  });
});

describe('transact', () => {
  const conflict = (code: string) => Object.assign(new Error('broken off'), { code });

  it('tries twice for a deadlock and for a serialization failure, and once for anything else', async () => {
    for (const [code, tries] of [
      ['40P01', 2],
      ['40001', 2],
      ['23505', 1],
      [undefined, 1],
    ] as const) {
      let count = 0;
      const failed = transact(connection.db, async () => {
        count += 1;
        throw code ? conflict(code) : new Error('a bug');
      });
      await expect(failed).rejects.toThrow();
      expect([code, count]).toEqual([code, tries]);
    }
    expect(isConflict(null)).toBe(false);
  });

  it('starts again: writes of the first try are not visible in the second', async () => {
    const seen: number[] = [];
    const answer = await transact(connection.db, async (tx) => {
      const places = await tx.selectFrom('pigeons').select('id').where('season_id', '=', race.season_id).execute();
      seen.push(places.length);
      await enterPigeons(tx, { loft_id: race.loft.id, season_id: race.season_id }, [{ ring: 'BE 1', team_id: null }]);
      if (seen.length === 1) throw conflict('40P01');
      return 'done';
    });
    expect([answer, seen]).toEqual(['done', [1, 1]]);
  });
});
