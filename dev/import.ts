/**
 * Reads a result list into a flight: teams, pigeons, chips, basketing list, and the arrivals through the ledger, in one
 * transaction, all or nothing.
 *   npm run import -- FILE --loft LOFT --flight FLIGHT --release ISO --distance DISTANCE
 */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { maxBatch } from '#domain/arrivals/contract.ts';
import { isTimeZone } from '#domain/day.ts';
import { type FlightKind, flightKinds } from '#domain/flights/flight.ts';
import { defaultRules, type RaceRules } from '#domain/flights/rules.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { type LoftUnit, parseDistance } from '#domain/units.ts';
import type { Head } from '#server/arrivals/ledger.ts';
import { advanceLedger, lockLedger, recordReadings } from '#server/arrivals/readings.ts';
import { basketPigeons } from '#server/basketing/basketing.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { registerDevice } from '#server/devices/devices.ts';
import {
  changeFlight,
  closeFlight,
  type FlightKey,
  type LockedFlight,
  lockFlight,
  moveFlight,
  planFlight,
  releaseFlight,
} from '#server/flights/flights.ts';
import { openLoft } from '#server/lofts/lofts.ts';
import { enterPigeons, enterTeams, wearChips } from '#server/pigeons/pigeons.ts';
import { createSeason, lockSeason, moveSeason } from '#server/seasons/seasons.ts';
import { cannot, isId, loftBy, openForTools, readFlags, runTool, whatExists, wrongCall } from './connection.ts';
import {
  characters,
  checkList,
  hasCorrections,
  type List,
  type ListedBird,
  offsetOf,
  type RefusedLine,
  raceRulesOf,
  readList,
  refusalLine,
} from './import-list.ts';
import { type ResultList, readRules } from './result-list.ts';

const help = `
npm run import -- FILE --loft LOFT --flight FLIGHT --release TIME --distance DISTANCE [more]

FILE is a CSV list with the columns ring and arrival_local, and any of team, fancier, country, sex, name, color,
distance_m, speed, clock_correction_s. A line without a time is a basketed bird that is not home.

  --loft LOFT          id or exact name; a name that no loft has opens one
  --flight FLIGHT      id or exact name; a name that no flight of the loft has plans one
  --release TIME       with its offset from UTC: 2017-05-27T07:00:00+02:00
  --distance DISTANCE  of the flight: "453 km", "414498 yd", "235 miles 898 yards", "480014.8 m"
  --rules RULES.json   how the list was worked out: the day of each bird, the closed night, the clock corrections, and
                       the flight's own rules follow from it
  --skip-refused       leave refused lines out; without it one refused line keeps everything from being written
  --dry-run            report, write nothing
  --season SEASON      of a new flight: id or exact name; else the season in progress, or a new one
  --kind KIND          of a new flight: ${flightKinds.join(', ')}
  --time-zone ZONE     of a new loft: Europe/Brussels; else the offset of the release
  --unit km|mile       of a new loft
  --country CODE       of a new loft: BE
Ends with 0, with 1 when lines were refused or it failed, with 2 when called wrongly.
`;

const flags = {
  loft: { type: 'string' },
  flight: { type: 'string' },
  release: { type: 'string' },
  distance: { type: 'string' },
  rules: { type: 'string' },
  'skip-refused': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  season: { type: 'string' },
  kind: { type: 'string' },
  'time-zone': { type: 'string' },
  unit: { type: 'string' },
  country: { type: 'string' },
} as const;

/** What is asked of an import. */
export interface ImportCall {
  list: List;
  /** Ids or exact names. */
  loft: string;
  flight: string;
  /** ISO 8601 with offset. */
  release: string;
  distance_m: number | undefined;
  rule: ResultList | null;
  dry_run?: boolean;
  skip_refused?: boolean;
  season?: string;
  kind?: FlightKind;
  time_zone?: string;
  unit?: LoftUnit;
  country?: string;
}

/** What an import did, or would have done. */
export interface ImportReport {
  /** Put on the basketing list now. */
  birds: number;
  /** Readings stored now. */
  arrivals: number;
  /** Readings that an earlier import of the same content had stored. */
  already_there: number;
  refused: RefusedLine[];
  /** Sentences about what was done beyond the lines, in the order it was done. */
  notes: string[];
  written: boolean;
  loft_id: number;
  flight_id: number;
}

