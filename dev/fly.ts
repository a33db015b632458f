/**
 * Flies a flight again from the command line, through the API of the clocks, K times as fast.
 *   npm run fly -- --flight 3 --speed 60
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { timeDifference } from '#domain/arrivals/clock.ts';
import { raceTime } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Database } from '#server/db/database.ts';
import { cannot, isId, numberFlag, openForTools, readFlags, runTool, whatExists, wrongCall } from './connection.ts';
import { endReplay, type Replay, startReplay } from './replay.ts';
import { type Played, play } from './replay-clocks.ts';

const help = `
npm run fly -- --flight ID [--speed K] [more]

Plans a new flight of the same birds, releases it now and lets two clocks tell every clocking of the flight again, K
times as fast as life. The flight itself stays as it is. At the end the replay is closed and published; ^C closes it as
it stands.

  --flight ID        a flight that is closed
  --speed K          times as fast as life; 60 by default
  --address URL      where the program answers; http://localhost:3000 by default
  --skip-wait        release so far back that the first bird comes in ten seconds (or: --from first)
  --repeats          send one reading in five again, alone or shuffled with others
  --offline SECONDS  once in a while the second clock has no line for so long, and then sends what has gathered
  --unknown N        N readings of chips that nobody knows
`;

const flags = {
  flight: { type: 'string' },
  speed: { type: 'string' },
  address: { type: 'string' },
  'skip-wait': { type: 'boolean' },
  from: { type: 'string' },
  repeats: { type: 'boolean' },
  offline: { type: 'string' },
  unknown: { type: 'string' },
} as const;

const progress_every_ms = 5000;

async function main(): Promise<number> {
  const call = readFlags(flags, help);
  if (!call) return 0;
  const { flight, speed = '60', address = 'http://localhost:3000', from, repeats, offline, unknown } = call.values;
  if (call.positionals.length) throw wrongCall(`"${call.positionals[0]}" belongs to no flag. See --help.`);
  if (flight === undefined || !isId(flight)) throw wrongCall('Say with --flight the id of the flight. See --help.');
  if (from !== undefined && from !== 'first') throw wrongCall(`--from "${from}" is not first. See --help.`);
  if (!/^https?:\/\/[^/]+\/?$/.test(address) || !URL.canParse(address))
    throw wrongCall(`--address "${address}" is no address, as http://localhost:3000.`);
  const factor = numberFlag('speed', speed, { above: 0.001, upTo: 10_000 });
  const offline_s = offline === undefined ? 0 : numberFlag('offline', offline, { upTo: 86_400 });
  const strangers = unknown === undefined ? 0 : numberFlag('unknown', unknown, { whole: true, upTo: 100_000 });

  const stop = new AbortController();
  const end = () => (stop.signal.aborted ? process.exit(130) : stop.abort());
  process.on('SIGINT', end).on('SIGTERM', end);
  const { origin } = new URL(address);
  // Checked before the release: without a program, nobody could take the readings.
  await checkAnswers(origin);
  const { connection, close } = await openForTools();
  try {
    const { db } = connection;
    const replay = await startReplay(db, await flightBy(db, Number(flight)), {
      factor,
      now_ms: Date.now(),
      skip_wait: call.values['skip-wait'] === true || from === 'first',
      unknown: strangers,
    });
    print(`Flight ${replay.flight_id} "${replay.name}": ${origin}/lofts/${replay.loft_id}/flights/${replay.flight_id}`);
    print(whenFirst(replay));
    await flyTo(db, replay, { address: origin, signal: stop.signal, repeats: repeats === true, offline_s, say: print });
    return 0;
  } finally {
    await close();
  }
}

async function checkAnswers(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/livez`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  const body: unknown = await answer?.json().catch(() => null);
  if ((body as { status?: unknown } | null | undefined)?.status === 'alive') return;
  throw cannot(`The program does not answer at ${origin}. Start it, or say with --address where it is.`);
}

/** Flies the replay, and ends it also after an error. */
async function flyTo(db: Database, replay: Replay, options: Parameters<typeof play>[1]): Promise<void> {
  const { played, done } = play(replay, options);
  const progress = setInterval(() => print(progressLine(replay, played)), progress_every_ms);
  let complete = false;
  try {
    await done;
    complete = !options.signal.aborted;
  } finally {
    clearInterval(progress);
    await endWhenBack(db, replay, complete);
    print(progressLine(replay, played));
    print(
      complete ? 'Every clocking is told; the replay is closed and published.' : 'The replay is closed as it stands.',
    );
  }
}

/** Retries while the database is away: a replay that stays open keeps its birds from flying again. */
async function endWhenBack(db: Database, replay: Replay, publish: boolean): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await endReplay(db, replay, { publish });
      return;
    } catch (error) {
      if (tries === 20) throw error;
      print(`The replay could not be closed (${(error as Error).message}); trying again.`);
      await sleep(3000);
    }
  }
}

async function flightBy(db: Database, flight_id: number): Promise<FlightKey> {
  const flights = await db.selectFrom('flights').select(['loft_id', 'id', 'name']).orderBy('id').execute();
  const found = flights.find(({ id }) => id === flight_id);
  if (!found) throw cannot(`There is no flight ${flight_id}. ${whatExists('flight', flights)}`);
  return { loft_id: found.loft_id, flight_id };
}

function whenFirst({ first_ms, last_ms }: Replay): string {
  const wait_s = Math.round((first_ms - Date.now()) / 1000);
  const hint = wait_s > 60 ? ' (--skip-wait saves that)' : '';
  return `The first bird comes in ${wait_s} s${hint}, the last one at ${new Date(last_ms).toISOString().slice(11, 19)} UTC.`;
}

function progressLine({ release_ms, factor }: Replay, played: Played): string {
  const race_ms = raceTime(release_ms, Date.now(), factor) - release_ms;
  const { stored, of, requests, duplicates, conflicts, unranked } = played;
  const more = Object.entries({ duplicates, conflicts, 'without arrival': unranked }).filter(([, count]) => count > 0);
  const clock = timeDifference(race_ms, 0).replace('+', '');
  return [
    `race clock ${clock}`,
    `${stored} of ${of} told`,
    `${requests} requests`,
    ...more.map(([what, count]) => `${count} ${what}`),
  ].join(' · ');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) await runTool(main);
