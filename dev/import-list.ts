/**
 * Prepares a result list for the import: each line is either a bird, with its arrival time or not home, or refused with
 * the field and the repair. Pure but for reading the file.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { netTime } from '#domain/flights/night.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { type RaceRules, raceRules } from '#domain/seasons/rules.ts';
import { parseDistance } from '#domain/units.ts';
import {
  csvRecords,
  explain,
  isDecimal,
  last_day,
  type ResultList,
  type ResultRow,
  readText,
  signedSeconds,
  timeOfDay,
} from './result-list.ts';

/** A line that cannot be imported: field, reason and repair. */
export interface RefusedLine {
  line: number;
  field: string;
  reason: string;
  repair: string;
}

/** A line as read, with the fields that an import has beyond a published result. */
export interface ListRow extends ResultRow {
  ring: string;
  fancier: string | null;
  name: string | null;
  color: string | null;
  /** The resolution of the time as written: 1000 for whole seconds. */
  resolution_ms: number;
}

export interface List {
  file: string;
  /** The first 16 hex digits of the content's SHA-256: equal content is the same import. */
  hash: string;
  rows: ListRow[];
  refused: RefusedLine[];
  /** Notes for the operator on the list as a whole. */
  notes: string[];
}

/** A bird of the list. */
export interface ListedBird {
  line: number;
  ring: string;
  team: string | null;
  fancier: string | null;
  country: string | null;
  name: string | null;
  color: string | null;
  sex: 'cock' | 'hen' | 'unknown';
  home: { time: string; resolution_ms: number } | null;
}

/** The context in which the times of a list are read. */
export interface ListFrame {
  /** ISO 8601 with the offset of the list's local time. */
  release: string;
  /** The distance of the flight, used where the list prints none at all. */
  distance_m: number;
  /** The rule of the list, if there is one: clock correction, closed night, calculation of speeds. */
  rule: ResultList | null;
}

const columns = {
  needed: ['ring', 'arrival_local'],
  known: 'order rank team fancier country sex name color colour distance_m clock_correction_s speed coefficient check',
};

/** The limits of the database. */
const limits = { ring: 32, team: 128, fancier: 128, name: 64, color: 64 } as const;

/**
 * Reads a list; a line that cannot be read is refused.
 * @throws Error with one sentence for a file that is no list at all.
 */
export async function readList(path: string): Promise<List> {
  const [header, ...records] = csvRecords(await readText(path), path);
  if (!header) throw new Error(`${path}: the file is empty`);
  const names = header.fields.map((name) => name.trim().toLowerCase());
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double !== undefined) throw new Error(`${path}, line ${header.line}: the column "${double}" is there twice`);
  const missing = columns.needed.find((name) => !names.includes(name));
  if (missing) throw new Error(`${path}, line ${header.line}: the column ${missing} is missing`);

  const list: List = {
    file: basename(path),
    hash: createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
      .slice(0, 16),
    rows: [],
    refused: [],
    notes: [],
  };
  const ignored = names.filter((name) => ![...columns.needed, ...columns.known.split(' ')].includes(name));
  if (ignored.length) list.notes.push(`The columns ${ignored.join(', ')} are not read.`);
  for (const { line, fields } of records) {
    if (fields.length === names.length) list.rows.push(rowOf(line, fields, names, list.refused));
    else {
      list.refused.push({
        line,
        field: 'the line',
        reason: `it has ${fields.length} fields where the header has ${names.length}`,
        repair: 'put a text that holds a comma into double quotes, and write a comma for each empty field',
      });
    }
  }
  return list;
}

/** Reads the fields of a line; a field that cannot be read is refused and null. */
function rowOf(line: number, fields: readonly string[], names: readonly string[], refused: RefusedLine[]): ListRow {
  const text = (name: string) => fields[names.indexOf(name)]?.trim() || null;
  const read = <T>(name: string, reader: (value: string) => T | null, form: string): T | null => {
    const value = text(name);
    const understood = value === null ? null : reader(value);
    if (value !== null && understood === null)
      refused.push({ line, field: name, reason: `"${shorten(value)}" cannot be read`, repair: `write ${form}` });
    return understood;
  };
  const decimals = /\.(\d+)$/.exec(text('arrival_local') ?? '')?.[1]?.length ?? 0;
  return {
    line,
    order: text('order'),
    rank: text('rank'),
    ring: text('ring') ?? '',
    team: text('team'),
    fancier: text('fancier'),
    country: text('country'),
    sex: text('sex'),
    name: text('name'),
    color: text('color') ?? text('colour'),
    distance_m: read('distance_m', (value) => (isDecimal(value) ? parseDistance(value) : null), 'a number of metres'),
    arrival_ms: read('arrival_local', timeOfDay, 'a time of day, HH:MM:SS or HH:MM:SS.mmm, or leave it empty'),
    clock_correction_ms: read('clock_correction_s', signedSeconds, 'a number of seconds, at most three decimals'),
    speed: read('speed', (value) => (isDecimal(value) ? value : null), 'a number'),
    coefficient: text('coefficient'),
    resolution_ms: (text('arrival_local') ?? '').split(':').length < 3 ? 60_000 : 10 ** (3 - Math.min(decimals, 3)),
  };
}

