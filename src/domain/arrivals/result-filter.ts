// The choice of lines of a result: which birds, and from which end. The server's pages, the browser's live board and
// the exported file use this one rule, so they always show the same rows.

import { countryNames } from '#domain/countries.ts';
import { latinDigits, ringParts } from '#domain/pigeons/ring.ts';
import { type Findable, finder } from '#domain/pigeons/search.ts';
import { latestFirst } from './rank.ts';

export const resultOrders = ['rank', 'latest'] as const;
export type ResultOrder = (typeof resultOrders)[number];

export interface ResultChoice {
  /** Digits of a ring, names, a country; empty: all. */
  q: string;
  /** A two-letter code; empty: all. */
  country: string;
  order: ResultOrder;
}

/** Number of birds in the list of the latest arrivals. */
export const latestCount = 9;

export const wholeResult: ResultChoice = { q: '', country: '', order: 'rank' };

/** Whether some birds are left out: then neighbours in the list need not have landed one after the other. */
export function leavesOut({ q, country }: Pick<ResultChoice, 'q' | 'country'>): boolean {
  return q.trim() !== '' || country !== '';
}

/** The chosen birds, in the order they were given. */
export function chooseBirds<B extends Findable>(
  birds: readonly B[],
  choice: Pick<ResultChoice, 'q' | 'country'>,
): readonly B[] {
  return leavesOut(choice) ? birds.filter(isChosen(choice)) : birds;
}

/**
 * The chosen lines of a ranking, in its order or by the latest arrival, those that the digits name first. A line whose bird is not known yet is left out
 * of every choice.
 */
export function chooseLines<L extends { pigeon_id: number; time_ms: number }>(
  ranked: readonly L[],
  birdOf: (pigeon_id: number) => Findable | undefined,
  choice: ResultChoice,
): readonly L[] {
  const chosen = isChosen(choice);
  const lines = leavesOut(choice)
    ? ranked.filter(({ pigeon_id }) => {
        const bird = birdOf(pigeon_id);
        return bird !== undefined && chosen(bird);
      })
    : ranked;
  return namedFirst(choice.q, choice.order === 'latest' ? latestFirst(lines) : lines, birdOf);
}

/** Three digits at least name a bird; fewer are in most rings. */
const namingDigits = /^\d{3,}$/;

/**
 * Of a search by digits, those birds first whose running number ends with them: that is how people name a bird. Within
 * both parts the order stays.
 */
export function namedFirst<L extends { pigeon_id: number }>(
  q: string,
  lines: readonly L[],
  birdOf: (pigeon_id: number) => Findable | undefined,
): readonly L[] {
  const digits = latinDigits(q.trim());
  if (!namingDigits.test(digits)) return lines;
  const isNamed = ({ pigeon_id }: L) => {
    const { before, digits: last } = ringParts(birdOf(pigeon_id)?.ring ?? '');
    return `${before}${last}`.endsWith(digits);
  };
  return [...lines.filter(isNamed), ...lines.filter((line) => !isNamed(line))];
}

function isChosen({ q, country }: Pick<ResultChoice, 'q' | 'country'>): (bird: Findable) => boolean {
  const found = finder(q, countryNames);
  return (bird) => (country === '' || bird.country === country) && found(bird);
}
