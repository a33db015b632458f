/** A bird that lands more than this after the bird before begins a new drop. */
export const drop_gap_ms = 10_000;
