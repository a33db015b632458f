/** Throttles repeated events: each is reported once per interval, with its count. */

export interface ThrottleOptions {
  every_ms: number;
  /** The most different events that are remembered; further ones are not reported until one is forgotten. */
  most: number;
  now_ms?: () => number;
}

/** How often an event has occurred since its last report, this time included; null: do not report it now. */
export type Throttle = (thing: string) => number | null;

export function createThrottle({ every_ms, most, now_ms = Date.now }: ThrottleOptions): Throttle {
  const known = new Map<string, { reported_ms: number; times: number }>();

  return (thing) => {
    const now = now_ms();
    const before = known.get(thing);
    if (before && now - before.reported_ms < every_ms) {
      before.times += 1;
      return null;
    }
    if (!before && known.size >= most && !forgetOldest(now)) return null;
    // Moved to the end: the first one has the oldest report.
    known.delete(thing);
    known.set(thing, { reported_ms: now, times: 0 });
    return (before?.times ?? 0) + 1;
  };

  function forgetOldest(now: number): boolean {
    for (const [thing, { reported_ms }] of known) return now - reported_ms >= every_ms && known.delete(thing);
    return false;
  }
}
