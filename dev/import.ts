/**
 * Reads a result list into a flight: the command line.
 *   npm run import -- FILE --loft LOFT --flight FLIGHT --release ISO --distance DISTANCE
 */

import { resolve } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { isTimeZone } from '#domain/day.ts';
import { type FlightKind, flightKinds } from '#domain/flights/flight.ts';
import { parseDistance } from '#domain/units.ts';
import { cannot, nameFlag, openForTools, readFlags, runTool, wrongCall } from './connection.ts';
import { type ImportCall, type ImportReport, importList, ruleFor } from './import-flight.ts';
import { readList, refusalLine } from './import-list.ts';
import { readRules } from './result-list.ts';

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

type Values = { [Name in keyof typeof flags]?: (typeof flags)[Name]['type'] extends 'string' ? string : true };

async function callOf(values: Values, positionals: readonly string[]): Promise<ImportCall> {
  const [file, ...more] = positionals;
  if (!file) throw wrongCall('Name the list to import. See --help.');
  if (more.length) throw wrongCall(`One list at a time; "${more[0]}" is a second one or belongs to no flag.`);
  const { loft, flight, release, distance, rules, kind, unit, country } = values;
  const time_zone = values['time-zone'];
  if (!loft || !flight || !release) throw wrongCall('Say --loft, --flight and --release. See --help.');
  const named = {
    loft: nameFlag('loft', loft, 128),
    flight: nameFlag('flight', flight, 128),
    ...(values.season !== undefined && { season: nameFlag('season', values.season, 128) }),
  };
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

  // npm runs its scripts in the folder of the package; the paths are relative to the caller's folder.
  const from = process.env.INIT_CWD ?? '.';
  const list = await orCannot(readList(resolve(from, file)));
  const rule = rules === undefined ? null : ruleFor(list, rules, await orCannot(readRules(resolve(from, rules))));
  return {
    list,
    ...named,
    release,
    distance_m,
    rule,
    dry_run: values['dry-run'] === true,
    skip_refused: values['skip-refused'] === true,
    ...(kind !== undefined && { kind }),
    ...(time_zone !== undefined && { time_zone }),
    ...(unit !== undefined && { unit }),
    ...(country !== undefined && { country: country.toUpperCase() }),
  };
}

function isKind(text: string): text is FlightKind {
  return (flightKinds as readonly string[]).includes(text);
}

function isInstant(text: string): boolean {
  try {
    const { epochMilliseconds } = Temporal.Instant.from(text);
    return epochMilliseconds >= 0 && epochMilliseconds < 4_102_444_800_000; // the range of times accepted from clocks
  } catch {
    return false;
  }
}

/** An error in reading a file is a sentence for the user. */
function orCannot<T>(reading: Promise<T>): Promise<T> {
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
