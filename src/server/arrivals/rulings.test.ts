/** Rulings move the birds they concern, and edit nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reading } from '#domain/arrivals/contract.ts';
import { type Connection, connect, type Database, type Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { declare } from '#server/ledger/declarations.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { rematch } from '#server/ledger/matching.ts';
import { wearChips } from '#server/pigeons/pigeons.ts';
import { type BuiltRace, buildPerson, buildRace, readingOf } from '#testing/builders.ts';
import { correctRelease, enterManualArrival, setOffset, voidEntry } from '#testing/corrections.ts';
import { testDatabase } from '#testing/database.ts';
import { silent } from '#testing/notifications.ts';
import { seed, seededRandom } from '#testing/proof.ts';
import { misplacedIn } from '#testing/race-checks.ts';
import { arrivalsAfter } from './arrivals.ts';
import { auditLoft } from './audit.ts';
import { createIngest } from './ingest.ts';
import { recordReadings } from './readings.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let db: Database;
let by: number;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  db = connection.db;
  by = (await buildPerson(db)).user_id;
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

const ruling = () => ({ by, now_ms: Date.now(), reason: 'as the film shows' });
// As every call does: what PostgreSQL breaks off for a conflict runs once more.
const write = <Answer>(work: (tx: Tx) => Promise<Answer>) => transact(db, work);
const keyOf = ({ loft, flight_id }: BuiltRace) => ({ loft_id: loft.id, flight_id });
const at = (race: BuiltRace, minutes: number) => new Date(race.release_ms + minutes * 60_000).toISOString();

/** The last sequence of each clock. */
const sequences = new Map<number, number>();
/** Sends readings of birds at minutes after the release. @returns the number of the last entry. */
async function sendReadings(race: BuiltRace, readings: [bird: number, minutes: number][], device = race.device) {
  return write(async (tx) => {
    const batch = readings.map(([bird, minutes]) => {
      const sequence = (sequences.get(device.device_id) ?? 0) + 1;
      sequences.set(device.device_id, sequence);
      return reading.parse(readingOf(race, bird, minutes, { sequence }));
    });
    const head = await lockLedger(tx, race.loft.id);
    const recorded = await recordReadings(tx, race.loft.id, [{ device, readings: batch, received_ms: 0 }], head);
    return recorded.head.number;
  });
}

/** Birds and minutes in the order of the live stream; null is a withdrawal. */
async function stream(race: BuiltRace): Promise<[bird: number, minutes: number | null][]> {
  const { rows } = await arrivalsAfter(db, keyOf(race), 0);
  return rows.map(([, pigeon_id, time_ms]) => [
    race.pigeon_ids.indexOf(pigeon_id),
    time_ms === null ? null : (time_ms - race.release_ms) / 60_000,
  ]);
}

async function waiting({ loft }: BuiltRace): Promise<string[]> {
  const rows = await db
    .selectFrom('unranked_readings')
    .select('reason')
    .where('loft_id', '=', loft.id)
    .orderBy('number')
    .execute();
  return rows.map(({ reason }) => reason);
}

/** Checks that nothing is misplaced, and that the audit of the loft finds nothing. */
async function whole(race: BuiltRace): Promise<void> {
  expect((await auditLoft(db, race.loft.id)).faults).toEqual([]);
  expect(await misplacedIn(db, keyOf(race))).toBe(0);
}

async function official(race: BuiltRace): Promise<void> {
  await write(async (tx) => closeFlight(tx, await lockFlight(tx, keyOf(race)), at(race, 900)));
  for (const event of ['publish', 'make_official'] as const)
    await write(async (tx) => moveFlight(tx, await lockFlight(tx, keyOf(race)), event));
}

