/**
 * The demo: two lofts with published clockings under invented names, and a race that is in the air at any hour. The
 * clocks of that race use the same API as real ones.
 */

import { sql } from 'kysely';
import type { FlightKey } from '#domain/keys.ts';
import { advisoryLocks } from '#server/db/advisory-locks.ts';
import { type Database, openClient } from '#server/db/database.ts';
import type { DemoOptions } from '#server/serve.ts';
import { keepSendingSamples } from './demo-devices.ts';
import { planAhead } from './demo-flights.ts';
import { enterPeople } from './demo-people.ts';
import { away, flown, home, seedEmpty } from './demo-seed.ts';
import { type BirdsAway, endOfReplay, endReplay, type Replay, resumeReplay, startReplay } from './replay.ts';
import { pause, play } from './replay-clocks.ts';

/** The pause after a round, in which its result can be seen. */
const between_rounds_ms = 90_000;

/** The first birds come minutes apart: a round begins with so many at home, so that there is something to see. */
const leaders = 30;

/** The name of the clocks of the demo's replays. */
const clocks = 'Demo';

/**
 * Seeds an empty database and flies for as long as the program runs. Returns at once. Progress goes to `say`, errors go
 * to the log; after a loss of the database it continues by itself.
 */
export async function startDemo(options: DemoOptions): Promise<{ stop(): Promise<void> }> {
  const stop = new AbortController();
  const flying = keepFlying(options, stop.signal);
  return {
    async stop() {
      stop.abort();
      await flying;
    },
  };
}

async function keepFlying(options: DemoOptions, signal: AbortSignal): Promise<void> {
  for (let wait_ms = 2000; !signal.aborted; wait_ms = Math.min(wait_ms * 2, 60_000)) {
    const since_ms = Date.now();
    try {
      await underLock(options, signal, async (lock) => {
        await seedEmpty(options);
        if (await originalFlight(options.connection.db)) await enterPeople(options);
        await besides(
          lock,
          (over) => flyRounds(options, over),
          (over) => keepSendingSamples(options.connection.db, over),
        );
      });
    } catch (error) {
      if (!signal.aborted) options.log.warn({ err: error }, 'the demo stumbled; it goes on in a moment');
    }
    if (Date.now() - since_ms > 60_000) wait_ms = 2000;
    await pause(wait_ms, signal);
  }
}

/** Runs both works until the first of them ends. */
async function besides(lock: AbortSignal, ...works: ((over: AbortSignal) => Promise<void>)[]): Promise<void> {
  const over = new AbortController();
  const both = works.map((work) => work(AbortSignal.any([lock, over.signal])).finally(() => over.abort()));
  await Promise.allSettled(both);
  await Promise.all(both);
}

/**
 * Runs the work under the demo's advisory lock: in one program at a time, and only while the database holds the lock.
 */
async function underLock(
  { databaseUrl, log }: DemoOptions,
  signal: AbortSignal,
  work: (lock: AbortSignal) => Promise<void>,
): Promise<void> {
  const lock = new AbortController();
  const end = () => lock.abort();
  signal.addEventListener('abort', end, { once: true });
  const client = await openClient(databaseUrl, (error) => {
    if (!lock.signal.aborted) log.warn({ err: error }, 'the demo lost its turn with its database connection');
    end();
  });
  try {
    while (!lock.signal.aborted) {
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
        advisoryLocks.demo,
      ]);
      if (rows[0]?.mine) {
        await work(lock.signal);
        return;
      }
      await pause(5000, lock.signal);
    }
  } finally {
    signal.removeEventListener('abort', end);
    await client.end().catch(() => {}); // the connection may be gone already, and the lock with it
  }
}

// -- flying ----------------------------------------------------------------------------------------------------------

async function flyRounds(options: DemoOptions, lock: AbortSignal): Promise<void> {
  const { db } = options.connection;
  const original = await originalFlight(db);
  if (!original) {
    options.say('The database has lofts of its own: the demo does not fly here.');
    await pause(2 ** 31 - 1, lock);
    return;
  }
  await planAhead(db, [home.name, away.name], Date.now());
  while (!lock.aborted) {
    const replay = (await unfinished(db, original, options)) ?? (await nextRound(db, original, options, lock));
    if (!replay) return;
    const address = `${options.address}/lofts/${replay.loft_id}/flights/${replay.flight_id}`;
    const wait_s = Math.round((replay.first_ms - Date.now()) / 1000);
    options.say(`In the air: ${replay.name}${wait_s > 60 ? `, the first bird in ${wait_s} s` : ''}. ${address}`);
    await play(replay, { address: options.address, signal: lock, say: (line) => options.log.info(line) }).done;
    if (lock.aborted) return;
    await endReplay(db, replay, { publish: true });
    await pause(between_rounds_ms, lock);
  }
}

/**
 * The demo's round that is still in the air: this program has the lock, so its player is gone. A round that is over is
 * ended.
 */
async function unfinished(db: Database, original: FlightKey, { log }: DemoOptions): Promise<Replay | null> {
  const { rows } = await sql<{ flight_id: number }>`
    select f.id as flight_id from flights f
    where f.loft_id = ${original.loft_id} and f.replay_of = ${original.flight_id} and f.status = 'released'
      and exists (select from devices d where d.loft_id = f.loft_id and d.name ~ (${clocks}::text || ' ' || f.id || ' [AB]'))
    order by f.id`.execute(db);
  for (const { flight_id } of rows) {
    const key = { loft_id: original.loft_id, flight_id };
    const replay = Date.now() < (await endOfReplay(db, key)) ? await resumeReplay(db, key, clocks) : null;
    log.info({ flight_id }, replay ? 'the demo takes up its round where it stands' : 'the demo ends a round of before');
    if (replay) return replay;
    await endReplay(db, key, { publish: true });
  }
  return null;
}

/** Waits while another replay has the same birds in the air; null when the lock is lost. */
async function nextRound(
  db: Database,
  original: FlightKey,
  { speed, log }: DemoOptions,
  lock: AbortSignal,
): Promise<Replay | null> {
  let hasReported = false;
  while (!lock.aborted) {
    try {
      return await startReplay(db, original, {
        factor: speed,
        now_ms: Date.now(),
        skip_wait: true,
        home_at_start: leaders,
        clocks,
      });
    } catch (error) {
      if (typeof (error as BirdsAway).birds_away_until !== 'number') throw error;
      if (!hasReported) log.info(`the demo waits: ${(error as Error).message}`);
      hasReported = true;
      await pause(15_000, lock);
    }
  }
  return null;
}

async function originalFlight(db: Database): Promise<FlightKey | undefined> {
  return db
    .selectFrom('flights')
    .innerJoin('lofts', 'lofts.id', 'flights.loft_id')
    .select(['flights.loft_id', 'flights.id as flight_id'])
    .where('lofts.name', '=', home.name)
    .where('flights.name', '=', flown.name)
    .where('flights.replay_of', 'is', null)
    .executeTakeFirst();
}
