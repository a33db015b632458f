// Published race results as files: a list per race (CSV) and the rule that explains each (rules.json, README.md beside
// them). Reading is strict: what cannot be understood is refused with file, line and field, never guessed.

import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { z } from 'zod';
import { closedNights } from '#domain/flights/closed-nights.ts';
import { type ClosedInterval, netTime } from '#domain/flights/night.ts';
import { explainsSpeed, type PublishedSpeed, speed } from '#domain/flights/speed.ts';
import { type ClosedNightRule, closedNightRule } from '#domain/seasons/rules.ts';
import { parseDistance } from '#domain/units.ts';

/** A published line. What the list leaves out is null. */
export interface ResultRow {
  /** Line of the file, the header being 1. */
  line: number;
  order: string | null;
  rank: string | null;
  ring: string | null;
  team: string | null;
  country: string | null;
  sex: string | null;
  distance_m: number | null;
  /** Local time of day in ms, as shown: without its date and before any correction. */
  arrival_ms: number | null;
  clock_correction_ms: number | null;
  /** As printed. */
  speed: string | null;
  coefficient: string | null;
}

/** A list of rules.json, ready to work with. */
export interface ResultList {
  /** Its name in rules.json, and its path. */
  file: string;
  path: string;
  release_ms: number;
  /** Local midnight at the start of the release day, epoch ms. */
  midnight_ms: number;
  /** One distance for all rows, or null: each row has its own. */
  distance_m: number | null;
  published: Omit<PublishedSpeed, 'speed'>;
  shown_ms: number;
  hidden_fraction: boolean;
  correction: 'applied' | 'subtract' | 'none';
  closed_night: ClosedNightRule;
  /** The closed nights of the rule. */
  closed: readonly ClosedInterval[];
  ties: 'shared' | 'consecutive';
  expected: { [figure in Figure]?: number };
}

/** The expected counts of each list, by its name in rules.json. */
export type Figure = 'rows_with_speed' | 'exact' | 'within_hidden_second' | 'not_explained';

/** The explanation of a published speed by its row. */
export interface Explanation {
  /** 1 is the day of the release; null where no day explains the speed. */
  day: number | null;
  how: 'exact' | 'hidden' | null;
  /**
   * Epoch ms, corrected; where the list hides the fraction of the second, the first ms that gives the published speed.
   */
  arrival_ms: number | null;
}

/**
 * Reads a list.
 * @throws Error with one sentence naming file, line and field
 */
export async function readResultList(path: string): Promise<{ columns: readonly string[]; rows: ResultRow[] }> {
  const [header, ...records] = csvRecords(await readText(path), path);
  if (!header) throw new Error(`${path}: the file is empty`);
  const columns = header.fields.map((name) => name.trim().toLowerCase());
  for (const [index, name] of columns.entries()) {
    if (columns.indexOf(name) !== index)
      throw new Error(`${path}, line ${header.line}: the column ${name} is there twice`);
  }
  for (const name of ['arrival_local', 'speed']) {
    if (!columns.includes(name)) throw new Error(`${path}, line ${header.line}: the column ${name} is missing`);
  }
  const rows = records.map(({ line, fields }) => {
    if (fields.length !== columns.length) {
      throw new Error(`${path}, line ${line}: ${fields.length} fields where the header has ${columns.length}`);
    }
    const text = (name: string) => fields[columns.indexOf(name)]?.trim() || null;
    const read = <T>(name: string, reader: (value: string) => T | null, form: string): T | null => {
      const value = text(name);
      const understood = value === null ? null : reader(value);
      if (value !== null && understood === null)
        throw new Error(`${path}, line ${line}, ${name}: "${value}" is not ${form}`);
      return understood;
    };
    return {
      line,
      order: text('order'),
      rank: text('rank'),
      ring: text('ring'),
      team: text('team'),
      country: text('country'),
      sex: text('sex'),
      distance_m: read('distance_m', (value) => (isDecimal(value) ? parseDistance(value) : null), 'a number of metres'),
      arrival_ms: read('arrival_local', timeOfDay, 'a time of day, HH:MM:SS or HH:MM:SS.mmm'),
      clock_correction_ms: read('clock_correction_s', signedSeconds, 'a number of seconds, at most three decimals'),
      speed: read('speed', (value) => (isDecimal(value) ? value : null), 'a number'),
      coefficient: text('coefficient'),
    };
  });
  return { columns, rows };
}