describe('an offset of a clock', () => {
  it('moves the birds it read, within its range, and leaves their readings unchanged', async () => {
    const race = await buildRace(db, { birds: 3 });
    await sendReadings(race, [
      [0, 300],
      [1, 301],
      [2, 302],
    ]);
    const set = (offset_ms: number, minutes: [number, number] | null) =>
      write((tx) =>
        setOffset(
          tx,
          race.device,
          {
            offset_ms,
            ...(minutes && {
              from_us: Date.parse(at(race, minutes[0])) * 1000,
              to_us: Date.parse(at(race, minutes[1])) * 1000,
            }),
          },
          ruling(),
        ),
      );
    await set(-90_000, [301, 302]);
    expect((await stream(race)).slice(3)).toEqual([[1, 299.5]]);
    const number = await set(60_000, null);
    expect((await stream(race)).slice(4)).toEqual([
      [0, 301],
      [1, 302],
      [2, 303],
    ]);
    await write((tx) => voidEntry(tx, { loft_id: race.loft.id, number }, ruling()));
    expect((await stream(race)).slice(7)).toEqual([
      [0, 300],
      [1, 299.5],
      [2, 302],
    ]);
    const { rows } = await connection.pool.query('select distinct device_time from readings where loft_id = $1', [
      race.loft.id,
    ]);
    expect(rows.length).toBe(3);
    await whole(race);
  });

  it('counts for later readings of its clock, also when it puts one before the release', async () => {
    const race = await buildRace(db, { birds: 2 });
    await write((tx) => setOffset(tx, race.device, { offset_ms: -3_600_000 }, ruling()));
    await sendReadings(race, [
      [0, 59],
      [1, 360],
    ]);
    expect(await stream(race)).toEqual([[1, 300]]);
    expect(await waiting(race)).toEqual(['before_release']);
    await whole(race);
  });

  it('finds the bird that wore the chip at the true time', async () => {
    const race = await buildRace(db, { birds: 2 });
    // The chip of the first bird goes over to the second one during the flight.
    await connection.pool.query(
      `update pigeon_chips set during = tstzrange(lower(during), $2) where loft_id = $1 and pigeon_id = $3`,
      [race.loft.id, at(race, 200), race.pigeon_ids[0]],
    );
    await write((tx) =>
      wearChips(tx, race.loft.id, [{ pigeon_id: race.pigeon_ids[1]!, chip: race.chips[0]! }], at(race, 200)),
    );
    await sendReadings(race, [[0, 190]]);
    expect(await stream(race)).toEqual([[0, 190]]);
    await write((tx) => setOffset(tx, race.device, { offset_ms: 20 * 60_000 }, ruling()));
    expect(await stream(race)).toEqual([
      [0, 190],
      [0, null],
      [1, 210],
    ]);
    await sendReadings(race, [[0, 150]]);
    expect((await stream(race)).slice(3)).toEqual([[0, 170]]);
    await whole(race);
  });

  it('leaves an official result as it is', async () => {
    const race = await buildRace(db, { birds: 1 });
    await sendReadings(race, [[0, 300]]);
    await official(race);
    await write((tx) => setOffset(tx, race.device, { offset_ms: 1000 }, ruling()));
    expect(await stream(race)).toEqual([[0, 300]]);
    expect(await waiting(race)).toEqual([]);
    expect((await auditLoft(db, race.loft.id)).faults).toEqual([]);
  });
});

