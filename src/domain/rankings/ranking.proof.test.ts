/**
 * Proves the rankings of a season (domain 2.12, 2.13): over random seasons each measure gives the places of a second
 * reading of the rules, and follows its arrivals as if ranked anew. The controls leave out the tie-breaks, and one of
 * them.
 */
import { describe, expect, it } from 'vitest';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { flightAt, measures, naiveRanking, randomRule, randomSeason } from '#testing/rankings.ts';
import { type RankingRow, rankSeason, seasonRanking } from './ranking.ts';
import { type RankingRule, rankingRule } from './ranking-rule.ts';
import { homeOnly } from './ranking-season.ts';

const seasons = proveSize(300, 100_000);
/** Enough for a control. */
const few = 300;
/** Lines without what decided them, which the second reading does not say. */
const plain = (rows: readonly RankingRow[]) =>
  rows.map(({ key, place, value, count, at_most }) => ({ key, place, value, count, at_most }));

/** Seasons in which the two readings differ, and what there was to compare. */
function compare(
  by: (typeof measures)[number],
  size: number,
  change: (rule: RankingRule) => RankingRule = (rule) => rule,
) {
  const random = seededRandom(seed + measures.indexOf(by));
  const found = { differing: 0, lines: 0, shared: 0, decided: 0 };
  for (let i = 0; i < size; i += 1) {
    const rule = randomRule(by, random);
    const { birds, flights } = randomSeason(random);
    const season = {
      birds,
      // The last flight may be in the air.
      flights: flights.map((flight, at) =>
        at < flights.length - 1 || random(2) === 0
          ? flightAt(flight, flight.homing.length, true)
          : flightAt(flight, random(flight.homing.length + 1)),
      ),
    };
    const expected = naiveRanking(rule, season);
    const rows = rankSeason(change(rule), season);
    const same = JSON.stringify(plain(rows)) === JSON.stringify(expected);
    if (!same) found.differing += 1;
    found.lines += rows.length;
    found.shared += rows.length - new Set(rows.map(({ place }) => place)).size;
    found.decided += rows.filter(({ decided_by }) => decided_by !== null).length;
  }
  return found;
}

describe.each(measures)('the ranking by %s', (by) => {
  it('is that of a second reading of the rules, and its rules are valid', () => {
    const random = seededRandom(seed);
    for (let i = 0; i < 100; i += 1) expect(rankingRule.safeParse(randomRule(by, random)).error).toBeUndefined();
    const { differing, ...found } = compare(by, seasons);
    reportProof(`rankings ${by}`, { seasons, differing, ...found });
    expect(differing, `seed ${seed}`).toBe(0);
    expect(found.lines).toBeGreaterThan(seasons);
    expect(found.shared).toBeGreaterThan(0);
    expect(found.decided).toBeGreaterThan(0);
  });

  it('control: without the tie-breaks, and without the last of them, it is another', () => {
    expect(compare(by, few, (rule) => ({ ...rule, tie_breaks: [] })).differing).toBeGreaterThan(few / 100);
    expect(
      compare(by, few, (rule) => ({ ...rule, tie_breaks: rule.tie_breaks.slice(0, -1) })).differing,
    ).toBeGreaterThan(0);
  });

  it('follows releases, arrivals in any order and corrections as if ranked anew', () => {
    const random = seededRandom(seed + 100 + measures.indexOf(by));
    let steps = 0;
    let differing = 0;
    for (let i = 0; i < seasons / 10; i += 1) {
      const rule = randomRule(by, random);
      const { birds, flights } = randomSeason(random);
      const state = flights.map((flight) => ({ ...flightAt(flight, 0, true), flown: false }));
      const following = seasonRanking(rule, { birds, flights: state });
      for (const [at, flight] of flights.entries()) {
        const moments = Array.from({ length: flight.homing.length + 1 }, (_, home) => home);
        // A late reading: later birds are there first, then one is taken back.
        if (random(2) === 0) moments.push(Math.max(0, flight.homing.length - 1), flight.homing.length);
        for (const home of moments) {
          const now = flightAt(flight, home);
          state[at] = now;
          following.follow(now);
          steps += 1;
          if (JSON.stringify(following.rows()) !== JSON.stringify(rankSeason(rule, { birds, flights: state })))
            differing += 1;
        }
        state[at] = flightAt(flight, flight.homing.length, true);
        following.follow(state[at]);
      }
      const season = { birds, flights: state };
      const rows = plain(following.rows());
      if (JSON.stringify(rows) !== JSON.stringify(naiveRanking(rule, season))) differing += 1;
    }
    reportProof(`rankings follow ${by}`, { steps, differing });
    expect(differing, `seed ${seed}`).toBe(0);
    expect(steps).toBeGreaterThan(seasons / 10);
  });

  it('says where a bird would stand if it landed as a ranking with that landing does', () => {
    const random = seededRandom(seed + 200 + measures.indexOf(by));
    let asked = 0;
    for (let i = 0; i < seasons / 10; i += 1) {
      const rule = randomRule(by, random);
      const { birds, flights } = randomSeason(random);
      const at = flights.length - 1;
      const live = flightAt(flights[at]!, random(flights[at]!.homing.length + 1));
      const done = flights.slice(0, -1).map((flight) => flightAt(flight, flight.homing.length, true));
      const home = homeOnly({ birds, flights: [...done, live] });
      const ranking = seasonRanking(rule, home);
      const before = JSON.stringify(ranking.rows());
      for (const pigeon_id of live.air?.pigeon_ids ?? []) {
        const landing = { rank: live.air!.rank, net_ms: live.air!.net_ms };
        const results = [...live.results, { pigeon_id, ...landing }];
        const key = ranking.subjectOf(pigeon_id);
        const expected = plain(rankSeason(rule, { birds, flights: [...done, { ...live, air: null, results }] })).find(
          (row) => row.key === key,
        );
        expect(ranking.ifLanded(pigeon_id, live.flight_id, landing)).toEqual(
          expected ? { place: expected.place, value: expected.value } : null,
        );
        asked += 1;
      }
      expect(JSON.stringify(ranking.rows())).toBe(before);
    }
    expect(asked).toBeGreaterThan(0);
  });
});