/**
 * Reads a rules file; the paths of its lists are relative to it. Its ace tables (`ace-table.ts`) are left out.
 * @throws Error with one sentence naming file, list and field
 */
export async function readRules(path: string): Promise<ResultList[]> {
  const json = await readJson(path);
  const lists = rulesFile.safeParse(Array.isArray(json) ? json.filter((entry) => !isAceEntry(entry)) : json);
  if (!lists.success) {
    const { path: at, message } = lists.error.issues[0]!;
    const [index, ...field] = at;
    if (index === undefined) throw new Error(`${path}: ${message}`);
    throw new Error(`${path}, list ${Number(index) + 1}, ${field.join('.') || 'the whole'}: ${message}`);
  }
  return lists.data.map((list) => {
    const release_ms = Date.parse(list.release);
    const zone = list.release.endsWith('Z') ? '+00:00' : list.release.slice(-6);
    const midnight_ms = Date.parse(`${list.release.slice(0, 10)}T00:00:00${zone}`);
    const { unit, decimals, rounding, yards_per_metre = null, tolerance = null } = list.speed;
    // Yards given as yards are not converted, so that the organiser's conversion factor does not matter.
    const factor = list.distance?.unit === 'yd' ? null : yards_per_metre;
    const where = { release_ms, time_zone: zone, latitude: 0, longitude: 0, nights: last_day };
    return {
      file: list.file,
      path: resolve(dirname(path), list.file),
      release_ms,
      midnight_ms,
      distance_m: list.distance ? parseDistance(`${list.distance.value} ${list.distance.unit}`) : null,
      published: { rule: { unit, decimals, rounding, yards_per_metre: factor }, tolerance },
      ...list.clock,
      closed_night: list.closed_night ?? { kind: 'none' },
      closed: list.closed_night ? closedNights(list.closed_night, where) : [],
      ties: list.ties,
      expected: list.expected ?? {},
    };
  });
}

/**
 * The day of arrival, which lists do not print: the first that explains the published speed. The time as shown is tried
 * before the hidden fraction of its last digit.
 */
export function explain(row: ResultRow, list: ResultList): Explanation {
  const distance_m = list.distance_m ?? row.distance_m;
  if (row.arrival_ms === null || row.speed === null || distance_m === null) return unexplained;
  const published = { speed: row.speed, ...list.published };
  const corrected_ms = row.arrival_ms - (list.correction === 'subtract' ? (row.clock_correction_ms ?? 0) : 0);
  for (let day = 1; day <= last_day; day += 1) {
    const arrival_ms = list.midnight_ms + (day - 1) * 86_400_000 + corrected_ms;
    const net_ms = netTime(list.release_ms, arrival_ms, list.closed);
    if (explainsSpeed(published, distance_m, net_ms, 0)) return { day, how: 'exact', arrival_ms };
    if (!list.hidden_fraction) continue;
    const hidden_ms = netTime(list.release_ms, arrival_ms + list.shown_ms, list.closed) - net_ms;
    if (!explainsSpeed(published, distance_m, net_ms, hidden_ms)) continue;
    return { day, how: 'hidden', arrival_ms: arrival_ms + hiddenPart(published, distance_m, net_ms, hidden_ms) };
  }
  return unexplained;
}

/** The longest race of the known lists took two days; an organiser might allow seven. */
export const last_day = 7;

const unexplained: Explanation = { day: null, how: null, arrival_ms: null };

/** The first millisecond of the hidden fraction at which the speed is no longer above the published one. */
function hiddenPart(published: PublishedSpeed, distance_m: number, net_ms: number, hidden_ms: number): number {
  const highest = Number(published.speed) + Number(published.tolerance ?? 0);
  let [from, to] = [0, hidden_ms];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (speed(distance_m, net_ms + middle, published.rule)! > highest) from = middle + 1;
    else to = middle;
  }
  return from;
}

