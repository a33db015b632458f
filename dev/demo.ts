/**
 * The demo: two lofts with published clockings under invented names, and a race that is in the air at any hour. The
 * clocks of that race speak to the program through the same door as real ones.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { FlightKind } from '#domain/flights/flight.ts';
import { defaultRules } from '#domain/flights/rules.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { type Database, openClient, type Tx } from '#server/db/database.ts';
import { type FlightKey, lockFlight, moveFlight, planFlight } from '#server/flights/flights.ts';
import { type LoftToOpen, openLoft } from '#server/lofts/lofts.ts';
import type { DemoOptions } from '#server/main.ts';
import { createSeason, lockSeason, moveSeason } from '#server/seasons/seasons.ts';
import { inventBird, inventRing, inventTeam, pick, type Shares } from './demo-names.ts';
import { ruleFor } from './import-flight.ts';
import { checkList, type ListedBird, raceRulesOf, readList } from './import-list.ts';
import { enterList } from './import-write.ts';
import { type BirdsAway, endOfReplay, endReplay, type Replay, resumeReplay, startReplay } from './replay.ts';
import { pause, play } from './replay-clocks.ts';
import { type ResultList, readRules } from './result-list.ts';

/** Between two rounds the finished one can be looked at. */
const between_rounds_ms = 90_000;

/** At first they come minutes apart: a round begins when so many are home, so that there is something to see. */
const leaders = 30;

/** Two programs on one database take turns behind this advisory lock. */
const turnLock = 7_340_002;

/** What the clocks of the demo's own replays are called. */
const clocks = 'Demo';

/**
 * Seeds an empty database and flies for as long as the program runs. Comes back at once; what happens is told by
 * `say`, what goes wrong by the log, and it goes on by itself when the database was away.
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
      await inTurn(options, signal, async (turn) => {
        await seedEmpty(options);
        await flyRounds(options, turn);
      });
    } catch (error) {
      if (!signal.aborted) options.log.warn({ err: error }, 'the demo stumbled; it goes on in a moment');
    }
    if (Date.now() - since_ms > 60_000) wait_ms = 2000;
    await pause(wait_ms, signal);
  }
}

/** Does the work when no other program does it, and only for as long as the database holds the turn for this one. */
async function inTurn(
  { databaseUrl, log }: DemoOptions,
  signal: AbortSignal,
  work: (turn: AbortSignal) => Promise<void>,
): Promise<void> {
  const turn = new AbortController();
  const end = () => turn.abort();
  signal.addEventListener('abort', end, { once: true });
  const client = await openClient(databaseUrl, (error) => {
    if (!turn.signal.aborted) log.warn({ err: error }, 'the demo lost its turn with its database connection');
    end();
  });
  try {
    while (!turn.signal.aborted) {
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [turnLock]);
      if (rows[0]?.mine) {
        await work(turn.signal);
        return;
      }
      await pause(5000, turn.signal);
    }
  } finally {
    signal.removeEventListener('abort', end);
    await client.end().catch(() => {}); // the connection is gone already, and the turn with it
  }
}

// -- flying ----------------------------------------------------------------------------------------------------------

async function flyRounds(options: DemoOptions, turn: AbortSignal): Promise<void> {
  const { db } = options.connection;
  const original = await originalFlight(db);
  if (!original) {
    options.say('The database has lofts of its own: the demo does not fly here.');
    await pause(2 ** 31 - 1, turn);
    return;
  }
  while (!turn.aborted) {
    const replay = (await unfinished(db, original, options)) ?? (await nextRound(db, original, options, turn));
    if (!replay) return;
    const address = `${options.address}/lofts/${replay.loft_id}/flights/${replay.flight_id}`;
    const wait_s = Math.round((replay.first_ms - Date.now()) / 1000);
    options.say(`In the air: ${replay.name}${wait_s > 60 ? `, the first bird in ${wait_s} s` : ''}. ${address}`);
    await play(replay, { address: options.address, signal: turn, say: (line) => options.log.info(line) }).done;
    if (turn.aborted) return;
    await endReplay(db, replay, { publish: true });
    await pause(between_rounds_ms, turn);
  }
}

/** The demo's round that is still in the air: its player is gone, since the turn is ours. One that is over is ended. */
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

