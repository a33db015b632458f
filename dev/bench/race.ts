/** The races of the bench: built by the verbs, flown by clocks that send readings over HTTP. */
import { maxBatch } from '#domain/arrivals/contract.ts';
import { connect } from '#server/db/database.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { type BuiltRace, buildRace } from '#testing/builders.ts';
import type { Site } from './site.ts';

/** A race with birds in the air: each arrives once, so a part of the bench takes as many of them as it needs. */
export interface Race extends BuiltRace {
  topic: string;
  path: string;
  /** The keys of its loft's clocks. */
  keys: string[];
  /** The next birds in the air; `home` marks so many of them as arrived. */
  next(count: number): [number, string][];
  home(count: number): void;
}

export async function raceOf(site: Site, birds: number, clocks = 16): Promise<Race> {
  const { db } = site.connection;
  // Long enough ago for all birds to have arrived; whole hours, so that nothing depends on the moment.
  const release_time = new Date(Math.floor(Date.now() / 3_600_000 - 7) * 3_600_000).toISOString();
  const race = await buildRace(db, { birds, release_time });
  const keys: string[] = [];
  for (let i = 1; i <= clocks; i++) {
    const { key } = await registerDevice(db, { loft_id: race.loft.id, name: `Bench ${i}` });
    keys.push(key);
  }
  // A basketing list is hours old when the first bird arrives.
  await settleDatabase(site);
  let come = 0;
  return {
    ...race,
    topic: `flight:${race.flight_id}`,
    path: `/lofts/${race.loft.id}/flights/${race.flight_id}`,
    keys,
    next: (count) => race.pigeon_ids.slice(come, come + count).map((id, i) => [id, race.chips[come + i]!]),
    home(count) {
      come += count;
    },
  };
}

/**
 * Lets the next birds of the race arrive, sent in batches by one of its clocks, from three to five hours after the
 * release.
 */
export async function bringHome(race: Race, port: number, count: number): Promise<void> {
  const birds = race.next(count);
  for (let start = 0; start < birds.length; start += maxBatch) {
    const readings = birds.slice(start, start + maxBatch).map(([pigeon_id, chip], i) => ({
      // A boot for each batch: the same clock sends other readings later.
      boot: `home-${birds[start]![0]}`,
      sequence: i + 1,
      chip,
      device_time: new Date(race.release_ms + 3 * 3_600_000 + (pigeon_id % 10_000) * 720).toISOString(),
      resolution_ms: 1,
    }));
    const answer = await fetch(`http://127.0.0.1:${port}/api/devices/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${race.keys[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings }),
    });
    if (!answer.ok) throw new Error(`a clock was answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
  race.home(birds.length);
}

/** Analyses the tables, as autovacuum does within hours: PostgreSQL then knows how many rows they have. */
export async function settleDatabase(site: Site): Promise<void> {
  const { pool, close } = connect(site.database.ownerUrl, () => {}, 1, null);
  try {
    await pool.query('vacuum analyze');
  } finally {
    await close();
  }
}

/** The head of the stream, where followers who have everything begin. */
export async function headOf(site: Site, race: Race): Promise<{ epoch: number; seq: number }> {
  const { epoch, head } = await site.connection.db
    .selectFrom('flight_streams')
    .select(['epoch', 'head'])
    .where('loft_id', '=', race.loft.id)
    .where('flight_id', '=', race.flight_id)
    .executeTakeFirstOrThrow();
  return { epoch, seq: head };
}

/** When each bird's arrival was committed, in ms of the machine's monotonic clock. */
export async function commitsOf(site: Site, race: Race, pigeon_ids: readonly number[]): Promise<Map<number, number>> {
  const { pool } = site.connection;
  // The offset between the database's clock and ours; the quickest of several queries is the most exact.
  let offset = 0;
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 10; i++) {
    const since = monotonic();
    const { rows } = await pool.query<{ at: string }>('select extract(epoch from clock_timestamp()) * 1000 as at');
    const until = monotonic();
    if (until - since < best) {
      best = until - since;
      offset = Number(rows[0]!.at) - (since + until) / 2;
    }
  }
  const { rows } = await pool.query<{ pigeon_id: number; at: string }>(
    `select pigeon_id, extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000 as at from arrivals
     where loft_id = $1 and flight_id = $2 and pigeon_id = any($3::bigint[])`,
    [race.loft.id, race.flight_id, pigeon_ids],
  );
  return new Map(rows.map((row) => [row.pigeon_id, Number(row.at) - offset]));
}

const monotonic = () => Number(process.hrtime.bigint()) / 1e6;
