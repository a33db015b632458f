import { describe, expect, test } from 'vitest';
import { rank, rerank } from '#domain/arrivals/rank.ts';
import { defaultRules } from '#domain/seasons/rules.ts';
import { createBoardEvents } from './board-events.ts';

const frame = { release_ms: 0, distance_m: 300_000, closed: [], rules: defaultRules('km') };
const minute = 60_000;

/** Five birds, home one minute after the other, and a log that records changes. */
function race() {
  const events = createBoardEvents();
  let times = new Map([1, 2, 3, 4, 5].map((id) => [id, (100 + id) * minute]));
  let ranked = rank(
    [...times].map(([pigeon_id, time_ms]) => ({ pigeon_id, time_ms })),
    frame,
  );
  return {
    events,
    report(now_ms: number, ...reported: [id: number, time_ms: number | null][]) {
      const changes = new Map(reported.map(([id, time_ms]) => [id, { old_ms: times.get(id) ?? null, time_ms }]));
      const before = ranked;
      ranked = rerank(before, new Map(reported), frame);
      times = new Map(ranked.map(({ pigeon_id, time_ms }) => [pigeon_id, time_ms]));
      events.enter(before, ranked, changes, { now_ms, race_ms: now_ms + 7, frame });
      return events.at(now_ms);
    },
  };
}

describe('board events', () => {
  test('a landing is fresh for half a minute, and stays in Just in for longer', () => {
    const { report, events } = race();
    expect(report(1000, [6, 200 * minute])).toMatchObject({
      fresh: new Set([6]),
      happenings: [{ kind: 'landed', pigeon_id: 6 }],
      landed: 1,
    });
    expect(events.at(30_999).fresh).toEqual(new Set([6]));
    expect(events.at(31_000)).toMatchObject({ fresh: new Set(), landed: 1, happenings: [{ pigeon_id: 6 }] });
  });

  test('of one drop the lines stand by time, though readings overtake each other', () => {
    const { report } = race();
    const at = 200 * minute;
    report(0, [6, at], [7, at + 400], [8, at + 900]);
    report(250, [9, at + 950]);
    const { happenings, fresh } = report(500, [10, at + 300], [11, at + 900]);
    expect(happenings.map(({ pigeon_id }) => pigeon_id)).toEqual([9, 11, 8, 7, 10, 6]);
    expect(fresh).toEqual(new Set([6, 7, 8, 9, 10, 11]));
    // A bird that is reported minutes late is an event of its own.
    expect(report(750, [12, 150 * minute]).happenings[0]).toMatchObject({ pigeon_id: 12 });
  });

  test('only the newest drop is fresh, and of a long one its last second', () => {
    const { report } = race();
    const at = 200 * minute;
    report(0, [6, at], [7, at + 1000]);
    expect(report(10, [8, at + 60_000]).fresh).toEqual(new Set([8]));
    const stream = Array.from({ length: 12 }, (_, n): [number, number] => [20 + n, at + 60_000 + n * 500]);
    expect(report(20, ...stream).fresh).toEqual(new Set([30, 31]));
  });

  test('a bird that is reported late takes no place from others', () => {
    const { report } = race();
    expect(report(0, [6, 101.5 * minute]).moves).toEqual(new Map());
  });

  test('a corrected time moves the bird and those it passes, and is listed as an event', () => {
    const { report, events } = race();
    const { moves, happenings } = report(0, [4, 101.5 * minute]);
    expect(moves).toEqual(
      new Map([
        [4, 2],
        [2, -1],
        [3, -1],
      ]),
    );
    expect(happenings).toEqual([{ kind: 'corrected', pigeon_id: 4, at_ms: 7, from: 4, to: 2 }]);
    expect(events.at(30_000).moves).toEqual(new Map());
  });

  test('a correction that changes no place is an event, and marks no bird', () => {
    const { report } = race();
    expect(report(0, [4, 104 * minute + 1])).toMatchObject({
      moves: new Map(),
      happenings: [{ kind: 'corrected', from: 4, to: 4 }],
    });
  });

  test('a withdrawn arrival is an event, and its landing is removed', () => {
    const { report } = race();
    report(0, [6, 200 * minute]);
    expect(report(10, [6, null])).toMatchObject({
      fresh: new Set(),
      happenings: [{ kind: 'withdrawn', pigeon_id: 6, from: 6 }],
    });
  });

  test('Just in keeps the newest nine', () => {
    const { report } = race();
    for (let id = 10; id < 20; id += 1) report(id, [id, (200 + id) * minute]);
    const { happenings } = report(30, [30, 300 * minute]);
    expect(happenings.map(({ pigeon_id }) => pigeon_id)).toEqual([30, 19, 18, 17, 16, 15, 14, 13, 12]);
  });
});
