import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reading } from '#domain/arrivals/contract.ts';
import { type App, buildApp } from '#server/app.ts';
import { basketPigeons } from '#server/basketing/basketing.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { registerDevice, revokeDevice } from '#server/devices/devices.ts';
import { gapsOf } from '#server/flights/gaps.ts';
import { closeFlight, moveFlight, releaseFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { contentHash, contentOf, lockLedger } from '#server/ledger/ledger.ts';
import { rematchWaiting } from '#server/ledger/matching.ts';
import { wearChips } from '#server/pigeons/pigeons.ts';
import { type BuiltRace, buildLoft, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { createIngest } from './ingest.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
let commits = 0;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

const post = (key: string, payload: unknown, headers: Record<string, string> = {}) =>
  built.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const send = async (race: BuiltRace, readings: unknown[], key = race.key) => {
  const answer = await post(key, { readings });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as {
    readings: { boot: string; sequence: number; status: string; unranked: string | null }[];
    watermarks: { boot: string; watermark: number }[];
  };
};
const result = async (race: BuiltRace) => {
  const answer = await built.app.inject(`/api/lofts/${race.loft.id}/flights/${race.flight_id}/result`);
  return (answer.json() as { rows: { pigeon_id: number; rank: number; speed: number }[] }).rows.map((row) => [
    row.pigeon_id,
    row.rank,
  ]);
};
const rematch = (race: BuiltRace) =>
  connection.db.transaction().execute(async (tx) => {
    await lockLedger(tx, race.loft.id);
    return rematchWaiting(tx, race.loft.id, 0);
  });

describe('a batch of readings', () => {
  it('is stored once: the same again is a duplicate, other content under the same key a conflict', async () => {
    const race = await buildRace(connection.db);
    const reading = readingOf(race, 0, 300, { sequence: 1 });
    expect((await send(race, [reading])).readings[0]).toMatchObject({ status: 'stored', unranked: null });
    expect((await send(race, [reading, reading])).readings.map((one) => one.status)).toEqual([
      'duplicate',
      'duplicate',
    ]);
    const other = { ...reading, device_time: new Date(race.release_ms + 1).toISOString() };
    expect((await send(race, [other])).readings[0]!.status).toBe('conflict');
    expect((await send(race, [other])).readings[0]!.status).toBe('conflict');

    expect(await result(race)).toEqual([[race.pigeon_ids[0], 1]]);
    const conflicts = await connection.db
      .selectFrom('reading_conflicts')
      .selectAll()
      .where('loft_id', '=', race.loft.id)
      .execute();
    expect(conflicts).toHaveLength(1);
    const alarms = await connection.db.selectFrom('alarms').selectAll().where('loft_id', '=', race.loft.id).execute();
    expect(alarms).toMatchObject([{ kind: 'reading_conflict', params: { boot: '1', sequence: 1 } }]);
  });

  it('reports a duplicate inside one batch, and a conflict too', async () => {
    const race = await buildRace(connection.db);
    const reading = readingOf(race, 0, 300, { sequence: 1 });
    const answer = await send(race, [reading, reading, { ...reading, chip: race.chips[1] }]);
    expect(answer.readings.map((one) => one.status)).toEqual(['stored', 'duplicate', 'conflict']);
  });

  it('returns the contiguous watermark per boot, not the highest sequence', async () => {
    const race = await buildRace(connection.db);
    const at = (boot: number, sequence: number) => readingOf(race, 0, 300 + sequence, { boot, sequence });
    expect((await send(race, [at(1, 1), at(1, 2), at(1, 4), at(2, 2)])).watermarks).toEqual([
      { boot: '1', watermark: 2 },
      { boot: '2', watermark: 0 },
    ]);
    expect((await send(race, [at(1, 3), at(2, 1)])).watermarks).toEqual([
      { boot: '1', watermark: 4 },
      { boot: '2', watermark: 2 },
    ]);
  });

  it('stores the clock’s time as it came, to the microsecond, and the offset beside it', async () => {
    const race = await buildRace(connection.db);
    const device_time = '2026-06-06T12:00:00.123456+02:00';
    const sent_at = new Date(Date.now() - 5000).toISOString();
    const answer = await post(race.key, {
      readings: [{ ...readingOf(race, 0, 0, { sequence: 1 }), device_time }],
      sent_at,
    });
    expect(answer.statusCode).toBe(200);
    const { rows } = await connection.pool.query(
      'select (extract(epoch from device_time) * 1000000)::bigint as us, clock_offset_ms from readings where loft_id = $1',
      [race.loft.id],
    );
    expect(rows[0].us).toBe(Date.parse('2026-06-06T10:00:00.123Z') * 1000 + 456);
    expect(rows[0].clock_offset_ms).toBeGreaterThanOrEqual(5000);
    expect(rows[0].clock_offset_ms).toBeLessThan(15_000);
  });

  it('counts the earliest of two clocks, whichever is received first', async () => {
    const race = await buildRace(connection.db);
    const second = await registerDevice(connection.db, { loft_id: race.loft.id, name: 'Clock 2' });
    await send(race, [readingOf(race, 0, 310, { sequence: 1 }), readingOf(race, 1, 305, { sequence: 2 })]);
    await send(race, [readingOf(race, 0, 300, { sequence: 1 })], second.key);
    expect(await result(race)).toEqual([
      [race.pigeon_ids[0], 1],
      [race.pigeon_ids[1], 2],
    ]);
    await send(race, [readingOf(race, 0, 320, { sequence: 2 })], second.key);
    const { rows } = (await built.app.inject(`/api/lofts/${race.loft.id}/flights/${race.flight_id}/arrivals`)).json();
    expect(rows.map(([seq, pigeon]: number[]) => [seq, pigeon])).toEqual([
      [1, race.pigeon_ids[0]],
      [2, race.pigeon_ids[1]],
      [3, race.pigeon_ids[0]],
    ]);
    const after = (
      await built.app.inject(`/api/lofts/${race.loft.id}/flights/${race.flight_id}/arrivals?after=2`)
    ).json();
    expect(after).toMatchObject({ seq: 3, rows: [[3, race.pigeon_ids[0], race.release_ms + 300 * 60_000]] });
  });

  it('many batches in flight together share commits, and each gets its own reply', async () => {
    const race = await buildRace(connection.db, { birds: 60 });
    const before = Number(/loftline_reading_batches_total (\d+)/.exec(await built.metrics())?.[1] ?? 0);
    const xid = async () => Number((await connection.pool.query('select pg_current_xact_id()::text as x')).rows[0].x);
    const start = await xid();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, boot) =>
        send(race, [
          readingOf(race, boot * 2, 300, { boot, sequence: 1 }),
          readingOf(race, boot * 2 + 1, 301, { boot, sequence: 2 }),
        ]),
      ),
    );
    const transactions = (await xid()) - start - 1;
    expect(answers.flatMap((answer) => answer.readings.map((one) => one.status))).toEqual(Array(60).fill('stored'));
    expect(answers.map((answer) => answer.watermarks)).toEqual(
      Array.from({ length: 30 }, (_, boot) => [{ boot: String(boot), watermark: 2 }]),
    );
    commits = Number(/loftline_reading_batches_total (\d+)/.exec(await built.metrics())?.[1] ?? 0) - before;
    expect(commits).toBe(30);
    // Savepoints use transaction ids too; without sharing there would be at least two for each of the 30 batches.
    expect(transactions).toBeLessThan(60);
  });

  it('that cannot be recorded does not fail the others', async () => {
    const race = await buildRace(connection.db);
    const counts = { stored: () => {}, conflict: () => {}, committed: () => {}, heard: () => {} };
    const ingest = createIngest(connection.db, built.app.log, counts);
    const record = (bird: number, device_id = race.device.device_id) =>
      ingest({
        device: { device_id, loft_id: race.loft.id },
        readings: [reading.parse(readingOf(race, bird, 300, { boot: bird, sequence: 1 }))],
        received_ms: Date.now(),
      });
    // The first goes alone; the others wait and then go together, one of them from a clock that does not exist.
    const [first, nobody, last] = await Promise.allSettled([record(0), record(1, 2 ** 40), record(2)]);
    expect(first.status).toBe('fulfilled');
    expect(nobody).toMatchObject({ status: 'rejected', reason: { code: '23503' } });
    expect(last).toMatchObject({ status: 'fulfilled', value: { readings: [{ status: 'stored' }] } });
    expect((await result(race)).map(([pigeon_id]) => pigeon_id)).toEqual([race.pigeon_ids[0], race.pigeon_ids[2]]);
  });
});

