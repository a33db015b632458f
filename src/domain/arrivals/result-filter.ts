// The choice of lines of a result: which birds, and from which end. The server's pages, the browser's live board and
// the exported file use this one rule, so they always show the same rows.

import { countryNames } from '#domain/countries.ts';
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
 * The chosen lines of a ranking, in its order or by the latest arrival. A line whose bird is not known yet is left out
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
  return choice.order === 'latest' ? latestFirst(lines) : lines;
}

function isChosen({ q, country }: Pick<ResultChoice, 'q' | 'country'>): (bird: Findable) => boolean {
  const found = finder(q, countryNames);
  return (bird) => (country === '' || bird.country === country) && found(bird);
}
