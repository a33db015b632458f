/** The columns of the arrivals of a flight: a column that the season hides completely (3.15) is left out. */
import type { Flight } from '#domain/flights/contract.ts';
import { birdColumnsOf, shows, showsBirdPages, showsGap, showsSpeed } from '#domain/seasons/visibility.ts';

/** In display order. */
export type BoardColumn = 'rank' | 'bird' | 'whose' | 'time' | 'gap' | 'speed';
const columns: readonly BoardColumn[] = ['rank', 'bird', 'whose', 'time', 'gap', 'speed'];

/** The headings; speed has its unit as heading. */
export const columnNames = {
  rank: 'board.rank',
  bird: 'board.pigeon',
  whose: 'board.team',
  time: 'board.time',
  gap: 'board.gap',
} as const satisfies Record<Exclude<BoardColumn, 'speed'>, string>;

/** The columns of the arrivals. Where ranks are hidden, their column remains as the place of the reader's mark. */
export function boardColumns({ hidden }: Flight): readonly BoardColumn[] {
  if (!hidden.length) return columns;
  const shown: Record<BoardColumn, boolean> = {
    ...birdColumnsOf(hidden, 'results'),
    rank: shows(hidden, 'results.rank') || (showsBirdPages(hidden) && shows(hidden, 'results.ringDescriptor')),
    time: shows(hidden, 'results.time'),
    gap: showsGap(hidden),
    speed: showsSpeed(hidden),
  };
  return columns.filter((column) => shown[column]);
}

/** The columns of a printed sheet, which has no marks. */
export const sheetColumns = (flight: Flight): readonly BoardColumn[] =>
  boardColumns(flight).filter((column) => column !== 'rank' || shows(flight.hidden, 'results.rank'));
