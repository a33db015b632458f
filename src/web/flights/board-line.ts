/** The lines of the board, from a page of the server's result or from the ranking in the browser. */
import type { ResultRow } from '#domain/arrivals/contract.ts';
import { type DropList, type DropStart, dropStart } from '#domain/arrivals/drops.ts';
import type { Ranked } from '#domain/arrivals/rank.ts';
import type { LineBird } from '#domain/pigeons/contract.ts';
import { inLists, lineFacts } from '#domain/pigeons/facts.ts';
import type { LiveView } from './live-board.ts';

/** Null: hidden by the season. */
export interface BoardLine {
  bird: LineBird;
  rank: number | null;
  time_ms: number | null;
  speed: number | null;
  gap_ms: number | null;
  day: number | null;
}

/** The position of a line within its drop. */
export interface Rail {
  /** First or last bird of its drop. */
  first: boolean;
  last: boolean;
  /** The gap to the line above, where the board says it, ms. */
  gap_ms: number | null;
}

/** The lines that the board shows: all of a race, one page of them, or those that match a search. */
export interface BoardList {
  /** Identifies the selection; lists with the same key show the same selection at different times. */
  key: string;
  count: number;
  /** The number of lines on the previous pages. */
  before: number;
  idAt: (index: number) => number;
  /** The index of a bird in this list, or -1. */
  indexOf: (pigeon_id: number) => number;
  /** Null for a bird whose basketing is not loaded yet; it is then fetched. */
  line: (index: number) => BoardLine | null;
  /** When all its birds landed, ascending; null where that is not known, or not their order. */
  times: Float64Array | null;
  /** Whether a line above it says the gap to the bird before. */
  later: (index: number) => boolean;
  /** Null where neighbouring lines need not be consecutive arrivals. */
  rail: (index: number) => Rail | null;
}

/** A line as the page receives it: only the fields that the page shows. */
export type PageLine = LineBird & Omit<BoardLine, 'bird'>;
/** The fields of a bird in Just in. */
export type PageLanded = Pick<PageLine, (typeof landedFields)[number]>;

const landedFields = ['pigeon_id', 'ring', 'team_id', 'team', 'fancier', 'country', 'rank', 'time_ms'] as const;
const lineFields = [
  ...landedFields,
  ...lineFacts.map(inLists).filter((name) => name !== 'ring'),
  'speed',
  'gap_ms',
  'day',
] as const;

export function pageLine(row: ResultRow): PageLine {
  const line = { ...row, time_ms: row.time === null ? null : Date.parse(row.time) };
  return Object.fromEntries(lineFields.map((field) => [field, line[field]])) as unknown as PageLine;
}

/**
 * Lines serialized into one text for the transfer with the page: as objects they would be an eighth of the page, each
 * value a reference by number. Their field names are sent once and compress well.
 */
export const packLines = (rows: readonly ResultRow[]): string => packed(rows, lineFields);
export const packLanded = (rows: readonly ResultRow[]): string => packed(rows, landedFields);
export const unpackLines = (text: string) => unpacked<PageLine>(text, lineFields);
export const unpackLanded = (text: string) => unpacked<PageLanded>(text, landedFields);

function packed(rows: readonly ResultRow[], fields: readonly (keyof PageLine)[]): string {
  return JSON.stringify(rows.map(pageLine).map((line) => fields.map((field) => line[field])));
}

function unpacked<Line>(text: string, fields: readonly (keyof Line)[]): Line[] {
  const lines = JSON.parse(text) as unknown[][];
  return lines.map((values) => Object.fromEntries(fields.map((field, at) => [field, values[at]])) as Line);
}

export function lineOf(line: PageLine): BoardLine {
  return { ...line, bird: line };
}

export function liveLine(view: Pick<LiveView, 'birds'>, ranked: Ranked | undefined): BoardLine | null {
  const bird = ranked && view.birds.get(ranked.pigeon_id);
  return bird ? { ...ranked, bird } : null;
}

/** A list whose lines are all loaded. */
export function pageList(
  key: string,
  before: number,
  lines: readonly BoardLine[],
  drops: readonly DropStart[] | null,
): BoardList {
  const starts = drops && new Map(drops);
  return {
    key,
    count: lines.length,
    before,
    idAt: (index) => lines[index]!.bird.pigeon_id,
    indexOf: (id) => lines.findIndex(({ bird }) => bird.pigeon_id === id),
    line: (index) => lines[index] ?? null,
    times: null,
    ...rails(starts && ((index) => starts.get(index))),
  };
}

export interface LiveOrder {
  /** Of the birds by rank, where all of them are listed and were released together. */
  drops: DropList | null;
  times?: Float64Array | null;
  order: 'rank' | 'latest';
}

/**
 * The whole list, with each line computed when it is shown.
 */
export function liveList(
  key: string,
  view: Pick<LiveView, 'birds' | 'indexOf'>,
  lines: readonly Ranked[],
  { drops, times = null, order }: LiveOrder,
): BoardList {
  return {
    key,
    count: lines.length,
    before: 0,
    idAt: (index) => lines[index]!.pigeon_id,
    indexOf(id) {
      if (!drops) return lines.findIndex(({ pigeon_id }) => pigeon_id === id);
      const index = view.indexOf(id);
      return index < 0 || order === 'rank' ? index : lines.length - 1 - index;
    },
    line: (index) => liveLine(view, lines[index]),
    times,
    ...rails(drops && ((index) => dropStart(drops, index, order === 'latest'))),
  };
}

/** When the birds of a list landed, epoch ms: a plain array of figures, made a few times a second. */
export function timesOf(lines: readonly Ranked[]): Float64Array {
  const times = new Float64Array(lines.length);
  for (let index = 0; index < lines.length; index += 1) times[index] = lines[index]!.time_ms;
  return times;
}

function rails(startAt: ((index: number) => number | null | undefined) | null): Pick<BoardList, 'later' | 'rail'> {
  return {
    // Called for ten thousand lines at each arrival.
    later: (index) => typeof startAt?.(index) === 'number',
    rail(index) {
      if (!startAt) return null;
      const start = startAt(index);
      return { first: start !== undefined, last: startAt(index + 1) !== undefined, gap_ms: start ?? null };
    },
  };
}
