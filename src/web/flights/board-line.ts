/** The lines of the board, from a page of the server's result or from the ranking in the browser. */
import type { ResultRow } from '#domain/arrivals/contract.ts';
import { drop_gap_ms, type Rail, rail } from '#domain/arrivals/drops.ts';
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
  /** Whether the gap to the line above is longer than that of a drop. */
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

/** A list whose lines are all loaded; `above` and `below`: when the neighbouring birds landed, epoch ms. */
export function pageList(
  key: string,
  before: number,
  lines: readonly BoardLine[],
  { above, below }: { above: number | null; below: number | null },
  railed: boolean,
): BoardList {
  const time = (index: number) => lines[index]?.time_ms ?? (index < 0 ? above : below);
  return {
    key,
    count: lines.length,
    before,
    idAt: (index) => lines[index]!.bird.pigeon_id,
    indexOf: (id) => lines.findIndex(({ bird }) => bird.pigeon_id === id),
    line: (index) => lines[index] ?? null,
    ...rails(time, railed),
  };
}

/** The whole list, with each line computed when it is shown. */
export function liveList(
  key: string,
  view: Pick<LiveView, 'birds' | 'indexOf'>,
  lines: readonly Ranked[],
  { railed, order }: { railed: boolean; order: 'rank' | 'latest' },
): BoardList {
  const time = (index: number) => lines[index]?.time_ms ?? null;
  return {
    key,
    count: lines.length,
    before: 0,
    idAt: (index) => lines[index]!.pigeon_id,
    indexOf(id) {
      if (!railed) return lines.findIndex(({ pigeon_id }) => pigeon_id === id);
      const index = view.indexOf(id);
      return index < 0 || order === 'rank' ? index : lines.length - 1 - index;
    },
    line: (index) => liveLine(view, lines[index]),
    ...rails(time, railed),
  };
}

function rails(time: (index: number) => number | null, railed: boolean): Pick<BoardList, 'later' | 'rail'> {
  return {
    later(index) {
      // Called for ten thousand lines at each arrival.
      if (!railed) return false;
      const own = time(index);
      const above = time(index - 1);
      return own !== null && above !== null && Math.abs(own - above) > drop_gap_ms;
    },
    rail(index) {
      const own = time(index);
      return railed && own !== null ? rail(own, time(index - 1), time(index + 1)) : null;
    },
  };
}
