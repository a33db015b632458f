/**
 * Proves the recording of readings under bad networks and many writers: each is stored exactly once however often, late
 * and shuffled it comes, and re-used numbers change nothing (A2); a gap in a clock's sequence is listed and keeps the
 * result from becoming official (A3); a follower who reads "after the last number" misses nothing, with many writers
 * and with two programs on one database. Each proof has a control in which the protection is removed and the same check
 * reports it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Gap, whyNotOfficial } from '#domain/flights/flight.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect, type Database } from '#server/db/database.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { gapsOf } from '#server/flights/gaps.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { contentHash, contentOf } from '#server/ledger/ledger.ts';
import { type BuiltRace, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import {
  type Answer,
  type Clock,
  clockOf,
  type Entry,
  noteAnswer,
  readNext,
  type SentReading,
  sendBatch,
  shuffle,
} from '#testing/clocks.ts';
import { testDatabase } from '#testing/database.ts';
import { type Program, startProgram, stopProgram } from '#testing/program.ts';
import { proveSize, type Random, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { checkRace, holesIn, type Verdict } from '#testing/race-checks.ts';
import { arrivalsAfter } from './arrivals.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
/** Two applications on one database, each with a pool of its own. */
const connections: Connection[] = [];
const apps: App[] = [];
let db: Database;
let owner: Connection;

