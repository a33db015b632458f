/**
 * Proves that a team with pigeons and a pigeon on a basketing list cannot be removed (5.7, T3), also when the pigeon is
 * entered or basketed at the moment of the removal. The database refuses with the code of the rule; the control removes
 * its constraint and the lock.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import { basketPigeons } from '#server/basketing/basketing.ts';
import { type Connection, connect, type Tx } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { type BuiltRace, buildRace } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { createTeam, removePigeon, removeTeams } from './admin-teams.ts';
import { enterPigeons } from './pigeons.ts';
import { bringTo, lockPigeons } from './statuses.ts';

const rounds = proveSize(15, 300);
let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let race: BuiltRace;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  race = await buildRace(connection.db, { birds: 2, until: 'basketing' });
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

const work = <T>(what: (tx: Tx) => Promise<T>) => connection.db.transaction().execute(what);
const season = () => ({ loft_id: race.loft.id, season_id: race.season_id });
let entered = 0;

/** A new pigeon, in a team or in none. */
const enter = async (tx: Tx, team_id: number | null) =>
  (
    await enterPigeons(tx, season(), [
      { team_id, ring: `BE 26-9${++entered}`, name: null, color: null, sex: 'unknown' },
    ])
  )[0]!;

/** The outcome of two simultaneous actions: the refusal of the removal, and whether the other one succeeded. */
async function both(removal: (tx: Tx) => Promise<unknown>, other: (tx: Tx) => Promise<unknown>) {
  const [removed, done] = await Promise.allSettled([work(removal), work(other)]);
  if (removed.status === 'rejected' && !isRefusal(removed.reason)) throw removed.reason;
  const refused = removed.status === 'rejected' ? (removed.reason as Error).message : null;
  return { refused, done: done.status === 'fulfilled' };
}

const team = () =>
  work((tx) => createTeam(tx, null, season(), { team: `T${++entered}`, fancier: null, country: null }));
const basket = (pigeon_id: number) => async (tx: Tx) =>
  basketPigeons(tx, await lockFlight(tx, { loft_id: race.loft.id, flight_id: race.flight_id }), [pigeon_id]);

describe('at the same moment', () => {
  it('a team is removed and a pigeon enters it: one of the two is refused (5.7, 8.23)', async () => {
    const ends = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const team_id = await team();
      const { refused, done } = await both(
        (tx) => removeTeams(tx, null, season(), [team_id]),
        (tx) => enter(tx, team_id),
      );
      ends.add(`${refused} ${done}`);
    }
    expect([...ends].filter((end) => !['null false', 'team_holds_pigeons true'].includes(end))).toEqual([]);
    reportProof('T3 teams', { rounds });
  });

  it('a pigeon is removed and basketed: one of the two is refused (5.7, 8.22)', async () => {
    const ends = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const pigeon_id = await work(async (tx) => {
        const pigeons = await lockPigeons(tx, season(), [await enter(tx, null)]);
        await bringTo(tx, season(), pigeons, 'active', { by: null, now_ms: Date.now() });
        return pigeons[0]!.id;
      });
      const { refused, done } = await both(
        (tx) => removePigeon(tx, null, { ...season(), pigeon_id }),
        basket(pigeon_id),
      );
      ends.add(`${refused} ${done}`);
    }
    expect([...ends].filter((end) => !['null false', 'pigeon_flown true'].includes(end))).toEqual([]);
    reportProof('T3 pigeons', { rounds });
  });

  it('the database alone refuses the same; control: without its constraints both are gone', async () => {
    const team_id = await team();
    await work((tx) => enter(tx, team_id));
    const removals = [
      [
        'team_holds_pigeons',
        'hold_pigeons',
        'teams',
        team_id,
        'pigeons drop constraint pigeons_loft_id_season_id_team_id_fkey',
      ],
      [
        'pigeon_flown',
        'keep_flown',
        'pigeons',
        race.pigeon_ids[0]!,
        'baskets drop constraint baskets_loft_id_season_id_pigeon_id_fkey',
      ],
    ] as const;
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    for (const [code, wall, table, id, key] of removals) {
      const removal = `delete from ${table} where id = ${id}`;
      const no = await connection.pool.query(removal).catch(refusalOfDatabase);
      expect(no).toMatchObject({ code });
      await owner.query('begin');
      await owner.query(`alter table ${table} disable trigger ${wall}`);
      await owner.query(`alter table ${key}`);
      expect((await owner.query(removal)).rowCount).toBe(1);
      await owner.query('rollback');
    }
    await owner.end();
  });
});
