/** Binary search. */

/**
 * The first index from which on a condition holds that, once it holds, holds for all that follow.
 * @param count how many there are; it is the result where the condition holds for none
 */
export function firstIndex(count: number, holds: (index: number) => boolean): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