describe('a clock that chains its readings', () => {
  it('raises an alarm for a broken link, in whatever order the links come', async () => {
    const race = await buildRace(connection.db, { birds: 4 });
    const readings: Record<string, unknown>[] = [];
    for (let i = 0; i < 4; i++) {
      const before = readings.at(-1);
      const previous_hash = before ? contentHash(contentOf(before as never)).toString('hex') : null;
      readings.push({ ...readingOf(race, i, 300 + i, { sequence: i + 1 }), previous_hash });
    }
    const alarms = () =>
      connection.db.selectFrom('alarms').select(['kind', 'params']).where('loft_id', '=', race.loft.id).execute();
    await send(race, [readings[3], readings[1]]);
    await send(race, [readings[2], readings[0]]);
    expect(await alarms()).toEqual([]);
    await send(race, [{ ...readingOf(race, 0, 310, { sequence: 5 }), previous_hash: 'f'.repeat(64) }]);
    expect(await alarms()).toMatchObject([{ kind: 'device_chain_broken', params: { boot: '1', sequence: 5 } }]);
  });

  it('raises an alarm when the first reading, which names no previous one, comes last', async () => {
    const race = await buildRace(connection.db);
    await send(race, [{ ...readingOf(race, 1, 301, { sequence: 2 }), previous_hash: 'f'.repeat(64) }]);
    await send(race, [readingOf(race, 0, 300, { sequence: 1 })]);
    const alarms = await connection.db
      .selectFrom('alarms')
      .select('params')
      .where('loft_id', '=', race.loft.id)
      .execute();
    expect(alarms).toMatchObject([{ params: { boot: '1', sequence: 2 } }]);
  });
});

