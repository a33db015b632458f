/** Which columns the arrivals of a flight have: one of which nothing is shown (3.15) is not there. */
import type { Flight } from '#domain/flights/contract.ts';
import { birdColumnsOf, shows, showsBirdPages, showsGap, showsSpeed } from '#domain/seasons/shown.ts';

/** In the order in which they stand. */
const columns = ['rank', 'bird', 'whose', 'time', 'gap', 'speed'] as const;
export type BoardColumn = (typeof columns)[number];

/** What they are called; speed is called by its unit. */
export const columnNames = {
  rank: 'board.rank',
  bird: 'board.pigeon',
  whose: 'board.team',
  time: 'board.time',
  gap: 'board.gap',
} as const satisfies Record<Exclude<BoardColumn, 'speed'>, string>;

const all: readonly BoardColumn[] = columns;

/** The columns of the arrivals. Where there is no rank, its column is still the place of the mark of a bird. */
export function boardColumns({ hidden }: Flight): readonly BoardColumn[] {
  if (!hidden.length) return all;
  const shown: Record<BoardColumn, boolean> = {
    ...birdColumnsOf(hidden, 'results'),
    rank: shows(hidden, 'results.rank') || (showsBirdPages(hidden) && shows(hidden, 'results.ringDescriptor')),
    time: shows(hidden, 'results.time'),
    gap: showsGap(hidden),
    speed: showsSpeed(hidden),
  };
  return columns.filter((column) => shown[column]);
}

/** The columns of a sheet, on which nothing is marked. */
export const sheetColumns = (flight: Flight): readonly BoardColumn[] =>
  boardColumns(flight).filter((column) => column !== 'rank' || shows(flight.hidden, 'results.rank'));
