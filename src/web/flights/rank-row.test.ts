import { expect, test } from 'vitest';
import { type RankedList, rowOfRank } from './rank-row.ts';

const listOf = (ranks: readonly number[]): RankedList => ({
  count: ranks.length,
  idAt: (index) => 100 + index,
  line: (index) => ({ rank: ranks[index]! }) as ReturnType<RankedList['line']>,
});

test('a rank leads to its first row, one that nobody has to the next, one beyond the end to the last row', () => {
  const list = listOf([1, 2, 2, 4, 5, 9]);
  expect([1, 2, 3, 4, 7, 9, 5809].map((rank) => rowOfRank(list, rank))).toEqual([0, 1, 3, 3, 5, 5, 5]);
  expect(rowOfRank(listOf([1]), 5)).toBe(0);
});

test('in a list of some birds it leads to the first of them with that rank or a later one', () => {
  expect(rowOfRank(listOf([12, 700, 701, 4000]), 500)).toBe(1);
});