describe('a reading that is no arrival', () => {
  it('is stored with its reason: unknown chip, not basketed, before release, after close, wrong loft (A9)', async () => {
    const other = await buildRace(connection.db, { birds: 1 });
    const race = await buildRace(connection.db, {
      birds: 4,
      basketed: 3,
      rules: { closing: { kind: 'hours', hours: 10 } },
    });
    const answer = await send(race, [
      { ...readingOf(race, 0, 300, { sequence: 1 }), chip: 'NOBODY' },
      readingOf(race, 3, 300, { sequence: 2 }),
      readingOf(race, 0, -1, { sequence: 3 }),
      readingOf(race, 1, 601, { sequence: 4 }),
      { ...readingOf(race, 0, 300, { sequence: 5 }), chip: other.chips[0] },
      readingOf(race, 2, 600, { sequence: 6 }),
    ]);
    expect(answer.readings.map((one) => one.unranked)).toEqual([
      'unknown_chip',
      'not_basketed',
      'before_release',
      'after_close',
      'wrong_loft',
      null,
    ]);
    expect(await result(race)).toEqual([[race.pigeon_ids[2], 1]]);
    const { rows } = await connection.pool.query('select count(*)::int as kept from readings where loft_id = $1', [
      race.loft.id,
    ]);
    expect(rows[0].kept).toBe(6);
  });

  it('becomes an arrival when its chip is known', async () => {
    const race = await buildRace(connection.db, { birds: 2 });
    await send(race, [{ ...readingOf(race, 0, 300, { sequence: 1 }), chip: 'AEC0FFEE' }]);
    expect(await rematch(race)).toEqual({ matched: 0, next: null });
    await wearChips(
      connection.db,
      race.loft.id,
      [{ pigeon_id: race.pigeon_ids[1]!, chip: 'aec0ffee' }],
      '2026-06-05T00:00:00.000Z',
    );
    await expect.poll(() => result(race)).toEqual([[race.pigeon_ids[1], 1]]);
  });

  it('becomes an arrival when its bird is put on the list', async () => {
    const race = await buildRace(connection.db, { birds: 2, basketed: 1 });
    await send(race, [readingOf(race, 1, 300, { sequence: 1 })]);
    await connection.db.transaction().execute(async (tx) => {
      await basketPigeons(tx, await lockFlight(tx, { loft_id: race.loft.id, flight_id: race.flight_id }), [
        race.pigeon_ids[1]!,
      ]);
    });
    await expect.poll(() => result(race)).toEqual([[race.pigeon_ids[1], 1]]);
  });

  it('becomes an arrival when the release is entered late', async () => {
    const race = await buildRace(connection.db, { birds: 1, until: 'basketing' });
    expect((await send(race, [readingOf(race, 0, 300, { sequence: 1 })])).readings[0]!.unranked).toBe('before_release');
    await connection.db.transaction().execute(async (tx) => {
      const flight = await lockFlight(tx, { loft_id: race.loft.id, flight_id: race.flight_id });
      await releaseFlight(tx, flight, new Date(race.release_ms).toISOString());
    });
    await expect.poll(() => result(race)).toEqual([[race.pigeon_ids[0], 1]]);
  });
});