/** Waits while somebody else flies the same birds; null when the turn is over. */
async function nextRound(
  db: Database,
  original: FlightKey,
  { speed, log }: DemoOptions,
  turn: AbortSignal,
): Promise<Replay | null> {
  let told = false;
  while (!turn.aborted) {
    try {
      return await startReplay(db, original, {
        factor: speed,
        now_ms: Date.now(),
        skip_wait: true,
        home_at_start: leaders,
        hurry_up_to: speed * 5,
        clocks,
      });
    } catch (error) {
      if (typeof (error as BirdsAway).birds_away_until !== 'number') throw error;
      if (!told) log.info(`the demo waits: ${(error as Error).message}`);
      told = true;
      await pause(15_000, turn);
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

// -- seeding ---------------------------------------------------------------------------------------------------------

/** A list of dev/results as a flight of the demo. */
interface DemoFlight {
  file: string;
  name: string;
  kind: FlightKind;
  /** Of how many a hundred basketed birds come home. */
  home_percent: number;
  shares: Shares;
}

const home: LoftToOpen = {
  name: 'Denderhoek One Loft Race',
  unit: 'km',
  time_zone: 'Europe/Brussels',
  country: 'BE',
  latitude: 50.9295,
  longitude: 4.0387,
};
const away: LoftToOpen = {
  name: 'Padma Derby One Loft',
  unit: 'mile',
  time_zone: 'Asia/Dhaka',
  country: 'BD',
  latitude: 23.7461,
  longitude: 90.3742,
};

// biome-ignore format: a table
const fromManyCountries: Shares = {
  BE: 40, NL: 15, DE: 11, FR: 4, PL: 4, GB: 3.5, PT: 2, ES: 2, RO: 2, IT: 1.5, HU: 1.5, CZ: 1.2, SK: 1, AT: 1, CH: 1,
  IE: 0.8, DK: 0.8, SE: 0.7, BG: 0.6, HR: 0.6, GR: 0.5, TR: 0.8, US: 1, CA: 0.4, ZA: 0.8, AE: 0.5, KW: 0.5, CN: 1,
  TW: 0.4, JP: 0.6, TH: 0.5,
};
const mostlyFromBangladesh: Shares = { BD: 78, IN: 7, PK: 4, AE: 3, GB: 3, KW: 2, TH: 1.5, CN: 1.5 };

/** The one that is flown again and again. */
const flown: DemoFlight = {
  file: 'kbdb-2017-bourges-i.csv',
  name: 'Bourges I 2017',
  kind: 'final',
  home_percent: 85,
  shares: fromManyCountries,
};
const young: DemoFlight = {
  file: 'bevel-2025-06-15-noyon-young.csv',
  name: 'Noyon 2025',
  kind: 'hot_spot',
  home_percent: 92,
  shares: fromManyCountries,
};
const rongpur: DemoFlight = {
  file: 'bd-2016-rongpur.csv',
  name: 'Rongpur 2016',
  kind: 'final',
  home_percent: 60,
  shares: mostlyFromBangladesh,
};

const results = fileURLToPath(new URL('results/', import.meta.url));
const notice = 'published times, invented names';

/** Seeds a database that has no lofts, all in one transaction. */
async function seedEmpty({ connection: { db }, address, ...options }: DemoOptions): Promise<void> {
  const say = (line: string) => options.say(line);
  if (await db.selectFrom('lofts').select('id').limit(1).executeTakeFirst()) return;
  say('Seeding the demo …');
  const since_ms = Date.now();
  const opened = await db.transaction().execute(async (tx) => {
    const rules = await readRules(join(results, 'rules.json'));
    const places = await releasePoints();
    const year = new Date(since_ms).getUTCFullYear();
    const seed = async (loft: Loft, season_id: number, flight: DemoFlight) => {
      const { basketed, came } = await seedFlight(tx, loft, season_id, flight, rules, places);
      say(`  ${flight.name}: ${basketed} pigeons, ${came} home`);
    };

    const first = await openLoft(tx, home);
    // The largest comes first: how PostgreSQL checks a foreign key is planned once in a connection, on the first rows.
    const current = await seasonOf(tx, first, `${year}: ${notice}`, year, 'EUR', 'in_progress');
    await seed(first, current, flown);
    await seed(first, await seasonOf(tx, first, `2025: ${notice}`, 2025, 'EUR', 'over'), young);

    const second = await openLoft(tx, away);
    await seed(second, await seasonOf(tx, second, `2016: ${notice}`, 2016, 'BDT', 'over'), rongpur);
    await planNextWeek(tx, second, await seasonOf(tx, second, String(year), year, 'BDT', 'in_progress'), since_ms);
    return [first, second];
  });
  say(`The demo is seeded (${((Date.now() - since_ms) / 1000).toFixed(1)} s). The times are published ones; lofts,`);
  say('people and pigeons are invented.');
  for (const loft of opened) say(`  ${loft.name}: ${address}/lofts/${loft.id}`);
}

async function seasonOf(
  tx: Tx,
  loft: Loft,
  name: string,
  year: number,
  currency: string,
  status: 'in_progress' | 'over',
): Promise<number> {
  const { id } = await createSeason(tx, { loft_id: loft.id, name, year, currency });
  const key = { loft_id: loft.id, season_id: id };
  await moveSeason(tx, await lockSeason(tx, key), 'open');
  if (status === 'over') await moveSeason(tx, await lockSeason(tx, key), 'finish');
  return id;
}

/** A flight with the clockings of a list, its result official. */
async function seedFlight(
  tx: Tx,
  loft: Loft,
  season_id: number,
  flight: DemoFlight,
  rules: readonly ResultList[],
  places: ReadonlyMap<string, ReleasePoint>,
): Promise<{ basketed: number; came: number }> {
  const list = await readList(join(results, flight.file));
  const rule = ruleFor(list, 'rules.json', rules);
  const distances = list.rows.flatMap((row) => row.distance_m ?? []).sort((a, b) => a - b);
  // A loft has one distance, the list has one for each fancier: the middle one stands for all.
  const distance_m = rule.distance_m ?? distances[Math.floor(distances.length / 2)]!;
  const release = new Date(rule.release_ms).toISOString();
  const { birds } = checkList(list, { release, distance_m, rule });
  const came = birds.filter((bird) => bird.home !== null);
  const dressed = dress(flight, came);
  const lost = loseSome(flight, dressed);

  const place = places.get(flight.file);
  const middle_ms = Date.parse(came[Math.floor(came.length / 2)]!.home!.time) - rule.release_ms;
  const flight_id = await planFlight(tx, loft, {
    season_id,
    name: flight.name,
    kind: flight.kind,
    distance_m,
    rules: raceRulesOf(rule).rules ?? defaultRules(loft.unit),
    estimated_average_speed: Math.round((distance_m * 60_000) / middle_ms),
    ...(place && { release_point: place.name }),
    ...(place?.latitude !== undefined && { release_latitude: place.latitude, release_longitude: place.longitude! }),
  });
  const key = { loft_id: loft.id, flight_id };
  const content = { hash: list.hash, release };
  // First the basketing list, by team as birds are basketed and not in the order in which they will come home.
  const everyone = [...dressed, ...lost].map((bird) => ({ ...bird, home: null }));
  everyone.sort((a, b) => (a.team ?? '').localeCompare(b.team ?? '', 'en') || a.line - b.line);
  await enterList(tx, key, everyone, content);
  await enterList(tx, key, dressed, content);
  await moveFlight(tx, await lockFlight(tx, key), 'publish');
  await moveFlight(tx, await lockFlight(tx, key), 'make_official');
  return { basketed: everyone.length, came: dressed.length };
}

/** Puts invented people, names, colours and sexes on the birds of a list; who flew together stays together. */
function dress(flight: DemoFlight, birds: readonly ListedBird[]): ListedBird[] {
  const taken = new Set<string>();
  const teams = new Map<string | null, ReturnType<typeof inventTeam>>();
  return birds.map((bird) => {
    const team = teams.get(bird.team) ?? inventTeam(`${flight.file} ${bird.team}`, flight.shares, taken);
    teams.set(bird.team, team);
    const { name, color, sex } = inventBird(bird.ring, team.country);
    const { name: team_name, fancier, country } = team;
    return { ...bird, team: team_name, fancier, country, name, color, sex: bird.sex === 'unknown' ? sex : bird.sex };
  });
}

/** Birds of the same teams that never come home. */
function loseSome(flight: DemoFlight, birds: readonly ListedBird[]): ListedBird[] {
  const taken = new Set(birds.map((bird) => bird.ring));
  const count = Math.round((birds.length * 100) / flight.home_percent) - birds.length;
  return Array.from({ length: count }, (_, i) => {
    const ring = inventRing(`${flight.file} ${i}`, taken);
    const mate = pick(birds, ring, 'mate');
    return { ...mate, ring, ...inventBird(ring, mate.country!), home: null };
  });
}

/** A flight that is only planned, for the page of a race to come. */
async function planNextWeek(tx: Tx, loft: Loft, season_id: number, now_ms: number): Promise<void> {
  const day = Temporal.Instant.fromEpochMilliseconds(now_ms).toZonedDateTimeISO(loft.time_zone).toPlainDate();
  const release = day.add({ days: 7 }).toZonedDateTime({ timeZone: loft.time_zone, plainTime: '07:45' });
  await planFlight(tx, loft, {
    season_id,
    name: 'Rajshahi',
    kind: 'hot_spot',
    release_point: 'Rajshahi',
    release_latitude: 24.3745,
    release_longitude: 88.6042,
    release_time: new Date(release.epochMilliseconds).toISOString(),
    rules: defaultRules(loft.unit),
  });
}

type ReleasePoint = z.output<typeof releasePoint>;
const releasePoint = z.object({ name: z.string(), latitude: z.number().optional(), longitude: z.number().optional() });
const index = z.array(
  z.object({ file: z.string(), race: z.string(), releasePoint: z.union([releasePoint, z.string()]).nullish() }),
);

/** Where the lists were released, by file, as their index says. */
async function releasePoints(): Promise<Map<string, ReleasePoint>> {
  const lists = index.parse(JSON.parse(await readFile(join(results, 'index.json'), 'utf8')));
  return new Map(
    lists.map(({ file, race, releasePoint: at }) => [file, typeof at === 'object' && at ? at : { name: at ?? race }]),
  );
}