describe('a withdrawal', () => {
  it('of a reading lets the next one count, or none; withdrawing the withdrawal restores it', async () => {
    const race = await buildRace(db, { birds: 2 });
    const { loft } = race;
    const first = await sendReadings(race, [[0, 300]]);
    await sendReadings(race, [[0, 310]]);
    const only = await sendReadings(race, [[1, 320]]);
    const withdraw = (number: number) => write((tx) => voidEntry(tx, { loft_id: loft.id, number }, ruling()));
    const by_void = await withdraw(first);
    await withdraw(only);
    expect((await stream(race)).slice(2)).toEqual([
      [0, 310],
      [1, null],
    ]);
    expect(await waiting(race)).toEqual(['void', 'void']);
    await expect(withdraw(first)).rejects.toMatchObject({ code: 'entry_withdrawn' });
    await whole(race);

    await withdraw(by_void);
    expect((await stream(race)).slice(4)).toEqual([[0, 300]]);
    expect(await waiting(race)).toEqual(['void']);
    await withdraw(first);
    expect((await stream(race)).slice(5)).toEqual([[0, 310]]);
    await whole(race);
  });

  it('of a reading with an unknown chip still holds when the chip becomes known', async () => {
    const race = await buildRace(db, { birds: 1 });
    const device = race.device;
    const stranger = { ...readingOf(race, 0, 300, { sequence: 1 }), chip: '5712A6E2' };
    const number = await write(async (tx) => {
      const head = await lockLedger(tx, race.loft.id);
      const batches = [{ device, readings: [reading.parse(stranger)], received_ms: 0 }];
      return (await recordReadings(tx, race.loft.id, batches, head)).head.number;
    });
    expect(await waiting(race)).toEqual(['unknown_chip']);
    await write((tx) => voidEntry(tx, { loft_id: race.loft.id, number }, ruling()));
    expect(await waiting(race)).toEqual(['void']);
    await write((tx) =>
      wearChips(tx, race.loft.id, [{ pigeon_id: race.pigeon_ids[0]!, chip: stranger.chip }], at(race, 100)),
    );
    expect([await stream(race), await waiting(race)]).toEqual([[], ['void']]);
    await whole(race);
  });

  it('is refused for a release, and for a missing or official entry', async () => {
    const race = await buildRace(db, { birds: 1 });
    const reading = await sendReadings(race, [[0, 300]]);
    const withdraw = (number: number) => write((tx) => voidEntry(tx, { loft_id: race.loft.id, number }, ruling()));
    await expect(withdraw(1)).rejects.toMatchObject({ code: 'entry_not_withdrawable' });
    await expect(withdraw(2)).rejects.toMatchObject({ code: 'entry_not_withdrawable' });
    await expect(withdraw(reading + 1)).rejects.toMatchObject({ code: 'not_found' });
    await official(race);
    await expect(withdraw(reading)).rejects.toMatchObject({ code: 'result_not_open' });
    expect(await stream(race)).toEqual([[0, 300]]);
  });
});

describe('a manual arrival', () => {
  const enter = (race: BuiltRace, bird: number, minutes: number) => {
    const seen = {
      pigeon_id: race.pigeon_ids[bird]!,
      time_ms: Date.parse(at(race, minutes)),
      evidence: 'ring read by two',
    };
    return write(async (tx) => enterManualArrival(tx, await lockFlight(tx, keyOf(race)), seen, ruling()));
  };

  it('counts a bird that no clock read, by its entry, until that is withdrawn', async () => {
    const race = await buildRace(db, { birds: 2 });
    const number = await enter(race, 0, 300);
    expect(await stream(race)).toEqual([[0, 300]]);
    const rows = await db
      .selectFrom('arrivals')
      .select(['reading_number', 'declaration_number'])
      .where('loft_id', '=', race.loft.id)
      .execute();
    expect(rows).toEqual([{ reading_number: null, declaration_number: number }]);
    await whole(race);
    await write((tx) => voidEntry(tx, { loft_id: race.loft.id, number }, ruling()));
    expect((await stream(race)).slice(1)).toEqual([[0, null]]);
    await whole(race);
  });

  it('counts among the readings by its time: the earliest of a bird', async () => {
    const race = await buildRace(db, { birds: 2 });
    await sendReadings(race, [[1, 305]]);
    await enter(race, 0, 300);
    await enter(race, 1, 310);
    await sendReadings(race, [[0, 295]]);
    expect(await stream(race)).toEqual([
      [1, 305],
      [0, 300],
      [0, 295],
    ]);
    await whole(race);
  });

  it('depends on its flight: a closing by hand puts it outside control', async () => {
    const race = await buildRace(db, { birds: 1 });
    await enter(race, 0, 300);
    await write(async (tx) => closeFlight(tx, await lockFlight(tx, keyOf(race)), at(race, 200)));
    expect(await stream(race)).toEqual([
      [0, 300],
      [0, null],
    ]);
    await whole(race);
  });

  it('is refused for a bird not on the list, outside the flight, and for an official result', async () => {
    const race = await buildRace(db, { birds: 2, basketed: 1 });
    await expect(enter(race, 1, 300)).rejects.toMatchObject({ code: 'pigeon_not_basketed' });
    await expect(enter(race, 0, -1)).rejects.toMatchObject({ code: 'time_outside_flight', errors: { time: [{}] } });
    await official(race);
    await expect(enter(race, 0, 300)).rejects.toMatchObject({ code: 'result_not_open' });
    const waiting = await buildRace(db, { birds: 1, until: 'basketing' });
    await expect(enter(waiting, 0, 300)).rejects.toMatchObject({ code: 'result_not_open' });
  });
});

