import { describe, expect, test } from 'vitest';
import { rank, rerank } from '#domain/arrivals/rank.ts';
import { defaultRules } from '#domain/seasons/rules.ts';
import { createBoardEvents } from './board-events.ts';

const frame = { release_ms: 0, distance_m: 300_000, closed: [], rules: defaultRules('km') };
const minute = 60_000;

/** Five birds, home one minute after the other, and a room that hears what becomes of them. */
function race() {
  const news = createBoardEvents();
  let times = new Map([1, 2, 3, 4, 5].map((id) => [id, (100 + id) * minute]));
  let ranked = rank(
    [...times].map(([pigeon_id, time_ms]) => ({ pigeon_id, time_ms })),
    frame,
  );
  return {
    news,
    hear(now_ms: number, ...told: [id: number, time_ms: number | null][]) {
      const changes = new Map(told.map(([id, time_ms]) => [id, { old_ms: times.get(id) ?? null, time_ms }]));
      const before = ranked;
      ranked = rerank(before, new Map(told), frame);
      times = new Map(ranked.map(({ pigeon_id, time_ms }) => [pigeon_id, time_ms]));
      news.enter(before, ranked, changes, { now_ms, race_ms: now_ms + 7 });
      return news.at(now_ms);
    },
  };
}

describe('what is new on the board', () => {
  test('a landing is new for half a minute, and stands in Just in for longer', () => {
    const { hear, news } = race();
    expect(hear(1000, [6, 200 * minute])).toMatchObject({
      fresh: new Set([6]),
      happenings: [{ kind: 'landed', pigeon_id: 6 }],
      landed: 1,
    });
    expect(news.at(30_999).fresh).toEqual(new Set([6]));
    expect(news.at(31_000)).toMatchObject({ fresh: new Set(), landed: 1, happenings: [{ pigeon_id: 6 }] });
  });

  test("a bird that is told late takes nobody's place away", () => {
    const { hear } = race();
    expect(hear(0, [6, 101.5 * minute]).moves).toEqual(new Map());
  });

  test('a corrected time moves the bird and those it passes, and says so', () => {
    const { hear, news } = race();
    const { moves, happenings } = hear(0, [4, 101.5 * minute]);
    expect(moves).toEqual(
      new Map([
        [4, 2],
        [2, -1],
        [3, -1],
      ]),
    );
    expect(happenings).toEqual([{ kind: 'corrected', pigeon_id: 4, at_ms: 7, from: 4, to: 2 }]);
    expect(news.at(30_000).moves).toEqual(new Map());
  });

  test('a correction that changes no place is told, and marks nobody', () => {
    const { hear } = race();
    expect(hear(0, [4, 104 * minute + 1])).toMatchObject({
      moves: new Map(),
      happenings: [{ kind: 'corrected', from: 4, to: 4 }],
    });
  });

  test('a withdrawn arrival is told, and its landing is told no more', () => {
    const { hear } = race();
    hear(0, [6, 200 * minute]);
    expect(hear(10, [6, null])).toMatchObject({
      fresh: new Set(),
      happenings: [{ kind: 'withdrawn', pigeon_id: 6, from: 6 }],
    });
  });

  test('Just in keeps the newest nine', () => {
    const { hear } = race();
    for (let id = 10; id < 20; id += 1) hear(id, [id, (200 + id) * minute]);
    const { happenings } = hear(30, [30, 300 * minute]);
    expect(happenings.map(({ pigeon_id }) => pigeon_id)).toEqual([30, 19, 18, 17, 16, 15, 14, 13, 12]);
  });
});
