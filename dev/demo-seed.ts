/**
 * The data of a fresh demo: two lofts, their seasons with published clockings under invented names, and the flights to
 * come, which are moved ahead of the calendar.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { dayAt } from '#domain/day.ts';
import type { FlightKind } from '#domain/flights/flight.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Rulebook } from '#domain/seasons/rulebook.ts';
import { defaultRules } from '#domain/seasons/rules.ts';
import type { Tx } from '#server/db/database.ts';
import { moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { planFlight } from '#server/flights/planning.ts';
import { type LoftToOpen, openLoft } from '#server/lofts/lofts.ts';
import { copySeason } from '#server/seasons/new-season.ts';
import { keepRates } from '#server/seasons/rates.ts';
import { createSeason, lockSeason, moveSeason } from '#server/seasons/seasons.ts';
import type { DemoOptions } from '#server/serve.ts';
import { seedChampionships } from './demo-championships.ts';
import { seedDevices } from './demo-devices.ts';
import { seedDueDates } from './demo-due-dates.ts';
import { flyTrainings, givePlaces, planFlights, plannedBefore, toCome } from './demo-flights.ts';
import { inventBird, inventMates, inventTeam, type Shares } from './demo-names.ts';
import { seedNews } from './demo-news.ts';
import { seedPigeons } from './demo-pigeons.ts';
import { seedProducts } from './demo-products.ts';
import { fastestInTraining, paidRankings, rankings, seedRankings } from './demo-rankings.ts';
import { demoRates } from './demo-rates.ts';
import { demoRulebook, pastRulebook } from './demo-rulebook.ts';
import { ruleFor } from './import-flight.ts';
import { checkList, type ListedBird, raceRulesOf, readList } from './import-list.ts';
import { enterList } from './import-write.ts';
import { type ResultList, readRules } from './result-list.ts';

/** A list of dev/results as a flight of the demo. */
interface DemoFlight {
  file: string;
  name: string;
  kind: FlightKind;
  /** Out of a hundred basketed birds, how many return. */
  home_percent: number;
  shares: Shares;
  /** The clockings of a larger list: one of so many, on another day. */
  moved?: { to: string; one_of: number };
  /** Its result is signed by people, once they are there. */
  to_sign?: boolean;
}

