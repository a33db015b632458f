// Pigeons come home in drops: groups that land together. The board draws drops, the sound plays once per drop, and some
// rule books let the first drop share its prizes.

/** A bird that lands more than this after the bird before begins a new drop. */
export const drop_gap_ms = 10_000;

/** Birds that landed together. */
export interface Drop<T> {
  /** In the order of landing. */
  birds: T[];
  /** Landing of its first and last bird, epoch ms. */
  first_ms: number;
  last_ms: number;
  /** From the last bird of the drop before to the first of this one; null for the first drop. */
  gap_ms: number | null;
}

/**
 * Groups birds into drops by clock time: only the gap to the bird before counts, so a steady stream is one drop however
 * long it lasts. Birds of the same instant keep the given order.
 */
export function drops<T extends { time_ms: number }>(birds: readonly T[]): Drop<T>[] {
  const found: Drop<T>[] = [];
  for (const bird of birds.toSorted((a, b) => a.time_ms - b.time_ms)) {
    const drop = found.at(-1);
    const gap_ms = drop ? bird.time_ms - drop.last_ms : null;
    if (drop && gap_ms !== null && gap_ms <= drop_gap_ms) {
      drop.birds.push(bird);
      drop.last_ms = bird.time_ms;
    } else {
      found.push({ birds: [bird], first_ms: bird.time_ms, last_ms: bird.time_ms, gap_ms });
    }
  }
  return found;
}

/**
 * The drop around one bird of a list in the order of time.
 * @returns the index of its first bird, and the one after its last
 */
export function dropAround(birds: readonly { time_ms: number }[], index: number): { from: number; to: number } {
  const isNear = (at: number) => {
    const [before, after] = [birds[at - 1], birds[at]];
    return before !== undefined && after !== undefined && after.time_ms - before.time_ms <= drop_gap_ms;
  };
  let [from, to] = [index, index + 1];
  while (isNear(from)) from -= 1;
  while (isNear(to)) to += 1;
  return { from, to };
}

/** The position of a row within its drop, in a list by time. */
export interface Rail {
  /** First or last bird of its drop. */
  first: boolean;
  last: boolean;
  /** Gap to the row above, when that row belongs to another drop. */
  gap_ms: number | null;
}

/** The rail of one row, from either end of the list. Null: there is no row above or below it. */
export function rail(time_ms: number, above_ms: number | null, below_ms: number | null): Rail {
  const above = above_ms === null ? null : Math.abs(time_ms - above_ms);
  const below = below_ms === null ? null : Math.abs(below_ms - time_ms);
  return {
    first: above === null || above > drop_gap_ms,
    last: below === null || below > drop_gap_ms,
    gap_ms: above !== null && above > drop_gap_ms ? above : null,
  };
}
