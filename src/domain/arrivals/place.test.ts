import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drops } from '#domain/arrivals/drops.ts';
import { explainPlace } from '#domain/arrivals/place.ts';
import { type Home, type RankFrame, rank } from '#domain/arrivals/rank.ts';
import { defaultRules } from '#domain/seasons/rules.ts';

const release_ms = Date.parse('2026-09-12T06:15:00Z');
const hour = 3_600_000;
const hms = (h: number, m: number, s: number) => ((h * 60 + m) * 60 + s) * 1000;

function frame(rules: Partial<RankFrame['rules']> = {}, rest: Partial<RankFrame> = {}): RankFrame {
  return { release_ms, distance_m: 493_182, closed: [], rules: { ...defaultRules('km'), ...rules }, ...rest };
}
const home = (pigeon_id: number, after_ms: number): Home => ({ pigeon_id, time_ms: release_ms + after_ms });

describe('why a bird has its place', () => {
  test('each step follows from the one before: flying time, speed as printed and before it was rounded', () => {
    const rules = frame({ speed: { unit: 'm/min', decimals: 2, rounding: 'half-up' } });
    const homes = [home(1, hms(6, 26, 19) + 718), home(7, hms(6, 26, 20) + 187), home(9, hms(6, 26, 21) + 646)];
    expect(explainPlace(rank(homes, rules), 7, rules)).toEqual({
      elapsed_ms: 23_180_187,
      nights: [],
      cut_ms: 0,
      net_ms: 23_180_187,
      speed: 1276.56,
      unrounded: { digits: '1276.560883654', is_whole: false },
      above: { rank: 1, apart_ms: 469 },
      below: { rank: 3, apart_ms: 1459 },
      tied: 0,
      drop: { place: 2, size: 3, span_ms: 1928 },
      rank: 2,
    });
  });

  test('the first and the last have one neighbour, a bird that is not home has no place', () => {
    const ranked = rank([home(1, hour), home(2, 2 * hour)], frame());
    expect(explainPlace(ranked, 1, frame())).toMatchObject({ above: null, below: { rank: 2, apart_ms: hour } });
    expect(explainPlace(ranked, 2, frame())).toMatchObject({ above: { rank: 1, apart_ms: hour }, below: null });
    expect(explainPlace(ranked, 3, frame())).toBeNull();
  });

  test('the nights that were taken off are named, each with how much of it; later ones are not (domain 2.8)', () => {
    const closed = [
      { from: release_ms + 10 * hour, to: release_ms + 20 * hour },
      { from: release_ms + 34 * hour, to: release_ms + 44 * hour },
      { from: release_ms + 58 * hour, to: release_ms + 68 * hour },
    ];
    const of = frame({}, { closed });
    const steps = explainPlace(rank([home(1, 36 * hour)], of), 1, of)!;
    expect(steps.nights.map(({ taken_ms }) => taken_ms)).toEqual([10 * hour, 2 * hour]);
    expect(steps.net_ms).toBe(24 * hour);
  });

  test('whole seconds are counted: what is cut off is said, and equal times are a tie (domain 2.9)', () => {
    const of = frame({ precision_ms: 1000 });
    const ranked = rank([home(1, hour + 100), home(2, hour + 900), home(3, hour + 1000)], of);
    expect(explainPlace(ranked, 2, of)).toMatchObject({ cut_ms: 900, net_ms: hour, tied: 1, rank: 1 });
    // Its neighbours are those with another rank.
    expect(explainPlace(ranked, 2, of)).toMatchObject({ above: null, below: { rank: 3, apart_ms: 100 } });
    expect(explainPlace(ranked, 3, of)).toMatchObject({ cut_ms: 0, net_ms: hour + 1000, tied: 0, rank: 3 });
  });

  test('the steps add up for any race, and agree with the drops of the board', () => {
    const times = fc.uniqueArray(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 40 });
    const precision = fc.constantFrom(1 as const, 10 as const, 100 as const, 1000 as const);
    fc.assert(
      fc.property(times, precision, fc.integer({ min: 0, max: 200 }), (after_s, precision_ms, night_min) => {
        const from = release_ms + 3 * hour;
        const of = frame({ precision_ms }, { closed: [{ from, to: from + night_min * 60_000 }] });
        const ranked = rank(
          after_s.map((s, pigeon_id) => home(pigeon_id, s * 1009)),
          of,
        );
        const grouped = drops(ranked);
        for (const { pigeon_id, time_ms } of ranked) {
          const { elapsed_ms, nights, cut_ms, net_ms, drop, tied } = explainPlace(ranked, pigeon_id, of)!;
          const taken = nights.reduce((sum, night) => sum + night.taken_ms, 0);
          expect(elapsed_ms - taken - cut_ms).toBe(net_ms);
          const own = grouped.find(({ birds }) => birds.some((bird) => bird.pigeon_id === pigeon_id))!;
          expect([drop.size, drop.span_ms]).toEqual([own.birds.length, own.last_ms - own.first_ms]);
          expect(own.birds[drop.place - 1]!.time_ms).toBe(time_ms);
          expect(tied).toBe(ranked.filter((line) => line.net_ms === net_ms).length - 1);
        }
      }),
      { numRuns: 60 },
    );
  });
});
