import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterTime, type Home, type RankFrame, rank } from '#domain/arrivals/rank.ts';
import { createReplay, homeAt, middleOut, replayChapters } from '#domain/arrivals/replay.ts';
import { defaultRules } from '#domain/seasons/rules.ts';

const release_ms = Date.parse('2026-09-05T06:00:00Z');
const hour = 3_600_000;

function frame(rules: Partial<RankFrame['rules']> = {}, rest: Partial<RankFrame> = {}): RankFrame {
  return { release_ms, distance_m: 300_000, closed: [], rules: { ...defaultRules('km'), ...rules }, ...rest };
}

const home = (pigeon_id: number, after_ms: number): Home => ({ pigeon_id, time_ms: release_ms + after_ms });

/** Races with ties, birds that a ruling put after others, a night without flying, and groups released later. */
const races = fc.record({
  homes: fc
    .array(fc.record({ after_s: fc.integer({ min: 1, max: 900 }), ruled: fc.boolean() }), { maxLength: 40 })
    .map((birds) =>
      birds.map(({ after_s, ruled }, bird): Home => {
        const { pigeon_id, time_ms } = home(bird + 1, after_s * 500);
        return { pigeon_id, time_ms: ruled ? afterTime(time_ms) : time_ms };
      }),
    ),
  frame: fc
    .record({
      ties: fc.constantFrom<RankFrame['rules']['ties']>('shared', 'consecutive'),
      precision_ms: fc.constantFrom(1, 1000),
      hasNight: fc.boolean(),
      later: fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom(60_000, 120_000)), { maxLength: 12 }),
    })
    .map(({ ties, precision_ms, hasNight, later }) =>
      frame(
        { ties, precision_ms },
        {
          later: new Map(later),
          closed: hasNight ? [{ from: release_ms + 200_000, to: release_ms + 230_000 }] : [],
        },
      ),
    ),
});

describe('the board at a moment', () => {
  it('is what a ranking of the birds home until then gives, wherever it was moved from (domain 2.9)', () => {
    fc.assert(
      fc.property(races, fc.array(fc.integer({ min: 0, max: 460 }), { minLength: 1 }), (race, seconds) => {
        const replay = createReplay(race.homes, race.frame);
        for (const second of seconds) {
          const at_ms = release_ms + second * 1000;
          const fresh = rank(
            race.homes.filter(({ time_ms }) => time_ms <= at_ms),
            race.frame,
          );
          expect(replay.seek(at_ms)).toBe(fresh.length);
          expect(fresh.map((_, place) => replay.line(place))).toEqual(fresh);
          expect(race.homes.map(({ pigeon_id }) => replay.placeOf(pigeon_id))).toEqual(
            race.homes.map(({ pigeon_id }) => fresh.findIndex((line) => line.pigeon_id === pigeon_id)),
          );
          const landed = fresh.map((_, n) => replay.landed(n));
          expect(landed.map(({ time_ms }) => time_ms)).toEqual(
            fresh.map(({ time_ms }) => time_ms).sort((a, b) => a - b),
          );
          expect(new Set(landed)).toHaveLength(fresh.length);
          expect(landed.toSorted((a, b) => replay.placeOf(a.pigeon_id) - replay.placeOf(b.pigeon_id))).toEqual(fresh);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is the official order at the end', () => {
    fc.assert(
      fc.property(races, ({ homes, frame }) => {
        const replay = createReplay(homes, frame);
        replay.seek(Number.POSITIVE_INFINITY);
        const official = rank(homes, frame);
        expect(official.map((_, place) => replay.line(place))).toEqual(official);
      }),
    );
  });

  it('has the ranks of that moment: a bird of a later group passes those that were home before it', () => {
    const replay = createReplay(
      [home(1, 3 * hour), home(2, 3 * hour + 60_000)],
      frame({}, { later: new Map([[2, 120_000]]) }),
    );
    replay.seek(release_ms + 3 * hour);
    expect(replay.line(0)).toMatchObject({ pigeon_id: 1, rank: 1, gap_ms: 0 });
    replay.seek(release_ms + 4 * hour);
    expect(replay.line(1)).toMatchObject({ pigeon_id: 1, rank: 2, gap_ms: 60_000 });
    expect(replay.landed(0)).toMatchObject({ pigeon_id: 1, rank: 2 });
  });

  it('of 6,800 birds is moved from one end to the other within a frame', () => {
    const replay = createReplay(
      Array.from({ length: 6800 }, (_, bird) => home(bird + 1, 3 * hour + bird * 700)),
      frame(),
    );
    const since = performance.now();
    for (let round = 0; round < 50; round += 1) replay.seek(round % 2 ? 0 : Number.POSITIVE_INFINITY);
    expect((performance.now() - since) / 50).toBeLessThan(16);
  });
});

it('counts who is home at the very millisecond', () => {
  const times = Float64Array.of(10, 20, 20, 30);
  expect([9, 10, 19, 20, 30, 31].map((at) => homeAt(times, at))).toEqual([0, 1, 1, 3, 4, 4]);
});

it('knows when the middle one of the birds still out came home', () => {
  const times = Float64Array.of(10, 20, 30, 40, 50);
  expect([0, 10, 29, 40, 49, 50].map((at) => middleOut(times, at))).toEqual([30, 40, 40, 50, 50, null]);
});

describe('chapters', () => {
  const times = Float64Array.from({ length: 40 }, (_, n) => release_ms + hour + n * 60_000);

  it('are the release, the first bird, a tenth and a half of the field, my birds and the last one', () => {
    const mine = [
      { pigeon_id: 7, time_ms: times[25]! },
      { pigeon_id: 8, time_ms: times[24]! },
      { pigeon_id: 9, time_ms: times[5]! },
    ];
    const chapters = replayChapters({ release_ms, times, basketed: 50, mine, together_ms: 60_000 });
    expect(chapters).toEqual([
      { kind: 'release', at_ms: release_ms },
      { kind: 'first', at_ms: times[0] },
      { kind: 'tenth', at_ms: times[4] },
      { kind: 'mine', at_ms: times[5], pigeon_ids: [9] },
      { kind: 'half', at_ms: times[24] },
      { kind: 'mine', at_ms: times[24], pigeon_ids: [8, 7] },
      { kind: 'last', at_ms: times[39] },
    ]);
  });

  it('leave out what did not happen, and what is another chapter already', () => {
    const kinds = (birds: number, basketed: number) =>
      replayChapters({ release_ms, times: times.slice(0, birds), basketed, mine: [], together_ms: 0 }).map(
        ({ kind }) => kind,
      );
    expect(kinds(0, 50)).toEqual(['release']);
    expect(kinds(1, 1)).toEqual(['release', 'first']);
    expect(kinds(4, 4)).toEqual(['release', 'first', 'half', 'last']);
    expect(kinds(10, 50)).toEqual(['release', 'first', 'tenth', 'last']);
  });
});
