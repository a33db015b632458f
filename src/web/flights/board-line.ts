/** The lines of the board, whether they come from a page of the server's result or from the ranking in the browser. */
import type { ResultRow } from '#domain/arrivals/contract.ts';
import { drop_gap_ms, type Rail, rail } from '#domain/arrivals/drops.ts';
import type { Ranked } from '#domain/arrivals/rank.ts';
import type { LineBird } from '#domain/pigeons/contract.ts';
import { inLists, lineFacts } from '#domain/pigeons/facts.ts';
import type { LiveView } from './live-board.ts';

/** Null is what the season does not show. */
export interface BoardLine {
  bird: LineBird;
  rank: number | null;
  time_ms: number | null;
  speed: number | null;
  gap_ms: number | null;
  day: number | null;
}

/** What the board shows: all lines of a race, or those of a page, or those that are looked for. */
export interface BoardList {
  /** Which lines these are; lists with the same key show the same ones, at different moments. */
  key: string;
  count: number;
  /** How many lines stand on the pages before. */
  before: number;
  idAt: (index: number) => number;
  /** The place of a bird in this list, or -1. */
  indexOf: (pigeon_id: number) => number;
  /** Null for a bird whose basketing has not come yet; it is fetched then. */
  line: (index: number) => BoardLine | null;
  /** Whether a line follows the one above after more than a drop's gap. */
  later: (index: number) => boolean;
  /** Null where neighbours need not have landed one after the other. */
  rail: (index: number) => Rail | null;
}

/** A line as a page tells it: no more than the page shows. */
export type PageLine = LineBird & Omit<BoardLine, 'bird'>;
/** What Just in says of a bird. */
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
 * Lines as they travel with the page, in one text: objects travel as numbers of numbers, and are an eighth of the page.
 * Their names are in its table already, which a compressed page tells once.
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

/** A list of lines that are all at hand; `above` and `below`: when the birds beside them landed, epoch ms. */
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

/** The whole list, worked out line by line as somebody looks at it. */
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
      // Asked of ten thousand lines at each arrival.
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
