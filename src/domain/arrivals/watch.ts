/** Watching several flights at once. */

/** As many flights as one connection of the live socket follows. */
export const mostWatched = 16;
