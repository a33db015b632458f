/**
 * A clock that had no network for eight hours delivers its backlog in any order, batch by batch and some twice, while
 * another clock goes on: nothing is lost, nothing counts twice, and the result is that of the clocks' times (A12).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect } from '#server/db/database.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { findFlownFlight } from '#server/flights/flights.ts';
import { buildRace } from '#testing/builders.ts';
import { type Clock, clockOf, type Entry, noteAnswer, sendBatch, shuffle } from '#testing/clocks.ts';
import { testDatabase } from '#testing/database.ts';
import { startProgram, stopProgram } from '#testing/program.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { rankedAnew } from './standings.ts';

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

const hour_ms = 3_600_000;

/** The next reading of a clock: this bird, so long after the release. */
function readBird(clock: Clock, bird: number, after_ms: number): Entry {
  clock.sequence += 1;
  const { race } = clock;
  const device_time = new Date(race.release_ms + after_ms).toISOString();
  const reading = {
    boot: '1',
    sequence: clock.sequence,
    chip: race.chips[bird]!,
    device_time,
    resolution_ms: 1,
  };
  const entry: Entry = { reading, stored: 0, acknowledged: false };
  clock.journal.push(entry);
  return entry;
}

async function deliver(address: string, clock: Clock, batch: readonly Entry[]): Promise<void> {
  for (;;) {
    const answer = await sendBatch(address, clock, batch);
    if (answer === 'unknown') continue;
    noteAnswer(batch, answer);
    return;
  }
}

test('a backlog of eight hours is taken beside the live clock, each reading once (A12)', async () => {
  const random = seededRandom(seed);
  const late = proveSize(1_000, 10_000);
  const live = proveSize(200, 2_000);
  const race = await buildRace(connection.db, { birds: late + live });
  const silent = clockOf(race, await registerDevice(connection.db, { loft_id: race.loft.id, name: 'Silent' }));
  const online = clockOf(race, { device_id: race.device.device_id, key: race.key });
  for (let bird = 0; bird < late; bird += 1) readBird(silent, bird, 2 * hour_ms + random(8 * hour_ms));
  const program = startProgram({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, ROLE: 'live' });
  try {
    const address = await program.up;
    const batches: Entry[][] = [];
    const shuffled = shuffle([...silent.journal], random);
    for (let from = 0; from < late; from += 250) batches.push(shuffled.slice(from, from + 250));
    const started = performance.now();
    let isUploading = true;
    const upload = (async () => {
      const waiting = [...batches, ...batches.filter(() => random(4) === 0)];
      await Promise.all(
        Array.from({ length: 4 }, async () => {
          for (let batch = waiting.shift(); batch; batch = waiting.shift()) await deliver(address, silent, batch);
        }),
      );
      isUploading = false;
    })();
    const waits: number[] = [];
    let bird = late;
    while (bird < late + live && (isUploading || bird < late + live / 10)) {
      const entry = readBird(online, bird++, 10 * hour_ms + bird);
      const sent = performance.now();
      await deliver(address, online, [entry]);
      if (isUploading) waits.push(performance.now() - sent);
      await sleep(10);
    }
    await upload;
    const upload_ms = performance.now() - started;

    const sent = [...silent.journal, ...online.journal];
    const expected = sent
      .map(({ reading }) => ({
        pigeon_id: race.pigeon_ids[race.chips.indexOf(reading.chip)]!,
        time_ms: Date.parse(reading.device_time),
      }))
      .sort((a, b) => a.time_ms - b.time_ms || a.pigeon_id - b.pigeon_id);
    const key = { loft_id: race.loft.id, flight_id: race.flight_id };
    const ranked = await connection.db
      .transaction()
      .execute(async (tx) => rankedAnew(tx, (await findFlownFlight(tx, key))!));
    const sorted = waits.toSorted((a, b) => a - b);
    const kept = await connection.db
      .selectFrom('readings')
      .select('chip')
      .where('loft_id', '=', race.loft.id)
      .orderBy('number')
      .execute();
    const found = {
      sent: sent.length,
      kept: kept.length,
      stored_twice: sent.filter(({ stored }) => stored > 1).length,
      unanswered: sent.filter(({ acknowledged }) => !acknowledged).length,
    };
    reportProof('A12', {
      ...found,
      upload_s: Math.round(upload_ms / 100) / 10,
      live: waits.length,
      live_p99_ms: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
    });
    expect(found).toEqual({ sent: sent.length, kept: sent.length, stored_twice: 0, unanswered: 0 });
    expect(ranked.map(({ pigeon_id, time_ms }) => ({ pigeon_id, time_ms }))).toEqual(expected);
    expect(waits.length, 'the live clock went on meanwhile').toBeGreaterThan(0);
    const birds = ranked.map(({ pigeon_id }) => race.chips[race.pigeon_ids.indexOf(pigeon_id)]);
    expect(
      kept.map(({ chip }) => chip),
      'control: by the order of delivery it would be another result',
    ).not.toEqual(birds);
  } finally {
    await stopProgram(program);
  }
});
