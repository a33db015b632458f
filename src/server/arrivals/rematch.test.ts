/** Facts that are entered late or corrected move the birds that are home already. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reading } from '#domain/arrivals/contract.ts';
import type { FlightKey } from '#domain/keys.ts';
import { basketPigeons } from '#server/basketing/basketing.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { closeFlight, moveFlight, releaseFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { rematchWaiting } from '#server/ledger/matching.ts';
import { wearChips } from '#server/pigeons/pigeons.ts';
import { type BuiltRace, buildFlight, buildRace, type FlightToBuild, readingOf } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { arrivalsAfter } from './arrivals.ts';
import { recordReadings } from './readings.ts';

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

/** The last sequence of each clock. */
const sequences = new Map<number, number>();
/** Sends readings of birds at minutes after the release. @returns why they are no arrivals. */
function sendReadings(race: BuiltRace, readings: [bird: number, minutes: number][], device = race.device) {
  return connection.db.transaction().execute(async (tx) => {
    const batch = readings.map(([bird, minutes]) => {
      const sequence = (sequences.get(device.device_id) ?? 0) + 1;
      sequences.set(device.device_id, sequence);
      return reading.parse(readingOf(race, bird, minutes, { sequence }));
    });
    const head = await lockLedger(tx, race.loft.id);
    const { recorded } = await recordReadings(tx, race.loft.id, [{ device, readings: batch, received_ms: 0 }], head);
    return recorded.flatMap(({ reply }) => reply.readings.map(({ unranked }) => unranked));
  });
}

const keyOf = ({ loft, flight_id }: BuiltRace): FlightKey => ({ loft_id: loft.id, flight_id });
const at = (race: BuiltRace, minutes: number) => new Date(race.release_ms + minutes * 60_000).toISOString();
const release = (key: FlightKey, time: string) =>
  connection.db.transaction().execute(async (tx) => releaseFlight(tx, await lockFlight(tx, key), time));
const close = (key: FlightKey, time: string) =>
  connection.db.transaction().execute(async (tx) => closeFlight(tx, await lockFlight(tx, key), time));
/** A second flight of the same birds, being basketed. */
const second = async (race: BuiltRace, flight: FlightToBuild = { until: 'basketing' }): Promise<FlightKey> => ({
  loft_id: race.loft.id,
  flight_id: await connection.db.transaction().execute((tx) => buildFlight(tx, race, flight)),
});

/** Birds and minutes in the order of the live stream; null is a withdrawal. */
async function stream(race: BuiltRace, key = keyOf(race)): Promise<[bird: number, minutes: number | null][]> {
  const { rows } = await arrivalsAfter(connection.db, key, 0);
  return rows.map(([, pigeon_id, time_ms]) => [
    race.pigeon_ids.indexOf(pigeon_id),
    time_ms === null ? null : (time_ms - race.release_ms) / 60_000,
  ]);
}
async function homeCount({ loft_id, flight_id }: FlightKey): Promise<number> {
  const { rows } = await connection.pool.query(
    'select home_count from flight_streams where loft_id = $1 and flight_id = $2',
    [loft_id, flight_id],
  );
  return rows[0].home_count;
}
async function waiting({ loft }: BuiltRace): Promise<string[]> {
  const rows = await connection.db
    .selectFrom('unranked_readings')
    .select('reason')
    .where('loft_id', '=', loft.id)
    .orderBy('number')
    .execute();
  return rows.map(({ reason }) => reason);
}

