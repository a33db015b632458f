import { describe, expect, it } from 'vitest';
import { seededRandom } from '#testing/proof.ts';
import { comeByOfTen, expectedBird, leastFlights, placeScore } from './expected-bird.ts';
import { type EarlierFlight, firstSpeed, windFactor } from './expected-first.ts';
import { expectedTimes, type FlightToExpect } from './expected-times.ts';

const hour = 3_600_000;
const release_ms = Date.parse('2026-06-06T06:00:00Z');
const earlierOf = (first_speed: number, more: Partial<EarlierFlight> = {}): EarlierFlight => ({
  kind: 'hot_spot',
  release_ms: release_ms - 14 * 24 * hour,
  distance_m: 400_000,
  first_speed,
  shape: { width: 0.2, rise: 2.5, tail: 0.9, lost: 0.1 },
  ...more,
});
const earlier = [1250, 1300, 1340, 1280].map((speed) => earlierOf(speed));
const flight: FlightToExpect = {
  kind: 'hot_spot',
  release_ms,
  distance_m: 400_000,
  earlier,
  estimated_speed: null,
  basketed: 500,
  rests: [],
  closes_ms: release_ms + 14 * hour,
  closing_count: null,
};
const at = (hours: number) => release_ms + hours * hour;

/** The birds of a field of 500 that are home after some hours: the first after 5 h, half of them after 6. */
function homeAfter(hours: number): number[] {
  const random = seededRandom(7);
  const all = Array.from({ length: 450 }, () => {
    const share = (random(1_000_000) + 0.5) / 1_000_000;
    return at(4.95 * Math.exp(0.2 * (share / (1 - share)) ** (1 / 2.5)));
  }).sort((a, b) => a - b);
  return all.filter((time) => time <= at(hours));
}
const now = (hours: number, change: Partial<FlightToExpect> = {}) =>
  expectedTimes({ ...flight, ...change }, { times_ms: homeAfter(hours), now_ms: at(hours) });
const wide = ({ from_ms, to_ms }: { from_ms: number; to_ms: number }) => to_ms - from_ms;

describe('before the first bird', () => {
  it('its window comes from the first birds of earlier flights of the loft', () => {
    const { first, half, last, out } = now(-12)!;
    // 400 km at some 1,290 m/min are 5 h 10 min.
    expect(first!.from_ms).toBeGreaterThan(at(4.3));
    expect(first!.from_ms).toBeLessThan(at(5.1));
    expect(first!.to_ms).toBeGreaterThan(at(5.2));
    expect(first!.to_ms).toBeLessThan(at(6.2));
    expect(half!.from_ms).toBeGreaterThan(first!.from_ms);
    expect(last!.to_ms).toBeLessThanOrEqual(at(14));
    expect(out!.comes).toBeGreaterThan(0.5);
  });

  it(`with fewer than ${leastFlights} of them it is not known yet, or comes from what the loft itself expects`, () => {
    const few = { earlier: earlier.slice(0, leastFlights - 1) };
    expect(now(-12, few)).toBeNull();
    const { first } = now(-12, { ...few, estimated_speed: 1150 })!;
    expect(first!.from_ms).toBeLessThan(at(400_000 / 1150 / 1.13 / 60));
    expect(first!.to_ms).toBeGreaterThan(at(400_000 / 1150 / 1.13 / 60));
  });

  it('flights of a like distance, kind and year say more than others', () => {
    const far = earlierOf(1000, { distance_m: 800_000 });
    const middle = (more: EarlierFlight) => firstSpeed({ ...flight, earlier: [...earlier, more] })!.middle;
    const like = middle(earlierOf(1000));
    expect(middle(far)).toBeGreaterThan(like);
    expect(middle(earlierOf(1000, { kind: 'training' }))).toBeGreaterThan(like);
    expect(middle(earlierOf(1000, { release_ms: release_ms - 800 * 24 * hour }))).toBeGreaterThan(like);
  });

  it('it moves on while nobody comes, and is not said of a first bird that is far too late', () => {
    const nobody = (hours: number) => expectedTimes(flight, { times_ms: [], now_ms: at(hours) });
    expect(nobody(5.3)!.first!.from_ms).toBeGreaterThanOrEqual(at(5.3));
    expect(nobody(5.3)!.first!.to_ms).toBeGreaterThan(nobody(0)!.first!.to_ms);
    expect(nobody(13)).toBeNull();
  });

  it('a head wind makes it later and a tail wind earlier, along the line as the wind turns (domain 7)', () => {
    const blowing = (tail: number, cross = 0) => [{ from_ms: release_ms, tail, cross }];
    const line = { release_ms, distance_m: 60_000, air: 1200 };
    expect(windFactor([], line)).toBe(1);
    // 5 m/s are 300 m/min.
    expect(windFactor(blowing(5), line)).toBeCloseTo(1200 / 1500, 6);
    expect(windFactor(blowing(-5), line)).toBeCloseTo(1200 / 900, 6);
    expect(windFactor(blowing(0, 12), line)).toBeCloseTo(1200 / Math.sqrt(1200 ** 2 - 720 ** 2), 6);
    expect(windFactor(blowing(-30), line)).toBe(4);
    // Half the way in a calm, then 300 m/min more.
    const turning = [...blowing(0), { from_ms: release_ms + 30 * 60_000, tail: 5, cross: 0 }];
    expect(windFactor(turning, { ...line, distance_m: 72_000 })).toBeCloseTo((30 + 36_000 / 1500) / 60, 6);
    expect(now(-12, { wind: blowing(-5) })!.first!.from_ms).toBeGreaterThan(now(-12)!.first!.to_ms);
  });
});

