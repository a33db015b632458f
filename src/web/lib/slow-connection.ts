/** Whether the reader's connection is slow or metered: then optional data is not fetched (2.36). */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** A page of some 20 kB that takes longer comes at less than about 130 kbit/s. */
const slow_ms = 1200;

export function isSlowConnection(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true || cameSlowly();
}

/** Not every browser tells how fast the connection is; how long the page itself took, each can tell. */
function cameSlowly(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page !== undefined && page.responseEnd - page.responseStart > slow_ms;
}