describe(`rulings while clocks send, seed ${seed}`, () => {
  const counts = { stored() {}, conflict() {}, committed() {}, heard() {} };

  /** Two clocks send readings of 40 birds in batches while rulings go on. @returns what is misplaced in the end. */
  async function fly(meanwhile: (race: BuiltRace, part: number) => Promise<unknown>): Promise<number> {
    const random = seededRandom(seed + 3);
    const race = await buildRace(db, { birds: 50 });
    const { device_id } = await write((tx) => registerDevice(tx, { loft_id: race.loft.id, name: 'Clock 2' }));
    const ingest = createIngest(db, silent, counts);
    const devices = [race.device, { device_id, loft_id: race.loft.id }];
    const clocks = devices.map(async (device) => {
      for (let part = 0; part < 12; part++) {
        const readings = Array.from({ length: 5 }, (_, i) =>
          reading.parse(readingOf(race, random(40), 300 + random(60), { boot: 'live', sequence: part * 5 + i + 1 })),
        );
        await ingest({ device, readings, received_ms: 0 });
      }
    });
    const rule = (async () => {
      for (let part = 0; part < 10; part++) await meanwhile(race, part);
    })();
    await Promise.all([...clocks, rule]);
    expect((await auditLoft(db, race.loft.id)).faults.filter((fault) => fault.includes('chain'))).toEqual([]);
    return (await misplacedIn(db, keyOf(race))) + (await auditLoft(db, race.loft.id)).faults.length;
  }

  it('lose nothing and move everything: every bird is where the ledger puts it', async () => {
    const random = seededRandom(seed + 5);
    const misplaced = await fly(async (race, part) => {
      const time = at(race, 300 + random(60));
      const manual = { pigeon_id: race.pigeon_ids[random(40)]!, time_ms: Date.parse(time), evidence: 'by eye' };
      const released = at(race, random(320) - 5);
      // Three at once: they wait for each other, and the clocks for all of them.
      await Promise.all([
        write(async (tx) => correctRelease(tx, await lockFlight(tx, keyOf(race)), released, ruling())),
        write((tx) => setOffset(tx, race.device, { offset_ms: random(120_000) - 60_000 }, ruling())),
        part % 2
          ? write(async (tx) => enterManualArrival(tx, await lockFlight(tx, keyOf(race)), manual, ruling())).catch(
              (error) => expect(error).toMatchObject({ code: 'time_outside_flight' }),
            )
          : write(async (tx) => {
              const { number } = await lockLedger(tx, race.loft.id);
              // The first of these rulings may come before the first reading.
              if (number < 3) return;
              await voidEntry(tx, { loft_id: race.loft.id, number: 3 + random(number - 2) }, ruling());
            }).catch((error) => expect(['entry_withdrawn', 'entry_not_withdrawable']).toContain(error.code)),
      ]);
    });
    expect(misplaced, `seed ${seed}`).toBe(0);
  });

  it('control: a search for the birds before the ledger is locked misses those that come in between', async () => {
    const misplaced = await fly(async (race, part) => {
      const { loft, device } = race;
      const offset = { kind: 'offset' as const, device_id: device.device_id, boot: null, from_us: null, to_us: null };
      const { rows } = await connection.pool.query<{ pigeon_id: number }>(
        'select distinct pigeon_id from arrivals where loft_id = $1',
        [loft.id],
      );
      await sendReadings(race, [[40 + part, 300]]);
      await write(async (tx) => {
        const pigeon_ids = rows.map(({ pigeon_id }) => pigeon_id);
        await declare(tx, loft.id, [{ ...offset, offset_ms: 1000 * (part + 1) }], ruling());
        await rematch(tx, loft.id, { pigeon_ids, from: at(race, 0) });
      });
    });
    expect(misplaced).toBeGreaterThan(0);
  });
});