beforeAll(async () => {
  database = await testDatabase();
  owner = connect(database.ownerUrl, () => {}, 24);
  for (let i = 0; i < 2; i++) {
    const connection = connect(database.url, () => {});
    connections.push(connection);
    apps.push(await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' }));
  }
  db = connections[0]!.db;
});
afterAll(async () => {
  for (const { app } of apps) await app.close();
  for (const connection of [...connections, owner]) await connection?.close();
  await database?.drop();
});

/** Sends one batch of a clock to one of the two applications. */
async function post(app: number, key: string, readings: readonly SentReading[]): Promise<Answer> {
  const answer = await apps[app]!.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ readings }),
  });
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${answer.body}`);
  return answer.json();
}

interface Loft {
  race: BuiltRace;
  clocks: Clock[];
}

/** A race in the air with that many clocks. */
async function raceWithClocks(clocks: number, birds: number): Promise<Loft> {
  const race = await buildRace(db, { birds });
  const own = [clockOf(race, { ...race.device, key: race.key })];
  while (own.length < clocks) {
    own.push(clockOf(race, await registerDevice(db, { loft_id: race.loft.id, name: `Clock ${own.length + 1}` })));
  }
  return { race, clocks: own };
}

/** A hash over all rows of the ledger, of its results and of its heads. */
async function fingerprint(): Promise<string> {
  const tables = ['readings', 'arrivals', 'unranked_readings', 'ledgers', 'device_boots', 'flight_streams'];
  const parts = await Promise.all(tables.map((table) => hashOf(`${table} as t`)));
  return parts.join(' ');
}

async function hashOf(from: string): Promise<string> {
  const { rows } = await owner.pool.query(
    `select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as hash from ${from}`,
  );
  return rows[0].hash;
}

/** The number of rows of a table that repeat another one's key. */
async function duplicatesIn(table: string): Promise<number> {
  const { rows } = await owner.pool.query(
    `select count(*) - count(distinct (device_id, boot, sequence)) as n from ${table}`,
  );
  return Number(rows[0].n);
}

describe(`exactly once, seed ${seed}`, () => {
  const random = seededRandom(seed);
  const deliveries = proveSize(20_000, 1_000_000);
  const forgeries = proveSize(200, 10_000);
  const perBatch = 500;
  let lofts: Loft[];
  /** The first batches as they were sent, for the control. */
  const sample: { device_id: number; readings: SentReading[] }[] = [];
  const counts = { deliveries: 0, repeated: 0, doubled: 0, late: 0, parallel: 0, conflicts: 0 };

  beforeAll(async () => {
    lofts = [];
    for (let loft = 0; loft < 4; loft++) lofts.push(await raceWithClocks(2, 400));
  });

  /**
   * A batch: three in ten readings are old, one in ten is repeated in it; of the new ones three in ten come much later.
   */
  function compose(clock: Clock, late: Entry[]): Entry[] {
    const batch: Entry[] = [];
    while (batch.length < perBatch) {
      const draw = random(10);
      const known = clock.journal.length > 0;
      if (draw < 3 && known) {
        batch.push(clock.journal[random(clock.journal.length)]!);
        counts.repeated += 1;
      } else if (draw === 3 && batch.length) {
        batch.push(batch[random(batch.length)]!);
        counts.doubled += 1;
      } else if (late.length > 200 + random(2000)) {
        batch.push(late.splice(random(late.length), 1)[0]!);
      } else {
        const entry = readNext(clock, random);
        if (random(10) < 3) {
          late.push(entry);
          counts.late += 1;
        } else batch.push(entry);
      }
    }
    return random(10) < 3 ? shuffle(batch, random) : batch;
  }

  async function deliver(clock: Clock, batch: readonly Entry[]): Promise<void> {
    const readings = batch.map((entry) => entry.reading);
    if (sample.length < 20) sample.push({ device_id: clock.device_id, readings });
    const first = random(2);
    const both = random(10) === 0 ? [first, 1 - first] : [first];
    if (both.length > 1) counts.parallel += batch.length;
    counts.deliveries += batch.length * both.length;
    for (const answer of await Promise.all(both.map((app) => post(app, clock.key, readings)))) {
      counts.conflicts += noteAnswer(batch, answer);
    }
  }

  it(`every reading of ${deliveries} deliveries is stored exactly once (A2)`, async () => {
    const lanes = lofts.flatMap(({ clocks }) => clocks);
    await Promise.all(
      lanes.map(async (clock) => {
        const late: Entry[] = [];
        while (counts.deliveries < deliveries) await deliver(clock, compose(clock, late));
        while (late.length) await deliver(clock, late.splice(0, perBatch));
      }),
    );
    const entries = lanes.flatMap((clock) => clock.journal);
    const verdicts: Verdict[] = [];
    for (const { race, clocks } of lofts) verdicts.push(await checkRace(db, race, clocks));
    const total = (name: keyof Verdict) => verdicts.reduce((sum, verdict) => sum + verdict[name], 0);
    const figures = {
      attempted: entries.length,
      ...counts,
      acknowledged: entries.filter((entry) => entry.acknowledged).length,
      answered_stored_once: entries.filter((entry) => entry.stored === 1).length,
      stored: total('kept'),
      lost: total('lost'),
      duplicated: total('duplicated') + (await duplicatesIn('readings')),
      unexpected: total('unexpected'),
      holes: total('holes') + total('owed'),
      misplaced: total('misplaced'),
      broken_links: total('broken_links'),
    };
    reportProof('A2', figures);
    expect(figures, `seed ${seed}`).toMatchObject({
      acknowledged: entries.length,
      answered_stored_once: entries.length,
      stored: entries.length,
      conflicts: 0,
      lost: 0,
      duplicated: 0,
      unexpected: 0,
      holes: 0,
      misplaced: 0,
      broken_links: 0,
    });
    expect(counts.deliveries).toBeGreaterThanOrEqual(deliveries);
  });

  /** The same number with other content, as from a stolen key or a broken clock. */
  function forge({ reading }: Entry): SentReading {
    const other = [
      { chip: `${reading.chip}F` },
      { device_time: new Date(Date.parse(reading.device_time) - 1 - random(3_600_000)).toISOString() },
      { resolution_ms: 100 },
      { antenna: 'B' },
      { previous_hash: 'f'.repeat(64) },
      { signature: 'forged' },
    ];
    return { ...reading, ...other[random(other.length)] };
  }

  it(`${forgeries} re-used numbers are ${forgeries} conflicts and change nothing (A2)`, async () => {
    const before = await fingerprint();
    const answered = { stored: 0, duplicate: 0, conflict: 0 };
    let sent = 0;
    const lanes = lofts.flatMap(({ clocks }) => clocks);
    for (const [i, clock] of lanes.entries()) {
      const share = Math.floor((forgeries * (i + 1)) / lanes.length) - Math.floor((forgeries * i) / lanes.length);
      const forged = shuffle([...clock.journal], random)
        .slice(0, share)
        .map(forge);
      sent += forged.length;
      while (forged.length) {
        const genuine = Array.from({ length: 50 }, () => clock.journal[random(clock.journal.length)]!.reading);
        const batch = shuffle([...forged.splice(0, 1 + random(200)), ...genuine], random);
        for (const { status } of (await post(random(2), clock.key, batch)).readings) answered[status] += 1;
      }
    }
    const loft_ids = lofts.map(({ race }) => race.loft.id);
    const count = async (table: 'reading_conflicts' | 'alarms') =>
      (await db.selectFrom(table).select('id').where('loft_id', 'in', loft_ids).execute()).length;
    const conflicts = await count('reading_conflicts');
    const alarms = await count('alarms');
    const changed = (await fingerprint()) === before ? 0 : 1;
    reportProof('A2-forged', { forged: sent, ...answered, kept: conflicts, alarms, changed });
    expect({ sent, ...answered, kept: conflicts, alarms, changed }, `seed ${seed}`).toMatchObject({
      sent: forgeries,
      stored: 0,
      conflict: forgeries,
      kept: forgeries,
      alarms: forgeries,
      changed: 0,
    });
  });

  it('control: without the unique key, and with a store that overwrites, the same checks report it (A2)', async () => {
    const columns = '(device_id bigint, boot text, sequence bigint, content_hash bytea)';
    await owner.pool.query(`create table naive ${columns}`);
    await owner.pool.query(
      `create table overwriting ${columns.replace(')', ', primary key (device_id, boot, sequence))')}`,
    );
    const insert = async (into: string, rows: { device_id: number; reading: SentReading }[]) => {
      const records = rows.map(({ device_id, reading }) => ({
        device_id,
        ...reading,
        content_hash: `\\x${contentHash(contentOf(reading as never)).toString('hex')}`,
      }));
      await owner.pool.query(
        `insert into ${into.replace(' ', ` select distinct on (device_id, boot, sequence) * from jsonb_to_recordset($1::jsonb) as r ${columns} `)}`,
        [JSON.stringify(records)],
      );
    };
    const update = 'on conflict (device_id, boot, sequence) do update set content_hash = excluded.content_hash';
    for (const { device_id, readings } of sample) {
      const rows = readings.map((reading) => ({ device_id, reading }));
      await insert('naive ', rows);
      await insert(`overwriting ${update}`, rows);
    }
    const duplicates = await duplicatesIn('naive');
    // Only the lookup is removed: the unique key still refuses.
    const again = `insert into overwriting select * from overwriting limit 1`;
    await expect(owner.pool.query(again)).rejects.toMatchObject({ code: '23505' });
    const before = await hashOf('overwriting as t');
    const { device_id, readings } = sample[0]!;
    const entry: Entry = { reading: readings[0]!, stored: 1, acknowledged: true };
    await insert(`overwriting ${update}`, [{ device_id, reading: forge(entry) }]);
    const overwritten = (await hashOf('overwriting as t')) === before ? 0 : 1;
    reportProof('A2-control', { duplicates, overwritten });
    expect(duplicates, `seed ${seed}`).toBeGreaterThan(0);
    expect(overwritten, `seed ${seed}`).toBe(1);
  });
});

describe(`holes in a clock's count, seed ${seed}`, () => {
  const random = seededRandom(seed + 3);
  const histories = proveSize(200, 10_000);
  const hour = 3_600_000;

  /** A boot of a clock, in an hour of its own, with the sequences that are missing; one in ten misses none. */
  interface History {
    device_id: number;
    boot: string;
    from_ms: number;
    last: number;
    missing: Set<number>;
  }

  function draw(device_id: number, h: number): History {
    const last = 2 + random(30);
    const missing = new Set<number>();
    const kind = random(10);
    // A reading made after the last received one cannot be known to be missing.
    const some = 1 + random(last - 1);
    if (kind < 3) missing.add(some);
    else if (kind < 5) for (let s = 1; s <= some; s++) missing.add(s);
    else if (kind < 9) for (let s = 1; s < last; s++) if (random(3) === 0) missing.add(s);
    return { device_id, boot: `h${h}`, from_ms: Date.UTC(2000, 0, 1) + h * hour, last, missing };
  }

  const gapsIn = ({ device_id, boot, last, missing }: History): Gap[] => {
    const gaps: Gap[] = [];
    for (let s = 1; s < last; s++) {
      if (!missing.has(s)) continue;
      if (missing.has(s - 1)) gaps.at(-1)!.to = s;
      else gaps.push({ device_id, boot, from: s, to: s });
    }
    return gaps;
  };

  it(`of ${histories} histories are listed exactly, and keep a result from becoming official (A3)`, async () => {
    const { race, clocks } = await raceWithClocks(8, 1);
    const loft_id = race.loft.id;
    const drawn = Array.from({ length: histories }, (_, h) => draw(clocks[h % clocks.length]!.device_id, h));
    const watermarks = new Map<string, number>();
    await Promise.all(
      clocks.map(async (clock) => {
        const own = drawn.filter((history) => history.device_id === clock.device_id);
        const sent = own.flatMap(({ boot, from_ms, last, missing }) =>
          Array.from({ length: last }, (_, i) => i + 1)
            .filter((sequence) => !missing.has(sequence))
            .map((sequence) => {
              const device_time = new Date(from_ms + sequence * 60_000).toISOString();
              return { ...readingOf(race, 0, 0, { boot, sequence }), chip: 'NOBODY', device_time };
            }),
        );
        shuffle(sent, random);
        while (sent.length) {
          const answer = await post(random(2), clock.key, sent.splice(0, 500));
          for (const { boot, watermark } of answer.watermarks) watermarks.set(boot, watermark);
        }
      }),
    );

    const { rows } = await connections[0]!.pool.query<Gap>(
      `select device_id, boot, from_sequence as from, to_sequence as to from reading_gaps where loft_id = $1 order by boot, from_sequence`,
      [loft_id],
    );
    const listed = Map.groupBy(rows, (row) => row.boot);
    const maxima = new Map(
      (
        await connections[0]!.pool.query(
          'select boot, max(sequence) as last from readings where loft_id = $1 group by boot',
          [loft_id],
        )
      ).rows.map((row) => [row.boot as string, row.last as number]),
    );
    const found = {
      with_holes: 0,
      listed: 0,
      refused: 0,
      complete: 0,
      allowed: 0,
      watermark_wrong: 0,
      missed_by_max: 0,
    };
    await Promise.all(
      clocks.map(async (clock) => {
        for (const history of drawn.filter((one) => one.device_id === clock.device_id)) {
          const expected = JSON.stringify(gapsIn(history));
          const flight = {
            loft_id,
            release_time: new Date(history.from_ms).toISOString(),
            closes_at: new Date(history.from_ms + hour - 1).toISOString(),
          };
          const gaps = await gapsOf(db, flight);
          const refusal = whyNotOfficial(gaps);
          const contiguous = (gapsIn(history)[0]?.from ?? history.last + 1) - 1;
          if (watermarks.get(history.boot) !== contiguous) found.watermark_wrong += 1;
          if (!history.missing.size) {
            found.complete += 1;
            if (!refusal && !gaps.length && !listed.has(history.boot)) found.allowed += 1;
            continue;
          }
          found.with_holes += 1;
          const shown = JSON.stringify(listed.get(history.boot));
          if (shown === expected && JSON.stringify(gaps) === expected) found.listed += 1;
          if (refusal?.code === 'readings_missing') found.refused += 1;
          // The control: an acknowledgement by the highest number assumes that nothing is missing below it.
          if (maxima.get(history.boot) === history.last) found.missed_by_max += 1;
        }
      }),
    );
    reportProof('A3', { histories, ...found });
    expect(found, `seed ${seed}`).toMatchObject({
      listed: found.with_holes,
      refused: found.with_holes,
      allowed: found.complete,
      watermark_wrong: 0,
      missed_by_max: found.with_holes,
    });
    expect(found.with_holes).toBeGreaterThan(histories / 2);
  });

  const flown = proveSize(5, 100);
  it(`keep ${flown} flown flights from becoming official until they are filled (A3)`, async () => {
    let refused = 0;
    let official = 0;
    for (let i = 0; i < flown; i++) {
      const race = await buildRace(db, { birds: 5 });
      const key = { loft_id: race.loft.id, flight_id: race.flight_id };
      const all = Array.from({ length: 5 }, (_, bird) => readingOf(race, bird, 300 + bird, { sequence: bird + 1 }));
      const hole = random(4);
      await post(0, race.key, all.toSpliced(hole, 1));
      const step = (event: 'publish' | 'make_official') =>
        db.transaction().execute(async (tx) => moveFlight(tx, await lockFlight(tx, key), event));
      await db
        .transaction()
        .execute(async (tx) =>
          closeFlight(tx, await lockFlight(tx, key), new Date(race.release_ms + 36e6).toISOString()),
        );
      await step('publish');
      await step('make_official').catch((error) => {
        if (error.code === 'readings_missing' && error.params.from === hole + 1) refused += 1;
      });
      await post(1, race.key, [all[hole]!]);
      await step('make_official').then(() => {
        official += 1;
      });
    }
    reportProof('A3-flights', { flights: flown, refused, official_when_filled: official });
    expect({ refused, official }, `seed ${seed}`).toEqual({ refused: flown, official: flown });
  });
});