const decimalText = z
  .union([z.string(), z.number().transform((value) => value.toFixed(12))])
  .refine(isDecimal, 'must be a number without sign or exponent');

const count = z.int().min(0).optional();

const rulesFile = z.array(
  z.object({
    file: z.string().min(1),
    release: z
      .string()
      .regex(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/,
        'must be a date and time with its offset from UTC',
      )
      .refine((text) => !Number.isNaN(Date.parse(text)), 'is no date of the calendar'),
    distance: z.object({ value: decimalText, unit: z.enum(['m', 'yd', 'km', 'mi']) }).nullish(),
    speed: z.object({
      unit: z.enum(['m/min', 'yd/min']),
      decimals: z.int().min(0).max(15).nullable(),
      rounding: z.enum(['half-up', 'cut', 'none']),
      tolerance: decimalText.nullish(),
      yards_per_metre: decimalText.nullish(),
    }),
    clock: z.object({
      shown_ms: z.int().positive(),
      hidden_fraction: z.boolean(),
      correction: z.enum(['applied', 'subtract', 'none']),
    }),
    closed_night: z
      .object({ closes: z.string(), opens: z.string() })
      .transform(({ closes, opens }): ClosedNightRule => ({ kind: 'hours', closes, opens }))
      .pipe(closedNightRule)
      .nullish(),
    ties: z.enum(['shared', 'consecutive']).default('shared'),
    expected: z
      .object({ rows_with_speed: count, exact: count, within_hidden_second: count, not_explained: count })
      .nullish(),
  }),
  'must be a list of lists',
);

/** Whether an entry of a rules file is an ace table. */
export const isAceEntry = (entry: unknown): boolean => typeof entry === 'object' && entry !== null && 'ace' in entry;

/**
 * What a JSON file says.
 * @throws Error with one sentence naming the file
 */
export async function readJson(path: string): Promise<unknown> {
  const text = await readText(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path}: not JSON: ${String(error).replaceAll(/\s+/g, ' ')}`);
  }
}

/**
 * The text of a UTF-8 file, with or without a byte order mark.
 * @throws Error with one sentence naming the file
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path}: ${error.code === 'ENOENT' ? 'there is no such file' : `cannot be read (${error.code})`}`);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${path}: ${basename(path)} is not UTF-8 text`);
  }
}

/**
 * The records of a CSV text, each with the line on which it begins; blank lines are skipped.
 * @throws Error with one sentence naming file and line
 */
export function csvRecords(text: string, path: string): { line: number; fields: string[] }[] {
  const records: { line: number; fields: string[] }[] = [];
  // A field, quoted or bare, and its separator. Quoted fields may contain separators, line ends and doubled quotes.
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  let line = 1;
  let record = { line, fields: [] as string[] };
  while (field.lastIndex < text.length || record.fields.length > 0) {
    const match = field.exec(text);
    if (!match) throw new Error(`${path}, line ${line}: a quote is out of place or never closed`);
    const [whole, quoted, bare = '', end] = match;
    record.fields.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (end === ',') continue;
    if (record.fields.some((value) => value.trim() !== '')) records.push(record);
    record = { line, fields: [] };
    if (end === '') break;
  }
  return records;
}

/** Whether a text is a plain decimal number, without sign and exponent. */
export function isDecimal(text: string): boolean {
  return /^\d{1,12}(\.\d{1,20})?$/.test(text);
}

/** `13:46:32.078`, `13:46:32` or `13:46` in ms since midnight, or null. */
export function timeOfDay(text: string): number | null {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?$/.exec(text);
  if (!match) return null;
  const [, hours, minutes, seconds = '0', fraction = ''] = match;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));
}

/** Seconds with sign and at most three decimals, in ms, or null. */
export function signedSeconds(text: string): number | null {
  return /^[+-]?\d{1,6}(\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1000) : null;
}