async function main(): Promise<number> {
  const parsed = readFlags(flags, help);
  if (!parsed) return 0;
  const call = await callOf(parsed.values, parsed.positionals);
  const { connection, close } = await openForTools();
  try {
    const report = await importList(connection.db, call);
    for (const line of report.refused) print(`${call.list.file}, ${refusalLine(line)}`);
    for (const note of report.notes) print(note);
    if (!report.written) print(whyNothingWritten(report, call));
    print(summary(report));
    return report.refused.length && !call.skip_refused ? 1 : 0;
  } finally {
    await close();
  }
}

/** `birds=5809 arrivals=5809 refused=0 already there=0` */
export function summary({ birds, arrivals, refused, already_there }: ImportReport): string {
  const lines = new Set(refused.map(({ line }) => line)).size;
  return `birds=${birds} arrivals=${arrivals} refused=${lines} already there=${already_there}`;
}

/**
 * Imports a list in one transaction. With refused lines nothing is written unless they are to be skipped.
 * @throws Error in one sentence when loft, season or flight do not allow it.
 */
export async function importList(db: Database, call: ImportCall): Promise<ImportReport> {
  const tx = await db.startTransaction().execute();
  try {
    const report = await importIn(tx, call);
    const write = !call.dry_run && (report.refused.length === 0 || call.skip_refused === true);
    await (write ? tx.commit() : tx.rollback()).execute();
    return { ...report, written: write };
  } catch (error) {
    if (!tx.isCommitted && !tx.isRolledBack)
      await tx
        .rollback()
        .execute()
        .catch(() => {}); // the connection is gone, and with it the transaction
    throw error;
  }
}

async function importIn(tx: Tx, call: ImportCall): Promise<Omit<ImportReport, 'written'>> {
  const { list, release, rule } = call;
  const notes = [...list.notes];
  if (rule && rule.release_ms !== Date.parse(release))
    notes.push(
      `The rule of ${rule.file} was released at ${new Date(rule.release_ms).toISOString()}, not at ${release}.`,
    );
  if (!rule && hasCorrections(list))
    notes.push("The list's clock corrections are taken to be in its times already; --rules would say otherwise.");
  if (rule?.correction === 'subtract') notes.push('Recorded are the times less the clock corrections of the list.');
  const of_list = [...notes];

  const loft = (await loftBy(tx, call.loft)) ?? (await openFor(tx, call, notes));
  warnOfZone(loft, release, notes);
  const flight = (await existingFlight(tx, loft, call)) ?? (await planFor(tx, loft, call, notes));
  const { distance_m } = await prepareFlight(tx, flight, call, notes);
  const key = { loft_id: loft.id, flight_id: flight.id };

  const { birds, refused } = checkList(list, { release, distance_m, rule });
  // What was done on the way here is undone where lines are refused, and not told.
  const nothing = { birds: 0, arrivals: 0, already_there: 0, refused, notes: of_list, ...key };
  if (refused.length && !call.skip_refused) return nothing;
  const entered = await enterList(tx, key, birds, { hash: list.hash, release });
  refused.push(...entered.refused);
  refused.sort((a, b) => a.line - b.line);
  if (refused.length && !call.skip_refused) return nothing;
  return { ...nothing, ...entered, refused, notes: [...notes, ...entered.notes] };
}

// -- loft, season, flight --------------------------------------------------------------------------------------------

async function openFor(tx: Tx, call: ImportCall, notes: string[]): Promise<Loft> {
  const time_zone = call.time_zone ?? zoneOf(call.release);
  const { unit = 'km', country = null } = call;
  const loft = await openLoft(tx, { name: call.loft, unit, time_zone, country });
  notes.push(
    `The loft "${loft.name}" is new; its time zone is ${time_zone}${call.time_zone ? '' : ", from the release's offset"}, its unit ${unit}.`,
  );
  return loft;
}

/** The zone of a whole offset: `Etc/GMT-2` is two hours ahead of UTC, the sign being that of old Unix. */
function zoneOf(release: string): string {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(release) ?? [];
  if (!sign || (Number(hours) === 0 && minutes === '00')) return 'UTC';
  const zone = `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`;
  if (minutes === '00' && isTimeZone(zone)) return zone;
  throw wrongCall(`No time zone follows from the offset ${offsetOf(release)}; name the loft's with --time-zone.`);
}