describe('while birds come home', () => {
  it('the windows lie ahead, in their order, and hold what comes', () => {
    for (const hours of [5.1, 5.3, 5.6, 6, 6.5, 7]) {
      const { first, next, half, last, out, home } = now(hours)!;
      expect(first).toBeNull();
      expect(home).toBe(homeAfter(hours).length);
      for (const window of [next, half, last]) if (window) expect(window.from_ms).toBeGreaterThanOrEqual(at(hours));
      expect(next!.home).toBe((Math.floor((home * 10) / 500) + 1) * 50);
      expect([...out!.times_ms].sort((a, b) => a - b)).toEqual(out!.times_ms);
    }
    const { half } = now(5.6)!;
    const came_ms = homeAfter(14)[249]!;
    expect(half!.from_ms).toBeLessThan(came_ms);
    expect(half!.to_ms).toBeGreaterThan(came_ms);
  });

  it('the window of half the field gets narrower from the first bird on', () => {
    const widths = [5.1, 5.3, 5.5, 5.9].map((hours) => wide(now(hours)!.half!));
    expect([...widths].sort((a, b) => b - a)).toEqual(widths);
  });

  it('needs nothing of the loft any more', () => {
    expect(now(5.5, { earlier: [] })).not.toBeNull();
  });

  it('ends with the closing: by a time, or with so many birds at home', () => {
    const last = now(6, { closes_ms: at(6.5) })!.last!;
    expect(last.to_ms).toBeLessThanOrEqual(at(6.5));
    expect(now(6, { closes_ms: at(6) })).toBeNull();
    const home = homeAfter(6).length;
    expect(now(6, { closes_ms: null, closing_count: home })).toBeNull();
    const counted = now(6, { closes_ms: null, closing_count: home + 20 })!;
    expect(counted.last!.to_ms).toBeLessThan(at(7));
    expect(counted.out!.comes).toBeLessThan(0.2);
    expect(now(6, { closes_ms: null })!.last).toBeNull();
  });

  it('nobody comes in the hours in which birds rest', () => {
    const rests = [{ from: at(6.1), to: at(16) }];
    const open = { rests, closes_ms: at(30) };
    const { out } = now(6, open)!;
    expect(out!.times_ms.some((time) => time > at(6.1) && time < at(16))).toBe(false);
    expect(out!.times_ms.at(-1)).toBeGreaterThan(at(16));
  });

  it('is null once all are home', () => {
    expect(now(7, { basketed: homeAfter(7).length })).toBeNull();
  });
});

describe('one bird', () => {
  it('its window gets narrower with the race, and never lies in the past', () => {
    for (const hours of [5.2, 5.6, 6, 6.4]) {
      const { from_ms, to_ms } = expectedBird(now(hours)!.out!);
      expect(from_ms).toBeGreaterThanOrEqual(at(hours));
      expect(to_ms).toBeGreaterThan(from_ms);
    }
    const closed = { closes_ms: at(8) };
    const widths = [5.2, 6, 6.8].map((hours) => wide(expectedBird(now(hours, closed)!.out!)));
    expect([...widths].sort((a, b) => b - a)).toEqual(widths);
  });

  it('is earlier for a bird that is usually among the first ones, the more so the oftener it was', () => {
    const { out } = now(5.3)!;
    const of = (flights: number, score: number) => expectedBird(out!, { flights, score });
    const fast = placeScore(10, 450);
    expect(of(1, fast).to_ms).toBeLessThan(of(0, 0).to_ms);
    expect(of(5, fast).to_ms).toBeLessThan(of(1, fast).to_ms);
    expect(of(5, -fast).to_ms).toBeGreaterThan(of(0, 0).to_ms);
    expect(of(5, fast).from_ms).toBeGreaterThanOrEqual(at(5.3));
  });

  it('of ten birds that are out so many come by a moment, and no more than come at all', () => {
    const { out } = now(5.6)!;
    expect(comeByOfTen(out!, at(5.6))).toBe(0);
    const by = [5.8, 6.5, 8, 14].map((hours) => comeByOfTen(out!, at(hours)));
    expect([...by].sort((a, b) => a - b)).toEqual(by);
    expect(by.at(-1)).toBe(Math.round(10 * out!.comes));
  });
});
