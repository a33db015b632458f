/** How long what failed waits before it is tried again. */

const minute_ms = 60_000;

/** After the first, second … failure. */
export const pauses_ms: readonly number[] = [1, 5, 30, 2 * 60, 12 * 60].map((minutes) => minutes * minute_ms);
