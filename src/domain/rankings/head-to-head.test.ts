/** Two lines of a ranking beside each other: who was ahead in each flight (3.15). */
import { describe, expect, it } from 'vitest';
import { type ComparedCell, headToHead, type Outcome } from './head-to-head.ts';
import { type Measure, type RankingRule, rankingBy } from './ranking-rule.ts';

const speed = rankingBy({ by: 'mean_speed', unit: 'm/min', decimals: 2, rounding: 'half-up' });
const team: RankingRule['subject'] = { of: 'team', birds: 2, named: false, complete: true };
const ofTeams = (measure: Measure) => rankingBy(measure, { subject: team });
const points = ofTeams({ by: 'points', highest: '100', lowest: '0', decimals: 2, rounding: 'half-up' });
const places = ofTeams({ by: 'rank_sum' });

const cell = (changes: Partial<ComparedCell> = {}): ComparedCell => ({
  flight_id: 1,
  places: [5],
  value: '1000.00',
  why: null,
  in_the_air: false,
  ...changes,
});
const notHome = cell({ places: [], value: null, why: 'not_home' });
const compare = (rule: RankingRule, a: ComparedCell | undefined, b: ComparedCell | undefined) =>
  headToHead(rule, [{ id: 1 }], [{ cells: a ? [a] : [] }, { cells: b ? [b] : [] }]).outcomes[0];

describe('in a flight', () => {
  it.each<[string, RankingRule, ComparedCell | undefined, ComparedCell | undefined, Outcome]>([
    ['the pigeon with the better place is ahead', speed, cell({ places: [3] }), cell({ places: [4] }), 'a'],
    ['also where the values are equal in print', speed, cell({ places: [4] }), cell({ places: [3] }), 'b'],
    ['a shared place is level', speed, cell(), cell(), 'level'],
    [
      'behind the last prize a pigeon has a place',
      speed,
      cell({ value: null, why: 'without_prize' }),
      cell({ places: [2] }),
      'b',
    ],
    ['only one of them has a result', speed, cell(), notHome, 'only_a'],
    ['only the other has', speed, notHome, cell(), 'only_b'],
    ['neither has a result', speed, notHome, notHome, 'none'],
    ['a flight to come is open', speed, undefined, undefined, 'open'],
    ['it is open while one is in the air', speed, cell(), cell({ places: [9], in_the_air: true }), 'open'],
    ['of groups more points are ahead', points, cell({ value: '9.50' }), cell({ value: '10.00' }), 'b'],
    ['of groups a lower sum of places is ahead', places, cell({ value: '9' }), cell({ value: '10' }), 'a'],
    [
      'a group with too few pigeons home has no result',
      points,
      cell({ value: null, why: 'too_few_birds' }),
      cell(),
      'only_b',
    ],
    ['equal values of groups are level', points, cell({ places: [1, 9] }), cell({ places: [4, 5] }), 'level'],
    [
      'what the season hides tells nothing',
      speed,
      cell({ places: [], value: null }),
      cell({ places: [], value: null }),
      'hidden',
    ],
    ['of groups neither', points, cell({ places: [], value: null }), cell({ places: [], value: null }), 'hidden'],
  ])('%s', (_name, rule, a, b, outcome) => {
    expect(compare(rule, a, b)).toBe(outcome);
  });
});

it('the balance counts the flights in which both have a result, and is hidden with one of them', () => {
  const line = (...all: ComparedCell[]) => ({ cells: all.map((one, i) => ({ ...one, flight_id: i + 1 })) });
  const flights = [1, 2, 3, 4].map((id) => ({ id }));
  const a = line(cell({ places: [1] }), cell({ places: [8] }), cell(), cell());
  const b = line(cell({ places: [2] }), cell({ places: [9] }), cell(), notHome);
  expect(headToHead(speed, flights, [a, b]).balance).toEqual({ a: 2, b: 0, level: 1 });
  const hidden = line(cell({ places: [] }), cell(), cell(), cell());
  expect(headToHead(speed, flights, [hidden, b]).balance).toBeNull();
});
