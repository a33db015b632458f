/** Where a rank stands in a list by rank. */
import { firstIndex } from '#domain/first-index.ts';
import type { BoardList } from './board-line.ts';

export type RankedList = Pick<BoardList, 'count' | 'idAt' | 'line'>;

/** The row of a rank; of one that nobody has, as after equal ones, the next; beyond the last rank the last row. */
export function rowOfRank({ count, line }: RankedList, rank: number): number {
  return firstIndex(count - 1, (row) => (line(row)?.rank ?? 0) >= rank);
}
