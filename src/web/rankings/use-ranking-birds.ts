/** Where the reader's birds stand in a ranking. */
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#domain/contract.ts';
import type { RankingBird, readRankingBirds } from '#domain/rankings/contract.ts';
import { followedQuery, useMine } from '#web/lib/reader-marks.ts';

/** The reader's birds, read again with each reply of the page; null: none is marked, or they are not read yet. */
export function useRankingBirds(loft_id: number, ranking_id: number | null, read_at: string): RankingBird[] | null {
  const query = followedQuery(useMine(loft_id));
  const [birds, set] = useState<{ query: string; birds: RankingBird[] } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reply of the page is a reason to ask again
  useEffect(() => {
    if (query === '' || ranking_id === null) return undefined;
    const left = new AbortController();
    fetch(`/api/lofts/${loft_id}/rankings/${ranking_id}/birds?${query}`, { signal: left.signal })
      .then(async (answer) => {
        if (answer.ok) set({ query, birds: ((await answer.json()) as ReplyOf<typeof readRankingBirds>).birds });
      })
      // Without a network the last answer stays.
      .catch(() => {});
    return () => left.abort();
  }, [loft_id, ranking_id, query, read_at]);
  return birds?.query === query ? birds.birds : null;
}
