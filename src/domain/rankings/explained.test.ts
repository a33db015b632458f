/** A line of a ranking is recomputed from what its explanation prints (domain 2.12). */
import { describe, expect, it } from 'vitest';
import { seed, seededRandom } from '#testing/proof.ts';
import { flightAt, measures, randomRule, randomSeason } from '#testing/rankings.ts';
import { digitsOf, reckonedFlight, reckonedTotal } from './explained.ts';
import { decimalsOf } from './flight-value.ts';
import { seasonRanking } from './ranking.ts';
import { rankingBy } from './ranking-rule.ts';
import type { RankingSeason } from './ranking-season.ts';

/** Rounds plain decimals as a person does, who sees the digits and whether more follow. */
function rounded({ digits, is_whole }: { digits: string; is_whole: boolean }, decimals: number, rounding: string) {
  const [whole = '', fraction = ''] = digits.split('.');
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const rest = fraction.slice(decimals);
  const isMore = /[1-9]/.test(rest) || !is_whole;
  const up = rounding === 'up' ? isMore : rounding === 'half-up' && rest[0] !== undefined && rest[0] >= '5';
  return kept + (up ? 1n : 0n);
}

describe('the digits before rounding', () => {
  it('are cut after nine decimals, and end where the number ends', () => {
    expect(digitsOf(3000n, 3978n)).toEqual({ digits: '0.754147812', is_whole: false });
    expect(digitsOf(175n, 2n)).toEqual({ digits: '87.5', is_whole: true });
    expect(digitsOf(1000n, 1n)).toEqual({ digits: '1000', is_whole: true });
    expect(digitsOf(0n, 7n)).toEqual({ digits: '0', is_whole: true });
  });
});

describe.each(measures)('an explanation by %s', (by) => {
  it('gives the printed value of each flight and of the line from its own numbers', () => {
    const random = seededRandom(seed + measures.indexOf(by));
    const found = { flights: 0, lines: 0, rounded_away: 0 };
    for (let i = 0; i < 200; i += 1) {
      const rule = randomRule(by, random);
      const { measure } = rule;
      const decimals = decimalsOf(measure);
      const { birds, flights } = randomSeason(random);
      const season = { birds, flights: flights.map((one) => flightAt(one, one.homing.length, true)) };
      const ranking = seasonRanking(rule, season);
      const facts = new Map(season.flights.map((one) => [one.flight_id, one]));
      const rounding = 'rounding' in measure ? measure.rounding : 'half-up';
      for (const { key, value } of ranking.rows()) {
        const explanation = ranking.explain(key)!;
        for (const part of [...explanation.counted, ...explanation.dropped]) {
          const { birds: scoring, bonus } = reckonedFlight(rule, facts.get(part.flight_id)!, part);
          for (const { unrounded, is_limited, value: printed } of scoring) {
            if (unrounded === null || is_limited || bonus !== null || printed === null) continue;
            expect(rounded(unrounded, decimals, rounding)).toBe(BigInt(printed.replace('.', '')));
            found.flights += 1;
          }
        }
        const total = reckonedTotal(rule, explanation, (id) => facts.get(id)!.distance_m);
        expect(rounded(total.unrounded, decimals, rounding)).toBe(BigInt(value));
        found.lines += 1;
        if (rounded(total.unrounded, decimals, 'cut') !== BigInt(value)) found.rounded_away += 1;
      }
    }
    expect(found.lines).toBeGreaterThan(60);
    // A time, a place and points from a table have nothing to round.
    if (by === 'coefficient' || by === 'points') expect(found.flights).toBeGreaterThan(60);
    // Control: cutting instead of rounding is another value somewhere.
    if (by === 'mean_speed') expect(found.rounded_away).toBeGreaterThan(0);
  });
});

describe('the limit of a rule', () => {
  it('is said where a value counts as the limit, not where it is within it', () => {
    const rule = rankingBy(
      { by: 'coefficient', factor: 1000, of: 'basketed', most_birds: null, decimals: 2, rounding: 'half-up' },
      { limit: { value: '500', beyond: 'counts_as_limit' } },
    );
    const flight = { flight_id: 1, kind: 'final', distance_m: 400_000, basketed: 10, prize_places: 0, flown: true };
    const results = [1, 7].map((rank) => ({ pigeon_id: rank, rank, net_ms: rank }));
    const birds = results.map(({ pigeon_id }) => ({ pigeon_id, groups: {} }));
    const ranking = seasonRanking(rule, { birds, flights: [{ ...flight, results }] });
    const of = (pigeon_id: number) =>
      reckonedFlight(rule, flight, ranking.explain(pigeon_id)!.counted[0]!).birds.map(
        ({ unrounded, is_limited, value }) => [unrounded!.digits, is_limited, value],
      );
    expect(of(1)).toEqual([['100', false, '100.00']]);
    expect(of(7)).toEqual([['700', true, '500.00']]);
  });
});

describe('between two lines', () => {
  const rule = rankingBy(
    { by: 'rank_sum' },
    { tie_breaks: ['most_flights', 'best_results', 'final_place', 'final_time'] },
  );
  const flight = (flight_id: number, kind: string, ranks: readonly number[]) => ({
    flight_id,
    kind,
    distance_m: 100_000,
    basketed: 9,
    prize_places: 0,
    flown: true,
    results: ranks.map((rank, i) => ({ pigeon_id: i + 1, rank, net_ms: rank * 1000 })),
  });
  const season = (...flights: ReturnType<typeof flight>[]): RankingSeason => ({
    birds: [1, 2, 3].map((pigeon_id) => ({ pigeon_id, groups: {} })),
    flights,
  });

  it('every tie-break is said up to the one that decides, with what each has', () => {
    const ranking = seasonRanking(rule, season(flight(1, 'hot_spot', [1, 2, 9]), flight(2, 'final', [4, 3, 9])));
    expect(ranking.between(1, 2)).toEqual({
      decided_by: 'best_results',
      tries: [
        { tie_break: 'most_flights', own: 2, other: 2, nth: null },
        { tie_break: 'best_results', own: 1, other: 2, nth: 1 },
      ],
    });
    // Seen from the other side.
    expect(ranking.between(2, 1)!.tries[1]).toMatchObject({ own: 2, other: 1 });
    expect(ranking.between(1, 3)).toEqual({ decided_by: 'value', tries: [] });
  });

  it('all of them are said where nothing decides, and the place is shared', () => {
    const ranking = seasonRanking(rule, season(flight(2, 'final', [3, 3, 9])));
    const found = ranking.between(1, 2)!;
    expect(found.decided_by).toBeNull();
    expect(found.tries.map(({ own, other, nth }) => [own, other, nth])).toEqual([
      [1, 1, null],
      [3, 3, null],
      [3, 3, null],
      [3000, 3000, null],
    ]);
    expect(ranking.between(1, 9)).toBeNull();
  });
});