/** Twenty writers of four lofts, each with a clock of its own. */
async function writersOf(batches: number) {
  const lofts: Loft[] = [];
  for (let loft = 0; loft < 4; loft++) lofts.push(await raceWithClocks(5, 400));
  const random = seededRandom(seed + 5);
  const write = (send: (clock: Clock, batch: Entry[], round: number) => Promise<unknown>) =>
    Promise.all(
      lofts
        .flatMap(({ clocks }) => clocks)
        .map(async (clock, writer) => {
          for (let round = writer; round < writer + batches; round++) {
            await sleep(random(5));
            await send(
              clock,
              Array.from({ length: 1 + random(8) }, () => readNext(clock, random)),
              round,
            );
          }
        }),
    );
  return { lofts, write };
}

/** Reads a stream "after the last number" until the writers are done and its head is reached. */
async function followNumbers(
  read: (after: number) => Promise<number[]>,
  done: () => boolean,
): Promise<{ seen: number[]; reads: number }> {
  const seen: number[] = [];
  for (let reads = 1; ; reads++) {
    const last = done();
    const numbers = await read(seen.at(-1) ?? 0);
    seen.push(...numbers);
    if (last && !numbers.length) return { seen, reads };
  }
}

describe(`the numbers of the ledger and of the live stream, seed ${seed}`, () => {
  it('are read without a gap while twenty writers of four lofts write through two applications', async () => {
    const { lofts, write } = await writersOf(proveSize(10, 250));
    let done = false;
    const following = lofts.flatMap(({ race }) => {
      const key = { loft_id: race.loft.id, flight_id: race.flight_id };
      const ledger = (after: number) =>
        sql<{
          number: number;
        }>`select number from readings where loft_id = ${key.loft_id} and number > ${after}
          union all select number from declarations where loft_id = ${key.loft_id} and number > ${after} order by number`
          .execute(connections[1]!.db)
          .then(({ rows }) => rows.map((row) => row.number));
      const live = (after: number) =>
        arrivalsAfter(connections[1]!.db, key, after).then(({ rows }) => rows.map(([seq]) => seq));
      return [ledger, live].map((read) => followNumbers(read, () => done));
    });
    await write(async (clock, batch, round) => {
      noteAnswer(
        batch,
        await post(
          round % 2,
          clock.key,
          batch.map((entry) => entry.reading),
        ),
      );
    });
    done = true;
    const followed = await Promise.all(following);
    let missed = 0;
    let numbers = 0;
    for (const [i, { race }] of lofts.entries()) {
      const { head } = await db
        .selectFrom('ledgers')
        .select('head')
        .where('loft_id', '=', race.loft.id)
        .executeTakeFirstOrThrow();
      const stream = await arrivalsAfter(db, { loft_id: race.loft.id, flight_id: race.flight_id }, 0);
      missed += holesIn(followed[2 * i]!.seen, head) + holesIn(followed[2 * i + 1]!.seen, stream.seq);
      numbers += head + stream.seq;
    }
    const control = await missedByBigserial(proveSize(10, 250));
    reportProof('numbers', {
      writers: 20,
      numbers,
      reads: followed.reduce((sum, { reads }) => sum + reads, 0),
      missed,
      control_rows: control.rows,
      control_missed: control.missed,
    });
    expect(missed, `seed ${seed}`).toBe(0);
    expect(control.missed, 'a bigserial column must lose rows for its follower').toBeGreaterThan(0);
  });

  /** The control: numbers from a sequence, transactions of random length, the same follower. */
  async function missedByBigserial(rounds: number): Promise<{ rows: number; missed: number }> {
    await owner.pool.query('create table stream (id bigserial primary key)');
    const random = seededRandom(seed + 6);
    let done = false;
    const read = (after: number) =>
      owner.pool
        .query('select id from stream where id > $1 order by id', [after])
        .then(({ rows }) => rows.map((row) => row.id as number));
    const following = followNumbers(read, () => done);
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let round = 0; round < rounds; round++) {
          await owner.db.transaction().execute(async (tx) => {
            await sql`insert into stream default values`.execute(tx);
            await sql`select pg_sleep(${random(10) / 1000})`.execute(tx);
          });
        }
      }),
    );
    done = true;
    const { seen } = await following;
    return { rows: 20 * rounds, missed: 20 * rounds - seen.length };
  }
});

