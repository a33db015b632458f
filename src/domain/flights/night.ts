// The closed night. Between its closing and its opening no time counts, so a bird that flies on, or waits on a roof,
// loses nothing. The intervals of a flight are computed once (closed-nights.ts) and stored with it.

/** A closed period, epoch ms: it begins at `from` and is over at `to`. The periods of a flight never overlap. */
export interface ClosedInterval {
  from: number;
  to: number;
}

/**
 * Flying time that counts: elapsed time less its closed parts. A bird clocked inside a closed period thereby gets the
 * time of the closing moment, and all such birds the same (KBDB Narbonne 2017; domain 2.8).
 *
 * @param release_ms epoch ms
 * @param at_ms epoch ms
 * @returns ms; zero or negative when `at_ms` is not after the release
 */
export function netTime(release_ms: number, at_ms: number, closed: readonly ClosedInterval[]): number {
  let net_ms = at_ms - release_ms;
  for (const { from, to } of closed) {
    const taken = Math.min(at_ms, to) - Math.max(release_ms, from);
    if (taken > 0) net_ms -= taken;
  }
  return net_ms;
}
