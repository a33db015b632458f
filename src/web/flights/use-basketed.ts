/** The reader's own birds in the baskets of a flight, as the server knows them. */
import { useEffect, useState } from 'react';
import type { BasketedBird } from '#domain/basketing/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import type { Mine } from '#web/lib/reader-marks.ts';
import { apiPath } from './live-board.ts';

/** Birds and teams that are asked for at once. */
const most = 100;

/**
 * The marked birds that are basketed; null until known, and once the flight is released. They are asked for again when
 * the number of birds changes.
 */
export function useBasketed(flight: Flight, mine: Mine): BasketedBird[] | null {
  const [birds, setBirds] = useState<BasketedBird[] | null>(null);
  const { loft_id, id, basketed_count } = flight;
  const isAsked = isBeforeRelease(flight.status);
  const pigeons = mine.pigeons.slice(0, most).join(',');
  const teams = mine.teams.slice(0, most).join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of birds says that the list has changed
  useEffect(() => {
    if (!isAsked) return;
    const asked = new AbortController();
    const query = [pigeons && `pigeons=${pigeons}`, teams && `teams=${teams}`].filter(Boolean).join('&');
    const load = async () => {
      if (!query) return setBirds([]);
      const answer = await fetch(apiPath({ loft_id, id }, `basketing/birds?${query}`), { signal: asked.signal });
      if (answer.ok) setBirds(((await answer.json()) as { birds: BasketedBird[] }).birds);
    };
    // Without a network the panel stays as it is.
    load().catch(() => {});
    return () => asked.abort();
  }, [loft_id, id, pigeons, teams, basketed_count, isAsked]);
  return isAsked ? birds : null;
}
