import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Home, latestFirst, placeOf, type Ranked, type RankFrame, rank, rerank } from '#domain/arrivals/rank.ts';
import { defaultRules } from '#domain/seasons/rules.ts';

const release_ms = Date.parse('2026-09-05T06:00:00Z');
const hour = 3_600_000;

function frame(rules: Partial<RankFrame['rules']> = {}, rest: Partial<RankFrame> = {}): RankFrame {
  return { release_ms, distance_m: 300_000, closed: [], rules: { ...defaultRules('km'), ...rules }, ...rest };
}

const home = (pigeon_id: number, after_ms: number): Home => ({ pigeon_id, time_ms: release_ms + after_ms });

describe('ranking', () => {
  test('first home is first; gaps and speeds follow from net time (domain 2.9)', () => {
    expect(rank([home(8, 4 * hour), home(7, 3 * hour)], frame())).toEqual([
      { pigeon_id: 7, time_ms: release_ms + 3 * hour, rank: 1, net_ms: 3 * hour, speed: 1666.6667, gap_ms: 0, day: 1 },
      { pigeon_id: 8, time_ms: release_ms + 4 * hour, rank: 2, net_ms: 4 * hour, speed: 1250, gap_ms: hour, day: 1 },
    ]);
    expect(rank([], frame())).toEqual([]);
  });

  const tied = [home(4, 5_000_300), home(3, 5_000_100), home(2, 5_000_100), home(1, 4_999_999), home(5, 5_001_000)];

  test.each([
    [
      'shared ties have one rank and the next is skipped',
      { ties: 'shared', precision_ms: 1 },
      [
        [1, 1],
        [2, 2],
        [2, 3],
        [4, 4],
        [5, 5],
      ],
    ],
    [
      'a precision of a second makes ties of the same second',
      { ties: 'shared', precision_ms: 1000 },
      [
        [1, 1],
        [2, 2],
        [2, 3],
        [2, 4],
        [5, 5],
      ],
    ],
    [
      'consecutive ties go by exact time, then pigeon',
      { ties: 'consecutive', precision_ms: 1000 },
      [
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 4],
        [5, 5],
      ],
    ],
  ] satisfies [string, Partial<RankFrame['rules']>, number[][]][])('%s (domain 2.9)', (_name, rules, expected) => {
    expect(rank(tied, frame(rules)).map((line) => [line.rank, line.pigeon_id])).toEqual(expected);
  });

  test('birds that share a rank show the same net time, speed and gap', () => {
    const lines = rank(tied, frame({ precision_ms: 1000 })).filter((line) => line.rank === 2);
    expect(new Set(lines.map(({ net_ms, speed, gap_ms }) => `${net_ms} ${speed} ${gap_ms}`)).size).toBe(1);
    expect(new Set(lines.map((line) => line.time_ms)).size).toBe(2); // the clock's own times stay
  });

  test('birds clocked inside the closed night tie at the closing moment (domain 2.8)', () => {
    const closed = [{ from: release_ms + 14 * hour, to: release_ms + 22 * hour }];
    const homes = [home(1, 15 * hour), home(2, 20 * hour), home(3, 14 * hour), home(4, 22 * hour + 1)];
    expect(rank(homes, frame({}, { closed })).map((line) => [line.rank, line.pigeon_id, line.net_ms])).toEqual([
      [1, 3, 14 * hour],
      [1, 1, 14 * hour],
      [1, 2, 14 * hour],
      [4, 4, 14 * hour + 1],
    ]);
  });

  test('the day is counted by the midnights of the loft', () => {
    const day_starts = [release_ms + 16 * hour, release_ms + 40 * hour];
    const homes = [home(1, 16 * hour - 1), home(2, 16 * hour), home(3, 41 * hour)];
    expect(rank(homes, frame({}, { day_starts })).map((line) => line.day)).toEqual([1, 2, 3]);
    expect(rank(homes, frame()).map((line) => line.day)).toEqual([1, 1, 1]);
  });

  test('the result does not depend on the order in which birds are given (A4)', () => {
    const histories = fc.record({
      // Times in a narrow band, so that ties of every kind are frequent.
      times: fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 40 }),
      ties: fc.constantFrom('shared' as const, 'consecutive' as const),
      precision_ms: fc.constantFrom(1 as const, 10 as const, 100 as const, 1000 as const),
      night: fc.tuple(fc.nat(4_000), fc.nat(1_000)),
    });
    const fails = (subject: typeof rank) =>
      fc.check(
        fc.property(histories, fc.infiniteStream(fc.nat()), ({ times, ties, precision_ms, night }, random) => {
          const homes = times.map((ms, index) => home(index, 5 * hour + ms));
          const from = release_ms + 5 * hour + night[0];
          const race = frame({ ties, precision_ms }, { closed: [{ from, to: from + night[1] }] });
          const shuffled = homes
            .map((bird) => ({ bird, key: random.next().value }))
            .sort((a, b) => a.key - b.key)
            .map(({ bird }) => bird);
          return JSON.stringify(subject(homes, race)) === JSON.stringify(subject(shuffled, race));
        }),
        { seed: 4, numRuns: 1_000 },
      ).failed;
    expect(fails(rank)).toBe(false);
    // control: ties left in the order of arrival at the server
    const unstable: typeof rank = (homes, race) =>
      rank(homes, race).sort(
        (a, b) =>
          a.net_ms - b.net_ms ||
          homes.findIndex((h) => h.pigeon_id === a.pigeon_id) - homes.findIndex((h) => h.pigeon_id === b.pigeon_id),
      );
    expect(fails(unstable)).toBe(true);
  });

  test('every bird has one line, ranks are places in the list and never fall', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(500), { maxLength: 60 }),
        fc.constantFrom('shared' as const, 'consecutive' as const),
        (times, ties) => {
          const lines = rank(
            times.map((ms, index) => home(index, hour + ms)),
            frame({ ties, precision_ms: 10 }),
          );
          return (
            lines.length === times.length &&
            lines.every((line, index) => {
              const before = lines[index - 1];
              const same = ties === 'shared' && before?.net_ms === line.net_ms;
              return line.rank === (same ? before.rank : index + 1) && line.net_ms >= (before?.net_ms ?? 0);
            })
          );
        },
      ),
    );
  });
});

