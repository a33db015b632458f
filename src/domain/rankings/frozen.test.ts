import { describe, expect, it } from 'vitest';
import { frozenChanges } from './frozen.ts';

const line = (of: number, place: number, value = '1') => ({ of, place, value });

describe('a version of a frozen ranking', () => {
  it('changed the lines with another place or value, and those that came or went', () => {
    const before = [line(7, 1), line(8, 2), line(9, 3), line(10, 4)];
    const after = [line(8, 1), line(9, 3), line(11, 3), line(10, 4, '2')];
    expect(frozenChanges(before, after)).toEqual([
      { of: 8, before: line(8, 2), after: line(8, 1) },
      { of: 11, before: null, after: line(11, 3) },
      { of: 10, before: line(10, 4), after: line(10, 4, '2') },
      { of: 7, before: line(7, 1), after: null },
    ]);
    expect(frozenChanges(before, before)).toEqual([]);
  });
});
