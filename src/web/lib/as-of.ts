/**
 * The time of the data that the page shows. Normally it is the present, and nothing is shown; it is an earlier time
 * when the server does not reply and the page comes from the cache of the service worker (sw/rules.ts) or from memory
 * (last-known.ts).
 */
import { useSyncExternalStore } from 'react';

let as_of_ms: number | null = documentCachedAt();
const readers = new Set<() => void>();

/**
 * When the shown document was cached, by the reader's clock; null: it came from the server, or is the offline page,
 * which has no data.
 */
function documentCachedAt(): number | null {
  const cached_at = globalThis.document?.documentElement.dataset.kept;
  return cached_at === undefined || location.pathname === '/offline' ? null : Number(cached_at);
}

/** Epoch ms by the reader's clock; null: now. */
export const asOf = (): number | null => as_of_ms;

/** Sets the time: null when the server has replied, else the time of the cached data. */
export function setAsOf(at_ms: number | null): void {
  if (as_of_ms === at_ms) return;
  as_of_ms = at_ms;
  for (const reader of readers) reader();
}

const subscribe = (reader: () => void) => {
  readers.add(reader);
  return () => readers.delete(reader);
};

export function useAsOf(): number | null {
  return useSyncExternalStore(subscribe, asOf, () => null);
}