/** The birds of a list in the order of its lines, and the refused lines (with those of reading). */
export function checkList(list: List, frame: ListFrame): { birds: ListedBird[]; refused: RefusedLine[] } {
  const refused = [...list.refused];
  const first_lines = new Map<string, number>();
  const day = dayFinder(list.rows, frame);
  const birds: ListedBird[] = [];
  for (const row of list.rows) {
    const before = refused.length;
    const refuse = (field: string, reason: string, repair: string) =>
      refused.push({ line: row.line, field, reason, repair });
    checkRing(row, first_lines, refuse);
    for (const [field, limit] of Object.entries(limits) as [keyof typeof limits, number][]) {
      const text = row[field] ?? '';
      const length = characters(text);
      if (length > limit) refuse(field, `it has ${length} characters`, `shorten it to ${limit}`);
      if (/\p{Cc}/u.test(text)) refuse(field, 'it has a control character', 'write it anew, in one line');
    }
    const sex = sexes[row.sex?.toLowerCase() ?? ''];
    if (!sex) refuse('sex', `"${shorten(row.sex!)}" is not known`, 'write cock, hen or unknown, or leave it empty');
    const country = row.country?.toUpperCase() ?? null;
    if (country !== null && !/^[A-Z]{2}$/.test(country))
      refuse('country', `"${shorten(row.country!)}" is not a country code`, 'write its two letters of ISO 3166, as BE');
    // A line that was refused in reading has no reliable time.
    const unread = list.refused.some(({ line }) => line === row.line);
    const at = row.arrival_ms === null || unread ? null : day(row, refuse);
    if (unread || refused.length > before) continue;
    const { line, ring, team, fancier, name, color, resolution_ms } = row;
    const home = at === null ? null : { time: new Date(at).toISOString(), resolution_ms };
    birds.push({ line, ring, team, fancier, country, name, color, sex: sex!, home });
  }
  refused.sort((a, b) => a.line - b.line);
  return { birds, refused };
}

type Refuse = (field: string, reason: string, repair: string) => void;

const sexes: Record<string, ListedBird['sex'] | undefined> = {
  '': 'unknown',
  unknown: 'unknown',
  cock: 'cock',
  hen: 'hen',
};

function checkRing(row: ListRow, first_lines: Map<string, number>, refuse: Refuse): void {
  const key = ringKey(row.ring);
  if (key === '') {
    const reason = row.ring === '' ? 'it is missing' : `"${shorten(row.ring)}" has no letter or digit`;
    refuse('ring', reason, 'write the ring number');
    return;
  }
  const first = first_lines.get(key);
  if (first === undefined) first_lines.set(key, row.line);
  else refuse('ring', `"${shorten(row.ring)}" stands on line ${first} already`, 'leave one of the two lines out');
}

const day_ms = 86_400_000;
const yard_m = 0.9144;

/**
 * Finds the arrival time of a line. Lists print no dates: with the list's rule the day is the one that explains the
 * published speed; without a rule it is the day of the release, unless time or speed contradict.
 */
