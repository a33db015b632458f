/**
 * Proves that a clock that was offline for eight hours holds nobody up (A12): its readings come in any order over
 * several connections while another clock goes on live and people rule on the same flight. Nothing is lost and nothing
 * counts twice, and the live clock is answered meanwhile. In the control everything goes through one queue.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxBatch } from '#domain/arrivals/contract.ts';
import { auditLoft } from '#server/arrivals/audit.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { readingOf } from '#testing/builders.ts';
import { shuffle } from '#testing/clocks.ts';
import { testDatabase } from '#testing/database.ts';
import { buildFinal } from '#testing/finals.ts';
import { type Program, startProgram, stopProgram } from '#testing/program.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let program: Program;
let address: string;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  program = startProgram({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, ROLE: 'live' });
  address = await program.up;
});
afterAll(async () => {
  if (program) await stopProgram(program);
  await connection?.close();
  await database?.drop();
});

async function post(path: string, headers: Record<string, string>, body: object) {
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

/** The connections over which a clock sends what it has kept; the control has one, for the live readings too. */
const lanes = 4;

async function late(readings: number, { fifo = false } = {}) {
  const random = seededRandom(seed + Number(fifo));
  const [birds, live] = [readings / 2, 200];
  const { race, flight_id, marta, ringOf } = await buildFinal(connection.db, { birds: birds + live, kind: 'training' });
  const loft_id = race.loft.id;
  const other = await registerDevice(connection.db, { loft_id, name: 'Live' });
  // Each bird is read twice, from the release to eight hours after it.
  const kept = Array.from({ length: readings }, (_, i) => {
    const minutes = ((i % birds) * 480) / birds + (i < birds ? 0 : 1);
    return readingOf(race, i % birds, minutes, { sequence: i + 1 });
  });
  shuffle(kept, random);
  const batches: object[][] = [];
  while (kept.length) batches.push(kept.splice(0, Math.min(maxBatch, 100 + random(400))));
  const sent = batches.length;

  const send = (key: string, some: readonly object[]) =>
    post('/api/devices/readings', { authorization: `Bearer ${key}` }, { readings: some });
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const own = queue.then(work);
    queue = own;
    return own;
  };
  const lane = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) await send(race.key, batch);
  };
  const began = performance.now();
  let took = 0;
  const upload = (
    fifo
      ? Promise.all(batches.splice(0).map((batch) => inTurn(() => send(race.key, batch))))
      : Promise.all(Array.from({ length: lanes }, lane))
  ).then(() => {
    took = performance.now() - began;
  });

  const waits: number[] = [];
  const flying = (async () => {
    for (let bird = 0; bird < live && !(took && bird >= 20); bird += 1) {
      const reading = readingOf(race, birds + bird, 490 + bird / 60, { sequence: bird + 1 });
      const since = performance.now();
      await (fifo ? inTurn(() => send(other.key, [reading])) : send(other.key, [reading]));
      waits.push(performance.now() - since);
      await sleep(50);
    }
  })();

  // While it uploads, its offset is found and a bird disqualified.
  const url = `/api/admin/seasons/${race.season_id}/flights/${flight_id}/rulings`;
  let [ruled, again] = [0, 0];
  for (const ruling of [
    { kind: 'offset', device_id: race.device.device_id, offset_ms: -2300 },
    { kind: 'disqualified', ring: ringOf(1) },
  ]) {
    for (let made = false; !made; ) {
      const { effect } = await post(`${url}/effect`, marta.headers, { ruling });
      made = await post(url, marta.headers, { ruling, reason: 'As found', seen: effect.fingerprint }).then(
        () => true,
        // A bird came in between: the effect is another one, and is looked at again.
        () => false,
      );
      if (made) ruled += 1;
      else again += 1;
      if (again > 200) throw new Error('no ruling is made while a clock uploads');
    }
  }
  await Promise.all([upload, flying]);

  const { rows } = await connection.pool.query<{ kept: number; home: number; rows: number }>(
    `select (select count(*)::int from readings where loft_id = $1) as kept,
      (select count(distinct (device_id, boot, sequence))::int from readings where loft_id = $1) as rows,
      (select home_count::int from flight_streams where loft_id = $1 and flight_id = $2) as home`,
    [loft_id, flight_id],
  );
  const { faults } = await auditLoft(connection.db, loft_id);
  waits.sort((a, b) => a - b);
  return {
    readings: readings + waits.length,
    batches: sent,
    ...rows[0]!,
    // All birds but the one that is disqualified.
    expected_home: birds + waits.length - 1,
    faults,
    rulings: ruled,
    looked_again: again,
    done_s: took / 1000,
    p50_ms: waits[Math.floor(waits.length / 2)]!,
    p99_ms: waits[Math.floor(waits.length * 0.99)]!,
  };
}

it(`a clock brings what it has read in eight hours while another one goes on and people rule, seed ${seed} (A12)`, async () => {
  const readings = proveSize(1_000, 10_000);
  const { faults, ...found } = await late(readings);
  const control = await late(readings, { fifo: true });
  const rounded = Object.fromEntries(Object.entries(found).map(([name, value]) => [name, Math.round(value * 10) / 10]));
  reportProof('A12', {
    ...rounded,
    control_p50_ms: Math.round(control.p50_ms),
    control_p99_ms: Math.round(control.p99_ms),
  });
  expect(faults).toEqual([]);
  expect(found).toMatchObject({ kept: found.readings, rows: found.readings, home: found.expected_home, rulings: 2 });
  expect(control.faults).toEqual([]);
  expect(control.p99_ms, 'one queue for both must show').toBeGreaterThan(2 * found.p50_ms);
});
