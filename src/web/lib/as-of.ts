/**
 * As of when the page shows what it shows. While answers come that is now, and nothing is said; it is another time when
 * nobody answers and the page stands as it was kept, by its worker (sw/rules.ts) or in its own memory (last-known.ts).
 */
import { useSyncExternalStore } from 'react';

let as_of_ms: number | null = documentCachedAt();
const readers = new Set<() => void>();

/**
 * When the document was kept that is shown, by the reader's clock; null: it came from the server, or is the one for
 * offline readers, which is of no time.
 */
function documentCachedAt(): number | null {
  const told = globalThis.document?.documentElement.dataset.kept;
  return told === undefined || location.pathname === '/offline' ? null : Number(told);
}

/** Epoch ms by the reader's clock; null: now. */
export const asOf = (): number | null => as_of_ms;

/** The server has answered (null), or what is shown is of an earlier time. */
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