/**
 * A follower that stays connected; one that reconnects now and then and resumes after its last number; and the control,
 * which reconnects and continues with the next row, as if nothing had come meanwhile.
 */
type Follower = 'steady' | 'restless' | 'forgetful';

/** A follower of a flight at `/live`. */
function followLive(address: string, flight_id: number, random: Random, kind: Follower) {
  const seen: number[] = [];
  const homes = new Map<number, number | null>();
  let at = 0;
  let jumps = 0;
  let hangups = 0;
  let stopped = false;
  let socket = open();
  void (async () => {
    while (kind !== 'steady' && !stopped) {
      await sleep(50 + random(250));
      if (socket.readyState === socket.OPEN) hangups += 1;
      socket.close();
    }
  })();

  function open(): WebSocket {
    const own = new WebSocket(`${address.replace('http', 'ws')}/live`);
    let first = true;
    own.on('open', () => own.send(JSON.stringify({ subscribe: `flight:${flight_id}`, epoch: 1, after: at })));
    own.on('error', () => {});
    own.on('message', (raw) => {
      const frame = JSON.parse((raw as Buffer).toString()) as {
        from: number;
        seq: number;
        rows?: [number, number, number | null][];
      };
      if (!frame.rows || own !== socket) return;
      if (first && kind === 'forgetful') at = frame.seq;
      first = false;
      if (frame.from > at) jumps += 1;
      for (const [seq, pigeon_id, time_ms] of frame.rows) {
        // Rows that it already has are skipped, as the browser does.
        if (seq <= at) continue;
        at = seq;
        seen.push(seq);
        homes.set(pigeon_id, time_ms);
      }
    });
    own.on('close', () => {
      setTimeout(() => {
        if (!stopped && own === socket) socket = open();
      }, random(60));
    });
    return own;
  }

  return {
    kind,
    seen,
    homes,
    at: () => at,
    jumps: () => jumps,
    hangups: () => hangups,
    stop() {
      stopped = true;
      socket.terminate();
    },
  };
}