export const home: LoftToOpen = {
  name: 'Denderhoek One Loft Race',
  unit: 'km',
  time_zone: 'Europe/Brussels',
  country: 'BE',
  latitude: 50.9295,
  longitude: 4.0387,
};
export const away: LoftToOpen = {
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

/** The flight that is replayed. */
export const flown: DemoFlight = {
  file: 'kbdb-2017-bourges-i.csv',
  name: 'Bourges I 2017',
  kind: 'final',
  home_percent: 85,
  shares: fromManyCountries,
};
/** Earlier flights of the same season: the times of other lists, on birds of the final. */
const before: readonly DemoFlight[] = [
  { file: 'riro-2022-ulm.csv', name: 'Ulm 2022', kind: 'hot_spot', home_percent: 94, shares: fromManyCountries },
  {
    file: 'kbdb-2017-narbonne.csv',
    name: 'Narbonne 2017',
    kind: 'semi_final',
    home_percent: 71,
    shares: fromManyCountries,
  },
];
const young: DemoFlight = {
  file: 'bevel-2025-06-15-noyon-young.csv',
  name: 'Noyon 2025',
  kind: 'hot_spot',
  home_percent: 92,
  shares: fromManyCountries,
};
/** The last flight of that season, whose result is corrected: `demo-correction.ts`. */
export const corrected = 'Narbonne 2025';
/** The rest of that season, on the birds of its first flight. */
const later: readonly DemoFlight[] = (
  [
    ['bevel-2025-06-15-noyon-young.csv', 'Noyon II 2025', 'hot_spot', '2025-06-29', 1],
    ['riro-2022-ulm.csv', 'Ulm 2025', 'hot_spot', '2025-07-13', 4],
    ['kbdb-2017-bourges-i.csv', 'Bourges 2025', 'semi_final', '2025-07-27', 180],
    ['kbdb-2017-narbonne.csv', corrected, 'final', '2025-08-10', 40],
  ] as const
).map(([file, name, kind, to, one_of]) => ({
  file,
  name,
  kind,
  home_percent: 90,
  shares: fromManyCountries,
  moved: { to, one_of },
  to_sign: name === corrected,
}));
const rongpur: DemoFlight = {
  file: 'bd-2016-rongpur.csv',
  name: 'Rongpur 2016',
  kind: 'final',
  home_percent: 60,
  shares: mostlyFromBangladesh,
};

/** Where the first loft is paid by transfer: the number that banks print as an example. */
const account = { bank_holder: home.name, bank_iban: 'BE68539007547034', bank_bic: null, bank_name: null };

/** From today to the final of the season whose registration is open. */
const season_ms = 300 * 86_400_000;

const results = fileURLToPath(new URL('results/', import.meta.url));
const notice = 'published times, invented names';

/** Seeds a database that has no lofts, in one transaction. */
export async function seedEmpty({ connection: { db }, address, ...options }: DemoOptions): Promise<void> {
  const say = (line: string) => options.say(line);
  if (await db.selectFrom('lofts').select('id').limit(1).executeTakeFirst()) return;
  say('Seeding the demo; its lofts are there in about a minute …');
  const since_ms = Date.now();
  const opened = await db.transaction().execute(async (tx) => {
    const rules = await readRules(join(results, 'rules.json'));
    const places = await releasePoints();
    const year = new Date(since_ms).getUTCFullYear();
    const seed = async (loft: Loft, season_id: number, flight: DemoFlight, birds?: readonly ListedBird[]) => {
      const basketed = await seedFlight(tx, loft, season_id, flight, { rules, places, birds });
      say(`  ${flight.name}: ${basketed.length} pigeons, ${basketed.filter((bird) => bird.home).length} home`);
      return basketed;
    };

    const first = await openLoft(tx, home);
    // The largest flight comes first: PostgreSQL plans the check of a foreign key once per connection, by the first
    // rows.
    const current = await seasonOf(tx, first, `${year}: ${notice}`, year, 'EUR', 'in_progress', demoRulebook);
    const birds = await seed(first, current, flown);
    for (const flight of before) await seed(first, current, flight, birds);
    const last = await seasonOf(tx, first, `2025: ${notice}`, 2025, 'EUR', 'over', pastRulebook);
    const flew = await seed(first, last, young);
    await seedRankings(tx, { loft_id: first.id, season_id: current }, [...rankings, fastestInTraining], since_ms);
    await keepRates(tx, demoRates);
    await seedProducts(tx, { loft_id: first.id, season_id: current });
    await tx.updateTable('seasons').set(account).where('loft_id', '=', first.id).where('id', '=', current).execute();
    await seedPigeons(tx, { loft_id: first.id, season_id: current }, since_ms);
    const here = { loft: first, season_id: current, now_ms: since_ms, birds };
    await flyTrainings(tx, here, await clockingsOf(young, rules));
    await planFlights(tx, toCome.home, here);
    await givePlaces(tx, { loft_id: first.id, season_id: current }, since_ms);
    await seedNews(tx, { loft: first, season_id: current }, since_ms);

    await seedDueDates(
      tx,
      { loft_id: first.id, season_id: current },
      { today: dayAt(since_ms, first.time_zone), from: -330 },
    );
    await copySeason(tx, null, { loft_id: first.id, season_id: current }, { name: String(year + 1), year: year + 1 });

    for (const flight of later) await seed(first, last, flight, flew);
    await seedRankings(tx, { loft_id: first.id, season_id: last }, paidRankings, since_ms);

    const second = await openLoft(tx, away);
    const past = await seed(second, await seasonOf(tx, second, `2016: ${notice}`, 2016, 'BDT', 'over'), rongpur);
    // A season is called after the year of its final.
    const final = Number(dayAt(since_ms + season_ms, second.time_zone).slice(0, 4));
    const next = await seasonOf(tx, second, String(final), final, 'BDT', 'in_progress');
    // Who registers can pay at once: nobody sits at a loft of the demo.
    await tx.updateTable('seasons').set({ places_at_once: 1000 }).where('id', '=', next).execute();
    await seedDueDates(
      tx,
      { loft_id: second.id, season_id: next },
      { today: dayAt(since_ms, second.time_zone), from: -40 },
    );
    await planFlights(tx, toCome.away, { loft: second, season_id: next, now_ms: since_ms, birds: past });
    for (const loft of [first, second]) await seedDevices(tx, loft, since_ms);
    await seedChampionships(tx, since_ms);
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
  rulebook?: Rulebook,
): Promise<number> {
  const { id } = await createSeason(tx, { loft_id: loft.id, name, year, currency }, { rulebook });
  const key = { loft_id: loft.id, season_id: id };
  await moveSeason(tx, await lockSeason(tx, key), 'open');
  if (status === 'over') await moveSeason(tx, await lockSeason(tx, key), 'finish');
  return id;
}

interface Sources {
  rules: readonly ResultList[];
  places: ReadonlyMap<string, ReleasePoint>;
  /** The birds that get the clockings; without them birds are invented. */
  birds?: readonly ListedBird[] | undefined;
}

/** The birds of a published list that came home, as its flight has them. */
async function clockingsOf({ file, moved }: DemoFlight, rules: readonly ResultList[]) {
  const list = await readList(join(results, file));
  const rule = ruleFor(list, 'rules.json', rules);
  const distances = list.rows.flatMap((row) => row.distance_m ?? []).sort((a, b) => a - b);
  // A flight of a loft has one distance, the list one per fancier: the median stands for all.
  const distance_m = rule.distance_m ?? distances[Math.floor(distances.length / 2)]!;
  const release = new Date(rule.release_ms).toISOString();
  const came = checkList(list, { release, distance_m, rule }).birds.filter((bird) => bird.home !== null);
  const { hash } = list;
  if (!moved) return { hash, rule, distance_m, release_ms: rule.release_ms, came };
  // By whole days: the sun and the summer time are the same.
  const by_ms = Date.parse(`${moved.to}T00:00:00Z`) - Date.parse(`${release.slice(0, 10)}T00:00:00Z`);
  return {
    hash: createHash('sha256').update(`${hash} ${moved.to}`).digest('hex'),
    rule,
    distance_m,
    release_ms: rule.release_ms + by_ms,
    came: came
      .filter((_, place) => place % moved.one_of === 0)
      .map(({ home, ...bird }) => ({
        ...bird,
        home: { ...home!, time: new Date(Date.parse(home!.time) + by_ms).toISOString() },
      })),
  };
}

/** Adds a flight with the clockings of a list and an official result. @returns every basketed bird */
async function seedFlight(
  tx: Tx,
  loft: Loft,
  season_id: number,
  flight: DemoFlight,
  { rules, places, birds }: Sources,
): Promise<ListedBird[]> {
  const { hash, rule, distance_m, release_ms, came } = await clockingsOf(flight, rules);
  const release = new Date(release_ms).toISOString();
  const dressed = birds ? lend(flight, came, birds) : dress(flight, came);
  const missing = Math.round((came.length * 100) / flight.home_percent) - came.length;
  const lost = birds
    ? shuffled(flight, birds).slice(came.length, came.length + missing)
    : inventMates(flight.file, missing, dressed);

  const place = places.get(flight.file);
  const middle_ms = Date.parse(came[Math.floor(came.length / 2)]!.home!.time) - release_ms;
  const plan = {
    season_id,
    name: flight.name,
    kind: flight.kind,
    distance_m,
    rules: raceRulesOf(rule).rules ?? defaultRules(loft.unit),
    estimated_average_speed: Math.round((distance_m * 60_000) / middle_ms),
    ...(place && { release_point: place.name }),
    ...(place?.latitude !== undefined && { release_latitude: place.latitude, release_longitude: place.longitude! }),
  };
  const flight_id = await planFlight(tx, loft, plan, plannedBefore(release_ms));
  const key = { loft_id: loft.id, flight_id };
  const content = { hash, release };
  // The basketing list comes first, sorted by team and not by arrival.
  const everyone = [...dressed, ...lost].map((bird) => ({ ...bird, home: null }));
  everyone.sort((a, b) => (a.team ?? '').localeCompare(b.team ?? '', 'en') || a.line - b.line);
  await enterList(tx, key, everyone, content);
  await enterList(tx, key, dressed, content);
  await moveFlight(tx, await lockFlight(tx, key), 'publish');
  if (!flight.to_sign) await moveFlight(tx, await lockFlight(tx, key), 'make_official');
  return [...dressed, ...lost.map((bird) => ({ ...bird, home: null }))];
}

/** Assigns the clockings of a list to birds that exist already. */
function lend(flight: DemoFlight, came: readonly ListedBird[], birds: readonly ListedBird[]): ListedBird[] {
  const lent = shuffled(flight, birds);
  return came.map(({ line, home }, place) => ({ ...lent[place]!, line, home }));
}

/** A shuffle that is the same for the same flight. */
function shuffled({ file }: DemoFlight, birds: readonly ListedBird[]): ListedBird[] {
  const at = new Map(birds.map((bird) => [bird, createHash('sha256').update(`${file} ${bird.ring}`).digest('hex')]));
  return birds.toSorted((a, b) => (at.get(a)! < at.get(b)! ? -1 : 1));
}

/** Gives invented people, names, colours and sexes to the birds of a list; birds of one team stay one team. */
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

type ReleasePoint = z.output<typeof releasePoint>;
const releasePoint = z.object({ name: z.string(), latitude: z.number().optional(), longitude: z.number().optional() });
const index = z.array(
  z.object({ file: z.string(), race: z.string(), releasePoint: z.union([releasePoint, z.string()]).nullish() }),
);

/** The release points of the lists by file, from index.json. */
async function releasePoints(): Promise<Map<string, ReleasePoint>> {
  const lists = index.parse(JSON.parse(await readFile(join(results, 'index.json'), 'utf8')));
  return new Map(
    lists.map(({ file, race, releasePoint: at }) => [file, typeof at === 'object' && at ? at : { name: at ?? race }]),
  );
}