describe('a release entered after the readings', () => {
  it('takes its birds out of the flight that had them: home there or still out', async () => {
    const race = await buildRace(connection.db, { birds: 3 });
    const other = await second(race);
    await sendReadings(race, [[0, 100]]);
    expect(
      await sendReadings(race, [
        [0, 300],
        [1, 301],
      ]),
    ).toEqual([null, null]);
    expect(await stream(race)).toEqual([
      [0, 100],
      [1, 301],
    ]);

    await release(other, at(race, 200));
    expect(await stream(race)).toEqual([
      [0, 100],
      [1, 301],
      [1, null],
    ]);
    expect(await stream(race, other)).toEqual([
      [0, 300],
      [1, 301],
    ]);
    expect([await homeCount(keyOf(race)), await homeCount(other)]).toEqual([1, 2]);
    expect(await waiting(race)).toEqual([]);
  });

  it('makes arrivals of waiting readings in the same transaction', async () => {
    const race = await buildRace(connection.db, { birds: 1, until: 'basketing' });
    expect(
      await sendReadings(race, [
        [0, 300],
        [0, -5],
      ]),
    ).toEqual(['before_release', 'before_release']);
    await release(keyOf(race), at(race, 0));
    expect(await stream(race)).toEqual([[0, 300]]);
    expect(await waiting(race)).toEqual(['before_release']);
  });

  it('leaves an official result as it is', async () => {
    const race = await buildRace(connection.db, { birds: 1 });
    const other = await second(race);
    await sendReadings(race, [[0, 300]]);
    await close(keyOf(race), at(race, 400));
    for (const event of ['publish', 'make_official'] as const) {
      await connection.db.transaction().execute(async (tx) => moveFlight(tx, await lockFlight(tx, keyOf(race)), event));
    }
    await release(other, at(race, 200));
    expect(await stream(race)).toEqual([[0, 300]]);
    expect(await stream(race, other)).toEqual([[0, 300]]);
  });
});

describe('a flight that was annulled before its release', () => {
  it('takes no bird from another, whatever its planned release', async () => {
    const race = await buildRace(connection.db, { birds: 1 });
    const meant = await second(race);
    await connection.pool.query(`update flights set release_time = '${at(race, 200)}' where id = ${meant.flight_id}`);
    await connection.db
      .transaction()
      .execute(async (tx) => moveFlight(tx, await lockFlight(tx, meant), 'annul', { reason: 'fog' }));
    expect(await sendReadings(race, [[0, 300]])).toEqual([null]);
    expect(await stream(race)).toEqual([[0, 300]]);
  });
});

describe('a closing by hand', () => {
  it('puts birds clocked later outside control, whether received before or after it', async () => {
    const race = await buildRace(connection.db, { birds: 3 });
    await sendReadings(race, [
      [0, 300],
      [1, 401],
    ]);
    await close(keyOf(race), at(race, 400));
    expect(await sendReadings(race, [[2, 402]])).toEqual(['after_close']);
    expect(await stream(race)).toEqual([
      [0, 300],
      [1, 401],
      [1, null],
    ]);
    expect(await homeCount(keyOf(race))).toBe(1);
    expect(await waiting(race)).toEqual(['after_close', 'after_close']);
  });
});

describe('a bird forgotten on the list', () => {
  it('is taken out of the earlier flight', async () => {
    const race = await buildRace(connection.db, { birds: 2 });
    const only = { ...race, pigeon_ids: race.pigeon_ids.slice(0, 1) };
    const other = await second(only);
    await release(other, at(race, 200));
    await sendReadings(race, [[1, 300]]);
    await connection.db
      .transaction()
      .execute(async (tx) => basketPigeons(tx, await lockFlight(tx, other), [race.pigeon_ids[1]!]));
    expect(await stream(race)).toEqual([
      [1, 300],
      [1, null],
    ]);
    expect(await stream(race, other)).toEqual([[1, 300]]);
  });
});

