import { describe, expect, test } from 'vitest';
import { dropLines, dropStarts } from '#domain/arrivals/drops.ts';
import type { Ranked } from '#domain/arrivals/rank.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { type BoardLine, liveList, pageList } from './board-line.ts';
import { beginsDrop } from './sound.ts';

const at = (pigeon_id: number, time_ms: number) => ({ pigeon_id, time_ms, rank: pigeon_id }) as Ranked;
const bird = (pigeon_id: number) => ({ pigeon_id }) as Bird;
const ranked = [at(1, 0), at(2, 2000), at(3, 30_000), at(4, 31_000)];
const times = ranked.map(({ time_ms }) => time_ms);
const drops = { times, lines: dropLines(times) };
const view = {
  birds: new Map(ranked.map(({ pigeon_id }) => [pigeon_id, bird(pigeon_id)])),
  indexOf: (id: number) => ranked.findIndex(({ pigeon_id }) => pigeon_id === id),
};
const later = (list: { count: number; later: (index: number) => boolean }) =>
  Array.from({ length: list.count }, (_, index) => list.later(index));

describe('the list of the board', () => {
  test('a drop extends across the edges of a page', () => {
    const lines = ranked.slice(1, 3).map((line): BoardLine => ({ ...line, bird: bird(line.pigeon_id) }));
    const page = pageList('rank', 1, lines, dropStarts(drops, { from: 1, to: 3, backwards: false }));
    expect([page.rail(0), page.rail(1)]).toEqual([
      { first: false, last: true, gap_ms: null },
      { first: true, last: false, gap_ms: 28_000 },
    ]);
    expect(later(page)).toEqual([false, true]);
  });

  test('returns the rows that a gap precedes, in both directions', () => {
    expect(later(liveList('rank', view, ranked, { drops, order: 'rank' }))).toEqual([false, false, true, false]);
    const latest = liveList('latest', view, ranked.toReversed(), { drops, order: 'latest' });
    expect(later(latest)).toEqual([false, false, true, false]);
    expect([latest.idAt(0), latest.indexOf(4), latest.indexOf(1), latest.indexOf(9)]).toEqual([4, 0, 3, -1]);
  });

  test('has no rails where birds are filtered out', () => {
    const some = liveList('found', view, [ranked[0]!, ranked[3]!], { drops: null, order: 'rank' });
    expect([later(some), some.rail(1), some.indexOf(4)]).toEqual([[false, false], null, 1]);
  });

  test('waits for a bird that is not loaded yet', () => {
    const list = liveList('rank', { ...view, birds: new Map() }, ranked, { drops, order: 'rank' });
    expect([list.count, list.line(0)]).toEqual([4, null]);
  });
});

test('the sound is played once per drop', () => {
  const homes = (...times: number[]) => times.map((time_ms, index) => ({ pigeon_id: index, time_ms }));
  expect(beginsDrop(Number.NEGATIVE_INFINITY, homes(5000))).toBe(true);
  expect(beginsDrop(5000, homes(9000, 15_000))).toBe(false);
  expect(beginsDrop(5000, homes(9000, 15_001))).toBe(true);
});