function dayFinder(rows: readonly ListRow[], { release, distance_m, rule }: ListFrame) {
  const release_ms = Date.parse(release);
  const midnight_ms = rule?.midnight_ms ?? Date.parse(`${release.slice(0, 10)}T00:00:00${offsetOf(release)}`);
  const printed = rows.flatMap((row) => row.distance_m ?? []);
  const nearest = printed.reduce((least, one) => Math.min(least, one), Infinity) * 0.99;
  const farthest = printed.reduce((most, one) => Math.max(most, one), 0) * 1.01;

  return function instantOf(row: ListRow, refuse: Refuse): number | null {
    const shown = clockTime(row.arrival_ms!);
    const corrected_ms = row.arrival_ms! - (rule?.correction === 'subtract' ? (row.clock_correction_ms ?? 0) : 0);
    const at = (day: number) => midnight_ms + (day - 1) * day_ms + corrected_ms;
    // Where the list prints distances, a row without one is checked against the range of the others.
    const own_m = row.distance_m ?? rule?.distance_m ?? (printed.length ? null : distance_m);
    const plausible = (metres: number) =>
      own_m === null ? metres >= nearest && metres <= farthest : Math.abs(metres / own_m - 1) <= 0.01;

    let day = 1;
    if (rule && row.speed !== null) {
      const found =
        own_m === null ? daysOf(row, rule, at, plausible) : [explain({ ...row, distance_m: own_m }, rule).day];
      const [only, second] = found;
      if (typeof only !== 'number' || second !== undefined) {
        refuse(
          'arrival_local',
          `no single day on which a bird home at ${shown} has the published speed ${row.speed} by the list's rule`,
          'compare time, distance and speed with the publication',
        );
        return null;
      }
      day = only;
    } else if (at(1) <= release_ms) {
      refuse(
        'arrival_local',
        `${shown} is not after the release at ${timeIn(release)}, so the bird came on a later day, and nothing says on which`,
        rule ? 'add the published speed, which tells the day' : "name the list's rule with --rules",
      );
      return null;
    } else if (row.speed !== null) {
      const flown_m = (Number(row.speed) * (at(1) - release_ms)) / 60_000;
      if (!plausible(flown_m) && !plausible(flown_m * yard_m)) {
        refuse(
          'speed',
          `${row.speed} is not what a bird home at ${shown} on the day of the release flew`,
          "name the list's rule with --rules: the bird may have come on a later day",
        );
        return null;
      }
    }
    if (at(day) > release_ms) return at(day);
    refuse('arrival_local', `${shown} is not after the release at ${release}`, 'check --release and the time');
    return null;
  };
}

/** The days on which the published speed gives a plausible distance under the list's rule. */
function daysOf(
  row: ListRow,
  rule: ResultList,
  at: (day: number) => number,
  plausible: (metres: number) => boolean,
): number[] {
  const { unit, yards_per_metre } = rule.published.rule;
  const metres = unit === 'm/min' ? 1 : yards_per_metre ? 1 / Number(yards_per_metre) : yard_m;
  return Array.from({ length: last_day }, (_, i) => i + 1).filter((day) => {
    const net_ms = netTime(rule.release_ms, at(day), rule.closed);
    return net_ms > 0 && plausible((Number(row.speed) * metres * net_ms) / 60_000);
  });
}

/** A list's rule as race rules of a flight, null where they cannot express it, and notes on what is lost. */
export function raceRulesOf(rule: ResultList): { rules: RaceRules | null; notes: string[] } {
  const { rule: speed, tolerance } = rule.published;
  const precision_ms = ([1000, 100, 10, 1] as const).find((step) => step <= rule.shown_ms) ?? 1;
  const rules = raceRules.safeParse({
    speed,
    precision_ms,
    ties: rule.ties,
    closed_night: rule.closed_night,
    closing: { kind: 'none' },
  });
  if (!rules.success) {
    const { path, message } = rules.error.issues[0]!;
    return { rules: null, notes: [`The list's rule does not fit a flight (${path.join('.')}: ${message}).`] };
  }
  const notes: string[] = [];
  if (precision_ms !== rule.shown_ms)
    notes.push(`The list's times go in steps of ${rule.shown_ms} ms; the flight ranks in steps of ${precision_ms} ms.`);
  if (tolerance !== null)
    notes.push(`The list's tolerance of ${tolerance} is its publisher's noise: the flight works exactly.`);
  return { rules: rules.data, notes };
}

/** The offset of an ISO instant: `+02:00` or `Z`. */
export function offsetOf(iso: string): string {
  return /(Z|[+-]\d\d:\d\d)$/.exec(iso)?.[0] ?? 'Z';
}

/** The time of day in an ISO instant, as written. */
function timeIn(iso: string): string {
  return /T(\d\d:\d\d(:\d\d)?)/.exec(iso)?.[1] ?? iso;
}

/** As a sentence: `line 17, ring: it is missing; write the ring number`. */
export function refusalLine({ line, field, reason, repair }: RefusedLine): string {
  return `line ${line}, ${field}: ${reason}; ${repair}`;
}

/** Whether a clock of the list has a correction: only the list's rule says what that means for its times. */
export function hasCorrections(list: List): boolean {
  return list.rows.some((row) => row.clock_correction_ms);
}

function clockTime(of_day_ms: number): string {
  return new Date(of_day_ms).toISOString().slice(11, 23).replace('.000', '');
}

/** How many characters PostgreSQL counts in a text. */
export function characters(text: string): number {
  return Array.from(text).length;
}

function shorten(text: string): string {
  return characters(text) > 40 ? `${Array.from(text).slice(0, 39).join('')}…` : text;
}
