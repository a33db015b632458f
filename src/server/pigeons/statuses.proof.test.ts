/**
 * The states of birds under simultaneous changes: every row of a history is a step of its machine and follows the one
 * before it (T1), a state is never taken twice (4.6, T2), and the history cannot be bypassed (T5). The controls remove
 * the lock and the constraints.
 */

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SeasonKey } from '#domain/keys.ts';
import { healthStatuses, locationStatuses, type PigeonStatus, progressStatuses } from '#domain/pigeons/status.ts';
import { isRefusal } from '#domain/refusal.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { type BuiltRace, buildRace } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { removePigeon } from './admin-teams.ts';
import { enterPigeons } from './pigeons.ts';
import { changeStatuses } from './statuses.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let owner: pg.Client;
let race: BuiltRace;
let season: SeasonKey;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  race = await buildRace(connection.db, { birds: 1, until: 'basketing' });
  season = { loft_id: race.loft.id, season_id: race.season_id };
});
afterAll(async () => {
  await owner?.end();
  await connection?.close();
  await database?.drop();
});

let rings = 0;
const enter = (count: number) =>
  connection.db.transaction().execute((tx) =>
    enterPigeons(
      tx,
      season,
      Array.from({ length: count }, () => ({
        team_id: null,
        ring: `BE 26-77${++rings}`,
        name: null,
        color: null,
        sex: 'unknown' as const,
      })),
    ),
  );

/** The outcome: taken, or the code of the refusal. */
const change = (pigeon_ids: readonly number[], status: PigeonStatus) =>
  connection.db
    .transaction()
    .execute((tx) => changeStatuses(tx, season, { pigeon_ids, status }, { by: null, now_ms: Date.now() }))
    .then(
      () => 'taken',
      (error) => (isRefusal(error) ? error.code : String(error)),
    );

const counted = (words: readonly string[]) => {
  const found: Record<string, number> = {};
  for (const word of words) found[word] = (found[word] ?? 0) + 1;
  return found;
};