describe('a chip', () => {
  const wear = (race: BuiltRace, bird: number, chip: string, from: string) =>
    wearChips(connection.db, race.loft.id, [{ pigeon_id: race.pigeon_ids[bird]!, chip }], from);
  const worn = async (race: BuiltRace, bird: number) => {
    const { rows } = await connection.pool.query(
      'select chip, lower(during) as since, upper(during) as until from pigeon_chips where pigeon_id = $1 order by 2',
      [race.pigeon_ids[bird]],
    );
    return rows;
  };

  it('that turns out to have been worn longer makes arrivals of its waiting readings', async () => {
    const race = await buildRace(connection.db, { birds: 1, release_time: '2025-12-31T05:00:00.000Z' });
    expect(await sendReadings(race, [[0, 300]])).toEqual(['unknown_chip']);
    await wear(race, 0, race.chips[0]!, '2025-06-01T00:00:00.000Z');
    expect(await worn(race, 0)).toEqual([{ chip: race.chips[0], since: '2025-06-01T00:00:00.000Z', until: null }]);
    expect(await stream(race)).toEqual([[0, 300]]);
  });

  it('that was taken off earlier loses its arrival', async () => {
    const race = await buildRace(connection.db, { birds: 1 });
    await sendReadings(race, [[0, 300]]);
    await wear(race, 0, `0E${race.chips[0]}`, at(race, 100));
    expect(await stream(race)).toEqual([
      [0, 300],
      [0, null],
    ]);
    expect(await waiting(race)).toEqual(['unknown_chip']);
  });

  it('of another bird at that time is refused', async () => {
    const race = await buildRace(connection.db, { birds: 2 });
    await expect(wear(race, 0, race.chips[1]!, at(race, 0))).rejects.toMatchObject({ code: '23P01' });
  });

  it('whose period is widened in the database itself triggers the rematching', async () => {
    const race = await buildRace(connection.db, { birds: 1, release_time: '2025-12-31T05:00:00.000Z' });
    await sendReadings(race, [[0, 300]]);
    const listener = await connection.pool.connect();
    const notified = new Promise((resolve) => listener.once('notification', ({ payload }) => resolve(payload)));
    try {
      await listener.query('listen rematch');
      await connection.pool.query(
        `update pigeon_chips set during = tstzrange('2025-01-01', null) where pigeon_id = ${race.pigeon_ids[0]}`,
      );
      expect(await notified).toBe(String(race.loft.id));
    } finally {
      listener.release(true);
    }
  });
});

describe('a replay', () => {
  it('has arrivals by its own clocks alone, and they count nowhere else', async () => {
    const race = await buildRace(connection.db, { birds: 2 });
    const replay = { of: race.flight_id, factor: 6 };
    const key = await second(race, { replay, until: 'released', release_time: at(race, 60) });
    const clock = await registerDevice(connection.db, {
      loft_id: race.loft.id,
      name: 'R',
      replay_id: key.flight_id,
    });
    await sendReadings(race, [[0, 300]]);
    await sendReadings(race, [[1, 300]], { device_id: clock.device_id, loft_id: race.loft.id });
    expect(await stream(race)).toEqual([[0, 300]]);
    expect(await stream(race, key)).toEqual([[1, 300]]);
  });
});

describe('the step to official', () => {
  it('waits for the readings that are being recorded, and sees the gap that they leave (A3)', async () => {
    const race = await buildRace(connection.db, { birds: 2 });
    await close(keyOf(race), at(race, 400));
    const step = (event: 'publish' | 'make_official') =>
      connection.db.transaction().execute(async (tx) => moveFlight(tx, await lockFlight(tx, keyOf(race)), event));
    await step('publish');
    const recording = await connection.db.startTransaction().execute();
    const head = await lockLedger(recording, race.loft.id);
    const sent = reading.parse(readingOf(race, 0, 300, { sequence: 3 }));
    await recordReadings(recording, race.loft.id, [{ device: race.device, readings: [sent], received_ms: 0 }], head);
    const official = step('make_official').catch((error) => error);
    const first = await Promise.race([official, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))]);
    await recording.commit().execute();
    expect(first).toBe('waits');
    expect(await official).toMatchObject({ code: 'readings_missing', params: { from: 1, to: 2 } });
  });
});

describe('rematching', () => {
  it('takes 500 waiting readings at a time', async () => {
    const race = await buildRace(connection.db, { birds: 1, until: 'basketing' });
    for (let i = 0; i < 3; i++)
      await sendReadings(
        race,
        Array.from({ length: 200 }, (_, n) => [0, 300 + n]),
      );
    const rematch = (after: number) =>
      connection.db.transaction().execute(async (tx) => {
        await lockLedger(tx, race.loft.id);
        return rematchWaiting(tx, race.loft.id, after);
      });
    expect(await rematch(0)).toEqual({ matched: 0, next: 500 });
    expect(await rematch(500)).toEqual({ matched: 0, next: null });
  });
});
