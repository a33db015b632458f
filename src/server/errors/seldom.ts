/** Tells the same thing once in a while, however often it happens. */

export interface SeldomOptions {
  every_ms: number;
  /** So many different things are known at a time; further ones are not told until one is forgotten. */
  most: number;
  now_ms?: () => number;
}

/** How often something has happened since it was told last, this time included; null: do not tell it now. */
export type Seldom = (thing: string) => number | null;

export function createSeldom({ every_ms, most, now_ms = Date.now }: SeldomOptions): Seldom {
  const known = new Map<string, { told_ms: number; times: number }>();

  return (thing) => {
    const now = now_ms();
    const before = known.get(thing);
    if (before && now - before.told_ms < every_ms) {
      before.times += 1;
      return null;
    }
    if (!before && known.size >= most && !forgetOldest(now)) return null;
    // Again at the end: the first one is the one that was told longest ago.
    known.delete(thing);
    known.set(thing, { told_ms: now, times: 0 });
    return (before?.times ?? 0) + 1;
  };

  function forgetOldest(now: number): boolean {
    for (const [thing, { told_ms }] of known) return now - told_ms >= every_ms && known.delete(thing);
    return false;
  }
}
