/**
 * Proves that only birds that race are basketed (4.3, T4), also when a bird is held back at the same moment: the domain
 * rule and the database trigger agree for every health status. The control disables the trigger, and the row lock with
 * it.
 */

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlightKey } from '#domain/keys.ts';
import { healthStatuses } from '#domain/pigeons/status.ts';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { type Connection, connect, type Tx } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { sentenceOf } from '#server/translations.ts';
import { type BuiltRace, buildFlight, buildRace } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { basketedPigeons, basketPigeons } from './basketing.ts';

const rounds = proveSize(10, 300);
const racing = ['active', 'reserve', 'activated_reserve'];
let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let race: BuiltRace;
/** A flight that is being basketed. */
let flight: FlightKey;
let last = 0;

const work = <T>(what: (tx: Tx) => Promise<T>) => connection.db.transaction().execute(what);
const season = () => ({ loft_id: race.loft.id, season_id: race.season_id });
const nextBird = () => race.pigeon_ids[last++]!;
const basket = (pigeon_id: number, at = flight) =>
  work(async (tx) => basketPigeons(tx, await lockFlight(tx, at), [pigeon_id]));
const holdBack = (pigeon_id: number) =>
  work(async (tx) =>
    bringTo(tx, season(), await lockPigeons(tx, season(), [pigeon_id]), 'held_back', { by: null, now_ms: Date.now() }),
  );
const insert = (on: pg.Pool | pg.Client, pigeon_id: number) =>
  on.query(
    `with counted as (update flights set basketed_count = basketed_count + 1 where id = $3)
    insert into baskets (loft_id, season_id, flight_id, pigeon_id, position) values ($1, $2, $3, $4, $5)`,
    [race.loft.id, race.season_id, flight.flight_id, pigeon_id, 1_000_000 + pigeon_id],
  );
/** Sets the health status directly, skipping the steps that lead to it; only the owner role may. */
async function stand(owner: pg.Client, pigeon_id: number, health: string) {
  await owner.query('alter table pigeons disable trigger guard');
  await owner.query('update pigeons set health = $1 where id = $2', [health, pigeon_id]);
  await owner.query('alter table pigeons enable trigger guard');
}

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  race = await buildRace(connection.db, { birds: 3 + healthStatuses.length * 2 + rounds, until: 'planned' });
  const flight_id = await work((tx) => buildFlight(tx, { ...race, pigeon_ids: [] }, { until: 'basketing' }));
  flight = { loft_id: race.loft.id, flight_id };
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

describe('only birds that race are basketed', () => {
  it('in every health status the verb and the database refuse alike, with the same parameters (4.3, T4)', async () => {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    for (const health of healthStatuses) {
      const [by_verb, by_hand] = [nextBird(), nextBird()];
      for (const pigeon_id of [by_verb, by_hand]) await stand(owner, pigeon_id, health);
      const asRefusal = (error: Error) => (isRefusal(error) ? error : refusalOfDatabase(error));
      const nos = await Promise.all([
        basket(by_verb).then(() => null, asRefusal),
        insert(connection.pool, by_hand).then(() => null, asRefusal),
      ]);
      const codes = nos.map((no: Refusal | null) => no && [no.code, no.params.status, typeof no.params.ring]);
      if (health === 'quarantine') expect(sentenceOf(nos[1]!, 'en')).toMatch(/^BE \S+ does not race: Quarantine\./);
      const no = racing.includes(health) ? null : ['pigeon_does_not_race', health, 'string'];
      expect(codes, health).toEqual([no, no]);
    }
    await owner.end();
  });

  it('a list corrected after the release accepts a bird in any state', async () => {
    const bird = nextBird();
    const flown = await work((tx) =>
      buildFlight(tx, { ...race, pigeon_ids: [] }, { until: 'released', release_time: '2026-06-07T05:00:00.000Z' }),
    );
    await holdBack(bird);
    await basket(bird, { ...flight, flight_id: flown });
    const listed = await work((tx) => basketedPigeons(tx, { ...flight, flight_id: flown }));
    expect(listed.map(({ pigeon_id }) => pigeon_id)).toEqual([bird]);
  });

  it('a bird held back at the same moment is either basketed before that or refused (T4)', async () => {
    const ends = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const bird = nextBird();
      const [heldBack, basketed] = await Promise.allSettled([holdBack(bird), basket(bird)]);
      expect(heldBack.status).toBe('fulfilled');
      if (basketed.status === 'rejected') ends.add((basketed.reason as Error).message);
    }
    expect([...ends].filter((end) => end !== 'pigeon_does_not_race')).toEqual([]);
    reportProof('T4 baskets', { rounds });
  });

  it('control: without the trigger a bird held back is basketed', async () => {
    const bird = nextBird();
    await holdBack(bird);
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await expect(insert(owner, bird)).rejects.toMatchObject({ constraint: 'pigeon_does_not_race' });
    await owner.query('alter table baskets disable trigger baskets_race');
    expect((await insert(owner, bird)).rowCount).toBe(1);
    await owner.end();
  });
});
