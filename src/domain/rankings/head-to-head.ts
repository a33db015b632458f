/** Two lines of a ranking beside each other: who was ahead in each flight, and how often. */
import { highestWins } from './flight-value.ts';
import type { Dropped } from './ranking.ts';
import type { RankingRule } from './ranking-rule.ts';

/**
 * Who was ahead in a flight. *level*: the same place or value; *only_a*, *only_b*: nobody else has a result there;
 * *none*: nobody has; *open*: one is in the air, or the flight is to come; *hidden*: the reader sees nothing to tell it.
 */
export const outcomes = ['a', 'b', 'level', 'only_a', 'only_b', 'none', 'open', 'hidden'] as const;
export type Outcome = (typeof outcomes)[number];

/** How often each was ahead, in the flights in which both have a result. */
export interface Balance {
  a: number;
  b: number;
  level: number;
}

/** What a reader sees of a line in a flight. */
export interface ComparedCell {
  flight_id: number;
  places: readonly number[];
  value: string | null;
  why: Dropped | null;
  in_the_air: boolean;
}

interface Compared {
  cells: readonly ComparedCell[];
}

/**
 * Compares two lines as a reader sees them, so that nothing follows from it that is not shown: pigeons by their places,
 * groups by their values.
 * @returns the outcome of each flight, and the balance; null where a flight is hidden
 */
export function headToHead(
  rule: Pick<RankingRule, 'subject' | 'measure'>,
  flights: readonly { id: number }[],
  [a, b]: readonly [Compared, Compared],
): { outcomes: Outcome[]; balance: Balance | null } {
  const found = flights.map(({ id }) => {
    const [of_a, of_b] = [a, b].map(({ cells }) => cells.find(({ flight_id }) => flight_id === id));
    return outcomeOf(rule, of_a, of_b);
  });
  const count = (wanted: Outcome) => found.filter((one) => one === wanted).length;
  return {
    outcomes: found,
    balance: found.includes('hidden') ? null : { a: count('a'), b: count('b'), level: count('level') },
  };
}

function outcomeOf(
  { subject, measure }: Pick<RankingRule, 'subject' | 'measure'>,
  a: ComparedCell | undefined,
  b: ComparedCell | undefined,
): Outcome {
  if (!a || !b || a.in_the_air || b.in_the_air) return 'open';
  const ofPigeons = subject.of === 'pigeon';
  // A pigeon behind the last prize was home too; a group of which too few were has no value.
  const has = ({ why }: ComparedCell) => (ofPigeons ? why !== 'not_home' : why === null || why === 'not_among_best');
  if (!has(a) || !has(b)) return has(a) ? 'only_a' : has(b) ? 'only_b' : 'none';
  const [place_a, place_b] = [a.places[0], b.places[0]];
  if (ofPigeons) return place_a === undefined || place_b === undefined ? 'hidden' : ahead(place_b - place_a);
  if (a.value === null || b.value === null) return 'hidden';
  // Of as many decimals each.
  if (a.value === b.value) return 'level';
  const more = Number(a.value) - Number(b.value);
  return ahead(highestWins(measure) ? more : -more);
}

const ahead = (by: number): Outcome => (by === 0 ? 'level' : by > 0 ? 'a' : 'b');
