/** How the reader's own birds came home, as the server tells it. */
import { useEffect, useState } from 'react';
import type { readStoryBirds } from '#domain/arrivals/story-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { flightPath } from '#web/lib/paths.ts';
import { followedQuery, type Mine } from '#web/lib/reader-marks.ts';

type OwnBirds = ReplyOf<typeof readStoryBirds>;

/** How many of the reader's birds in a race are home. */
export interface MyCount {
  home: number;
  total: number;
}

/** Null: none is in it. */
export const countOf = ({ birds, out }: OwnBirds): MyCount | null =>
  birds.length + out > 0 ? { home: birds.length, total: birds.length + out } : null;

const none: OwnBirds = { birds: [], out: 0 };

/** The marked birds of a race; none until they are known. They are asked for again with each reading of the page. */
export function useStoryBirds(flight: Flight, mine: Mine, seq: number): OwnBirds {
  const [own, setOwn] = useState(none);
  const { loft_id, id } = flight;
  const query = followedQuery(mine);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of the stream says that places may have changed
  useEffect(() => {
    const asked = new AbortController();
    const load = async () => {
      if (!query) return setOwn(none);
      const answer = await fetch(`/api${flightPath({ loft_id, id })}/story/birds?${query}`, { signal: asked.signal });
      if (answer.ok) setOwn((await answer.json()) as OwnBirds);
    };
    // Without a network they stay as they are.
    load().catch(() => {});
    return () => asked.abort();
  }, [loft_id, id, query, seq]);
  return own;
}