function warnOfZone(loft: Loft, release: string, notes: string[]): void {
  const at = Temporal.Instant.from(release).toZonedDateTimeISO(loft.time_zone);
  if (at.offset === offsetOf(release).replace('Z', '+00:00')) return;
  notes.push(
    `In the loft's zone ${loft.time_zone} the release is at ${at.toPlainTime().toString()}: its closed nights and days follow that clock, the list's times the one of --release.`,
  );
}

/** The flight named, locked; undefined for a name that no flight of the loft has. */
async function existingFlight(tx: Tx, loft: Loft, { flight, season }: ImportCall): Promise<LockedFlight | undefined> {
  const flights = await tx
    .selectFrom('flights')
    .innerJoin('seasons', 'seasons.id', 'flights.season_id')
    .select(['flights.id', 'flights.name', 'flights.season_id', 'seasons.name as season'])
    .where('flights.loft_id', '=', loft.id)
    .orderBy('flights.id', 'desc')
    .execute();
  const named = (one: (typeof flights)[number]) => one.name.toLowerCase() === flight.toLowerCase();
  const inSeason = (one: (typeof flights)[number]) =>
    season === undefined || String(one.season_id) === season || one.season.toLowerCase() === season.toLowerCase();
  const found = flights.filter((one) => (isId(flight) ? one.id === Number(flight) : named(one) && inSeason(one)));
  if (isId(flight) && !found.length)
    throw cannot(`"${loft.name}" has no flight ${flight}. ${whatExists('flight', flights)}`);
  if (found.length > 1) throw cannot(`Several flights have that name; say its id. ${whatExists('flight', found)}`);
  return found[0] && lockFlight(tx, { loft_id: loft.id, flight_id: found[0].id });
}

async function planFor(tx: Tx, loft: Loft, call: ImportCall, notes: string[]): Promise<LockedFlight> {
  const distance_m = call.distance_m ?? call.rule?.distance_m ?? undefined;
  if (distance_m === undefined) throw wrongCall('Say how far the new flight is with --distance. See --help.');
  // Before anything that asks for a share of the ledger's lock, because two imports that both hold one wait for ever.
  await lockLedger(tx, loft.id);
  const season = await seasonFor(tx, loft, call, notes);
  const flight_id = await planFlight(tx, loft, {
    season_id: season.id,
    name: call.flight,
    kind: call.kind ?? 'hot_spot',
    distance_m,
    rules: defaultRules(loft.unit),
  });
  notes.push(`The flight ${flight_id} "${call.flight}" is new, in the season "${season.name}".`);
  return lockFlight(tx, { loft_id: loft.id, flight_id });
}