describe('two programs on one database', () => {
  it(`take readings alternately, and the followers of both have every arrival, seed ${seed}`, async () => {
    const random = seededRandom(seed + 7);
    const { lofts, write } = await writersOf(proveSize(10, 200));
    const env = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl };
    const programs: Program[] = [startProgram(env), startProgram(env)];
    const followers: (ReturnType<typeof followLive> & { race: BuiltRace })[] = [];
    let ends: (number | string)[];
    try {
      const addresses = await Promise.all(programs.map((program) => program.up));
      for (const { race } of lofts) {
        for (const address of addresses) {
          for (const kind of ['steady', 'restless', 'forgetful'] as const) {
            followers.push({ race, ...followLive(address, race.flight_id, random, kind) });
          }
        }
      }
      let unknown = 0;
      await write(async (clock, batch, round) => {
        const answer = await sendBatch(addresses[round % 2]!, clock, batch);
        if (answer === 'unknown') unknown += 1;
        else noteAnswer(batch, answer);
      });
      let arrivals = 0;
      let missed = 0;
      let differing = 0;
      let control = 0;
      for (const { race } of lofts) {
        const { seq, rows } = await arrivalsAfter(db, { loft_id: race.loft.id, flight_id: race.flight_id }, 0);
        arrivals += seq;
        const homes = new Map(rows.map(([, pigeon_id, time_ms]) => [pigeon_id, time_ms]));
        for (const follower of followers.filter((one) => one.race === race)) {
          const until = Date.now() + 20_000;
          while (follower.at() < seq && Date.now() < until) await sleep(20);
          if (follower.kind === 'forgetful') {
            control += seq - follower.seen.length;
            continue;
          }
          missed += holesIn(follower.seen, seq) + follower.jumps();
          if ([...homes].some(([pigeon_id, time_ms]) => follower.homes.get(pigeon_id) !== time_ms)) differing += 1;
        }
      }
      const verdicts: Verdict[] = [];
      for (const { race, clocks } of lofts) verdicts.push(await checkRace(db, race, clocks));
      const hangups = followers.reduce((sum, follower) => sum + follower.hangups(), 0);
      const kept = verdicts.reduce((sum, verdict) => sum + verdict.kept, 0);
      const sent = lofts.flatMap(({ clocks }) => clocks.flatMap((clock) => clock.journal)).length;
      const figures = { sent, kept, unknown, arrivals, followers: followers.length, hangups, missed, differing };
      reportProof('two-programs', { ...figures, control_missed: control });
      const expected = { unknown: 0, missed: 0, differing: 0, kept: sent };
      expect(figures, `seed ${seed}`).toMatchObject(expected);
      expect(control, 'who does not resume after the last number must miss arrivals').toBeGreaterThan(0);
      for (const { kept: _, ...faults } of verdicts) {
        expect(Object.values(faults), JSON.stringify(faults)).toEqual(Object.values(faults).map(() => 0));
      }
    } finally {
      for (const follower of followers) follower.stop();
      ends = await Promise.all(programs.map(stopProgram));
    }
    expect(ends, 'both end in order').toEqual([0, 0]);
  });
});