describe('ranking from an earlier ranking', () => {
  const rules = [
    { ties: 'shared', precision_ms: 1 },
    { ties: 'shared', precision_ms: 1000 },
    { ties: 'consecutive', precision_ms: 1000 },
  ] as const;
  const night = { closed: [{ from: release_ms + 20_000, to: release_ms + 30_000 }] };
  const change = fc.record({ id: fc.integer({ min: 1, max: 12 }), after_ms: fc.option(fc.nat({ max: 40_000 })) });

  test('equals a full ranking, whatever was added, corrected or withdrawn', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...rules),
        fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 8 }),
        (rule, steps) => {
          const how = frame(rule, night);
          const homes = new Map<number, number>();
          let ranked: Ranked[] = [];
          for (const step of steps) {
            const changes = new Map<number, number | null>();
            for (const { id, after_ms } of step) changes.set(id, after_ms === null ? null : release_ms + 1 + after_ms);
            for (const [id, time_ms] of changes) {
              if (time_ms === null) homes.delete(id);
              else homes.set(id, time_ms);
            }
            ranked = rerank(ranked, changes, how);
            expect(ranked).toEqual(
              rank(
                [...homes].map(([pigeon_id, time_ms]) => ({ pigeon_id, time_ms })),
                how,
              ),
            );
          }
          for (const [pigeon_id, time_ms] of homes) {
            const place = placeOf(ranked, { pigeon_id, time_ms }, how);
            expect(ranked[place]?.pigeon_id).toBe(pigeon_id);
            expect(placeOf(ranked, { pigeon_id, time_ms: time_ms - 0.5 }, how)).toBeLessThanOrEqual(place);
            expect(placeOf(ranked, { pigeon_id, time_ms: time_ms + 0.5 }, how)).toBeGreaterThan(place);
          }
        },
      ),
    );
  });

  test('leaves the lines before a late arrival as they are', () => {
    const before = rank([home(1, 1000), home(2, 2000), home(3, 3000)], frame());
    const after = rerank(before, new Map([[4, release_ms + 2500]]), frame());
    expect(after.map((line) => before.includes(line))).toEqual([true, true, false, false]);
    expect(after.map((line) => line.rank)).toEqual([1, 2, 3, 4]);
  });
});