describe('a batch that cannot be', () => {
  type Fields = Record<string, unknown>;
  const wrong: [string, (reading: Fields) => unknown, string, string][] = [
    ['no chip', (r) => ({ ...r, chip: undefined }), 'readings.0.chip', 'error_required'],
    ['no boot', (r) => ({ ...r, boot: undefined }), 'readings.0.boot', 'error_required'],
    ['a number for a chip', (r) => ({ ...r, chip: 5 }), 'readings.0.chip', 'error_type'],
    ['a chip that is null', (r) => ({ ...r, chip: null }), 'readings.0.chip', 'error_type'],
    ['text for a sequence', (r) => ({ ...r, sequence: '1' }), 'readings.0.sequence', 'error_type'],
    ['a sequence of 0', (r) => ({ ...r, sequence: 0 }), 'readings.0.sequence', 'error_min_value'],
    ['half a boot', (r) => ({ ...r, boot: 1.5 }), 'readings.0.boot', 'error_format'],
    [
      'a time without offset',
      (r) => ({ ...r, device_time: '2026-06-06T12:00:00' }),
      'readings.0.device_time',
      'error_format',
    ],
    [
      'a time in the year 9999',
      (r) => ({ ...r, device_time: '9999-06-06T12:00:00Z' }),
      'readings.0.device_time',
      'error_format',
    ],
    ['a 30 February', (r) => ({ ...r, device_time: '2026-02-30T12:00:00Z' }), 'readings.0.device_time', 'error_format'],
    ['no time at all', (r) => ({ ...r, device_time: 'now' }), 'readings.0.device_time', 'error_format'],
    ['a resolution of 0', (r) => ({ ...r, resolution_ms: 0 }), 'readings.0.resolution_ms', 'error_more_than'],
    [
      'a resolution of two minutes',
      (r) => ({ ...r, resolution_ms: 120_000 }),
      'readings.0.resolution_ms',
      'error_max_value',
    ],
    ['half a character in the antenna', (r) => ({ ...r, antenna: 'A\ud800' }), 'readings.0.antenna', 'error_format'],
    ['an unknown field', (r) => ({ ...r, loft_id: 7 }), 'readings.0', 'error_unknown_field'],
    ['a word for a reading', () => 'x', 'readings.0', 'error_type'],
  ];
  it.each(wrong)('%s is refused as a whole, with the field and its error named', async (_, spoil, field, code) => {
    const race = await buildRace(connection.db, { birds: 1 });
    const answer = await post(race.key, {
      readings: [spoil(readingOf(race, 0, 300, { sequence: 1 })), readingOf(race, 0, 300, { sequence: 2 })],
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().codes).toEqual({ [field]: [code] });
    expect(answer.json().errors[field]).toEqual([expect.stringMatching(/\w+ \w+/)]);
    const { rows } = await connection.pool.query('select from readings where loft_id = $1', [race.loft.id]);
    expect(rows).toHaveLength(0);
  });

  it('names the error of the whole body, and of a query', async () => {
    const { key, loft, flight_id } = await buildRace(connection.db, { birds: 1 });
    expect((await post(key, { readings: 'x' })).json().codes).toEqual({ readings: ['error_type'] });
    expect((await post(key, {})).json().codes).toEqual({ readings: ['error_required'] });
    const arrivals = await built.app.inject(`/api/lofts/${loft.id}/flights/${flight_id}/arrivals?after=abc`);
    expect(arrivals.json().codes).toEqual({ after: ['error_type'] });
  });

  it('empty, of 501, no JSON at all and other media are refused', async () => {
    const { key, ...race } = await buildRace(connection.db, { birds: 1 });
    const many = Array.from({ length: 501 }, (_, i) => readingOf({ key, ...race }, 0, 300, { sequence: i + 1 }));
    expect((await post(key, { readings: [] })).statusCode).toBe(422);
    expect((await post(key, { readings: many })).statusCode).toBe(422);
    expect((await post(key, 'null')).statusCode).toBe(422);
    expect((await post(key, '{"readings":')).statusCode).toBe(400);
    expect((await post(key, 'x', { 'content-type': 'text/csv' })).statusCode).toBe(415);
  });

  it('is refused in the requested language', async () => {
    const { key } = await buildLoft(connection.db);
    const [en, de] = await Promise.all(['en', 'de'].map((language) => post(key, {}, { 'accept-language': language })));
    expect(en!.json().errors).not.toEqual(de!.json().errors);
  });
});

describe('a clock', () => {
  it('without a key, with a wrong one, or revoked gets a 401', async () => {
    const race = await buildRace(connection.db, { birds: 1 });
    const readings = [readingOf(race, 0, 300, { sequence: 1 })];
    const bare = await built.app.inject({ method: 'POST', url: '/api/devices/readings', payload: { readings } });
    expect(bare.statusCode).toBe(401);
    expect((await post('clock_wrong', { readings })).statusCode).toBe(401);
    await revokeDevice(connection.db, { loft_id: race.loft.id, device_id: race.device.device_id });
    expect((await post(race.key, { readings })).statusCode).toBe(401);
  });

  it('has its key stored only as a hash', async () => {
    const { key, device } = await buildLoft(connection.db);
    const { rows } = await connection.pool.query('select devices::text as row from devices where id = $1', [
      device.device_id,
    ]);
    expect(rows[0].row).not.toContain(key);
  });
});

describe('a result', () => {
  it('is shown although clocks owe more readings than an integer holds', async () => {
    const race = await buildRace(connection.db);
    const last = Number.MAX_SAFE_INTEGER - 1;
    await send(
      race,
      ['a', 'b'].map((boot, bird) => readingOf(race, bird, 300, { boot, sequence: last })),
    );
    const shown = await built.app.inject(`/api/lofts/${race.loft.id}/flights/${race.flight_id}`);
    expect(shown.statusCode).toBe(200);
    expect(shown.json().flight.missing_readings).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('cannot become official while a clock still owes readings (A3)', async () => {
    const race = await buildRace(connection.db, { birds: 2 });
    const key = { loft_id: race.loft.id, flight_id: race.flight_id };
    await send(race, [readingOf(race, 0, 300, { sequence: 1 }), readingOf(race, 1, 301, { sequence: 3 })]);
    const step = (event: 'publish' | 'make_official') =>
      connection.db.transaction().execute(async (tx) => moveFlight(tx, await lockFlight(tx, key), event));
    await connection.db
      .transaction()
      .execute(async (tx) =>
        closeFlight(tx, await lockFlight(tx, key), new Date(race.release_ms + 36e6).toISOString()),
      );
    await step('publish');
    await expect(step('make_official')).rejects.toMatchObject({
      code: 'readings_missing',
      params: { from: 2, to: 2, gaps: 1 },
    });
    const shown = (await built.app.inject(`/api/lofts/${key.loft_id}/flights/${key.flight_id}`)).json();
    expect(shown.flight.missing_readings).toBe(1);
    await send(race, [readingOf(race, 0, 302, { sequence: 2 })]);
    expect(await connection.db.transaction().execute(async (tx) => gapsOf(tx, await lockFlight(tx, key)))).toEqual([]);
    await step('make_official');
  });
});
