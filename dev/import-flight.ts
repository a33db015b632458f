/**
 * Imports a result list into a loft: finds or creates the loft, season and flight, checks that the list fits, and
 * writes it in one transaction.
 */

import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { importClock } from '#domain/arrivals/clock.ts';
import { isTimeZone } from '#domain/day.ts';
import type { FlightKind } from '#domain/flights/flight.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { defaultRules, type RaceRules } from '#domain/seasons/rules.ts';
import type { LoftUnit } from '#domain/units.ts';
import { advisoryLocks } from '#server/db/advisory-locks.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { type LockedFlight, lockFlight } from '#server/flights/locked-flight.ts';
import { changeFlight, planFlight } from '#server/flights/planning.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { openLoft } from '#server/lofts/lofts.ts';
import { createSeason, lockSeason, moveSeason } from '#server/seasons/seasons.ts';
import { cannot, isId, loftBy, whatExists, wrongCall } from './connection.ts';
import { checkList, hasCorrections, type List, offsetOf, type RefusedLine, raceRulesOf } from './import-list.ts';
import { enterList } from './import-write.ts';
import type { ResultList } from './result-list.ts';

/** The options of an import. */
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

/** The result of an import, or of a dry run. */
export interface ImportReport {
  /** Birds added to the basketing list. */
  birds: number;
  /** Readings stored. */
  arrivals: number;
  /** Readings that an earlier import of the same content had stored. */
  already_there: number;
  refused: RefusedLine[];
  /** Notes beyond the refused lines, in order. */
  notes: string[];
  written: boolean;
  loft_id: number;
  flight_id: number;
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
        .catch(() => {}); // the connection is gone, and the transaction with it
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
  // The notes of work that is rolled back are dropped.
  const nothing = { birds: 0, arrivals: 0, already_there: 0, refused, notes: of_list, ...key };
  if (refused.length && !call.skip_refused) return nothing;
  const entered = await enterList(tx, key, birds, { hash: list.hash, release });
  refused.push(...entered.refused);
  refused.sort((a, b) => a.line - b.line);
  if (refused.length && !call.skip_refused) return nothing;
  return { ...nothing, ...entered, refused, notes: [...notes, ...entered.notes] };
}

// -- loft, season, flight --------------------------------------------------------------------------------------------

/** Creates the loft, unless a concurrent import did. */
async function openFor(tx: Tx, call: ImportCall, notes: string[]): Promise<Loft> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.import_opens_loft})`.execute(tx);
  const opened = await loftBy(tx, call.loft);
  if (opened) return opened;
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

/** The flight by its id or name, locked; undefined for a name that no flight of the loft has. */
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
  // Locked before anything takes a share of the ledger's lock: two imports that both hold a share would deadlock.
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
 * Brings the flight to the attributes of the call, as far as its state allows.
 * @throws Error in one sentence when the flight cannot take this list.
 */
async function prepareFlight(
  tx: Tx,
  flight: LockedFlight,
  { release, distance_m: wanted_m, rule, list }: ImportCall,
  notes: string[],
): Promise<{ distance_m: number }> {
  const imported = rule ? raceRulesOf(rule) : null;
  notes.push(...(imported?.notes ?? []));
  const fresh = isBeforeRelease(flight.status);
  if (!fresh) await refuseOther(tx, flight, release, list.hash);
  const distance_m = (fresh ? wanted_m : null) ?? flight.distance_m ?? rule?.distance_m;
  if (typeof distance_m !== 'number') throw wrongCall(`Flight ${flight.id} has no distance; say it with --distance.`);
  if (!fresh && wanted_m !== undefined && wanted_m !== flight.distance_m)
    throw cannot(`Flight ${flight.id} was released with ${flight.distance_m} m, not ${wanted_m} m; that is frozen.`);
  if (fresh) {
    await changeFlight(tx, flight, {
      ...(distance_m !== flight.distance_m && { distance_m }),
      ...(imported?.rules && { rules: imported.rules }),
    });
  } else if (imported?.rules && !sameRules(imported.rules, flight.rules)) {
    notes.push(`Flight ${flight.id} keeps the rules it was released with; those of the list differ.`);
  }
  return { distance_m };
}

/** A flight in the air accepts a list with its own release; a closed flight only the list it has already. */
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
      where b.loft_id = ${flight.loft_id} and b.boot = ${hash} and lower(d.name) = ${importClock}) as known`.execute(
    tx,
  );
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

/** The rule of a list: the one with the list's file name, or the only one of the file. */
export function ruleFor(list: Pick<List, 'file'>, path: string, rules: readonly ResultList[]): ResultList {
  const found =
    rules.find(({ path: of }) => of.split(/[\\/]/).at(-1) === list.file) ?? (rules.length === 1 && rules[0]);
  if (found) return found;
  const others = rules.length ? `only for ${rules.map(({ file }) => file).join(', ')}` : 'nor for any other list';
  throw cannot(`${path} has no rule for ${list.file}, ${others}.`);
}
