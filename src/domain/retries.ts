/** The pauses between the attempts of failed work. */

const minute_ms = 60_000;

/** The pause after the first, second … failure. */
export const pauses_ms: readonly number[] = [1, 5, 30, 2 * 60, 12 * 60].map((minutes) => minutes * minute_ms);