/** The season of a new flight: the one asked for, the latest in progress, that of the release's year, or a new one. */
async function seasonFor(tx: Tx, loft: Loft, call: ImportCall, notes: string[]): Promise<{ id: number; name: string }> {
  const seasons = await tx
    .selectFrom('seasons')
    .select(['id', 'name', 'year', 'status'])
    .where('loft_id', '=', loft.id)
    .orderBy('year', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const { season: wanted } = call;
  if (wanted !== undefined && isId(wanted)) {
    const found = seasons.find((season) => season.id === Number(wanted));
    if (!found) throw cannot(`"${loft.name}" has no season ${wanted}. ${whatExists('season', seasons)}`);
    return found;
  }
  const year = call.release.slice(0, 4);
  const name = wanted ?? year;
  const named = seasons.find((season) => season.name.toLowerCase() === name.toLowerCase());
  const found = wanted === undefined ? (seasons.find(({ status }) => status === 'in_progress') ?? named) : named;
  if (found) return found;
  const season = await createSeason(tx, { loft_id: loft.id, name, year: Number(year) });
  notes.push(`The season "${name}" is new and in progress.`);
  return moveSeason(tx, await lockSeason(tx, { loft_id: loft.id, season_id: season.id }), 'open');
}

/**
 * Brings the flight to what the call says of it, as far as its state allows.
 * @throws Error in one sentence when the flight cannot take this list.
 */
async function prepareFlight(
  tx: Tx,
  flight: LockedFlight,
  { release, distance_m: wanted_m, rule, list }: ImportCall,
  notes: string[],
): Promise<{ distance_m: number }> {
  const said = rule ? raceRulesOf(rule) : null;
  notes.push(...(said?.notes ?? []));
  const fresh = flight.status === 'planned' || flight.status === 'basketing';
  if (!fresh) await refuseOther(tx, flight, release, list.hash);
  const distance_m = (fresh ? wanted_m : null) ?? flight.distance_m ?? rule?.distance_m;
  if (typeof distance_m !== 'number') throw wrongCall(`Flight ${flight.id} has no distance; say it with --distance.`);
  if (!fresh && wanted_m !== undefined && wanted_m !== flight.distance_m)
    throw cannot(`Flight ${flight.id} was released with ${flight.distance_m} m, not ${wanted_m} m; that is frozen.`);
  if (fresh) {
    await changeFlight(tx, flight, {
      ...(distance_m !== flight.distance_m && { distance_m }),
      ...(said?.rules && { rules: said.rules }),
    });
  } else if (said?.rules && !sameRules(said.rules, flight.rules)) {
    notes.push(`Flight ${flight.id} keeps the rules it was released with; those of the list differ.`);
  }
  return { distance_m };
}

/** A flight in the air takes a list of its own release; one that is closed only the list it has already. */
async function refuseOther(tx: Tx, flight: LockedFlight, release: string, hash: string): Promise<void> {
  const which = `Flight ${flight.id}`;
  if (flight.status === 'annulled') throw cannot(`${which} is annulled and takes no arrivals.`);
  if (Date.parse(flight.release_time!) !== Date.parse(release))
    throw cannot(
      `${which} was released at ${flight.release_time}, not at ${release}; give the list a flight of its own.`,
    );
  if (flight.status === 'released') return;
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from device_boots b join devices d on d.loft_id = b.loft_id and d.id = b.device_id
      where b.loft_id = ${flight.loft_id} and b.boot = ${hash} and lower(d.name) = ${clockName}) as known`.execute(tx);
  if (rows[0]?.known) return;
  throw cannot(
    `${which} is ${flight.status}, and its arrivals came from elsewhere; give the list a flight of its own.`,
  );
}

function sameRules(a: RaceRules, b: RaceRules): boolean {
  const spelt = ({ speed, precision_ms, ties, closed_night }: RaceRules) =>
    JSON.stringify([
      [speed.unit, speed.decimals, speed.rounding, speed.yards_per_metre ?? null],
      [precision_ms, ties, Object.entries(closed_night).sort(([a], [b]) => a.localeCompare(b))],
    ]);
  return spelt(a) === spelt(b);
}

// -- writing ---------------------------------------------------------------------------------------------------------

/** The clock that imported readings belong to; its key is thrown away. */
const clockName = 'import';

/** Since when an invented chip is worn: as long as a clock can tell. */
const everSince = '1970-01-01T00:00:00.000Z';

/** What entering a list did. */
export type Entered = Pick<ImportReport, 'birds' | 'arrivals' | 'already_there' | 'refused' | 'notes'>;

/**
 * Enters the birds of a list and their arrivals: teams, pigeons, chips, basketing list, release, readings through the
 * locked ledger, closing. A bird that is in the season already stays as it is. The readings' key is the content of the
 * file and the order of its arrivals, so that the same content changes nothing a second time.
 * @throws Error in one sentence when the arrivals of this content belong elsewhere.
 */
export async function enterList(
  tx: Tx,
  key: FlightKey,
  listed: readonly ListedBird[],
  { hash, release }: { hash: string; release: string },
): Promise<Entered> {
  let flight = await lockFlight(tx, key);
  const head = await lockLedger(tx, key.loft_id);
  const { birds, refused, notes } = await enterBirds(tx, flight, listed, release);
  const ids = birds.map(({ pigeon_id }) => pigeon_id);
  let basketed = 0;
  if (flight.status === 'planned') {
    await moveFlight(tx, flight, 'open_basketing');
    flight = await lockFlight(tx, key);
  }
  if (flight.status === 'basketing' || flight.status === 'released') {
    const before = await countBasketed(tx, key);
    await basketPigeons(tx, flight, ids);
    basketed = (await countBasketed(tx, key)) - before;
  }
  if (flight.status === 'basketing') await releaseFlight(tx, flight, new Date(release).toISOString());

  const stored = await recordHomes(tx, key, birds, hash, head, notes);
  flight = await lockFlight(tx, key);
  if (stored.arrivals > 0 && flight.status !== 'released')
    throw cannot(
      `Flight ${flight.id} is ${flight.status}: it has other arrivals of this list than the list now tells.`,
    );
  if (flight.status === 'released') await closeAfterLast(tx, flight, notes);
  return { birds: basketed, ...stored, refused, notes };
}

type Bird = ListedBird & { pigeon_id: number; chip: string };

async function enterBirds(
  tx: Tx,
  { loft_id, season_id }: LockedFlight,
  listed: readonly ListedBird[],
  release: string,
): Promise<{ birds: Bird[]; refused: RefusedLine[]; notes: string[] }> {
  const season = { loft_id, season_id };
  const notes: string[] = [];
  const teams = await enterTeams(tx, season, teamsOf(listed));
  const { count: before } = await countPigeons(tx, season);
  const ids = await enterPigeons(
    tx,
    season,
    listed.map(({ team, ring, name, color, sex }) => ({
      team_id: team === null ? null : teams.get(team)!,
      ring,
      name,
      color,
      sex,
    })),
  );
  if (new Set(ids).size !== listed.length)
    throw cannot('Two rings of the list are one ring to the database; write them apart or leave one out.');
  const known = listed.length - ((await countPigeons(tx, season)).count - before);
  if (known) notes.push(`${known} birds are in the season already and keep their team, name, colour and sex.`);

  const worn = await chipsWorn(tx, loft_id, ids);
  const refused: RefusedLine[] = [];
  const birds: Bird[] = [];
  const invented: { pigeon_id: number; chip: string }[] = [];
  for (const [index, bird] of listed.entries()) {
    const pigeon_id = ids[index]!;
    const chips = worn.get(pigeon_id) ?? [];
    const at = Date.parse(bird.home?.time ?? release);
    const chip = chips.find(({ from_ms, to_ms }) => from_ms <= at && at < to_ms)?.chip;
    if (chip !== undefined) birds.push({ ...bird, pigeon_id, chip });
    else if (chips.length) {
      refused.push({
        line: bird.line,
        field: 'ring',
        reason: `this bird wore no chip then, but wears ${chips[0]!.chip} from ${new Date(chips[0]!.from_ms).toISOString()} on`,
        repair: 'enter since when the bird has worn its chip, or leave the line out',
      });
    } else {
      const own = inventedChip(season, bird.ring);
      invented.push({ pigeon_id, chip: own });
      birds.push({ ...bird, pigeon_id, chip: own });
    }
  }
  await wearChips(tx, loft_id, invented, everSince);
  if (invented.length)
    notes.push(`The chips of ${invented.length} birds are invented: 16 hex digits worked out from the ring.`);
  return { birds, refused, notes };
}

/** Unique as a chip must be: a bird of another season or loft with the same ring wears another one. */
function inventedChip({ loft_id, season_id }: { loft_id: number; season_id: number }, ring: string): string {
  const digest = createHash('sha256')
    .update(`${loft_id} ${season_id} ${ringKey(ring)}`)
    .digest('hex');
  return digest.slice(0, 16).toUpperCase();
}

/** The teams of a list; a team that is listed with several countries is of the one it is listed with most. */
function teamsOf(listed: readonly ListedBird[]): { name: string; fancier: string | null; country: string | null }[] {
  const of_team = Map.groupBy(
    listed.filter((bird) => bird.team !== null),
    (bird) => bird.team!,
  );
  return [...of_team].map(([name, birds]) => {
    const countries = Map.groupBy(
      birds.flatMap((bird) => bird.country ?? []),
      (country) => country,
    );
    const [country = null] = [...countries].sort((a, b) => b[1].length - a[1].length)[0] ?? [];
    return { name, fancier: birds.find((bird) => bird.fancier !== null)?.fancier ?? null, country };
  });
}

async function chipsWorn(
  tx: Tx,
  loft_id: number,
  pigeon_ids: readonly number[],
): Promise<Map<number, { chip: string; from_ms: number; to_ms: number }[]>> {
  const { rows } = await sql<{ pigeon_id: number; chip: string; from_ms: number; to_ms: number | null }>`
    select pigeon_id, chip, floor(extract(epoch from lower(during)) * 1000)::bigint as from_ms,
      floor(extract(epoch from upper(during)) * 1000)::bigint as to_ms
    from pigeon_chips where loft_id = ${loft_id} and pigeon_id = any(${pigeon_ids}::bigint[]) order by lower(during)`.execute(
    tx,
  );
  const worn = rows.map((row) => ({ ...row, to_ms: row.to_ms ?? Infinity }));
  return Map.groupBy(worn, (row) => row.pigeon_id);
}

/** Records who is home, in the order of the lines, and writes the ledger's head back. */
async function recordHomes(
  tx: Tx,
  key: FlightKey,
  birds: readonly Bird[],
  hash: string,
  from: Head,
  notes: string[],
): Promise<{ arrivals: number; already_there: number }> {
  const readings = birds
    .filter((bird) => bird.home !== null)
    .map(({ chip, home }, index) => ({
      boot: hash,
      sequence: index + 1,
      chip,
      device_time: home!.time,
      resolution_ms: home!.resolution_ms,
    }));
  if (!readings.length) return { arrivals: 0, already_there: 0 };
  const { loft_id } = key;
  const device = { device_id: await importClock(tx, loft_id), loft_id };
  const received_ms = Date.now();
  let head = from;
  const counts = { stored: 0, duplicate: 0, conflict: 0 };
  const unranked = new Map<string, number>();
  for (let start = 0; start < readings.length; start += maxBatch) {
    const batch = { device, readings: readings.slice(start, start + maxBatch), received_ms };
    const recorded = await recordReadings(tx, batch, head);
    head = recorded.head;
    for (const one of recorded.reply.readings) {
      counts[one.status] += 1;
      if (one.unranked) unranked.set(one.unranked, (unranked.get(one.unranked) ?? 0) + 1);
    }
  }
  if (counts.conflict)
    throw cannot(
      `This file was imported into loft ${loft_id} before, with another release or rule: ${counts.conflict} of its times differ.`,
    );
  await refuseElsewhere(tx, key, device.device_id, hash);
  if (head.number > from.number) await advanceLedger(tx, loft_id, head);
  for (const [reason, count] of unranked) notes.push(`${count} readings are kept but are no arrivals: ${reason}.`);
  if (counts.duplicate)
    notes.push(`${counts.duplicate} arrivals of this file were there already and stay as they are.`);
  return { arrivals: counts.stored, already_there: counts.duplicate };
}

/** A clocking counts for one flight only. */
async function refuseElsewhere(tx: Tx, { loft_id, flight_id }: FlightKey, device_id: number, boot: string) {
  const { rows } = await sql<{ id: number; name: string; count: number }>`
    select f.id, f.name, count(*) as count from readings r
    join arrivals a on a.loft_id = r.loft_id and a.reading_number = r.number
    join flights f on f.loft_id = a.loft_id and f.id = a.flight_id
    where r.loft_id = ${loft_id} and r.device_id = ${device_id} and r.boot = ${boot} and f.id <> ${flight_id}
    group by f.id, f.name order by f.id limit 1`.execute(tx);
  const other = rows[0];
  if (other)
    throw cannot(`${other.count} of these clockings count for flight ${other.id} "${other.name}", and only for that.`);
}

async function importClock(tx: Tx, loft_id: number): Promise<number> {
  const found = await tx
    .selectFrom('devices')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where(sql`lower(name)`, '=', clockName)
    .executeTakeFirst();
  return found?.id ?? (await registerDevice(tx, { loft_id, name: clockName })).device_id;
}

async function closeAfterLast(tx: Tx, flight: LockedFlight, notes: string[]): Promise<void> {
  const { last } = await tx
    .selectFrom('arrivals')
    .select(({ fn }) => fn.max('time').as('last'))
    .where('loft_id', '=', flight.loft_id)
    .where('flight_id', '=', flight.id)
    .executeTakeFirstOrThrow();
  if (last === null) notes.push(`No bird is home: flight ${flight.id} stays open.`);
  else await closeFlight(tx, flight, last, 'the list is complete');
}

async function countBasketed(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number> {
  const { count } = await tx
    .selectFrom('baskets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .executeTakeFirstOrThrow();
  return count;
}

function countPigeons(tx: Tx, { loft_id, season_id }: { loft_id: number; season_id: number }) {
  return tx
    .selectFrom('pigeons')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .executeTakeFirstOrThrow();
}

// -- the call --------------------------------------------------------------------------------------------------------

type Values = { [Name in keyof typeof flags]?: (typeof flags)[Name]['type'] extends 'string' ? string : true };

async function callOf(values: Values, positionals: readonly string[]): Promise<ImportCall> {
  const [file, ...more] = positionals;
  if (!file) throw wrongCall('Name the list to import. See --help.');
  if (more.length) throw wrongCall(`One list at a time; "${more[0]}" is a second one or belongs to no flag.`);
  const { loft, flight, release, distance, rules, kind, unit, country } = values;
  const time_zone = values['time-zone'];
  if (!loft || !flight || !release) throw wrongCall('Say --loft, --flight and --release. See --help.');
  for (const [flag, text] of Object.entries({ loft, flight, season: values.season ?? '' }))
    if (characters(text) > 128) throw wrongCall(`--${flag} has more than 128 characters.`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(release) || !isInstant(release))
    throw wrongCall(`--release "${release}" is no instant with its offset, as 2017-05-27T07:00:00+02:00.`);
  const distance_m = distance === undefined ? undefined : (parseDistance(distance) ?? 0);
  if (distance_m !== undefined && !(distance_m > 0 && distance_m < 1e8))
    throw wrongCall(`--distance "${distance}" is no distance, as "453 km", "414498 yd" or "480014.8 m".`);
  if (kind !== undefined && !isKind(kind)) throw wrongCall(`--kind "${kind}" is none of ${flightKinds.join(', ')}.`);
  if (unit !== undefined && unit !== 'km' && unit !== 'mile')
    throw wrongCall(`--unit "${unit}" is neither km nor mile.`);
  if (country !== undefined && !/^[A-Z]{2}$/i.test(country))
    throw wrongCall(`--country "${country}" is not two letters, as BE.`);
  if (time_zone !== undefined && !isTimeZone(time_zone))
    throw wrongCall(`--time-zone "${time_zone}" is no time zone, as Europe/Brussels.`);

  // npm runs its scripts in the folder of the package; the paths were meant from where the caller is.
  const from = process.env.INIT_CWD ?? '.';
  const list = await told(readList(resolve(from, file)));
  const rule = rules === undefined ? null : ruleFor(list, rules, await told(readRules(resolve(from, rules))));
  return {
    list,
    loft,
    flight,
    release,
    distance_m,
    rule,
    dry_run: values['dry-run'] === true,
    skip_refused: values['skip-refused'] === true,
    ...(values.season !== undefined && { season: values.season }),
    ...(kind !== undefined && { kind }),
    ...(time_zone !== undefined && { time_zone }),
    ...(unit !== undefined && { unit }),
    ...(country !== undefined && { country: country.toUpperCase() }),
  };
}

/** The rule of a list: the one with the list's file name, or the only one there is. */
export function ruleFor(list: Pick<List, 'file'>, path: string, rules: readonly ResultList[]): ResultList {
  const found =
    rules.find(({ path: of }) => of.split(/[\\/]/).at(-1) === list.file) ?? (rules.length === 1 && rules[0]);
  if (found) return found;
  throw cannot(`${path} has no rule for ${list.file}, only for ${rules.map(({ file }) => file).join(', ')}.`);
}

function isKind(text: string): text is FlightKind {
  return (flightKinds as readonly string[]).includes(text);
}

function isInstant(text: string): boolean {
  try {
    const { epochMilliseconds } = Temporal.Instant.from(text);
    return epochMilliseconds >= 0 && epochMilliseconds < 4_102_444_800_000; // as clocks are believed
  } catch {
    return false;
  }
}

/** What a reader of files says is a sentence already. */
function told<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error: Error) => {
    throw cannot(error.message);
  });
}

function whyNothingWritten({ refused }: ImportReport, { dry_run, skip_refused }: ImportCall): string {
  if (refused.length && !skip_refused)
    return `Nothing was written, because lines are refused. Mend them, or leave them out with --skip-refused.`;
  return dry_run ? 'Nothing was written: this was a dry run.' : 'Nothing was written.';
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) await runTool(main);
