import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RankFrame, rank } from '#domain/arrivals/rank.ts';
import { defaultRules } from '#domain/seasons/rules.ts';
import { homesOf, openArrivalLog } from '#web/lib/live.ts';
import { createLiveRanking, type LiveRanking } from './live-ranking.ts';

const release_ms = Date.parse('2026-09-05T06:00:00Z');

/** Times are few, steps are coarse and a night is closed, so that ties of all kinds are frequent. */
const frames: fc.Arbitrary<RankFrame> = fc.record({
  release_ms: fc.constant(release_ms),
  distance_m: fc.constant(300_000),
  // Some birds were released half a second later than the others.
  later: fc.constantFrom(new Map<number, number>(), new Map([2, 3, 7].map((pigeon_id) => [pigeon_id, 500]))),
  closed: fc.constantFrom([], [{ from: release_ms + 3000, to: release_ms + 6000 }]),
  rules: fc.record({
    speed: fc.constant(defaultRules('km').speed),
    precision_ms: fc.constantFrom(1, 1000),
    ties: fc.constantFrom('shared', 'consecutive'),
  }),
});
const arrival = fc.tuple(
  fc.integer({ min: 1, max: 12 }),
  fc.option(
    fc.integer({ min: 1, max: 80 }).map((step) => release_ms + step * 100),
    { freq: 5 },
  ),
);
type Arrival = readonly [pigeon_id: number, time_ms: number | null];

/** Plays a history in bursts; true when the list equals the ranking of all birds after each burst. */
function agrees(frame: RankFrame, bursts: readonly Arrival[][], note: LiveRanking['note'] | null = null): boolean {
  const log = openArrivalLog();
  const ranking = createLiveRanking(log);
  let seq = 0;
  return bursts.every((burst, n) => {
    for (const [pigeon_id, time_ms] of burst) log.last.set(pigeon_id, { seq: ++seq, time_ms });
    // Every third burst comes while the log is not followed.
    if (n % 3 === 2) ranking.catchUp();
    else (note ?? ranking.note)(burst.map(([pigeon_id]) => pigeon_id));
    const { ranked } = ranking.take(frame);
    const places = ranked.every(({ pigeon_id }, place) => ranking.indexOf(pigeon_id) === place);
    return places && JSON.stringify(ranked) === JSON.stringify(rank(homesOf(log), frame));
  });
}

describe('the live ranking', () => {
  const histories = [frames, fc.array(fc.array(arrival, { maxLength: 6 }), { maxLength: 12 })] as const;

  test('equals the ranking of all birds, whatever came, was corrected, withdrawn or missed (2.9)', () => {
    fc.assert(fc.property(...histories, (frame, bursts) => agrees(frame, bursts)));
  });

  test('control: it differs when changes are not noted', () => {
    const deaf = fc.property(...histories, (frame, bursts) => agrees(frame, bursts, () => {}));
    expect(fc.check(deaf).failed).toBe(true);
  });

  test('reports changes, but not what was there before the first call', () => {
    const log = openArrivalLog();
    const ranking = createLiveRanking(log);
    const frame = { release_ms, distance_m: 300_000, closed: [], rules: defaultRules('km') };
    log.last.set(1, { seq: 1, time_ms: release_ms + 1000 });
    log.last.set(2, { seq: 2, time_ms: release_ms + 2000 });
    ranking.note([2]);
    expect([...ranking.take(frame).changes]).toEqual([[2, { old_ms: null, time_ms: release_ms + 2000 }]]);
    log.last.set(1, { seq: 3, time_ms: release_ms + 3000 });
    log.last.set(2, { seq: 4, time_ms: null });
    ranking.note([1, 2]);
    expect([...ranking.take(frame).changes]).toEqual([
      [1, { old_ms: release_ms + 1000, time_ms: release_ms + 3000 }],
      [2, { old_ms: release_ms + 2000, time_ms: null }],
    ]);
    expect(ranking.take(frame).changes.size).toBe(0);
  });

  test('reports no changes after a long absence', () => {
    const log = openArrivalLog();
    const ranking = createLiveRanking(log);
    const frame = { release_ms, distance_m: 300_000, closed: [], rules: defaultRules('km') };
    ranking.take(frame);
    for (let id = 1; id <= 300; id += 1) log.last.set(id, { seq: id, time_ms: release_ms + id });
    ranking.catchUp();
    const { ranked, changes } = ranking.take(frame);
    expect([ranked.length, changes.size]).toEqual([300, 0]);
  });
});
