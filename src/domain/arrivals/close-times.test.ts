import { describe, expect, test } from 'vitest';
import {
  type BoundedLine,
  type CloseMark,
  closeBirds,
  closeMarks,
  decideClose,
  isUncertain,
  marksAfter,
  marksBetween,
} from './close-times.ts';

const line = (pigeon_id: number, device_id: number, time_ms: number, wide = 10): BoundedLine => ({
  pigeon_id,
  rank: pigeon_id,
  time_ms,
  device_id,
  bounds: { from_ms: time_ms - wide, to_ms: time_ms + wide, is_torn: false },
  later_ms: 0,
});

describe('birds within the clocks’ uncertainty', () => {
  test('two clocks: nearer than what both are unsure of; one clock tells the order of its own birds', () => {
    expect(isUncertain(line(1, 1, 0), line(2, 2, 20))).toBe(true);
    expect(isUncertain(line(1, 1, 0), line(2, 2, 21))).toBe(false);
    expect(isUncertain(line(1, 1, 0), line(2, 1, 1))).toBe(false);
  });

  test('equal ranks are decided, and a bird without a reading is certain', () => {
    expect(isUncertain(line(1, 1, 0), { ...line(2, 2, 0), rank: 1 })).toBe(false);
    expect(isUncertain(line(1, 1, 0), { ...line(2, 2, 1), bounds: null })).toBe(false);
  });

  test('one clock around a jump tells nothing', () => {
    const torn = { ...line(1, 1, 0), bounds: { from_ms: 0, to_ms: 3_600_000, is_torn: true } };
    expect(isUncertain(torn, line(2, 1, 60_000))).toBe(true);
  });

  test('each has the places that it may have', () => {
    const lines = [line(1, 1, 0), line(2, 2, 15), line(3, 1, 30), line(4, 2, 900)];
    expect(closeBirds(lines)).toEqual([
      { pigeon_id: 1, best: 1, worst: 2 },
      { pigeon_id: 2, best: 1, worst: 3 },
      { pigeon_id: 3, best: 2, worst: 3 },
    ]);
  });
});

describe('marks on a board', () => {
  const byBird = (marks: readonly CloseMark[]) => new Map(marks.map((mark) => [mark[0], mark]));

  test('say how many places above and below its own a bird may be, so that a bird that comes in further up moves none', () => {
    const lines = [line(2, 1, 100), line(3, 2, 105), line(4, 1, 400)];
    const marks = closeMarks(closeBirds(lines), lines);
    expect(marks).toEqual([
      [2, 0, 1],
      [3, 1, 0],
    ]);
    const down = lines.map((one) => ({ ...one, rank: one.rank + 1 }));
    const later = [{ ...line(9, 1, 0), rank: 2 }, ...down];
    expect(closeMarks(closeBirds(later), later)).toEqual(marks);
  });

  test('the changes between two moments lead from one to the other', () => {
    const before = byBird([
      [1, 0, 1],
      [2, 1, 0],
      [3, 0, 2],
    ]);
    const after = byBird([
      [2, 1, 0],
      [3, 1, 2],
      [4, 1, 0],
    ]);
    const changes = marksBetween(before, after);
    expect(changes).toEqual([
      [3, 1, 2],
      [4, 1, 0],
      [1, 0, 0],
    ]);
    expect(marksAfter(before, changes)).toEqual(after);
    expect(marksBetween(after, after)).toEqual([]);
  });
});

describe('the rulebook decides', () => {
  const lines = [line(1, 1, 0), line(2, 2, 15), line(3, 1, 30), line(4, 2, 900)];
  const readBy = (read: Record<number, Record<number, number>>) =>
    new Map(
      Object.entries(read).map(([bird, clocks]) => [
        Number(bird),
        new Map(Object.entries(clocks).map(([clock, at]) => [Number(clock), at])),
      ]),
    );

  test('as their clocks read them: nothing is another', () => {
    expect(decideClose(lines, 'as_read', new Map())).toEqual([]);
  });

  test('equal: those of which no clock tells the order; the third is certainly behind the first', () => {
    expect(decideClose(lines, 'tie', new Map())).toEqual([{ pigeon_id: 2, time_ms: 0 }]);
  });

  test('where a clock jumped, a ruling on its offset comes first', () => {
    const torn = { ...line(2, 2, 15), bounds: { from_ms: -3_600_000, to_ms: 15, is_torn: true } };
    expect(decideClose([line(1, 1, 0), torn], 'tie', new Map())).toEqual([]);
  });

  test('one clock that read both tells their order', () => {
    expect(decideClose(lines, 'one_clock', readBy({ 1: { 1: 100, 3: 50 }, 2: { 2: 90, 3: 40 } }))).toEqual([
      { pigeon_id: 2, time_ms: 0 },
      { pigeon_id: 1, time_ms: 15 },
    ]);
    expect(decideClose(lines, 'one_clock', readBy({ 1: { 3: 50 }, 2: { 3: 60 } }))).toEqual([]);
    expect(decideClose(lines, 'one_clock', readBy({ 1: { 1: 50 }, 2: { 2: 60 } }))).toEqual([
      { pigeon_id: 2, time_ms: 0 },
    ]);
  });

  test('birds of two groups are compared by how long they flew, and keep the release of their own', () => {
    const group = 480_000;
    const lines = [line(1, 1, 0), { ...line(2, 2, 15), later_ms: group }];
    expect(decideClose(lines, 'tie', new Map())).toEqual([{ pigeon_id: 2, time_ms: group }]);
    const readBy = new Map([
      [1, new Map([[1, 100]])],
      [2, new Map([[1, 90 + group]])],
    ]);
    expect(decideClose(lines, 'one_clock', readBy)).toEqual([
      { pigeon_id: 2, time_ms: group },
      { pigeon_id: 1, time_ms: 15 },
    ]);
  });
});
