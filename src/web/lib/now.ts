/**
 * The server's clock, read in the browser: a reader's own clock may be minutes off, and a race clock that is wrong is
 * worse than none. An answer is always older than its `read_at` when it is looked at, so of all differences seen the
 * greatest is the nearest to the truth.
 */
let ahead_ms = Number.NEGATIVE_INFINITY;

/** Tells the clock what the server's time was when it made an answer. `seen_ms`: when the answer came, by our clock. */
export function noteServerTime(read_at: string, seen_ms: number = Date.now()): void {
  ahead_ms = Math.max(ahead_ms, Date.parse(read_at) - seen_ms);
}

/** When the document that is shown came, by our clock. */
export function documentCameAt(): number {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry ? performance.timeOrigin + entry.responseStart : Date.now();
}

/** Now, epoch ms, by the server's clock as far as it is known. */
export function serverNow(): number {
  return Date.now() + (Number.isFinite(ahead_ms) ? ahead_ms : 0);
}