describe('a mass release in groups', () => {
  const minute = 60_000;
  const later = new Map([
    [2, 8 * minute],
    [4, 8 * minute],
  ]);
  const grouped = (over: Partial<RankFrame> = {}): RankFrame => ({ ...frame(), later, ...over });

  test('each bird flies from the release of its own group', () => {
    // By the clock 1, 2, 3; the second flew eight minutes less.
    const homes = [home(1, 200 * minute), home(2, 203 * minute), home(3, 204 * minute)];
    const lines = rank(homes, grouped());
    expect(
      lines.map(({ pigeon_id, net_ms, gap_ms, rank }) => [pigeon_id, net_ms / minute, gap_ms / minute, rank]),
    ).toEqual([
      [2, 195, 0, 1],
      [1, 200, 5, 2],
      [3, 204, 9, 3],
    ]);
    expect(latestFirst(lines).map(({ pigeon_id }) => pigeon_id)).toEqual([3, 2, 1]);
  });

  test('equal flying times are a tie; one after the other they stand by the clock', () => {
    const homes = [home(2, 208 * minute), home(1, 200 * minute)];
    expect(rank(homes, grouped()).map(({ rank }) => rank)).toEqual([1, 1]);
    const rules = { ...frame().rules, ties: 'consecutive' as const };
    expect(rank(homes, grouped({ rules })).map(({ pigeon_id, rank }) => [pigeon_id, rank])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  test('in a closed night all of a group have the same time, and the first group flew longer', () => {
    const closed = [{ from: release_ms + 300 * minute, to: release_ms + 900 * minute }];
    const homes = [home(1, 400 * minute), home(2, 410 * minute), home(4, 500 * minute), home(3, 901 * minute)];
    expect(
      rank(homes, grouped({ closed })).map(({ pigeon_id, net_ms, rank }) => [pigeon_id, net_ms / minute, rank]),
    ).toEqual([
      [2, 292, 1],
      [4, 292, 1],
      [1, 300, 3],
      [3, 301, 4],
    ]);
  });

  test('changes of a ranking equal a ranking of all, in every order', () => {
    const step = fc.array(
      fc.record({ id: fc.integer({ min: 1, max: 8 }), after_ms: fc.option(fc.integer({ min: 0, max: 20 * minute })) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
        const homes = new Map<number, number>();
        let ranked: Ranked[] = [];
        for (const one of steps) {
          const changes = new Map(
            one.map(({ id, after_ms }) => [id, after_ms === null ? null : release_ms + 200 * minute + after_ms]),
          );
          for (const [id, time_ms] of changes) {
            if (time_ms === null) homes.delete(id);
            else homes.set(id, time_ms);
          }
          ranked = rerank(ranked, changes, grouped());
        }
        const all = [...homes].map(([pigeon_id, time_ms]) => ({ pigeon_id, time_ms }));
        expect(ranked).toEqual(rank(all, grouped()));
        expect(rank(all.reverse(), grouped())).toEqual(ranked);
        for (const one of all) expect(ranked[placeOf(ranked, one, grouped())]?.pigeon_id).toBe(one.pigeon_id);
      }),
    );
  });
});