describe('at the same moment', () => {
  it('fifty take a bird to one state: one succeeds, the others are refused as same_status (4.6, 8.19, T2)', async () => {
    const ids = await enter(proveSize(2, 20));
    for (const id of ids) {
      const words = await Promise.all(Array.from({ length: 50 }, () => change([id], 'lost')));
      expect(counted(words)).toEqual({ taken: 1, same_status: 49 });
    }
    reportProof('T2', { birds: ids.length, at_once: 50, taken: ids.length });
  });

  it('many take birds to any states: each history is a path of its machine, with nothing left out (T1)', async () => {
    const random = seededRandom(seed);
    const ids = await enter(proveSize(10, 500));
    const states = [...healthStatuses, ...progressStatuses, ...locationStatuses];
    let attempts = proveSize(400, 100_000);
    const words: string[] = [];
    const worker = async () => {
      while (attempts-- > 0) {
        const some = [...new Set([ids[random(ids.length)]!, ids[random(ids.length)]!])];
        words.push(await change(some, states[random(states.length)]!));
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    const outcomes = counted(words);
    expect(Object.keys(outcomes).sort()).toEqual(['pigeon_step_not_possible', 'same_status', 'taken']);
    const { rows } = await owner.query(
      `select count(*)::int as rows,
        count(*) filter (where e.event is null)::int as no_step,
        count(*) filter (where h.n > 1 and h.from_status is distinct from h.before)::int as no_path
       from (select *, lag(to_status) over (partition by pigeon_id, machine order by n) as before from pigeon_history
         where pigeon_id = any($1)) h
       left join status_edges e on (e.machine, e.from_status, e.to_status) = (h.machine, h.from_status, h.to_status)`,
      [ids],
    );
    expect(rows[0]).toMatchObject({ no_step: 0, no_path: 0 });
    expect(rows[0].rows).toBeGreaterThanOrEqual(outcomes.taken!);
    const differ = await owner.query(
      `select p.id from pigeons p join lateral (
         select (array_agg(to_status order by n desc) filter (where machine = 'pigeon_health'))[1] as health
         from pigeon_history where pigeon_id = p.id) h on true
       where p.id = any($1) and p.health <> coalesce(h.health, 'unassigned')`,
      [ids],
    );
    expect(differ.rows).toEqual([]);
    reportProof('T1 pigeons', { attempts: words.length, ...outcomes });
  });
});

describe('the database constraints', () => {
  const step = (id: number, n: number, from: string, to: string) =>
    owner.query(
      `insert into pigeon_history (loft_id, pigeon_id, machine, n, from_status, to_status, at)
       values ($1, $2, 'pigeon_health', $3, $4, $5, now())`,
      [season.loft_id, id, n, from, to],
    );

  it.each([
    ['a step that the machine does not have', 2, 'died', 'active', '23503'],
    ['the state that it is in', 2, 'died', 'died', '23514'],
    ['a gap', 3, 'died', 'held_back', '23503'],
    ['a fork', 1, 'unassigned', 'lost', '23505'],
    ['a step from where it is not', 2, 'active', 'lost', '23503'],
  ])('%s is refused even to the owner (T1)', async (_, n, from, to, code) => {
    const [id] = await enter(1);
    expect(await change([id!], 'died')).toBe('taken');
    const no = await step(id!, n, from, to).catch((error) => error);
    expect(no).toMatchObject({ code });
    expect(refusalOfDatabase(no)?.code ?? null).toBe(from === to ? 'same_status' : null);
  });

  it('a history begins at the initial state; a state needs its row, and the past cannot be changed (T5)', async () => {
    const [id] = await enter(1);
    await expect(step(id!, 1, 'active', 'lost')).rejects.toMatchObject({ code: '23514' });
    expect(await change([id!], 'active')).toBe('taken');
    const set = `update pigeons set health = 'lost' where id = ${id}`;
    const change_past = `update pigeon_history set reason = 'another' where pigeon_id = ${id}`;
    const forget = `delete from pigeon_history where pigeon_id = ${id}`;
    for (const text of [set, change_past, forget])
      await expect(connection.pool.query(text), text).rejects.toMatchObject({ code: '42501' });
    await expect(owner.query(set)).rejects.toMatchObject({ code: '23514' });
    for (const text of [change_past, forget])
      await expect(owner.query(text), text).rejects.toMatchObject({ code: '42501' });
    const born = `with bird as (insert into birds (ring_key) values ('X1') returning id)
      insert into pigeons (loft_id, season_id, ring, ring_key, bird_id, health) select $1, $2, 'X 1', 'X1', id, 'active' from bird`;
    await expect(connection.pool.query(born, [season.loft_id, season.season_id])).rejects.toMatchObject({
      code: '23514',
    });
  });

  it('a removed bird takes its history along', async () => {
    const [id] = await enter(1);
    expect(await change([id!], 'active')).toBe('taken');
    await connection.db.transaction().execute((tx) => removePigeon(tx, null, { ...season, pigeon_id: id! }));
    const left = await owner.query('select from pigeon_history where pigeon_id = $1', [id]);
    expect(left.rowCount).toBe(0);
  });

  it('control: without the lock and the constraints, a state is taken as often as it is requested (T2)', async () => {
    const [id] = await enter(1);
    await owner.query('alter table pigeon_history drop constraint pigeon_history_pkey cascade');
    await owner.query(
      'alter table pigeon_history drop constraint pigeon_history_loft_id_pigeon_id_machine_n_to_status_key cascade',
    );
    const clients = await Promise.all(Array.from({ length: 5 }, () => connection.pool.connect()));
    try {
      // All read before any of them writes.
      const seen = await Promise.all(
        clients.map((client) => client.query('select health from pigeons where id = $1', [id])),
      );
      expect(seen.map(({ rows }) => rows[0].health)).toEqual(Array(5).fill('unassigned'));
      for (const client of clients)
        await client.query(
          `insert into pigeon_history (loft_id, pigeon_id, machine, n, from_status, to_status, at)
           values ($1, $2, 'pigeon_health', 1, 'unassigned', 'lost', now())`,
          [season.loft_id, id],
        );
    } finally {
      for (const client of clients) client.release();
    }
    const { rows } = await owner.query('select count(*)::int as lost from pigeon_history where pigeon_id = $1', [id]);
    expect(rows[0].lost).toBe(5);
  });
});
