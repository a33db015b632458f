/** The reader's own birds before a flight: those in its baskets and the others, as the server knows them. */
import { useEffect, useState } from 'react';
import type { FoundBasketed } from '#domain/basketing/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { followedQuery, type Mine } from '#web/lib/reader-marks.ts';
import { apiPath } from './live-board.ts';

const nobody: FoundBasketed = { birds: [], others: [] };

/**
 * The marked birds, basketed or not; null until known, and once the flight is released. They are asked for again when
 * the number of birds changes.
 */
export function useBasketed(flight: Flight, mine: Mine): FoundBasketed | null {
  const [found, setFound] = useState<FoundBasketed | null>(null);
  const { loft_id, id, basketed_count } = flight;
  const isAsked = isBeforeRelease(flight.status);
  const query = followedQuery(mine);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of birds says that the list has changed
  useEffect(() => {
    if (!isAsked) return;
    const asked = new AbortController();
    const load = async () => {
      if (!query) return setFound(nobody);
      const answer = await fetch(apiPath({ loft_id, id }, `basketing/birds?${query}`), { signal: asked.signal });
      if (answer.ok) setFound((await answer.json()) as FoundBasketed);
    };
    // Without a network the panel stays as it is.
    load().catch(() => {});
    return () => asked.abort();
  }, [loft_id, id, query, basketed_count, isAsked]);
  return isAsked ? found : null;
}
