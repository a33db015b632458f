import { describe, expect, test } from 'vitest';
import { chooseBirds, chooseLines, leavesOut, wholeResult } from './result-filter.ts';

const bird = (pigeon_id: number, ring: string, country: string, team: string) => ({
  pigeon_id,
  ring,
  country,
  team,
  fancier: null,
  pigeon_name: null,
});
const birds = [
  bird(1, 'BE 26-4023187', 'BE', 'Van Aerde'),
  bird(2, 'PL 0214-26-3737', 'PL', 'Kowalczyk'),
  bird(3, 'BE 26-4023865', 'BE', 'De Wael'),
];
const ranked = [2, 3, 9, 1].map((pigeon_id, time_ms) => ({ pigeon_id, time_ms }));
const birdOf = (pigeon_id: number) => birds.find((one) => one.pigeon_id === pigeon_id);
const chosen = (choice: Partial<typeof wholeResult>) =>
  chooseLines(ranked, birdOf, { ...wholeResult, ...choice }).map(({ pigeon_id }) => pigeon_id);

describe('the choice of lines of a result', () => {
  test('everything, by rank, is the ranking itself', () => {
    expect(chooseLines(ranked, birdOf, wholeResult)).toBe(ranked);
    expect(chooseLines(ranked, birdOf, { ...wholeResult, q: '  ' })).toBe(ranked);
  });

  test.each([
    [{ q: '4023' }, [3, 1]],
    [{ q: '187' }, [1]],
    [{ q: 'kowal' }, [2]],
    [{ q: 'Belgien' }, [3, 1]],
    [{ country: 'BE' }, [3, 1]],
    [{ country: 'BE', q: '37' }, []],
    [{ country: 'PL', q: '37' }, [2]],
    [{ order: 'latest' as const }, [1, 9, 3, 2]],
    [{ order: 'latest' as const, country: 'BE' }, [1, 3]],
  ])('%j', (choice, ids) => {
    expect(chosen(choice)).toEqual(ids);
  });

  test.each([
    ['rank', '187', [4, 6, 3, 5]],
    ['latest', '187', [6, 4, 5, 3]],
    ['rank', '٨٧ ', [3, 4, 5, 6]],
    ['rank', '4023187', [6]],
  ] as const)('by %s, digits that end the running number come first: %s', (order, q, ids) => {
    const many = [
      bird(3, 'BE4018725-13', 'BE', 'A'),
      bird(4, 'BE1072187-15', 'BE', 'B'),
      bird(5, 'BE 26-1870001', 'BE', 'C'),
      bird(6, 'BE 26-4023187', 'BE', 'D'),
    ];
    const lines = many.map(({ pigeon_id }, time_ms) => ({ pigeon_id, time_ms }));
    const found = chooseLines(lines, (id) => many.find(({ pigeon_id }) => pigeon_id === id), {
      ...wholeResult,
      q,
      order,
    });
    expect(found.map(({ pigeon_id }) => pigeon_id)).toEqual(ids);
  });

  test('neighbours are no longer neighbours as soon as birds are left out, in either order', () => {
    expect(leavesOut(wholeResult)).toBe(false);
    expect(leavesOut({ q: ' ', country: '' })).toBe(false);
    expect(leavesOut({ ...wholeResult, q: '1' })).toBe(true);
    expect(leavesOut({ ...wholeResult, country: 'BE' })).toBe(true);
  });

  test('a basketing list is searched by the same rule', () => {
    expect(chooseBirds(birds, { q: '', country: '' })).toBe(birds);
    expect(chooseBirds(birds, { q: '3', country: 'BE' }).map(({ pigeon_id }) => pigeon_id)).toEqual([1, 3]);
  });
});
