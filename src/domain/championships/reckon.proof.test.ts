/**
 * Proves championships (domain 2.13): over random seasons of random lofts the lines are those of the second reading of
 * rankings, which knows fractions and words only, asked for each loft and then for all. The controls leave out how many
 * results of a loft count at most, and the last tie-break.
 */
import { describe, expect, it } from 'vitest';
import type { RankingRule } from '#domain/rankings/ranking-rule.ts';
import type { RankingBird, RankingFlight } from '#domain/rankings/ranking-season.ts';
import { proveSize, type Random, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { naiveRanking } from '#testing/rankings.ts';
import { type ChampionshipBird, type ChampionshipFlight, reckon } from './reckon.ts';
import { type ChampionshipRule, championOf, rankingRuleOf } from './rule.ts';

const sizes = proveSize(300, 20_000);
const countries = ['BE', 'NL', 'DE', null];

function randomRule(random: Random): ChampionshipRule {
  const best = random(2) === 0 ? null : 1 + random(4);
  return {
    of: championOf[random(championOf.length)]!,
    birds: random(2) === 0 ? null : 1 + random(3),
    measure:
      random(2) === 0
        ? { by: 'points', highest: '100', lowest: String(random(3) * 10), decimals: random(3), rounding: 'half-up' }
        : {
            by: 'table',
            steps: [
              { from: 1, to: 1, points: '10' },
              { from: 2, to: 3, points: '5' },
              { from: 4, to: 6, points: '1' },
            ],
            decimals: 0,
          },
    prizes: { part: 1, of: 1 + random(4), rounding: 'up' },
    flights: {
      kinds: random(2) === 0 ? ['hot_spot', 'final'] : ['final'],
      least_distance_m: random(2) * 200_000,
      least_basketed: random(2) * 5,
      best,
      least: 1 + random(Math.min(2, best ?? 2)),
      most_per_loft: random(2) === 0 ? null : 1 + random(2),
    },
    tie_breaks: random(2) === 0 ? ['best_results', 'most_flights'] : ['most_flights', 'best_results'],
  };
}

function randomLofts(random: Random): { birds: ChampionshipBird[]; flights: ChampionshipFlight[] } {
  const birds: ChampionshipBird[] = [];
  const flights: ChampionshipFlight[] = [];
  for (let loft_id = 1; loft_id <= 1 + random(3); loft_id += 1) {
    const own = Array.from({ length: 3 + random(6) }, (_, i) => loft_id * 100 + i);
    for (const pigeon_id of own)
      birds.push({ pigeon_id, fancier: random(5) || null, country: countries[random(countries.length)]! });
    for (let i = 0; i < 1 + random(4); i += 1) {
      const home = own.filter(() => random(3) > 0).sort(() => random(3) - 1);
      let rank = 1;
      flights.push({
        flight_id: loft_id * 10 + i,
        loft_id,
        kind: random(2) === 0 ? 'hot_spot' : 'final',
        distance_m: (1 + random(4)) * 100_000,
        basketed: own.length,
        prize_places: 0,
        results: home.map((pigeon_id, at) => {
          // Some share their place.
          if (at > 0 && random(3) > 0) rank = at + 1;
          return { pigeon_id, rank, net_ms: 1_000_000 + rank };
        }),
      });
    }
  }
  return { birds, flights };
}

/** The lines by the second reading; what is worth nothing does not count. */
function naive(rule: ChampionshipRule, lofts: ReturnType<typeof randomLofts>) {
  const { measure } = rule;
  const least = measure.decimals === 0 ? '1' : `0.${'1'.padStart(measure.decimals, '0')}`;
  const ranking: RankingRule = { ...rankingRuleOf(rule), limit: { value: least, beyond: 'does_not_count' } };
  const birds: RankingBird[] = lofts.birds.map(({ pigeon_id, fancier, country }) => ({
    pigeon_id,
    groups: { fancier, country },
  }));
  const flights = lofts.flights
    .filter(({ basketed }) => basketed >= rule.flights.least_basketed)
    .map((flight): RankingFlight & { loft_id: number } => ({ ...flight, flown: true }));
  const { most_per_loft } = rule.flights;
  // Of each loft alone the best so many, subject by subject; then all of them together.
  const kept = flights.map((flight) => {
    if (most_per_loft === null) return flight;
    const of_loft = flights.filter(({ loft_id }) => loft_id === flight.loft_id);
    return { ...flight, results: flight.results.filter((line) => isAmongBest(line.pigeon_id, flight, of_loft)) };
  });
  // A season that is not over asks for as many flights as were flown; a championship for as many as its rule says.
  const counting = kept.filter(
    ({ kind, distance_m }) =>
      rule.flights.kinds.some((one) => one === kind) && distance_m >= rule.flights.least_distance_m,
  );
  return counting.length < rule.flights.least ? [] : naiveRanking(ranking, { birds, flights: kept });

  function isAmongBest(pigeon_id: number, flight: RankingFlight, of_loft: readonly RankingFlight[]): boolean {
    const bird = birds.find((one) => one.pigeon_id === pigeon_id)!;
    const key = rule.of === 'pigeon' ? pigeon_id : bird.groups[rule.of];
    if (key == null) return false;
    const own = birds.filter((one) => (rule.of === 'pigeon' ? one.pigeon_id : one.groups[rule.of]) === key);
    const value = (one: RankingFlight): number => {
      const alone = { ...ranking, flights: { ...ranking.flights, best: 1, least: 1 } };
      return naiveRanking(alone, { birds: own, flights: [one] })[0]?.value ?? -1;
    };
    const mine = value(flight);
    const before = of_loft.slice(0, of_loft.indexOf(flight)).filter((one) => value(one) >= mine && value(one) > 0);
    const after = of_loft.slice(of_loft.indexOf(flight) + 1).filter((one) => value(one) > mine);
    return before.length + after.length < most_per_loft!;
  }
}

function compare(size: number, change: (rule: ChampionshipRule) => ChampionshipRule = (rule) => rule) {
  const random = seededRandom(seed);
  const found = { differing: 0, lines: 0, shared: 0, decided: 0 };
  for (let i = 0; i < size; i += 1) {
    const rule = randomRule(random);
    const lofts = randomLofts(random);
    const expected = naive(rule, lofts).map(({ key, place, value }) => ({ key, place, value }));
    const lines = reckon(change(rule), lofts);
    const scale = 10 ** rule.measure.decimals;
    const got = lines.map(({ of, place, value }) => ({ key: of, place, value: Math.round(Number(value) * scale) }));
    if (JSON.stringify(got) !== JSON.stringify(expected)) found.differing += 1;
    found.lines += lines.length;
    found.shared += lines.length - new Set(lines.map(({ place }) => place)).size;
    found.decided += lines.filter(({ decided_by }) => decided_by !== null).length;
  }
  return found;
}

describe('a championship over random lofts', () => {
  it('is that of a second reading of its rule', () => {
    const { differing, ...found } = compare(sizes);
    reportProof('championships', { lofts: sizes, differing, ...found });
    expect(differing, `seed ${seed}`).toBe(0);
    expect(found.lines).toBeGreaterThan(sizes);
    expect(found.shared).toBeGreaterThan(0);
    expect(found.decided).toBeGreaterThan(0);
  });

  it('control: with any number of results of a loft, or without a tie-break, it is another', () => {
    const any = (rule: ChampionshipRule) => ({ ...rule, flights: { ...rule.flights, most_per_loft: null } });
    expect(compare(300, any).differing).toBeGreaterThan(0);
    expect(compare(300, (rule) => ({ ...rule, tie_breaks: rule.tie_breaks.slice(0, 1) })).differing).toBeGreaterThan(0);
  });
});
